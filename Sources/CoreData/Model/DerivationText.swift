/// A derivation expression as it enters the version hash: a key path as written, a function in its printed form, so that both
/// `pages.@count` and the function it is compiled to read `count:(pages)`.
enum DerivationText {
    static func text(_ expression: NSExpression) -> String { text(expression.expressionNode) }

    private static func text(_ node: ExpressionNode) -> String {
        switch node {
        case .keyPath(of: .evaluatedObject, let keys): return text(keys)
        case .function(let name, let arguments):
            return "\(name)(\(arguments.map { text($0) }.joined(separator: ", ")))"
        default: return node.printed
        }
    }

    /// A collection operator is the function of what stands around it: `pages.@sum.price` is `sum:(pages.price)`.
    private static func text(_ keys: [String]) -> String {
        guard let place = keys.firstIndex(where: { $0.hasPrefix("@") }) else { return keys.joined(separator: ".") }
        let rest = keys[..<place] + keys[(place + 1)...]
        return "\(keys[place].dropFirst()):(\(rest.joined(separator: ".")))"
    }
}
