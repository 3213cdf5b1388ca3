import Foundation
import Testing

@testable import CoreData

/// Random sequences of everything a context can do, against a plain graph of what must be true.
///
/// `SUNDRY_SEEDS` and `SUNDRY_STEPS` set how many sequences there are and how long they are, `SUNDRY_FIRST_SEED` with which
/// seed they begin; `SUNDRY_SEQUENCE` holds the steps that a failure printed, to take just these; `SUNDRY_TRACE` prints each
/// step before it is taken.
@Suite struct GraphPropertyTests {
    private static let steps = SoakSize.number("SUNDRY_STEPS", 120, soak: 10_000)

    @Test(
        "Whatever the order of steps, a context shows what must be true", arguments: [StoreKind.file, .memory],
        SoakSize.seeds(6, soak: 200))
    func sequences(_ kind: StoreKind, seed: Int) {
        GraphTrace.note("\(kind.rawValue), seed \(seed)")
        let steps =
            ProcessInfo.processInfo.environment["SUNDRY_SEQUENCE"].map(GraphStep.sequence(printed:))
            ?? GraphStep.sequence(Self.steps, seed: UInt64(seed))
        guard let failure = GraphRun.failure(steps, kind, variant: seed) else { return }
        GraphTrace.tell(
            "\(kind.rawValue), seed \(seed), step \(failure.at): \(failure.reason); looking for fewer steps")
        let short = Self.shortened(Array(steps[...failure.at]), kind, variant: seed)
        let reason = GraphRun.failure(short, kind, variant: seed)?.reason ?? failure.reason
        Issue.record(
            """
            \(kind.rawValue), seed \(seed), step \(failure.at): \(failure.reason)
            \(short.count) steps are enough: \(short.map(\.description).joined(separator: ", "))
            \(reason)
            """)
    }

    /// Fewer steps that go wrong as well: ever smaller parts are left out as long as any can be.
    static func shortened(_ steps: [GraphStep], _ kind: StoreKind, variant: Int) -> [GraphStep] {
        var steps = steps
        var part = max(steps.count / 2, 1)
        // Long sequences have many parts; what is found in so many tries is short enough.
        var tries = 150
        while tries > 0 {
            var start = 0
            var isShorter = false
            while start < steps.count, tries > 0 {
                var fewer = steps
                fewer.removeSubrange(start..<min(start + part, steps.count))
                tries -= 1
                if let failure = GraphRun.failure(fewer, kind, variant: variant) {
                    steps = Array(fewer[...failure.at])
                    isShorter = true
                } else {
                    start += part
                }
            }
            if part == 1, !isShorter { break }
            part = max(part / 2, 1)
        }
        return steps
    }
}

/// The steps as they are taken, on standard error.
enum GraphTrace {
    private static let isOn = ProcessInfo.processInfo.environment["SUNDRY_TRACE"] != nil

    static func note(_ text: @autoclosure () -> String) {
        if isOn { tell(text()) }
    }

    static func tell(_ text: String) { FileHandle.standardError.write(Data((text + "\n").utf8)) }
}
