import Dispatch
import Synchronization

/// Tells a coordinator when its store was written, by whatever process.
///
/// A commit ends in the file's write-ahead log, or in the file itself where there is none: the kernel reports writes to it
/// (inotify), so nothing polls, and reading, which writes neither, wakes nobody. Many writes make one round: it asks for
/// the newest transaction, and posts if that is a new one.
///
/// A writer whose `synchronous` is FULL waits for the disk between its last write and the moment when others see the
/// commit, and that moment shows in no file that can be watched. So a round that finds nothing new is followed by
/// others, ever later, and by none after some seconds.
final class RemoteChangeWatch: Sendable {
    private struct State {
        /// The newest transaction that was told.
        var told: Int64
        var isDue = false
        /// Rounds since the last write.
        var rounds = 0
        var isClosed = false
        var source: Source?
    }

    // Sendable: dispatch objects may be used from any thread.
    private struct Source: @unchecked Sendable {
        let source: any DispatchSourceRead
    }

    /// How long before each round, in milliseconds. Before the first one writes are gathered: a large transaction writes for a
    /// while before it commits.
    private static let waits = [20, 40, 120, 360, 1080]

    private let queue = DispatchQueue(label: "CoreData.RemoteChanges", qos: .utility)
    private let state: Mutex<State>
    private let newest: @Sendable () -> Int64?
    private let post: @Sendable (Int64) -> Void

    /// - Parameters:
    ///   - newest: asks for the number of the newest transaction.
    ///   - post: tells of a new one.
    init(newest: @escaping @Sendable () -> Int64?, post: @escaping @Sendable (Int64) -> Void) {
        self.newest = newest
        self.post = post
        state = Mutex(State(told: newest() ?? 0))
    }

    /// Begins to listen for writes to files.
    func watch(_ paths: [String]) {
        let descriptor = inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
        guard descriptor >= 0 else { return }
        for path in paths { inotify_add_watch(descriptor, path, UInt32(IN_MODIFY)) }
        let source = DispatchSource.makeReadSource(fileDescriptor: descriptor, queue: queue)
        source.setEventHandler { [weak self] in
            // What happened to which file does not matter.
            var events = [UInt8](repeating: 0, count: 4096)
            while read(descriptor, &events, events.count) > 0 {}
            self?.signal()
        }
        source.setCancelHandler { Foundation.close(descriptor) }
        let kept = Source(source: source)
        state.withLock { $0.source = kept }
        source.resume()
    }

    /// Something was written: a round follows soon.
    func signal() {
        state.withLock { $0.rounds = 0 }
        scheduleRound()
    }

    private func scheduleRound() {
        let wait: Int? = state.withLock { state in
            if state.isDue || state.isClosed || state.rounds >= Self.waits.count { return nil }
            state.isDue = true
            defer { state.rounds += 1 }
            return Self.waits[state.rounds]
        }
        guard let wait else { return }
        queue.asyncAfter(deadline: .now() + .milliseconds(wait)) { [weak self] in self?.round() }
    }

    private func round() {
        state.withLock { $0.isDue = false }
        guard let number = newest() else { return }
        let isNew = state.withLock { state in
            if state.isClosed || number <= state.told { return false }
            state.told = number
            return true
        }
        if isNew { post(number) } else { scheduleRound() }
    }

    /// Calls `body` once the rounds that are due have been; a test's way to wait without a clock.
    func whenIdle(_ body: @escaping @Sendable () -> Void) {
        queue.async { [self] in
            if state.withLock({ $0.isDue }) { whenIdle(body) } else { body() }
        }
    }

    func close() {
        let source = state.withLock { state in
            state.isClosed = true
            defer { state.source = nil }
            return state.source
        }
        source?.source.cancel()
    }

    deinit { close() }
}

/// The stores of this process that share one database in memory: no file tells them of each other's writes.
enum SharedMemoryStores {
    private struct Member {
        weak var watch: RemoteChangeWatch?
    }
    private static let members = Mutex<[String: [Member]]>([:])

    static func join(_ watch: RemoteChangeWatch, name: String) {
        members.withLock { members in
            members[name] = (members[name] ?? []).filter { $0.watch != nil } + [Member(watch: watch)]
        }
    }

    /// One of the stores was written.
    static func signal(_ name: String) {
        let watches = members.withLock { ($0[name] ?? []).compactMap(\.watch) }
        for watch in watches { watch.signal() }
    }
}
