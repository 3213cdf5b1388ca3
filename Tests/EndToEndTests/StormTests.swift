import Foundation
import Testing

extension EndToEnd {
    /// Many processes on one store, of which some are killed.
    struct StormTests {
        private static let isSoak = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] != nil

        @Test func `what four processes were told is saved is there, whoever of them was killed`() throws {
            let storm = try Storm(processes: 4)
            let (period, kills) = Self.isSoak ? (3.0, 40) : (0.5, 6)
            try storm.waitForEdits()
            for number in 0..<kills {
                // The clock of the storm, not a wait for anything.
                try storm.go(on: period)
                try storm.killAndRestart(number % 4)
            }
            try storm.go(on: period)
            try storm.stop()
            try storm.check()
            #expect(storm.logs.count == 4 + kills)
        }

        @Test func `every save that was told of is there after each of many kills, and none is half there`() throws {
            let storm = try Storm(processes: 1)
            var generator = SystemRandomNumberGenerator()
            for _ in 0..<(Self.isSoak ? 500 : 25) {
                // Some edits further, and somewhere inside the next one.
                try storm.waitForEdits(Int.random(in: 1...4, using: &generator))
                try storm.killAndRestart(0)
            }
            try storm.waitForEdits()
            try storm.stop()
            try storm.check()
        }
    }
}

/// Workers that edit one store, and what they have written down.
private final class Storm {
    private let home: Home
    private let store: StoreFile
    private var workers: [(process: Spawned, log: URL)] = []
    /// Of all processes there ever were.
    private(set) var logs: [URL] = []

    private static let worker = Program.built("StoreWorker").path

    init(processes: Int) throws {
        home = try Home()
        store = StoreFile(url: home.folder.appendingPathComponent("Storm.sqlite"))
        try #require(Program.run(Self.worker, ["prepare", store.url.path], environment: home.environment).status == 0)
        for _ in 0..<processes { workers.append(try start()) }
    }

    deinit { for worker in workers { worker.process.killSession() } }

    private var errors: URL { home.folder.appendingPathComponent("errors") }

    private func start() throws -> (process: Spawned, log: URL) {
        let log = home.folder.appendingPathComponent("log-\(logs.count)")
        logs.append(log)
        try Data().write(to: log)
        let process = try Spawned(
            Self.worker, ["storm", store.url.path, log.path, "\(logs.count)"], environment: home.environment,
            errors: errors.path)
        return (process, log)
    }

    private func lines(_ log: URL) throws -> [String] {
        // A process may have been killed inside of a line.
        try String(contentsOf: log, encoding: .utf8).split(separator: "\n").map(String.init)
    }

    private func wait(_ what: String, until isSo: () throws -> Bool) throws {
        let deadline = Date(timeIntervalSinceNow: 2 * Terminal.patience)
        while Date() < deadline {
            if try isSo() { return }
            usleep(1_000)
        }
        let told = try logs.suffix(4).map { try lines($0).suffix(3).joined(separator: "\n") }
        throw Terminal.TimedOut(what: what, screen: told.joined(separator: "\n--\n"))
    }

    /// Waits until each process has saved so many edits.
    func waitForEdits(_ count: Int = 3) throws {
        for worker in workers {
            try wait("\(count) edits") { try lines(worker.log).count { $0.hasPrefix("!") } >= count }
        }
    }

    /// Lets the processes edit for so many seconds.
    func go(on seconds: Double) throws {
        let end = Date(timeIntervalSinceNow: seconds)
        while Date() < end { usleep(10_000) }
    }

    func killAndRestart(_ number: Int) throws {
        workers[number].process.killSession()
        workers[number] = try start()
    }

    /// Has all of them stop, and then compare what they show with what is there.
    func stop() throws {
        try waitForEdits()
        for worker in workers { kill(worker.process.process, SIGTERM) }
        for worker in workers { try wait("a stop") { try lines(worker.log).last == "stopped" } }
        for worker in workers {
            kill(worker.process.process, SIGUSR1)
            #expect(worker.process.wait() == 0)
        }
        for worker in workers {
            let last = try lines(worker.log).last ?? ""
            #expect(last.hasPrefix("equal "), "\(last)")
        }
        workers = []
    }

    /// Checks the file against what was acknowledged.
    func check() throws {
        #expect(try store.integrity() == "ok")
        let complaints = (try? String(contentsOf: errors, encoding: .utf8)) ?? ""
        #expect(complaints == "")
        let found = try Program.run(Self.worker, ["examine", store.url.path], environment: home.environment)
        #expect(found.status == 0 && found.output == "", "\(found.output)\(found.errors)")
        var values: [String: String] = [:]
        for row in try store.texts("SELECT ZKEY || ' ' || ZVALUE FROM ZNOTE") {
            let parts = row.split(separator: " ")
            values[String(parts[0])] = String(parts[1])
        }
        var (counted, begun, expected) = (0, 0, 0)
        for log in logs {
            var acknowledged: [String: String?] = [:]
            var open: (base: String, value: String?)?
            for line in try lines(log) {
                let parts = line.split(separator: " ").map(String.init)
                switch (parts[0], parts.count) {
                case ("?", 2): begun += 1
                case ("!", 2): counted += 1
                case ("?", 4): open = (parts[2], parts[1] == "delete" ? nil : parts[3])
                case ("!", 4):
                    acknowledged[parts[2]] = .some(parts[1] == "delete" ? nil : parts[3])
                    open = nil
                case ("error", _), ("differs", _): Issue.record("\(log.lastPathComponent): \(line)")
                default: break
                }
            }
            for (base, value) in acknowledged where base != open?.base {
                let there = ["a", "b", "c"].map { values[base + $0] }
                #expect(there == [value, value, value], "\(base)")
                if value != nil { expected += 3 }
            }
            guard let open else { continue }
            // The one that was not acknowledged is there as a whole, or not at all.
            let there = ["a", "b", "c"].map { values[open.base + $0] }
            let before = acknowledged[open.base] ?? nil
            #expect(there == [open.value, open.value, open.value] || there == [before, before, before], "\(open)")
            expected += there.count { $0 != nil }
        }
        #expect(values.count == expected)
        let count = Int(try store.texts("SELECT ZCOUNT FROM ZCOUNTER")[0]) ?? -1
        #expect((counted...max(counted, begun)).contains(count), "\(counted) of \(begun) counts, and it is \(count)")
    }
}
