import Foundation
import Testing

extension EndToEnd {
    /// What the program does not do.
    @Suite(.enabled(if: Trace.isAllowed, "strace may not trace here"))
    struct QuietTests {
        @Test func `an open screen asks the kernel for nothing while nothing happens`() throws {
            let home = try Home()
            try Program.sundry("add", "quince jelly", home: home)
            let terminal = try Terminal(home: home)
            let trace = Trace(home: home)
            try terminal.run(trace.command("'\(Program.sundry)'"))
            try terminal.wait(for: "quince jelly")
            let isSilent = try trace.isSilent(for: 10)
            let last = try trace.lines.suffix(20).joined(separator: "\n")
            #expect(isSilent, "the last calls: \(last)")
            // The quiet screen is not a dead one: it still sees what another process does.
            try Program.sundry("add", "plum jam", home: home)
            try terminal.wait(for: "plum jam")
            try terminal.press("q")
            try terminal.waitForPrompt()
        }

        @Test func `nor does one of a long list, after an edit here and one by another process`() throws {
            let home = try Home()
            let lines = home.folder.appendingPathComponent("lines.txt")
            try Data((1...3_000).map { "line \($0)\n" }.joined().utf8).write(to: lines)
            try Program.sundry("import", lines.path, home: home)
            let terminal = try Terminal(home: home)
            let trace = Trace(home: home)
            try terminal.run(trace.command("'\(Program.sundry)'"))
            try terminal.wait(for: "3000 open")
            try terminal.press("x")
            try terminal.wait(for: "2999 open, 1 done")
            try Program.sundry("add", "plum jam", home: home)
            try terminal.wait(for: "plum jam")
            let isSilent = try trace.isSilent(for: 10)
            let last = try trace.lines.suffix(20).joined(separator: "\n")
            #expect(isSilent, "the last calls: \(last)")
            try terminal.press("q")
            try terminal.waitForPrompt()
        }

        @Test func `the demo creates no file`() throws {
            let home = try Home()
            let terminal = try Terminal(home: home)
            let before = try Set(FileManager.default.subpathsOfDirectory(atPath: home.folder.path))
            let trace = Trace(home: home)
            try terminal.run(trace.command("'\(Program.sundry)' --demo", calls: "file"))
            try terminal.waitForScreen()
            try terminal.press("a")
            try terminal.type("quince jelly")
            try terminal.press("Enter")
            try terminal.wait(for: "quince jelly")
            try terminal.press("q")
            try terminal.waitForPrompt()
            let creating = try trace.lines.filter { line in
                line.contains(/O_CREAT|\b(creat|mkdir|mkdirat|mknod|mknodat|link|linkat|symlink|symlinkat|rename\w*)\(/)
                    && !line.contains(/= -1 E/) && !line.contains("/dev/null")
            }
            #expect(creating.isEmpty, "\(creating.joined(separator: "\n"))")
            #expect(try trace.lines.count > 10, "the trace says too little to be true")
            let after = try Set(FileManager.default.subpathsOfDirectory(atPath: home.folder.path))
            #expect(after.subtracting(before) == [trace.file.lastPathComponent])
        }
    }
}
