/// Makes the dictionaries of a fetch from objects, where no statement can: for stores in memory, and of several stores.
struct DictionaryEvaluation {
    private let shape: DictionaryShape

    init(_ shape: DictionaryShape) { self.shape = shape }

    /// One dictionary a group, or an object; those that are equal once, if the shape says so.
    func dictionaries(_ objects: [NSManagedObject]) -> [NSDictionary] {
        let rows = objects.map { PredicateEvaluator.Subject(root: .object($0)) }
        var found: [NSDictionary]
        if shape.isGrouped {
            found = groups(rows).filter(meetsHaving).map { dictionary($0.first, $0) }
        } else {
            found = rows.map { dictionary($0, rows) }
        }
        if shape.isDistinct {
            var seen: Set<NSDictionary> = []
            found = found.filter { seen.insert($0).inserted }
        }
        return found
    }

    private typealias Row = PredicateEvaluator.Subject

    private func groups(_ rows: [Row]) -> [[Row]] {
        if shape.groups.isEmpty { return [rows] }
        let terms = shape.groups.map(ExpressionEvaluator.compile)
        var places: [[PredicateValue]: Int] = [:]
        var groups: [[Row]] = []
        for row in rows {
            let key = terms.map { $0(row) }
            let place = places[key] ?? groups.count
            if place == groups.count {
                places[key] = place
                groups.append([])
            }
            groups[place].append(row)
        }
        return groups
    }

    private func meetsHaving(_ group: [Row]) -> Bool {
        guard let having = shape.having else { return true }
        var variables: [String: PredicateValue] = [:]
        for column in shape.columns { variables[column.name] = value(column.content, group.first, group) }
        let test = having.replacingSides { node in
            node.aggregatesRows ? .constant(value(node, group.first, group)) : node
        }
        return PredicateEvaluator.compile(test)(Row(root: group.first?.root ?? .null, variables: variables))
    }

    private func dictionary(_ row: Row?, _ group: [Row]) -> NSDictionary {
        let values = NSMutableDictionary()
        for column in shape.columns {
            let value = value(column.content, row, group)
            guard let shaped = Self.shape(value, column.form) else { continue }
            values[column.name] = shaped
        }
        return values
    }

    private static func shape(_ value: PredicateValue, _ form: DictionaryShape.Form) -> Any? {
        switch form {
        case .computed(let type): return value.shaped(as: type)
        case .object:
            if case .object(let object) = value, let object = object as? NSManagedObject { return object.objectID }
            return nil
        case .attribute, .composite: return value.foundationValue
        }
    }

    // MARK: Values

    private func value(_ node: ExpressionNode, _ row: Row?, _ group: [Row]) -> PredicateValue {
        guard node.aggregatesRows else { return row.map { ExpressionEvaluator.compile(node)($0) } ?? .null }
        switch node {
        case .function(let selector, let arguments) where ExpressionNode.aggregateSelectors.contains(selector):
            return aggregate(selector, arguments[0], group)
        case .function(let selector, let arguments):
            let values = arguments.map { value($0, row, group) }
            return PredicateFunction.selector(selector)?.body(values) ?? .null
        case .conditional(let test, let first, let second):
            let holds = row.map { PredicateEvaluator.compile(test)($0) } ?? false
            return value(holds ? first : second, row, group)
        default: return .null
        }
    }

    /// As SQL has it: a sum is a double, 0 of nothing.
    private func aggregate(_ selector: String, _ argument: ExpressionNode, _ group: [Row]) -> PredicateValue {
        var argument = argument
        var isDistinct = false
        if case .function("distinct:", let inner) = argument, inner.count == 1 {
            argument = inner[0]
            isDistinct = true
        }
        let term = ExpressionEvaluator.compile(argument)
        var values = group.flatMap { row -> [PredicateValue] in
            let value = term(row)
            return value.members ?? [value]
        }
        if isDistinct {
            var seen: Set<PredicateValue> = []
            values = values.filter { seen.insert($0).inserted }
        }
        let result = PredicateFunction.selector(selector)?.body([.collection(values)]) ?? .null
        return selector == "sum:" ? .real(result.doubleValue ?? 0) : result
    }
}
