internal import CoreDataSQLite

/// Primary keys for `IN`, cut into parts whose lengths are powers of two, so that few statements serve all lists.
struct KeyList {
    private static let longest = 512
    private let keys: [Int64]

    init(_ keys: [Int64]) { self.keys = keys }

    /// Calls `body` with the text of each part, in parentheses, and its parameters; the last key fills the part up.
    func forEachPart(_ body: (String, [Value]) throws -> Void) rethrows {
        var start = 0
        while start < keys.count {
            let part = keys[start..<min(start + Self.longest, keys.count)]
            var size = 1
            while size < part.count { size *= 2 }
            let padding = Array(repeating: part.last ?? 0, count: size - part.count)
            let list = "(" + Array(repeating: "?", count: size).joined(separator: ",") + ")"
            try body(list, (Array(part) + padding).map(Value.integer))
            start += part.count
        }
    }
}
