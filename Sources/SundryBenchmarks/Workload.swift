/// One row of the table: what is done, by C and by the stack, and how much slower the stack may be.
struct Workload {
    /// One side of a workload. It prepares, does its work under the stopwatch, and returns a number that tells what it
    /// did; both sides must come to the same.
    typealias Side = (Stopwatch, StoreTemplates) throws -> Int64

    /// The limit of PERFORMANCE's table.
    enum Target {
        /// Time of ours ÷ time of C.
        case ratio(Double)
        /// Milliseconds, where C has no counterpart.
        case milliseconds(Double)
        /// Bytes a row.
        case bytes(Double)
    }

    let name: String
    let target: Target
    let c: Side?
    let ours: Side
}

/// The clock of one sample.
final class Stopwatch {
    /// What was measured: nanoseconds, or bytes where a workload asks for memory.
    private(set) var amount = 0.0

    /// Measures the time that the body takes.
    func time<Result>(_ body: () throws -> Result) rethrows -> Result {
        let clock = ContinuousClock()
        let start = clock.now
        let result = try body()
        let (seconds, attoseconds) = (clock.now - start).components
        amount += Double(seconds) * 1e9 + Double(attoseconds) / 1e9
        return result
    }

    /// Records an amount that was measured by other means.
    func record(_ amount: Double) { self.amount = amount }
}
