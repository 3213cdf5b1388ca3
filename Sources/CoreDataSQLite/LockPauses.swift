import CoreDataC

/// The pauses between attempts at a lock that somebody else holds: short ones first, as most are held for a moment.
public struct LockPauses {
    private var wait: core_data_busy_wait
    private var attempts: Int32 = 0

    /// - Parameter timeout: seconds after which to give up.
    public init(timeout: Double) { wait = core_data_busy_wait(timeout: timeout) }

    /// Pauses before the next attempt; false, at once, when the time is up.
    public mutating func pause() -> Bool {
        defer { attempts += 1 }
        return core_data_wait_for_lock(&wait, attempts) != 0
    }
}

extension core_data_busy_wait {
    init(timeout: Double) { self.init(limit: Int64(min(max(timeout, 0), 1e9) * 1e6), started: 0) }
}
