/// Runs both sides of a workload, interleaved in a shuffled order, and drops the first repetition.
struct Measurement {
    let repetitions: Int

    func run(_ workload: Workload, stores: StoreTemplates) throws -> Result {
        var c: [Double] = []
        var ours: [Double] = []
        for repetition in 0..<(workload.repetitions ?? repetitions) {
            var answers: [Int64] = []
            for isC in [true, false].shuffled() {
                guard let side = isC ? workload.c : workload.ours else { continue }
                let stopwatch = Stopwatch()
                answers.append(try side(stopwatch, stores))
                guard repetition > 0 else { continue }
                if isC { c.append(stopwatch.amount) } else { ours.append(stopwatch.amount) }
            }
            guard Set(answers).count == 1 else {
                throw UnequalWork(workload: workload.name, answers: answers)
            }
        }
        return Result(workload: workload, c: c, ours: ours)
    }

    /// The samples of one workload.
    struct Result {
        let workload: Workload
        let c: [Double]
        let ours: [Double]

        /// What the target speaks of, by the medians.
        var median: Double { value(of: Self.median) }

        /// The same by the minima, which a noisy machine disturbs least.
        var minimum: Double { value(of: { $0.min() ?? .nan }) }

        /// Over the target by more than the noise of a tenth.
        var isOver: Bool {
            switch workload.target {
            case .ratio(let limit), .milliseconds(let limit), .bytes(let limit), .mebibytes(let limit),
                .count(let limit):
                minimum > limit * 1.1
            }
        }

        static func median(_ samples: [Double]) -> Double {
            guard !samples.isEmpty else { return .nan }
            let sorted = samples.sorted()
            let middle = sorted.count / 2
            return sorted.count % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2
        }

        private func value(of statistic: ([Double]) -> Double) -> Double {
            switch workload.target {
            case .ratio: statistic(ours) / statistic(c)
            case .milliseconds: statistic(ours) / 1e6
            case .mebibytes: statistic(ours) / 1_048_576
            case .bytes, .count: statistic(ours)
            }
        }
    }
}

/// Both sides did not do the same, so that their times say nothing.
struct UnequalWork: Error, CustomStringConvertible {
    let workload: String
    let answers: [Int64]

    var description: String { "the sides of “\(workload)” did not do the same work: \(answers)" }
}
