/// Writes predicates and expressions into a keyed archive; see `PredicateDecoder`.
struct PredicateEncoder {
    private var values = ValueEncoder()

    mutating func add(_ predicate: NSPredicate?, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        guard let predicate else { return KeyedArchiveWriter.null }
        return add(predicate.predicateNode, to: &writer)
    }

    private mutating func add(_ node: PredicateNode, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        switch node {
        case .value(let value):
            return writer.add([value ? "NSTruePredicate" : "NSFalsePredicate", "NSPredicate", "NSObject"], [:])
        case .comparison(let comparison):
            let fields = [
                "NSLeftExpression": add(comparison.left, to: &writer),
                "NSRightExpression": add(comparison.right, to: &writer),
                "NSPredicateOperator": addOperator(comparison, to: &writer),
            ]
            return writer.add(["NSComparisonPredicate", "NSPredicate", "NSObject"], fields)
        case .and(let parts): return addCompound(1, parts, to: &writer)
        case .or(let parts): return addCompound(2, parts, to: &writer)
        case .not(let part): return addCompound(0, [part], to: &writer)
        case .opaque:
            raise("NSInvalidArgumentException", "A predicate made from a block cannot be archived.")
        }
    }

    private mutating func addCompound(
        _ type: Int64, _ parts: [PredicateNode], to writer: inout KeyedArchiveWriter
    ) -> PropertyListNode {
        let references = parts.map { add($0, to: &writer) }
        let fields = ["NSCompoundPredicateType": .integer(type), "NSSubpredicates": writer.add(array: references)]
        return writer.add(["NSCompoundPredicate", "NSPredicate", "NSObject"], fields)
    }

    private func addOperator(_ comparison: Comparison, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        let type = comparison.operator
        let options = PropertyListNode.integer(Int64(comparison.options.rawValue))
        var fields: [String: PropertyListNode] = [
            "NSOperatorType": .integer(Int64(type.rawValue)),
            "NSModifier": .integer(Int64(comparison.modifier.rawValue)),
        ]
        let name: String
        switch type {
        case .lessThan, .lessThanOrEqualTo, .greaterThan, .greaterThanOrEqualTo:
            name = "NSComparisonPredicateOperator"
            fields["NSOptions"] = options
            fields["NSVariant"] = .integer(Int64(type.rawValue))
        case .equalTo, .notEqualTo:
            name = "NSEqualityPredicateOperator"
            fields["NSOptions"] = options
            fields["NSNegate"] = .bool(type == .notEqualTo)
        case .matches: name = "NSMatchingPredicateOperator"
        case .like: name = "NSLikePredicateOperator"
        case .beginsWith, .endsWith: name = "NSSubstringPredicateOperator"
        case .in, .contains: name = "NSInPredicateOperator"
        case .between: name = "NSBetweenPredicateOperator"
        }
        if fields["NSOptions"] == nil { fields["NSFlags"] = options }
        return writer.add([name, "NSPredicateOperator", "NSObject"], fields)
    }

    mutating func add(_ expression: NSExpression?, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        guard let expression else { return KeyedArchiveWriter.null }
        return add(expression.expressionNode, to: &writer)
    }

    /// The numbers are those of `NSExpression.ExpressionType`.
    private mutating func add(_ node: ExpressionNode, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        switch node {
        case .evaluatedObject: return add("NSSelfExpression", 1, [:], to: &writer)
        case .constant(let value):
            let reference = values.add(value.foundationValue, to: &writer)
            return add("NSConstantValueExpression", 0, ["NSConstantValue": reference], to: &writer)
        case .variable(let name):
            return add("NSVariableExpression", 2, ["NSVariable": writer.add(name)], to: &writer)
        case .keyPath(let operand, let keys): return addKeyPath(operand, keys, to: &writer)
        case .function(NamedFunctions.keyword, let arguments): return addCall(arguments, to: &writer)
        case .function(FetchedObjectsCall.keyword, let arguments):
            let fields = [
                "NSFRExpression": add(arguments[0], to: &writer), "NSMOCExpression": add(arguments[1], to: &writer),
                "NSCountOnlyFlag": .bool(arguments[2] == .constant(.bool(true))),
            ]
            return add("NSFetchRequestExpression", 50, fields, to: &writer)
        case .function(let name, let arguments):
            let references = arguments.map { add($0, to: &writer) }
            return addFunction(name, references, to: &writer)
        case .element(let collection, let index):
            let references = [add(collection, to: &writer), add(index, to: &writer)]
            return addFunction("objectFrom:withIndex:", references, to: &writer)
        case .aggregate(let elements):
            let references = elements.map { add($0, to: &writer) }
            return add("NSAggregateExpression", 14, ["NSCollection": writer.add(array: references)], to: &writer)
        case .subquery(let collection, let variable, let condition):
            let fields = [
                "NSExpression": add(collection, to: &writer), "NSVariable": writer.add(variable),
                "NSPredicate": add(condition, to: &writer),
            ]
            return add("NSSubqueryExpression", 13, fields, to: &writer)
        case .conditional(let condition, let yes, let no):
            let fields = [
                "NSPredicate": add(condition, to: &writer), "NSTrueExpression": add(yes, to: &writer),
                "NSFalseExpression": add(no, to: &writer),
            ]
            return add("NSTernaryExpression", 20, fields, to: &writer)
        case .setOperation(let operation, let left, let right):
            let fields = ["NSLeftExpression": add(left, to: &writer), "NSRightExpression": add(right, to: &writer)]
            let type: Int64 =
                switch operation {
                case .union: 5
                case .intersect: 6
                case .minus: 7
                }
            return add("NSSetExpression", type, fields, to: &writer)
        case .anyKey: return add("NSAnyKeyExpression", 15, [:], to: &writer)
        case .block: raise("NSInvalidArgumentException", "An expression made from a block cannot be archived.")
        }
    }

    private mutating func addKeyPath(
        _ operand: ExpressionNode, _ keys: [String], to writer: inout KeyedArchiveWriter
    ) -> PropertyListNode {
        let path = writer.add(keys.joined(separator: "."))
        let specifier = add("NSKeyPathSpecifierExpression", 10, ["NSKeyPath": path], to: &writer)
        // A key path of anything but the object itself is a function of what it starts from.
        let isOfSelf = operand == .evaluatedObject
        let fields = [
            "NSOperand": add(operand, to: &writer), "NSArguments": writer.add(array: [specifier]),
            "NSSelectorName": writer.add(isOfSelf && keys.count == 1 ? "valueForKey:" : "valueForKeyPath:"),
        ]
        return writer.add(
            ["NSKeyPathExpression", "NSFunctionExpression", "NSExpression", "NSObject"],
            fields.merging(["NSExpressionType": .integer(isOfSelf ? 3 : 4)]) { first, _ in first })
    }

    /// A function of an object: the object, the name, the arguments.
    private mutating func addCall(
        _ arguments: [ExpressionNode], to writer: inout KeyedArchiveWriter
    ) -> PropertyListNode {
        guard case .constant(.string(let name)) = arguments[1] else { return KeyedArchiveWriter.null }
        let references = arguments.dropFirst(2).map { add($0, to: &writer) }
        let fields = [
            "NSOperand": add(arguments[0], to: &writer), "NSSelectorName": writer.add(name),
            "NSArguments": writer.add(array: references),
        ]
        return add("NSFunctionExpression", 4, fields, to: &writer)
    }

    private func addFunction(
        _ name: String, _ arguments: [PropertyListNode], to writer: inout KeyedArchiveWriter
    ) -> PropertyListNode {
        let operand = add(
            "NSConstantValueExpression", 0, ["NSConstantValueClassName": writer.add("_NSPredicateUtilities")],
            to: &writer)
        let fields = [
            "NSOperand": operand, "NSSelectorName": writer.add(name), "NSArguments": writer.add(array: arguments),
        ]
        return add("NSFunctionExpression", 4, fields, to: &writer)
    }

    private mutating func add(_ index: ElementIndex, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        switch index {
        case .first: add("NSSymbolicExpression", 11, ["NSSymbol": writer.add("FIRST")], to: &writer)
        case .last: add("NSSymbolicExpression", 11, ["NSSymbol": writer.add("LAST")], to: &writer)
        case .size: add("NSSymbolicExpression", 11, ["NSSymbol": writer.add("SIZE")], to: &writer)
        case .at(let expression): add(expression, to: &writer)
        }
    }

    private func add(
        _ name: String, _ type: Int64, _ fields: [String: PropertyListNode], to writer: inout KeyedArchiveWriter
    ) -> PropertyListNode {
        var fields = fields
        fields["NSExpressionType"] = .integer(type)
        return writer.add([name, "NSExpression", "NSObject"], fields)
    }
}
