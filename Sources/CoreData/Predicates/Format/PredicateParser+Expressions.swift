import Foundation

extension PredicateParser {
    mutating func readExpression() throws -> ExpressionNode {
        try expression(nest { try $0.shift() })
    }

    // MARK: Operators, from the loosest to the tightest

    mutating func shift() throws -> Term {
        try infix(.shift) { try $0.additive() }
    }

    private mutating func additive() throws -> Term {
        var left = try infix(.additive) { try $0.multiplicative() }
        while case .expression(let first) = left, let operation = setOperation {
            advance()
            try link()
            let second = try expression(infix(.additive) { try $0.multiplicative() })
            left = .expression(.setOperation(operation, first, second))
        }
        return left
    }

    private mutating func multiplicative() throws -> Term {
        try infix(.multiplicative) { try $0.power() }
    }

    private mutating func power() throws -> Term {
        try infix(.power) { try $0.sign() }
    }

    private var setOperation: SetOperation? {
        switch keyword {
        case .union: .union
        case .intersect: .intersect
        case .minus: .minus
        default: nil
        }
    }

    /// Reads operands joined by the operators of one strength, grouping to the left.
    private mutating func infix(
        _ binding: ExpressionNode.Binding, _ operand: (inout PredicateParser) throws -> Term
    ) throws -> Term {
        var left = try operand(&self)
        while case .symbol(let symbol) = token, let infix = InfixOperator.named(symbol, binding) {
            let first = try expression(left)
            advance()
            try link()
            left = .expression(.function(infix.selector, [first, try expression(operand(&self))]))
        }
        return left
    }

    private mutating func sign() throws -> Term {
        if take("~") {
            return .expression(.function("onesComplement:", [try expression(nest { try $0.sign() })]))
        }
        guard take("-") else { return try postfix() }
        let operand = try expression(nest { try $0.sign() })
        switch operand {
        case .constant(.integer(let value)):
            return .expression(.constant(value == .min ? .real(-Double(value)) : .integer(-value)))
        case .constant(.real(let value)): return .expression(.constant(.real(-value)))
        default: return .expression(.function("from:subtract:", [.constant(.integer(0)), operand]))
        }
    }

    // MARK: Operands

    private mutating func postfix() throws -> Term {
        var term = try primary()
        while case .expression(let operand) = term {
            if take("[") {
                try link()
                term = .expression(.element(of: operand, try readIndex()))
                try expect("]")
            } else if take(".") {
                let keys = try readKeys()
                if case .keyPath(let root, let first) = operand {
                    term = .expression(.keyPath(of: root, first + keys))
                } else {
                    term = .expression(.keyPath(of: operand, keys))
                }
            } else {
                return term
            }
        }
        return term
    }

    private mutating func readIndex() throws -> ElementIndex {
        if take(.first) { return .first }
        if take(.last) { return .last }
        if take(.size) { return .size }
        return .at(try readExpression())
    }

    /// Reads the key after a dot.
    private mutating func readKeys() throws -> [String] {
        switch token {
        case .word(let key, _), .collectionOperator(let key):
            advance()
            return [key]
        case .placeholder("K"):
            guard case .keyPath(_, let keys) = try nextArgument("K") else {
                throw failure("expected a key for %K, found SELF")
            }
            advance()
            return keys
        default: throw unexpected("a key")
        }
    }

    private mutating func primary() throws -> Term {
        let current = token
        switch current {
        case .number(let value):
            advance()
            return .expression(.constant(value))
        case .string(let value):
            advance()
            return .expression(.constant(.string(value)))
        case .variable(let name):
            advance()
            return .expression(.variable(name))
        case .collectionOperator(let name):
            advance()
            return .expression(.keyPath([name]))
        case .placeholder(let kind):
            let argument = try nextArgument(kind)
            advance()
            return .expression(argument)
        case .word(let word, let isEscaped): return try readWord(word, isEscaped: isEscaped)
        case .symbol("("):
            advance()
            let inner = try nest { try $0.disjunction() }
            try expect(")")
            return inner
        case .symbol("{"):
            advance()
            return .expression(.aggregate(try readList(until: "}")))
        case .symbol("*"):
            advance()
            return .expression(.anyKey)
        default: throw unexpected("a value or a key")
        }
    }

    private mutating func readList(until end: String) throws -> [ExpressionNode] {
        var members: [ExpressionNode] = []
        if take(end) { return members }
        repeat { members.append(try readExpression()) } while take(",")
        guard take(end) else { throw unexpected("a comma or \(end)") }
        return members
    }

    private mutating func readWord(_ word: String, isEscaped: Bool) throws -> Term {
        if !isEscaped, isFollowed(by: "(") {
            let start = position
            advance()
            advance()
            return .expression(try readCall(word, from: start))
        }
        guard let keyword, !isEscaped else {
            advance()
            guard !word.contains(":") else { throw unexpected("( after \(word)") }
            return .expression(.keyPath([word]))
        }
        let node: ExpressionNode
        switch keyword {
        case .self: node = .evaluatedObject
        case .null, .nil: node = .constant(.null)
        case .true, .yes: node = .constant(.bool(true))
        case .false, .no: node = .constant(.bool(false))
        case .anyKey: node = .anyKey
        // These have a meaning only in their places and may be keys elsewhere.
        case .first, .last, .size, .subquery, .cast, .ternary, .function, .fetch, .union, .intersect, .minus:
            node = .keyPath([word])
        default: throw unexpected("a value or a key")
        }
        advance()
        return .expression(node)
    }

    // MARK: Calls, after the opening parenthesis

    private mutating func readCall(_ name: String, from start: Int) throws -> ExpressionNode {
        switch Keyword(name) {
        case .subquery: return try readSubquery()
        case .ternary: return try readConditional()
        case .cast:
            let arguments = try readList(until: ")")
            guard arguments.count == 2 else {
                throw failure(
                    "expected a value and the name of a class in CAST, found \(Self.count(arguments))", at: start)
            }
            return .cast(arguments)
        case .function:
            let arguments = try readList(until: ")")
            guard arguments.count >= 2, case .constant(.string) = arguments[1] else {
                throw failure("expected an object and the name of a function in FUNCTION", at: start)
            }
            return .function(NamedFunctions.keyword, arguments)
        case .fetch:
            let arguments = try readList(until: ")")
            guard arguments.count == 3 else {
                throw failure(
                    "expected a request, a context and whether to count in FETCH, found \(Self.count(arguments))",
                    at: start)
            }
            return .function(FetchedObjectsCall.keyword, arguments)
        case .not?, .any?, .all?, Keyword.none?, Keyword.some?, .in?, .between?:
            throw failure("expected a function or a value, found \(name)", at: start)
        default:
            let arguments = try readList(until: ")")
            guard let function = PredicateFunction.named(name, argumentCount: arguments.count) else {
                throw failure("expected a function of \(Self.count(arguments)), found \(name)", at: start)
            }
            return function.selector == "castObject:toType:"
                ? .cast(arguments) : .function(function.selector, arguments)
        }
    }

    private static func count(_ arguments: [ExpressionNode]) -> String {
        arguments.count == 1 ? "1 argument" : "\(arguments.count) arguments"
    }

    private mutating func readSubquery() throws -> ExpressionNode {
        let collection = try readExpression()
        try expect(",")
        guard case .variable(let name) = token else { throw unexpected("a variable such as $x") }
        advance()
        try expect(",")
        let test = try readPredicate()
        try expect(")")
        return .subquery(collection, variable: name, test)
    }

    private mutating func readConditional() throws -> ExpressionNode {
        let test = try readPredicate()
        try expect(",")
        let first = try readExpression()
        try expect(",")
        let second = try readExpression()
        try expect(")")
        return .conditional(test, first, second)
    }
}
