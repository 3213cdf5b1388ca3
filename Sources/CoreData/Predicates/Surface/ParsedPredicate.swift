import Foundation

/// A predicate that is neither a comparison nor a compound: `TRUEPREDICATE` and `FALSEPREDICATE`.
final class ParsedPredicate: NSPredicate, ProgramCarrier {
    let program: PredicateProgram

    init(_ program: PredicateProgram) {
        self.program = program
        super.init(value: true)
    }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        program.evaluate(with: object, variables: bindings)
    }

    override var predicateFormat: String { program.node.printed }
    override var description: String { program.node.printed }
    override var hash: Int { treeHash }
    override func isEqual(_ object: Any?) -> Bool { hasEqualTree(object) }
    override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// An AND, OR or NOT whose tree is known.
final class ParsedCompoundPredicate: NSCompoundPredicate, ProgramCarrier {
    let program: PredicateProgram

    init(_ program: PredicateProgram, type: LogicalType, subpredicates: [NSPredicate]) {
        self.program = program
        super.init(type: type, subpredicates: subpredicates)
    }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        program.evaluate(with: object, variables: bindings)
    }

    override var predicateFormat: String { program.node.printed }
    override var description: String { program.node.printed }
    override var hash: Int { treeHash }
    override func isEqual(_ object: Any?) -> Bool { hasEqualTree(object) }
    override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// A comparison whose tree is known. Its instances are `UnclassedComparison`s changed into this class, because every
/// initialiser of the superclass traps; deprecated like the superclass, and named through `ComparisonClass`.
@available(*, deprecated)
final class ParsedComparisonPredicate: Foundation.NSComparisonPredicate, ProgramCarrier {
    let program: PredicateProgram

    private init() { fatalError("Instances are made by reclassing.") }

    override func evaluate(with object: Any?, substitutionVariables bindings: [String: Any]?) -> Bool {
        program.evaluate(with: object, variables: bindings)
    }

    override var predicateFormat: String { program.node.printed }
    override var description: String { program.node.printed }
    override var hash: Int { treeHash }
    override func isEqual(_ object: Any?) -> Bool { hasEqualTree(object) }
    override func copy(with zone: NSZone? = nil) -> Any { self }
}

/// The storage of a `ParsedComparisonPredicate` on its way to that class: `NSComparisonPredicate` adds no field.
private final class UnclassedComparison: NSPredicate {
    let program: PredicateProgram

    init(_ program: PredicateProgram) {
        self.program = program
        super.init(value: true)
    }
}

private enum ParsedComparisonName: FoundationName {
    @available(*, deprecated)
    typealias Named = ParsedComparisonPredicate
}

extension NSPredicate {
    /// The predicate of a tree, in the class that Apple's parser would use.
    static func make(_ node: PredicateNode) -> NSPredicate {
        switch node {
        case .value: ParsedPredicate(PredicateProgram(node))
        case .opaque(let opaque): opaque.predicate
        case .comparison:
            reclassed(
                UnclassedComparison(PredicateProgram(node)), as: Resolved<ParsedComparisonName>.Class.self)
        case .and(let nodes):
            ParsedCompoundPredicate(PredicateProgram(node), type: .and, subpredicates: nodes.map(NSPredicate.make))
        case .or(let nodes):
            ParsedCompoundPredicate(PredicateProgram(node), type: .or, subpredicates: nodes.map(NSPredicate.make))
        case .not(let inner):
            ParsedCompoundPredicate(PredicateProgram(node), type: .not, subpredicates: [NSPredicate.make(inner)])
        }
    }

    /// The tree of any predicate; one that Foundation made from a block is `opaque`.
    var predicateNode: PredicateNode {
        if let carrier = self as? any ProgramCarrier { return carrier.program.node }
        if let compound = self as? NSCompoundPredicate {
            let nodes = compound.subpredicates.map(\.predicateNode)
            switch compound.compoundPredicateType {
            case .and: return .and(nodes)
            case .or: return .or(nodes)
            case .not: return .not(nodes.first ?? .value(true))
            }
        }
        // Foundation keeps a constant predicate's value to itself, but prints it.
        switch (self as any FormatPrinting).predicateFormat {
        case "TRUEPREDICATE": return .value(true)
        case "FALSEPREDICATE": return .value(false)
        default: return .opaque(OpaquePredicate(self))
        }
    }
}

/// Reaches Foundation's `predicateFormat`, which is marked deprecated there.
private protocol FormatPrinting {
    var predicateFormat: String { get }
}

extension NSPredicate: FormatPrinting {}
