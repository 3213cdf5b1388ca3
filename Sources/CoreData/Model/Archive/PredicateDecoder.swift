/// Reads predicates and expressions out of a keyed archive.
///
/// | class | fields |
/// |---|---|
/// | NSComparisonPredicate | NSLeftExpression, NSRightExpression, NSPredicateOperator |
/// | NS…PredicateOperator | NSOperatorType, NSModifier; NSOptions or (text operators) NSFlags |
/// | NSCompoundPredicate | NSCompoundPredicateType (0 not, 1 and, 2 or), NSSubpredicates |
/// | NSConstantValueExpression | NSConstantValue |
/// | NSVariableExpression | NSVariable |
/// | NSKeyPathExpression | NSOperand, NSArguments: NSKeyPathSpecifierExpression {NSKeyPath} |
/// | NSFunctionExpression | NSSelectorName, NSArguments, NSOperand: a constant that names the class of the functions of the language, or the object of a FUNCTION |
/// | NSFetchRequestExpression | NSFRExpression, NSMOCExpression, NSCountOnlyFlag |
/// | NSAggregateExpression | NSCollection |
struct PredicateDecoder {
    typealias Malformed = BinaryPropertyListReader.Malformed

    private let archive: KeyedArchive
    private var values: ValueDecoder
    private var depth = 0
    /// How many parts may still come: a few that stand in each other twice are more than there is room for.
    private var room = 1 << 16

    init(_ archive: KeyedArchive) {
        self.archive = archive
        values = ValueDecoder(archive)
    }

    mutating func predicate(_ reference: PropertyListNode?) throws -> NSPredicate {
        NSPredicate.make(try node(reference))
    }

    private mutating func node(_ reference: PropertyListNode?) throws -> PredicateNode {
        guard let object = archive.object(reference), depth < 200, room > 0 else { throw Malformed() }
        depth += 1
        room -= 1
        defer { depth -= 1 }
        switch archive.className(object) {
        case "NSComparisonPredicate": return .comparison(try comparison(object))
        case "NSCompoundPredicate":
            let parts = try archive.elements(object["NSSubpredicates"]).map { try node($0) }
            switch object["NSCompoundPredicateType"]?.integer {
            case 0 where parts.count == 1: return .not(parts[0])
            case 1: return .and(parts)
            case 2: return .or(parts)
            default: throw Malformed()
            }
        case "NSTruePredicate": return .value(true)
        case "NSFalsePredicate": return .value(false)
        default: throw Malformed()
        }
    }

    private mutating func comparison(_ object: PropertyListNode) throws -> Comparison {
        guard let by = archive.object(object["NSPredicateOperator"]),
            let type = by["NSOperatorType"]?.integer.flatMap({ UInt(exactly: $0) }),
            let comparisonOperator = ComparisonOperator(rawValue: type),
            let modifier = ComparisonModifier(rawValue: UInt(exactly: by["NSModifier"]?.integer ?? 0) ?? 0),
            let options = UInt(exactly: (by["NSOptions"] ?? by["NSFlags"])?.integer ?? 0)
        else { throw Malformed() }
        return Comparison(
            left: try expression(object["NSLeftExpression"]), right: try expression(object["NSRightExpression"]),
            modifier: modifier, operator: comparisonOperator, options: ComparisonOptions(rawValue: options))
    }

    mutating func expression(_ reference: PropertyListNode?) throws -> ExpressionNode {
        guard let object = archive.object(reference), depth < 200, room > 0 else { throw Malformed() }
        depth += 1
        room -= 1
        defer { depth -= 1 }
        switch archive.className(object) {
        case "NSSelfExpression": return .evaluatedObject
        case "NSConstantValueExpression": return .constant(PredicateValue(try values.value(object["NSConstantValue"])))
        case "NSVariableExpression":
            guard let name = archive.string(object["NSVariable"]) else { throw Malformed() }
            return .variable(name)
        case "NSKeyPathExpression":
            let keys = archive.elements(object["NSArguments"]).flatMap { argument in
                archive.string(archive.object(argument)?["NSKeyPath"])?.split(separator: ".").map(String.init) ?? []
            }
            guard !keys.isEmpty else { throw Malformed() }
            return .keyPath(of: try expression(object["NSOperand"]), keys)
        case "NSFunctionExpression": return try function(object)
        case "NSAggregateExpression":
            return .aggregate(try archive.elements(object["NSCollection"]).map { try expression($0) })
        case "NSSubqueryExpression":
            guard let name = archive.string(object["NSVariable"]) else { throw Malformed() }
            return .subquery(
                try expression(object["NSExpression"]), variable: name, try node(object["NSPredicate"]))
        case "NSTernaryExpression":
            return .conditional(
                try node(object["NSPredicate"]), try expression(object["NSTrueExpression"]),
                try expression(object["NSFalseExpression"]))
        case "NSSetExpression": return try setOperation(object)
        case "NSAnyKeyExpression": return .anyKey
        case "NSFetchRequestExpression":
            let counts = archive.object(object["NSCountOnlyFlag"])?.bool ?? false
            return .function(
                FetchedObjectsCall.keyword,
                [
                    try expression(object["NSFRExpression"]), try expression(object["NSMOCExpression"]),
                    .constant(.bool(counts)),
                ])
        default: throw Malformed()
        }
    }

    private mutating func function(_ object: PropertyListNode) throws -> ExpressionNode {
        guard let name = archive.string(object["NSSelectorName"]) else { throw Malformed() }
        let references = archive.elements(object["NSArguments"])
        if let operand = archive.object(object["NSOperand"]),
            archive.className(operand) != "NSConstantValueExpression"
        {
            let target = try expression(object["NSOperand"])
            return .function(
                NamedFunctions.keyword,
                [target, .constant(.string(name))] + (try references.map { try expression($0) }))
        }
        guard name == "objectFrom:withIndex:", references.count == 2 else {
            // These two are archived otherwise.
            guard name != NamedFunctions.keyword, name != FetchedObjectsCall.keyword else { throw Malformed() }
            // A function that is not known here may take what it likes.
            if PredicateFunction.selector(name) != nil,
                PredicateFunction.named(name, argumentCount: references.count) == nil
            {
                throw Malformed()
            }
            return .function(name, try references.map { try expression($0) })
        }
        let collection = try expression(references[0])
        let index = archive.object(references[1])
        switch index.flatMap({ archive.string($0["NSSymbol"]) }) {
        case "FIRST": return .element(of: collection, .first)
        case "LAST": return .element(of: collection, .last)
        case "SIZE": return .element(of: collection, .size)
        default: return .element(of: collection, .at(try expression(references[1])))
        }
    }

    private mutating func setOperation(_ object: PropertyListNode) throws -> ExpressionNode {
        let operation: SetOperation? =
            switch object["NSExpressionType"]?.integer {
            case 5: .union
            case 6: .intersect
            case 7: .minus
            default: nil
            }
        guard let operation else { throw Malformed() }
        return .setOperation(
            operation, try expression(object["NSLeftExpression"]), try expression(object["NSRightExpression"]))
    }
}
