import Synchronization

internal import CoreDataC

/// Tells a coordinator when its store was written, by whatever process.
///
/// A commit ends in the file's write-ahead log, or in the file itself where there is none: the kernel reports writes to it
/// (inotify), so nothing polls, and reading, which writes neither, wakes nobody. Many writes make one round: it asks for
/// the newest transaction, and posts if that is a new one.
///
/// A writer whose `synchronous` is FULL waits for the disk between its last write and the moment when others see the
/// commit, and that moment shows in no file that can be watched. So a round that finds nothing new is followed by
/// others, soon while a disk usually writes, then ever later, and by none after half a minute.
///
/// It has a thread of its own, which sleeps between: libdispatch on Linux looks after its threads once a second, for good, from
/// the first use of one on.
final class RemoteChangeWatch: Sendable {
    private struct State {
        /// The newest transaction that was told.
        var told: Int64
        /// When the next round is to be.
        var due: ContinuousClock.Instant?
        /// How long before each of the rounds to come, in milliseconds.
        var rounds: ArraySlice<Int> = []
        var isClosed = false
        /// What waits for the rounds to end.
        var waiting: [@Sendable () -> Void] = []
    }

    /// What the thread waits for: that a file was written, or that somebody wakes it.
    private final class Alarm: Sendable {
        /// An eventfd.
        private let wake = eventfd(0, Int32(EFD_NONBLOCK) | Int32(EFD_CLOEXEC))
        /// Where the kernel reports writes; -1 where no file is watched.
        private let writes: Int32
        private let isClosed = Mutex(false)

        init(_ paths: [String]) {
            writes = paths.isEmpty ? -1 : inotify_init1(Int32(IN_NONBLOCK | IN_CLOEXEC))
            for path in paths where writes >= 0 { inotify_add_watch(writes, path, UInt32(IN_MODIFY)) }
        }

        /// Wakes the thread.
        func ring() { isClosed.withLock { if !$0 { eventfd_write(wake, 1) } } }

        /// Sleeps so many milliseconds at most, or for good where they are negative. Tells whether a file was written.
        func wait(_ milliseconds: Int32) -> Bool {
            var files = [wake, writes].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            poll(&files, 2, milliseconds)
            for file in files where file.revents != 0 {
                // What happened to which file does not matter.
                var events = [UInt8](repeating: 0, count: 4096)
                while read(file.fd, &events, events.count) > 0 {}
            }
            return files[1].revents != 0
        }

        /// The thread waits no more.
        func close() {
            isClosed.withLock { isClosed in
                isClosed = true
                Foundation.close(wake)
                if writes >= 0 { Foundation.close(writes) }
            }
        }
    }

    /// How long before each round, in milliseconds. Before the first one writes are gathered: a large transaction writes for a
    /// while before it commits.
    static let standardWaits =
        [20, 40] + Array(repeating: 80, count: 25) + Array(repeating: 500, count: 8)
        + Array(repeating: 2_000, count: 12)

    /// The same after a round that found something: another process may have been waiting for the disk meanwhile, and what
    /// it wrote was taken for that.
    private static let waitsAfterNews = [40, 80, 80, 160, 320, 640]

    private let waits: [Int]
    private let state: Mutex<State>
    private let alarm: Alarm
    private let newest: @Sendable () -> Int64?
    private let post: @Sendable (Int64) -> Void

    /// Begins to listen for writes to files.
    ///
    /// - Parameters:
    ///   - newest: asks for the number of the newest transaction.
    ///   - post: tells of a new one.
    init(
        _ paths: [String] = [], waits: [Int] = RemoteChangeWatch.standardWaits,
        newest: @escaping @Sendable () -> Int64?, post: @escaping @Sendable (Int64) -> Void
    ) {
        self.waits = waits
        self.newest = newest
        self.post = post
        state = Mutex(State(told: newest() ?? 0))
        let alarm = Alarm(paths)
        self.alarm = alarm
        let thread = Thread { [weak self] in
            var isWritten = false
            while let rest = self?.step(isWritten) { isWritten = alarm.wait(rest) }
            alarm.close()
        }
        thread.name = "RemoteChanges"
        thread.start()
    }

    /// Something was written: a round follows soon.
    func signal() { if hasten() { alarm.ring() } }

    /// Begins the rounds anew. False where one is due soon enough already.
    private func hasten() -> Bool {
        state.withLock { state in
            state.rounds = waits.dropFirst()
            let soon = ContinuousClock.now + .milliseconds(waits[0])
            if let due = state.due, due <= soon { return false }
            state.due = soon
            return true
        }
    }

    /// Sets the time of the next round, unless one is due already or there were enough.
    private func schedule(_ state: inout State) {
        guard state.due == nil, let wait = state.rounds.popFirst() else { return }
        state.due = .now + .milliseconds(wait)
    }

    /// What the thread does when it wakes. Gives back how long it may sleep then, in milliseconds; nil at the end.
    private func step(_ isWritten: Bool) -> Int32? {
        if isWritten { _ = hasten() }
        let isDue = state.withLock { state in
            guard !state.isClosed, let due = state.due, due <= .now else { return false }
            state.due = nil
            return true
        }
        if isDue { round() }
        let (rest, done) = state.withLock { state -> (Int32?, [@Sendable () -> Void]) in
            if !state.isClosed, let due = state.due {
                // Rounded up, else it would wake for the last part of a millisecond again and again.
                return (Int32(max(0, (due - .now) / .milliseconds(1)).rounded(.up)), [])
            }
            defer { state.waiting = [] }
            return (state.isClosed ? nil : -1, state.waiting)
        }
        for tell in done { tell() }
        return rest
    }

    private func round() {
        guard let number = newest() else { return }
        let isNew = state.withLock { state in
            let isNew = !state.isClosed && number > state.told
            if isNew {
                state.told = number
                state.rounds = Self.waitsAfterNews[...]
            }
            schedule(&state)
            return isNew
        }
        if isNew { post(number) }
    }

    /// Calls `body` once the rounds that are due have been; a test's way to wait without a clock.
    func whenIdle(_ body: @escaping @Sendable () -> Void) {
        state.withLock { $0.waiting.append(body) }
        alarm.ring()
    }

    func close() {
        state.withLock { $0.isClosed = true }
        alarm.ring()
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
