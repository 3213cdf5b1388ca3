import Foundation
import SundryBenchmarksC

/// The C program on one store file.
final class Baseline {
    /// What went wrong in C.
    struct Failure: Error, CustomStringConvertible {
        let description: String
    }

    private let store: OpaquePointer

    init(_ file: URL, _ durability: Durability = .normal, history: Bool = false) throws {
        guard let store = baseline_open(file.path, durability == .full ? 1 : 0, history ? 1 : 0) else {
            throw Failure(description: "C cannot open \(file.path)")
        }
        self.store = store
    }

    deinit { baseline_close(store) }

    /// Calls a function of the baseline and checks what it answers.
    @discardableResult
    func run(_ body: (OpaquePointer) -> Int64) throws -> Int64 {
        let count = body(store)
        if count < 0 {
            throw Failure(description: "C: \(String(cString: baseline_message(store))) (\(-count))")
        }
        return count
    }

    func fetchAll() throws -> BaselineItems {
        let items = BaselineItems()
        try run { baseline_fetch_all($0, &items.items) }
        return items
    }

    func fetchSorted(by order: String) throws -> BaselineItems {
        let items = BaselineItems()
        try run { baseline_fetch_sorted($0, order, &items.items) }
        return items
    }

    func count(where condition: String) throws -> Int64 { try run { baseline_count($0, condition) } }

    func fetchNewest(_ limit: Int64) throws -> BaselineItems {
        let items = BaselineItems()
        try run { baseline_fetch_newest($0, limit, &items.items) }
        return items
    }
}

/// Rows in C's memory.
final class BaselineItems {
    var items = baseline_items()

    deinit { baseline_free(&items) }

    func digest(first limit: Int = .max) -> Int64 { baseline_digest(&items, Int64(limit)) }
}
