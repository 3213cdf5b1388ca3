/// An expression of the format language, as an immutable tree.
///
/// Key paths, functions and subscripts all name the expression they start from: `name` is a key path of
/// `evaluatedObject`, `$x.name` one of a variable, `SUBQUERY(…).@count` one of a subquery.
indirect enum ExpressionNode: Sendable {
    case constant(PredicateValue)
    /// `SELF`.
    case evaluatedObject
    /// `$name`, without the dollar sign.
    case variable(String)
    /// Keys in order; a collection operator is a key that begins with `@` and applies to the keys after it.
    case keyPath(of: ExpressionNode, [String])
    /// A function by Apple's selector name, e.g. `sum:`, `add:to:`, `castObject:toType:`, `now`.
    case function(String, [ExpressionNode])
    /// `collection[FIRST]`, `[LAST]`, `[SIZE]`, `[index]`.
    case element(of: ExpressionNode, ElementIndex)
    /// `SUBQUERY(collection, $variable, predicate)`.
    case subquery(ExpressionNode, variable: String, PredicateNode)
    /// `{a, b, c}`.
    case aggregate([ExpressionNode])
    /// `TERNARY(predicate, a, b)`.
    case conditional(PredicateNode, ExpressionNode, ExpressionNode)
    case setOperation(SetOperation, ExpressionNode, ExpressionNode)
    /// A block of the caller's with its arguments; cannot be printed, nor run by a store.
    case block(ExpressionBlock, [ExpressionNode])
    /// Spotlight's `*`.
    case anyKey

    /// A key path of the evaluated object.
    static func keyPath(_ keys: [String]) -> ExpressionNode {
        .keyPath(of: .evaluatedObject, keys)
    }

    /// A cast of a literal is the constant that it stands for, so that printed constants read back equal.
    static func cast(_ arguments: [ExpressionNode]) -> ExpressionNode {
        if arguments.count == 2, case .constant(let value) = arguments[0],
            case .constant(.string(let type)) = arguments[1], let cast = value.cast(to: type)
        {
            return .constant(cast)
        }
        return .function("castObject:toType:", arguments)
    }

    /// The keys, when this is a key path of the evaluated object (`SELF` itself has none).
    var keys: [String]? {
        switch self {
        case .keyPath(of: .evaluatedObject, let keys): keys
        default: nil
        }
    }
}

/// Which element of a collection a subscript names.
enum ElementIndex: Sendable, Equatable {
    case first
    case last
    /// The number of elements.
    case size
    /// An offset, or a key of a dictionary.
    case at(ExpressionNode)
}

/// The set algebra of expressions.
enum SetOperation: String, Sendable {
    case union = "UNION"
    case intersect = "INTERSECT"
    case minus = "MINUS"
}

/// A block in an expression tree; equal only to itself.
final class ExpressionBlock: Sendable {
    /// Called with the evaluated object, the arguments' values and the variables.
    ///
    /// Apple's signature is not `@Sendable`; the block runs where the predicate is evaluated, like the rest of it.
    nonisolated(unsafe) let body: (Any?, [Any], [String: Any]) -> Any?

    init(_ body: @escaping (Any?, [Any], [String: Any]) -> Any?) {
        self.body = body
    }
}

extension ExpressionNode: Equatable {
    static func == (left: ExpressionNode, right: ExpressionNode) -> Bool {
        switch (left, right) {
        case (.constant(let a), .constant(let b)): a == b
        case (.evaluatedObject, .evaluatedObject), (.anyKey, .anyKey): true
        case (.variable(let a), .variable(let b)): a == b
        case (.keyPath(let a, let aKeys), .keyPath(let b, let bKeys)): aKeys == bKeys && a == b
        case (.function(let a, let aArguments), .function(let b, let bArguments)): a == b && aArguments == bArguments
        case (.element(let a, let aIndex), .element(let b, let bIndex)): aIndex == bIndex && a == b
        case (.subquery(let a, let aName, let aTest), .subquery(let b, let bName, let bTest)):
            aName == bName && a == b && aTest == bTest
        case (.aggregate(let a), .aggregate(let b)): a == b
        // A printed constant collection reads back as an aggregate of constants.
        case (.aggregate(let a), .constant(.collection(let b))), (.constant(.collection(let b)), .aggregate(let a)):
            a == b.map(ExpressionNode.constant)
        case (.conditional(let aTest, let a1, let a2), .conditional(let bTest, let b1, let b2)):
            aTest == bTest && a1 == b1 && a2 == b2
        case (.setOperation(let a, let a1, let a2), .setOperation(let b, let b1, let b2)):
            a == b && a1 == b1 && a2 == b2
        case (.block(let a, let aArguments), .block(let b, let bArguments)): a === b && aArguments == bArguments
        default: false
        }
    }
}
