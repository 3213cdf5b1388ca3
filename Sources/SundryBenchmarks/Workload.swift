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
        /// Bytes: of a row, or to a terminal.
        case bytes(Double)
        /// Memory of a process.
        case mebibytes(Double)
        /// How often something happens.
        case count(Double)
    }

    let name: String
    let target: Target
    let c: Side?
    let ours: Side
    /// How often it is run, the first time for nothing; nil for as often as is asked for.
    var repetitions: Int?
}

/// The clock of one sample.
final class Stopwatch {
    /// What was measured: nanoseconds, or what else a workload asks for.
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
