import Foundation

/// A function of the format language with its evaluation in memory.
struct PredicateFunction: Sendable {
    /// Apple's selector name; its colons count the arguments.
    let selector: String
    /// Whether one argument that is a collection may be written as several arguments.
    var takesCollection = false
    let body: @Sendable ([PredicateValue]) -> PredicateValue

    /// The function of a name, written in full (`add:to:`) or, with one argument, without its colon (`sum`); in capitals or not, as in
    /// `MAX(1, 5, 10)`.
    static func named(_ name: String, argumentCount: Int) -> PredicateFunction? {
        let name = name.lowercased()
        if let function = byWord[name] {
            let colons = name.reduce(0) { $1 == ":" ? $0 + 1 : $0 }
            if function.takesCollection { return argumentCount > 0 ? function : nil }
            if colons == argumentCount { return function }
        }
        guard let function = byWord[name + ":"] else { return nil }
        return argumentCount == 1 || (function.takesCollection && argumentCount > 1) ? function : nil
    }

    /// The function of a selector name.
    static func selector(_ name: String) -> PredicateFunction? { all[name] }

    private static let all = Dictionary(
        uniqueKeysWithValues: (statistics + arithmetic + bits + others).map { ($0.selector, $0) })
    private static let byWord = Dictionary(uniqueKeysWithValues: all.values.map { ($0.selector.lowercased(), $0) })

    // MARK: Statistics over a collection

    private static let statistics: [PredicateFunction] = [
        over("count:") { .integer(Int64($0.count)) },
        over("sum:") { values in
            // Of whole numbers a double, as of those in a store.
            let sum = values.reduce(PredicateValue.integer(0)) { $0.adding($1) }
            if case .integer(let whole) = sum { return .real(Double(whole)) }
            return sum
        },
        over("min:") { values in values.reduce(.null) { $0.isNull || $1.order(to: $0) == .orderedAscending ? $1 : $0 }
        },
        over("max:") { values in values.reduce(.null) { $0.isNull || $1.order(to: $0) == .orderedDescending ? $1 : $0 }
        },
        over("average:") { values in
            values.isEmpty
                ? .null : values.reduce(PredicateValue.integer(0)) { $0.adding($1) }.dividingExactly(by: values.count)
        },
        over("median:") { median($0) },
        over("mode:") { mode($0) },
        over("stddev:") { standardDeviation($0) },
        over("distinct:") { values in
            var seen: Set<PredicateValue> = []
            return .collection(values.filter { seen.insert($0).inserted })
        },
    ]

    private static func over(
        _ selector: String, _ body: @escaping @Sendable ([PredicateValue]) -> PredicateValue
    ) -> PredicateFunction {
        PredicateFunction(selector: selector, takesCollection: true) { arguments in
            let values: [PredicateValue]
            if arguments.count == 1, case .collection(let members) = arguments[0] {
                values = members
            } else {
                values = arguments
            }
            return body(values.filter { !$0.isNull })
        }
    }

    private static func median(_ values: [PredicateValue]) -> PredicateValue {
        let sorted = values.sorted { $0.order(to: $1) == .orderedAscending }
        guard !sorted.isEmpty else { return .null }
        let middle = sorted.count / 2
        if sorted.count % 2 == 1 { return sorted[middle] }
        return sorted[middle - 1].adding(sorted[middle]).dividingExactly(by: 2)
    }

    private static func mode(_ values: [PredicateValue]) -> PredicateValue {
        var counts: [PredicateValue: Int] = [:]
        for value in values { counts[value, default: 0] += 1 }
        guard let most = counts.values.max() else { return .null }
        var seen: Set<PredicateValue> = []
        return .collection(values.filter { counts[$0] == most && seen.insert($0).inserted })
    }

    private static func standardDeviation(_ values: [PredicateValue]) -> PredicateValue {
        let numbers = values.compactMap(\.doubleValue)
        guard !numbers.isEmpty else { return .null }
        let mean = numbers.reduce(0, +) / Double(numbers.count)
        let variance = numbers.reduce(0) { $0 + ($1 - mean) * ($1 - mean) } / Double(numbers.count)
        return .real(variance.squareRoot())
    }

    // MARK: Arithmetic

    private static let arithmetic: [PredicateFunction] = [
        PredicateFunction(selector: "add:to:") { $0[0].adding($0[1]) },
        PredicateFunction(selector: "from:subtract:") { $0[0].subtracting($0[1]) },
        PredicateFunction(selector: "multiply:by:") { $0[0].multiplying(by: $0[1]) },
        PredicateFunction(selector: "divide:by:") { $0[0].dividing(by: $0[1]) },
        PredicateFunction(selector: "modulus:by:") { $0[0].remainder(dividingBy: $0[1]) },
        PredicateFunction(selector: "raise:toPower:") { $0[0].raised(to: $0[1]) },
        real("sqrt:") { $0.squareRoot() },
        real("log:") { $0 > 0 ? log10($0) : .nan },
        real("ln:") { $0 > 0 ? log($0) : .nan },
        real("exp:") { exp($0) },
        whole("floor:") { $0.rounded(.down) },
        whole("ceiling:") { $0.rounded(.up) },
        whole("trunc:") { $0.rounded(.towardZero) },
        PredicateFunction(selector: "abs:") { arguments in
            arguments[0].doubleValue.map { $0 < 0 ? PredicateValue.integer(0).subtracting(arguments[0]) : arguments[0] }
                ?? .null
        },
        PredicateFunction(selector: "random") { _ in .real(Double.random(in: 0..<1)) },
        PredicateFunction(selector: "random:") { arguments in
            guard let bound = arguments[0].integerValue, bound > 0 else { return .null }
            return .integer(Int64.random(in: 0..<bound))
        },
    ]

    private static func real(_ selector: String, _ body: @escaping @Sendable (Double) -> Double) -> PredicateFunction {
        PredicateFunction(selector: selector) { $0[0].doubleValue.map { .number(body($0)) } ?? .null }
    }

    /// A function that leaves whole numbers as they are.
    private static func whole(_ selector: String, _ body: @escaping @Sendable (Double) -> Double) -> PredicateFunction {
        PredicateFunction(selector: selector) { arguments in
            switch arguments[0] {
            case .integer, .bool: arguments[0]
            default: arguments[0].doubleValue.map { .real(body($0)) } ?? .null
            }
        }
    }

    // MARK: Bits

    private static let bits: [PredicateFunction] = [
        bitwise("bitwiseAnd:with:") { $0 & $1 },
        bitwise("bitwiseOr:with:") { $0 | $1 },
        bitwise("bitwiseXor:with:") { $0 ^ $1 },
        bitwise("leftshift:by:") { $0 << $1 },
        bitwise("rightshift:by:") { $0 >> $1 },
        PredicateFunction(selector: "onesComplement:") { $0[0].truncatedInteger.map { .integer(~$0) } ?? .null },
    ]

    private static func bitwise(
        _ selector: String, _ body: @escaping @Sendable (Int64, Int64) -> Int64
    ) -> PredicateFunction {
        PredicateFunction(selector: selector) { arguments in
            guard let a = arguments[0].truncatedInteger, let b = arguments[1].truncatedInteger else { return .null }
            return .integer(body(a, b))
        }
    }

    // MARK: Text, dates, casts

    private static let others: [PredicateFunction] = [
        PredicateFunction(selector: "now") { _ in .date(Date().timeIntervalSinceReferenceDate) },
        text("uppercase:") { $0.uppercased() },
        text("lowercase:") { $0.lowercased() },
        text("canonical:") { TextFolding([.caseInsensitive, .diacriticInsensitive]).fold($0) },
        PredicateFunction(selector: "length:") { $0[0].text.map { .integer(Int64($0.utf16.count)) } ?? .null },
        PredicateFunction(selector: "noindex:") { $0[0] },
        // Which index is to serve; SQLite chooses by itself.
        PredicateFunction(selector: "indexed:by:") { $0[0] },
        PredicateFunction(selector: "castObject:toType:") { arguments in
            arguments[1].text.flatMap { arguments[0].cast(to: $0) } ?? .null
        },
    ]

    private static func text(_ selector: String, _ body: @escaping @Sendable (String) -> String) -> PredicateFunction {
        PredicateFunction(selector: selector) { $0[0].text.map { .string(body($0)) } ?? .null }
    }
}
