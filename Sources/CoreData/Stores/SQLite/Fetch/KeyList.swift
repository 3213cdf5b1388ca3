internal import CoreDataSQLite

/// Primary keys for `IN`, cut into parts whose lengths are powers of two, so that few statements serve all lists.
struct KeyList {
    private static let longest = 512
    /// By the exponent of their length: `(?)`, `(?,?)`, `(?,?,?,?)` …
    private static let lists = (0...longest.trailingZeroBitCount).map { exponent in
        "(" + Array(repeating: "?", count: 1 << exponent).joined(separator: ",") + ")"
    }
    private let keys: [Int64]

    init(_ keys: [Int64]) { self.keys = keys }

    /// How many keys must follow each other for their rows to be read in one sweep.
    private static let worthwhile = 32

    /// Calls `body` with conditions on an expression that together are met by just these keys, and their parameters. Keys that follow
    /// each other make one condition, however many: the store's keys are dense, and a sweep costs a fraction of as many look-ups.
    func forEachCondition(on expression: String, _ body: (String, [Value], _ count: Int) throws -> Void) rethrows {
        var scattered: [Int64] = []
        var start = 0
        while start < keys.count {
            var end = start + 1
            while end < keys.count, keys[end] == keys[end - 1] &+ 1 { end += 1 }
            if end - start < Self.worthwhile {
                scattered += keys[start..<end]
            } else {
                let bounds: [Value] = [.integer(keys[start]), .integer(keys[end - 1])]
                try body("\(expression) BETWEEN ? AND ?", bounds, end - start)
            }
            start = end
        }
        try KeyList(scattered).forEachPart { list, parameters in
            try body("\(expression) IN \(list)", parameters, parameters.count)
        }
    }

    /// Calls `body` with the text of each part, in parentheses, and its parameters; the last key fills the part up.
    func forEachPart(_ body: (String, [Value]) throws -> Void) rethrows {
        var start = 0
        while start < keys.count {
            let part = keys[start..<min(start + Self.longest, keys.count)]
            var size = 1
            while size < part.count { size *= 2 }
            let padding = Array(repeating: part.last ?? 0, count: size - part.count)
            try body(Self.lists[size.trailingZeroBitCount], (Array(part) + padding).map(Value.integer))
            start += part.count
        }
    }
}
