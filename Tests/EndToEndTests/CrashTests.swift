import Foundation
import Testing

extension EndToEnd {
    /// `kill -9` at any moment loses nothing that was told to be done.
    struct CrashTests {
        @Test func `every acknowledged add is there after a hundred kills`() throws {
            let home = try Home()
            let rounds = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] == nil ? 100 : 1_000
            let acknowledged = home.folder.appendingPathComponent("acknowledged")
            try Data().write(to: acknowledged)
            var generator = SystemRandomNumberGenerator()
            var lines = 0
            for round in 0..<rounds {
                let adding = try AddingShell(round: round, home: home, acknowledged: acknowledged)
                // The shell is one to three adds further, and somewhere inside the next one, when it is killed.
                try adding.wait(until: lines + Int.random(in: 1...3, using: &generator))
                adding.kill()
                lines = try AddingShell.lines(of: acknowledged).count
            }
            let titles = Set(try StoreFile(url: home.store).titles())
            for title in try AddingShell.lines(of: acknowledged) {
                #expect(titles.contains(title), "\(title) was acknowledged and is gone")
            }
            #expect(lines >= rounds)
            #expect(try StoreFile(url: home.store).integrity() == "ok")
            #expect(try Program.sundry("add", "afterwards", home: home).status == 0)
        }

        /// A power cut takes what is not on the disk, which no kill does.
        @Test(.enabled(if: Trace.isAllowed, "this machine forbids tracing"))
        func `what is told as added is on the disk, also where it made the store`() throws {
            let home = try Home()
            for title in ["first", "second"] {
                let trace = Trace(home: home)
                let added = try Program.run(
                    "/usr/bin/strace",
                    ["-f", "-y", "-qq", "-e", "trace=write,pwrite64,fsync,fdatasync", "-o", trace.file.path]
                        + [Program.sundry, "add", title], environment: home.environment)
                #expect(added.status == 0)
                let lines = try trace.lines
                let told = try #require(lines.lastIndex { $0.contains("write(1<") && $0.contains("Added") })
                let isWrite = { (line: String) in line.contains("write64(") && line.contains("Sundry.sqlite-wal>") }
                let written = try #require(lines.lastIndex(where: isWrite))
                #expect(written < told)
                let synced = lines[written..<told].contains {
                    $0.contains("sync(") && $0.contains("Sundry.sqlite-wal>") && $0.hasSuffix("= 0")
                }
                #expect(synced, "\(title)")
            }
        }

        @Test func `an item shown on the screen survives the kill of the program`() throws {
            let home = try Home()
            let terminal = try Terminal(home: home)
            try terminal.startSundry()
            try terminal.waitForScreen()
            try terminal.press("a")
            try terminal.type("quince jelly")
            try terminal.press("Enter")
            // The box tells the item from the line in which it is typed.
            try terminal.wait(for: "[ ] quince jelly")
            let process = try #require(try terminal.foregroundProcess())
            kill(process, SIGKILL)
            try terminal.wait(for: "Killed")
            #expect(try StoreFile(url: home.store).titles() == ["quince jelly"])
            #expect(try StoreFile(url: home.store).integrity() == "ok")
            try terminal.run("reset; clear")
            try terminal.waitForPrompt()
            try terminal.startSundry()
            try terminal.wait(for: "quince jelly")
        }
    }
}

/// A shell that adds item after item and writes down each that the program has answered for.
private struct AddingShell {
    private let shell: Spawned
    private let acknowledged: URL

    init(round: Int, home: Home, acknowledged: URL) throws {
        self.acknowledged = acknowledged
        let script = """
            n=0
            while true; do
                n=$((n+1))
                '\(Program.sundry)' add "item \(round)-$n" >/dev/null && echo "item \(round)-$n" >>'\(acknowledged.path)'
            done
            """
        shell = try Spawned(
            "/bin/bash", ["-c", script], environment: home.environment,
            errors: home.folder.appendingPathComponent("errors").path)
    }

    /// Waits until so many adds are acknowledged in all.
    func wait(until count: Int) throws {
        let deadline = Date(timeIntervalSinceNow: Terminal.patience)
        while Date() < deadline {
            if try Self.lines(of: acknowledged).count >= count { return }
            usleep(500)
        }
        kill()
        throw Terminal.TimedOut(what: "\(count) acknowledged adds", screen: "")
    }

    /// Kills the shell and the program that it is running, at one stroke.
    func kill() { shell.killSession() }

    static func lines(of file: URL) throws -> [String] {
        try String(contentsOf: file, encoding: .utf8).split(separator: "\n").map(String.init)
    }
}
