import Foundation
import Testing

extension EndToEnd {
    /// What another process saves is told to each coordinator of the store, at once and without polling.
    struct RemoteChangeTests {
        private static let worker = Program.built("StoreWorker").path
        private let home: Home
        private let store: String

        init() throws {
            home = try Home()
            store = home.folder.appendingPathComponent("Store.sqlite").path
            try #require(Program.run(Self.worker, ["prepare", store], environment: home.environment).status == 0)
        }

        private func lines(_ log: String, _ start: String) throws -> [[String]] {
            try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
                .map { $0.split(separator: " ", maxSplits: start == "told" ? 3 : 2).map(String.init) }
                .filter { $0.first == start }
        }

        private func wait(_ what: String, until isSo: () throws -> Bool) throws {
            let deadline = Date(timeIntervalSinceNow: Terminal.patience)
            while Date() < deadline {
                if try isSo() { return }
                usleep(1_000)
            }
            throw Terminal.TimedOut(what: what, screen: "")
        }

        private func log(_ name: String) throws -> String {
            let path = home.folder.appendingPathComponent(name).path
            try Data().write(to: URL(fileURLWithPath: path))
            return path
        }

        private func save(_ count: Int = 1) throws -> [[String]] {
            let log = try log("saves-\(UUID().uuidString)")
            #expect(
                try Program.run(Self.worker, ["save", store, log, "\(count)"], environment: home.environment).status
                    == 0)
            return try lines(log, "saved")
        }

        @Test func `every coordinator in every process hears of a save within a tenth of a second, with its token`()
            throws
        {
            let logs = try (0..<2).map { try log("listener-\($0)") }
            let listeners = try logs.map {
                try Spawned(Self.worker, ["listen", store, $0], environment: home.environment)
            }
            defer { for listener in listeners { listener.killSession() } }
            for log in logs { try wait("a listener") { try !lines(log, "listening").isEmpty } }
            // A busy machine may be late once, and not each time.
            var quickest = UInt64.max
            for _ in 0..<10 {
                let saved = try #require(try save().first)
                let begin = try #require(UInt64(saved[1]))
                var latest: UInt64 = 0
                for log in logs {
                    for coordinator in ["0", "1"] {
                        var told: [String]?
                        try wait("the token \(saved[2]) at \(coordinator)") {
                            told = try lines(log, "told").first { $0[2] == coordinator && $0[3] == saved[2] }
                            return told != nil
                        }
                        latest = max(latest, try #require(told.flatMap { UInt64($0[1]) }) - begin)
                    }
                }
                quickest = min(quickest, latest)
            }
            #expect(quickest <= 100_000_000, "\(quickest / 1_000_000) ms")
        }

        @Test(.enabled(if: Trace.isAllowed, "strace may not trace here"))
        func `who listens asks the kernel for nothing while nothing is saved`() throws {
            let log = try log("listener")
            let trace = Trace(home: home)
            let listener = try Spawned(
                "/usr/bin/strace", ["-f", "-qq", "-o", trace.file.path, Self.worker, "listen", store, log],
                environment: home.environment)
            defer { listener.killSession() }
            try wait("a listener") { try !lines(log, "listening").isEmpty }
            _ = try save()
            try wait("the first save") { try lines(log, "told").count >= 2 }
            let seconds = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] == nil ? 4.0 : 10
            let isSilent = try trace.isSilent(for: seconds)
            let last = try trace.lines.suffix(20).joined(separator: "\n")
            #expect(isSilent, "the last calls: \(last)")
            // Silent, and not deaf.
            let heard = try lines(log, "told").count
            _ = try save()
            try wait("the second save") { try lines(log, "told").count >= heard + 2 }
        }
    }
}
