/// The reserved words of the format language; as keys they are written with `#` in front.
enum Keyword: String {
    case and = "AND"
    case or = "OR"
    case not = "NOT"
    case any = "ANY"
    case some = "SOME"
    case all = "ALL"
    case none = "NONE"
    case `in` = "IN"
    case between = "BETWEEN"
    case contains = "CONTAINS"
    case beginsWith = "BEGINSWITH"
    case endsWith = "ENDSWITH"
    case like = "LIKE"
    case matches = "MATCHES"
    case null = "NULL"
    case `nil` = "NIL"
    case `self` = "SELF"
    case yes = "YES"
    case no = "NO"
    case `true` = "TRUE"
    case `false` = "FALSE"
    case truePredicate = "TRUEPREDICATE"
    case falsePredicate = "FALSEPREDICATE"
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
    case anyKey = "ANYKEY"
    case subquery = "SUBQUERY"
    case cast = "CAST"
    case ternary = "TERNARY"
    case function = "FUNCTION"
    case fetch = "FETCH"
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"

    /// The keyword of that spelling, in capitals, small letters or mixed.
    init?(_ word: String) {
        self.init(rawValue: word.uppercased())
    }

    /// The operator that the word stands for between two expressions.
    var comparison: ComparisonOperator? {
        switch self {
        case .in: .in
        case .between: .between
        case .contains: .contains
        case .beginsWith: .beginsWith
        case .endsWith: .endsWith
        case .like: .like
        case .matches: .matches
        default: nil
        }
    }
}

/// An arithmetic or bitwise operator written between its operands, with the function that it stands for.
struct InfixOperator: Sendable {
    let symbol: String
    let selector: String
    let binding: ExpressionNode.Binding

    static let all = [
        InfixOperator(symbol: "+", selector: "add:to:", binding: .additive),
        InfixOperator(symbol: "-", selector: "from:subtract:", binding: .additive),
        InfixOperator(symbol: "*", selector: "multiply:by:", binding: .multiplicative),
        InfixOperator(symbol: "/", selector: "divide:by:", binding: .multiplicative),
        InfixOperator(symbol: "**", selector: "raise:toPower:", binding: .power),
        InfixOperator(symbol: "&", selector: "bitwiseAnd:with:", binding: .shift),
        InfixOperator(symbol: "|", selector: "bitwiseOr:with:", binding: .shift),
        InfixOperator(symbol: "^", selector: "bitwiseXor:with:", binding: .shift),
        InfixOperator(symbol: "<<", selector: "leftshift:by:", binding: .shift),
        InfixOperator(symbol: ">>", selector: "rightshift:by:", binding: .shift),
    ]

    static let bySelector = Dictionary(uniqueKeysWithValues: all.map { ($0.selector, $0) })

    /// The operator of that symbol, if it binds as tightly as asked.
    static func named(_ symbol: String, _ binding: ExpressionNode.Binding) -> InfixOperator? {
        all.first { $0.symbol == symbol && $0.binding == binding }
    }
}
