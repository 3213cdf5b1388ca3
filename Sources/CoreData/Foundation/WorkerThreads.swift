import Synchronization

/// Runs work beside the queues of contexts, on threads that end when there is nothing left to do.
///
/// Not on libdispatch's: on Linux it looks after its threads once a second, for good, from the first use of one on, and a program
/// that waits for a key would never sleep. What runs here waits for the store alone, never for other work.
enum WorkerThreads {
    private struct State {
        /// What no thread has begun with; the next one last.
        var waiting: [@Sendable () -> Void] = []
        var threads = 0
    }

    /// How many threads there are at most, as in libdispatch.
    private static let limit = 64
    private static let state = Mutex(State())

    /// Runs the work later, on another thread.
    static func async(_ work: @escaping @Sendable () -> Void) {
        let needsThread = state.withLock { state in
            state.waiting.insert(work, at: 0)
            guard state.threads < limit else { return false }
            state.threads += 1
            return true
        }
        guard needsThread else { return }
        Thread.detachNewThread { while let work = next() { work() } }
    }

    private static func next() -> (@Sendable () -> Void)? {
        state.withLock { state in
            let work = state.waiting.popLast()
            if work == nil { state.threads -= 1 }
            return work
        }
    }
}
