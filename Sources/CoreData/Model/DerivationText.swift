/// A derivation expression as it enters the version hash: a key path as written, a function in its printed form, so that
/// `pages.@count` reads `count:(pages)`.
enum DerivationText {
    static func text(_ expression: NSExpression) -> String { expression.description }
}
