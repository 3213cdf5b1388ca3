import Foundation

extension PredicateNode {
    /// The predicate as format text; parsing it gives an equal tree.
    var printed: String {
        switch self {
        case .value(let value): return value ? "TRUEPREDICATE" : "FALSEPREDICATE"
        case .comparison(let comparison): return comparison.printed
        case .and(let nodes): return Self.join(nodes, by: " AND ", empty: "TRUEPREDICATE")
        case .or(let nodes): return Self.join(nodes, by: " OR ", empty: "FALSEPREDICATE")
        case .not(let node): return "NOT \(node.printedOperand)"
        case .opaque: return "BLOCKPREDICATE"
        }
    }

    /// In parentheses where it has operators of lower binding than NOT.
    private var printedOperand: String {
        switch self {
        case .and, .or: "(\(printed))"
        default: printed
        }
    }

    private static func join(_ nodes: [PredicateNode], by separator: String, empty: String) -> String {
        if nodes.isEmpty { return empty }
        return nodes.map(\.printedOperand).joined(separator: separator)
    }
}

extension Comparison {
    var printed: String {
        let prefix =
            switch modifier {
            case .direct: ""
            case .all: "ALL "
            case .any: "ANY "
            }
        return "\(prefix)\(left.printedOperand(.comparison)) \(`operator`.symbol)\(options.printed) "
            + right.printedOperand(.comparison)
    }
}

extension ComparisonOperator {
    /// The operator as `predicateFormat` spells it.
    var symbol: String {
        switch self {
        case .lessThan: "<"
        case .lessThanOrEqualTo: "<="
        case .greaterThan: ">"
        case .greaterThanOrEqualTo: ">="
        case .equalTo: "=="
        case .notEqualTo: "!="
        case .matches: "MATCHES"
        case .like: "LIKE"
        case .beginsWith: "BEGINSWITH"
        case .endsWith: "ENDSWITH"
        case .in: "IN"
        case .contains: "CONTAINS"
        case .between: "BETWEEN"
        }
    }
}

extension ComparisonOptions {
    var printed: String {
        if isEmpty { return "" }
        var letters = ""
        if contains(.caseInsensitive) { letters += "c" }
        if contains(.diacriticInsensitive) { letters += "d" }
        if contains(.normalized) { letters += "n" }
        if contains(.localeSensitive) { letters += "l" }
        return "[\(letters)]"
    }
}
