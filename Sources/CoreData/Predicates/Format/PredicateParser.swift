/// Reads the format language: tokens in, a tree out.
///
/// One descent with a level for each strength of binding. A parenthesis may hold a predicate or an expression, and only
/// what stands inside tells; so every level passes on a `Term`, and asks for the kind that it needs.
struct PredicateParser {
    /// A predicate or an expression.
    enum Term {
        case predicate(PredicateNode)
        case expression(ExpressionNode)
    }

    private let format: String
    private let tokens: [(token: PredicateLexer.Token, position: Int)]
    private var index = 0
    private var arguments: FormatArguments
    /// How many parentheses, NOTs and the like are open; bounded, so that no input can exhaust the stack.
    private var depth = 0
    /// How many operands stand in one another without being written so, as in `1 + 2 + 3`; bounded as well.
    private var links = 0

    private init(_ format: String, _ arguments: [Any?]) throws {
        self.format = format
        self.arguments = FormatArguments(arguments)
        tokens = try PredicateLexer.tokens(of: format)
    }

    /// Reads a whole predicate.
    static func predicate(_ format: String, _ arguments: [Any?]) throws -> PredicateNode {
        var parser = try PredicateParser(format, arguments)
        let term = try parser.disjunction()
        let node = try parser.predicate(term)
        guard parser.token == .end else { throw parser.unexpected("AND, OR or the end of the text") }
        return node
    }

    /// Reads a whole expression.
    static func expression(_ format: String, _ arguments: [Any?]) throws -> ExpressionNode {
        var parser = try PredicateParser(format, arguments)
        let node = try parser.readExpression()
        guard parser.token == .end else { throw parser.unexpected("an operator or the end of the text") }
        return node
    }

    // MARK: Tokens

    var token: PredicateLexer.Token { tokens[index].token }

    /// The keyword at the current position.
    var keyword: Keyword? {
        if case .word(let word, isEscaped: false) = token { Keyword(word) } else { nil }
    }

    /// Where the current token begins.
    var position: Int { tokens[index].position }

    func failure(_ problem: String, at place: Int? = nil) -> PredicateFormatError {
        PredicateFormatError(format: format, position: place ?? position, problem: problem)
    }

    /// Something else should be at the current position.
    func unexpected(_ wanted: String) -> PredicateFormatError {
        failure("expected \(wanted), found \(token.described)")
    }

    mutating func advance() {
        if index < tokens.count - 1 { index += 1 }
    }

    /// Whether the token after the current one is that symbol.
    func isFollowed(by symbol: String) -> Bool {
        index + 1 < tokens.count && tokens[index + 1].token == .symbol(symbol)
    }

    mutating func take(_ symbol: String) -> Bool {
        guard token == .symbol(symbol) else { return false }
        advance()
        return true
    }

    mutating func take(_ wanted: Keyword) -> Bool {
        guard keyword == wanted else { return false }
        advance()
        return true
    }

    mutating func expect(_ symbol: String) throws {
        guard take(symbol) else { throw unexpected(symbol) }
    }

    mutating func nextArgument(_ placeholder: String) throws -> ExpressionNode {
        do {
            return try arguments.next(placeholder)
        } catch {
            throw failure(error.text)
        }
    }

    /// Reads something nested.
    mutating func nest<Result>(_ body: (inout PredicateParser) throws -> Result) throws -> Result {
        depth += 1
        defer { depth -= 1 }
        guard depth <= 200 else { throw failure("nested too deeply") }
        return try body(&self)
    }

    /// Counts an operand that comes to stand in another.
    mutating func link() throws {
        links += 1
        guard links <= 1_000 else { throw failure("too many operators") }
    }

    // Mutating, so that it is of the parser as it is once what is passed has been read.
    mutating func predicate(_ term: Term) throws -> PredicateNode {
        guard case .predicate(let node) = term else { throw unexpected(Self.someOperator) }
        return node
    }

    mutating func expression(_ term: Term) throws -> ExpressionNode {
        guard case .expression(let node) = term else {
            throw failure("expected a value, found a predicate before this")
        }
        return node
    }

    // MARK: Predicates

    mutating func readPredicate() throws -> PredicateNode {
        try predicate(nest { try $0.disjunction() })
    }

    mutating func disjunction() throws -> Term {
        let first = try conjunction()
        guard token == .symbol("||") || keyword == .or else { return first }
        var nodes = [try predicate(first)]
        while take("||") || take(.or) { nodes.append(try predicate(conjunction())) }
        return .predicate(.or(nodes))
    }

    private mutating func conjunction() throws -> Term {
        let first = try negation()
        guard token == .symbol("&&") || keyword == .and else { return first }
        var nodes = [try predicate(first)]
        while take("&&") || take(.and) { nodes.append(try predicate(negation())) }
        return .predicate(.and(nodes))
    }

    private mutating func negation() throws -> Term {
        guard take("!") || take(.not) else { return try comparison() }
        let negated = try nest { try $0.negation() }
        return .predicate(.not(try predicate(negated)))
    }

    private mutating func comparison() throws -> Term {
        switch keyword {
        case .truePredicate?:
            advance()
            return .predicate(.value(true))
        case .falsePredicate?:
            advance()
            return .predicate(.value(false))
        case .any?, Keyword.some?:
            advance()
            return .predicate(try comparison(of: readExpression(), .any))
        case .all?:
            advance()
            return .predicate(try comparison(of: readExpression(), .all))
        case Keyword.none?:
            advance()
            return .predicate(.not(try comparison(of: readExpression(), .any)))
        default:
            let left = try shift()
            guard case .expression(let expression) = left, startsComparison else { return left }
            return .predicate(try comparison(of: expression, .direct))
        }
    }

    /// Whether an operator of comparison comes next, perhaps with NOT in front.
    private var startsComparison: Bool {
        if case .symbol(let symbol) = token { return Self.operators[symbol] != nil }
        return keyword == .not || keyword?.comparison != nil
    }

    private static let someOperator = "an operator such as ==, < or CONTAINS"

    private static let operators: [String: ComparisonOperator] = [
        "=": .equalTo, "==": .equalTo, "!=": .notEqualTo, "<>": .notEqualTo, "<": .lessThan, "<=": .lessThanOrEqualTo,
        "=<": .lessThanOrEqualTo, ">": .greaterThan, ">=": .greaterThanOrEqualTo, "=>": .greaterThanOrEqualTo,
    ]

    private mutating func comparison(
        of left: ExpressionNode, _ modifier: ComparisonModifier
    ) throws -> PredicateNode {
        let isNegated = take(.not)
        let compared: ComparisonOperator
        if let word = keyword?.comparison {
            compared = word
        } else if case .symbol(let symbol) = token, !isNegated, let known = Self.operators[symbol] {
            compared = known
        } else {
            throw unexpected(Self.someOperator)
        }
        advance()
        let options = try readOptions()
        let right = try readExpression()
        let node = PredicateNode.comparison(
            Comparison(left: left, right: right, modifier: modifier, operator: compared, options: options))
        return isNegated ? .not(node) : node
    }

    /// Reads `[cd]` after an operator.
    private mutating func readOptions() throws -> ComparisonOptions {
        guard take("[") else { return [] }
        var options: ComparisonOptions = []
        guard case .word(let letters, _) = token else { throw unexpected("the options c, d, n or l") }
        for letter in letters.lowercased() {
            switch letter {
            case "c": options.insert(.caseInsensitive)
            case "d": options.insert(.diacriticInsensitive)
            case "n": options.insert(.normalized)
            case "l": options.insert(.localeSensitive)
            default: throw failure("expected the options c, d, n or l, found \(letter)")
            }
        }
        advance()
        try expect("]")
        return options
    }
}
