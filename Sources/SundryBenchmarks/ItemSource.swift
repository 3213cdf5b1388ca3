import Foundation
import SundryBenchmarksC

/// The rows of every workload: the same for both sides and in every run. Half of the titles have at most 15 bytes,
/// half about 35.
struct ItemSource {
    /// What one row holds.
    struct Row {
        let isDone: Bool
        let quantity: Int32
        let timestamp: Date
        let title: String
        /// Position among the categories, from 0.
        let category: Int
    }

    static let categoryCount = 20
    let rows: [Row]

    init(count: Int, seed: UInt64 = 1) {
        var generator = SplitMix(state: seed)
        rows = (0..<count).map { index in
            let word = Self.words[Int(generator.next() % UInt64(Self.words.count))]
            let title =
                index % 2 == 0
                ? "\(word) \(index % 10_000)"
                : "\(word) from the market on the corner \(index % 1_000)"
            return Row(
                isDone: generator.next() % 4 == 0, quantity: Int32(generator.next() % 12) + 1,
                timestamp: Date(
                    timeIntervalSinceReferenceDate: Double(generator.next() % 800_000_000) + 0.25),
                title: title, category: Int(generator.next() % UInt64(Self.categoryCount)))
        }
    }

    /// Hands the rows to C, as structs whose titles live as long as the body runs.
    func withBaseline<Result>(_ body: (UnsafePointer<baseline_item>, Int64) throws -> Result) rethrows
        -> Result
    {
        var titles: [UnsafeMutablePointer<CChar>?] = []
        defer { for title in titles { free(title) } }
        let items = rows.map { row in
            titles.append(strdup(row.title))
            return baseline_item(
                key: 0, version: 0, done: row.isDone ? 1 : 0, quantity: Int64(row.quantity),
                category: Int64(row.category + 1), timestamp: row.timestamp.timeIntervalSinceReferenceDate,
                title: titles[titles.count - 1])
        }
        return try items.withUnsafeBufferPointer { buffer in
            // A source without rows has no use.
            guard let start = buffer.baseAddress else { preconditionFailure("an empty source") }
            return try body(start, Int64(buffer.count))
        }
    }

    private static let words = [
        "milk", "bread", "apples", "coffee", "rice", "butter", "onions", "tea", "cheese", "lemons",
        "pasta", "oats",
    ]
}

/// A small generator with a state that can be named, so that every run has the same rows.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}
