import Foundation

// What the macro makes of three methods of texts. Foundation has these types on Apple's platforms alone; under the names that the
// macro looks for, it finds them here.

extension PredicateExpressions {
    /// `text.localizedStandardContains(other)`: whatever the case and the diacritics.
    public struct StringLocalizedStandardContains<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The text that is searched.
        public let root: Root
        /// What is searched for.
        public let other: Other

        /// Searches one value for another.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// Whether the text has the other in it.
        public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
            try root.evaluate(bindings).localizedStandardContains(other.evaluate(bindings))
        }
    }

    /// `text.caseInsensitiveCompare(other)`.
    public struct StringCaseInsensitiveCompare<Root: PredicateExpression, Other: PredicateExpression>:
        PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The left side.
        public let root: Root
        /// The right side.
        public let other: Other

        /// Compares one value with another.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// The order of the two.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).caseInsensitiveCompare(other.evaluate(bindings))
        }
    }

    /// `text.localizedCompare(other)`.
    public struct StringLocalizedCompare<Root: PredicateExpression, Other: PredicateExpression>: PredicateExpression
    where Root.Output: StringProtocol, Other.Output: StringProtocol {
        /// The left side.
        public let root: Root
        /// The right side.
        public let other: Other

        /// Compares one value with another.
        public init(root: Root, other: Other) {
            self.root = root
            self.other = other
        }

        /// The order of the two.
        public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
            try root.evaluate(bindings).localizedCompare(other.evaluate(bindings))
        }
    }

    /// What `#Predicate` writes for `localizedStandardContains`.
    public static func build_localizedStandardContains<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedStandardContains<Root, Other> { .init(root: root, other: other) }

    /// What `#Predicate` writes for `caseInsensitiveCompare`.
    public static func build_caseInsensitiveCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringCaseInsensitiveCompare<Root, Other> { .init(root: root, other: other) }

    /// What `#Predicate` writes for `localizedCompare`.
    public static func build_localizedCompare<Root, Other>(
        _ root: Root, _ other: Other
    ) -> StringLocalizedCompare<Root, Other> { .init(root: root, other: other) }
}

extension PredicateExpressions.StringLocalizedStandardContains: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedStandardContains: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedStandardContains: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringCaseInsensitiveCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringCaseInsensitiveCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedCompare: Sendable where Root: Sendable, Other: Sendable {}
extension PredicateExpressions.StringLocalizedCompare: Codable where Root: Codable, Other: Codable {}
extension PredicateExpressions.StringLocalizedCompare: StandardPredicateExpression
where Root: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension PredicateExpressions.StringLocalizedStandardContains: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.comparison(
            root, .contains, other, [.caseInsensitive, .diacriticInsensitive, .localeSensitive])
    }
}

extension PredicateExpressions.StringCaseInsensitiveCompare: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.order(root, other, .caseInsensitive)
    }
}

extension PredicateExpressions.StringLocalizedCompare: MacroExpression {
    func convert(_ conversion: inout MacroConversion) throws -> MacroConversion.Term {
        try conversion.order(root, other, .localeSensitive)
    }
}

extension MacroConversion {
    /// A `ComparisonResult` as a number.
    fileprivate mutating func order(_ left: Any, _ right: Any, _ options: ComparisonOptions) throws -> Term {
        let (left, right) = (try expression(left), try expression(right))
        func number(_ result: ComparisonResult) -> ExpressionNode { .constant(.integer(Int64(result.rawValue))) }
        let unequal = ExpressionNode.conditional(
            Self.compare(left, .lessThan, right, options), number(.orderedAscending), number(.orderedDescending))
        return .expression(
            .conditional(Self.compare(left, .equalTo, right, options), number(.orderedSame), unequal))
    }
}
