import Foundation

/// The arguments of a format string, consumed in the order of its placeholders.
struct FormatArguments {
    private let values: [Any?]
    private var index = 0

    init(_ values: [Any?]) {
        self.values = values
    }

    /// The expression of the next placeholder; the problem's text when the argument does not suit it.
    mutating func next(_ placeholder: String) throws(Problem) -> ExpressionNode {
        guard index < values.count else { throw Problem(text: "expected an argument for %\(placeholder), found none") }
        let value = values[index]
        index += 1
        switch placeholder.last {
        case "@":
            if let carrier = value as? any ExpressionCarrier { return carrier.node }
            return .constant(PredicateValue(value))
        case "K":
            guard let key = PredicateValue(value).text, !key.isEmpty else {
                throw Problem(text: "expected the name of a key for %K, found \(PredicateValue(value).printed)")
            }
            return Self.keyPath(key)
        case "s", "S":
            if let pointer = value as? UnsafePointer<CChar> { return .constant(.string(String(cString: pointer))) }
            return .constant(PredicateValue(value))
        default:
            let number = PredicateValue(value)
            guard number.isNumber else {
                throw Problem(text: "expected a number for %\(placeholder), found \(number.printed)")
            }
            return .constant(number)
        }
    }

    /// What is wrong with an argument.
    struct Problem: Error {
        let text: String
    }

    /// A dotted key path; `SELF` at its start is the evaluated object.
    static func keyPath(_ text: String) -> ExpressionNode {
        let keys = keys(text)
        return keys.isEmpty ? .evaluatedObject : .keyPath(keys)
    }

    /// The keys of a dotted key path; none for `SELF` or an empty text.
    static func keys(_ text: String) -> [String] {
        if text.isEmpty { return [] }
        var keys = text.split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        if keys[0].uppercased() == "SELF" { keys.removeFirst() }
        return keys
    }
}

extension PredicateValue {
    /// The string, if this is one.
    var text: String? {
        if case .string(let text) = self { text } else { nil }
    }
}
