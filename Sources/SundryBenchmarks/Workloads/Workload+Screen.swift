import Foundation

extension Workload {
    /// The application on its full screen, in a terminal of 100 × 30, from the key to the last byte of the picture.
    static var screen: [Workload] {
        starts + moves + [
            screen("screen: keys, 1M items (99th percentile)", .milliseconds(16), items: 1_000_000, repetitions: 3) {
                session, stopwatch, _ in
                for _ in 0..<30 { try session.work() }
                stopwatch.record(session.slowKey.nanoseconds)
            },
            screen(
                "screen: keys, 1M items, another process importing 100k", .milliseconds(16), items: 1_000_000,
                repetitions: 3
            ) { session, stopwatch, stores in
                let text = try stores.text(lines: 100_000).path
                let importing = try Child.spawn(
                    ScreenStores.program, ["import", text, "-l", "Bulk", "--store", session.store.path],
                    environment: stores.environment)
                var isOver = false
                for round in 0..<400 where !isOver || round < 30 {
                    try session.work()
                    isOver = isOver || Child.hasEnded(importing)
                }
                stopwatch.record(session.slowKey.nanoseconds)
            },
            screen("screen: keys, 1M items, importing 100k itself", .milliseconds(16), items: 1_000_000, repetitions: 3)
            {
                session, stopwatch, stores in
                let text = try stores.text(lines: 100_000).path
                session.terminal.send("oi\(text)\r")
                try session.terminal.wait(for: "the preview") { $0.line(1).hasPrefix("Enter adds them") }
                session.terminal.send("\rq")
                try session.terminal.wait(for: "the list again") { $0.line(0).hasPrefix("Groceries") }
                for _ in 0..<60 { try session.work() }
                stopwatch.record(session.slowKey.nanoseconds)
            },
            screen(
                "screen: another process's item shown, slowest of 20", .milliseconds(100), items: 10_000, repetitions: 3
            ) { session, stopwatch, stores in
                var slowest = Duration.zero
                for number in 0..<20 {
                    // From the start of the command on, which saves some 20 ms later.
                    let start = ContinuousClock.now
                    let adding = try Child.spawn(
                        ScreenStores.program,
                        ["add", "news \(number)", "-l", "Groceries", "--store", session.store.path],
                        environment: stores.environment)
                    let end = try session.terminal.wait(for: "news \(number)") { image in
                        (1...28).contains { image.line($0).contains("news \(number) ") }
                    }
                    slowest = max(slowest, end - start)
                    Child.wait(for: adding)
                    session.terminal.settle()
                }
                stopwatch.record(slowest.nanoseconds)
            },
        ] + filterings + otherScreens
    }

    private static var starts: [Workload] {
        [(10_000, 30.0, 20.0), (1_000_000, 50.0, 64.0)].flatMap { count, time, memory in
            let name = count == 1_000_000 ? "1M" : "\(count / 1000)k"
            return [
                screen(
                    "screen: start to the first full screen, \(name) items", .milliseconds(time), items: count,
                    isReady: false
                ) {
                    session, stopwatch, _ in
                    stopwatch.record(try session.waitForItems().nanoseconds)
                },
                screen("screen: peak memory, \(name) items", .mebibytes(memory), items: count, repetitions: 3) {
                    session, stopwatch, _ in
                    for _ in 0..<3 { try session.work() }
                    stopwatch.record(try session.peakMemory())
                },
            ]
        }
    }

    private static var moves: [Workload] {
        [
            screen("screen: bytes a cursor move", .bytes(100), items: 10_000, repetitions: 3) { session, stopwatch, _ in
                let before = session.terminal.byteCount
                for _ in 0..<50 { try session.moveOnce() }
                stopwatch.record(Double(session.terminal.byteCount - before) / 100)
            },
            screen("screen: bytes in 10 s of idleness", .bytes(0), items: 10_000, repetitions: 2) {
                session, stopwatch, _ in
                let before = session.terminal.byteCount
                session.terminal.read(for: .seconds(10))
                stopwatch.record(Double(session.terminal.byteCount - before))
            },
            screen("screen: wake-ups in 10 s of idleness", .count(0), items: 10_000, repetitions: 2) {
                session, stopwatch, _ in
                // Threads that have nothing to do wait for some seconds more before they end.
                session.terminal.settle(.seconds(12))
                let before = try session.wakeUps()
                session.terminal.read(for: .seconds(10))
                stopwatch.record(try session.wakeUps() - before)
            },
        ]
    }

    private static var filterings: [Workload] {
        func isFiltered(_ image: ScreenImage) -> Bool {
            (1...28).allSatisfy { row in
                image.line(row).contains("coffee") || !image.line(row).contains("[")
            } && image.line(1).contains("coffee")
        }
        func isComplete(_ image: ScreenImage) -> Bool {
            isFiltered(image) && image.line(0).contains(" open") && image.line(0).contains("coffee")
                && !image.line(0).contains("reading") && !image.line(0).contains("looking")
        }
        return [
            screen("screen: a filter's key, 1M items", .milliseconds(16), items: 1_000_000, repetitions: 5) {
                session, stopwatch, _ in
                session.terminal.send("/coffe")
                try session.terminal.wait(for: "the filter's line") { $0.line(29) == "/coffe" }
                stopwatch.record(try session.press("e", "the letter") { $0.line(29) == "/coffee" }.nanoseconds)
            },
            screen("screen: a filter's first matches, 1M items", .milliseconds(100), items: 1_000_000, repetitions: 5) {
                session, stopwatch, _ in
                stopwatch.record(try session.press("/coffee", "the first matches", until: isFiltered).nanoseconds)
            },
            screen("screen: all matches of a filter, 1M items", .milliseconds(300), items: 1_000_000, repetitions: 5) {
                session, stopwatch, _ in
                stopwatch.record(try session.press("/coffee", "all matches", until: isComplete).nanoseconds)
            },
            screen("screen: n after a filter, 1M items", .milliseconds(300), items: 1_000_000, repetitions: 5) {
                session, stopwatch, _ in
                session.terminal.send("/from the market on the corner 77\r\u{1b}")
                session.terminal.settle()
                let row = session.terminal.image.row
                let title = session.terminal.image.line(row)
                stopwatch.record(
                    try session.press("n", "another item") { $0.line($0.row) != title || $0.row != row }.nanoseconds)
            },
        ]
    }

    /// Other orders and other screens are opened at once, and keys answered, whatever there is to read.
    private static var otherScreens: [Workload] {
        let orders = [
            ("sp", "by price"), ("sc", "by category"), ("sn", "by title"), ("sd", "by due date"),
            ("gc", "sections by category"),
        ]
        return orders.map { keys, words in
            screen(
                "screen: the key after sorting \(words), 1M items", .milliseconds(16), items: 1_000_000, repetitions: 3
            ) {
                session, stopwatch, _ in
                session.terminal.send(keys)
                try session.terminal.wait(for: words) { $0.line(0).contains(words) }
                stopwatch.record(try session.press("?", "the help") { $0.line(0).hasPrefix("Keys") }.nanoseconds)
            }
        }
            + [("oh", "History"), ("ot", "Trash"), ("ob", "Statistics")].map { keys, title in
                Workload(
                    name: "screen: \(title.lowercased()) of 1M, and the key after it", target: .milliseconds(50),
                    c: nil,
                    ours: { stopwatch, stores in
                        let store = try stores.screens.past(1_000_000)
                        return try ScreenSession.run(store, stores.screens) { session in
                            session.terminal.settle()
                            let open = try session.press(keys, title) {
                                $0.line(0).hasPrefix(title) && !$0.line(1).isEmpty
                            }
                            let help = try session.press("?", "the help") { $0.line(0).hasPrefix("Keys") }
                            stopwatch.record((open + help).nanoseconds)
                            return 0
                        }
                    }, repetitions: 3)
            }
    }

    /// A workload of one session on a copy of a store, all of which has been read.
    private static func screen(
        _ name: String, _ target: Target, items: Int, repetitions: Int? = nil, isReady: Bool = true,
        _ body: @escaping (inout ScreenSession, Stopwatch, ScreenStores) throws -> Void
    ) -> Workload {
        Workload(
            name: name, target: target, c: nil,
            ours: { stopwatch, stores in
                try stores.screens.withCopy(of: stores.screens.items(items)) { store in
                    try ScreenSession.run(store, stores.screens) { session in
                        if isReady {
                            try session.waitForItems()
                            try session.waitForAll()
                        }
                        try body(&session, stopwatch, stores.screens)
                        return 0
                    }
                }
            }, repetitions: repetitions)
    }

    /// The commands of the shell, from the start of the process to its end.
    static var shell: [Workload] {
        [
            shell("screen: sundry add, 10k items", 15) { _ in ["add", "2 l milk", "-l", "Groceries"] },
            shell("screen: sundry list, 10k items", 50) { _ in ["list", "-l", "Groceries"] },
            shell("screen: sundry import of 10k items", 150) { stores in
                ["import", try stores.text(lines: 10_000).path, "-l", "Bulk"]
            },
        ]
    }

    private static func shell(
        _ name: String, _ limit: Double, _ arguments: @escaping (ScreenStores) throws -> [String]
    ) -> Workload {
        Workload(
            name: name, target: .milliseconds(limit), c: nil,
            ours: { stopwatch, stores in
                let words = try arguments(stores.screens)
                return try stores.screens.withCopy(of: stores.screens.items(10_000)) { store in
                    let status = try stopwatch.time {
                        Child.wait(
                            for: try Child.spawn(
                                ScreenStores.program, words + ["--store", store.path],
                                environment: stores.screens.environment))
                    }
                    guard status == 0 else { throw UnequalWork(workload: name, answers: [Int64(status)]) }
                    return 0
                }
            })
    }
}
