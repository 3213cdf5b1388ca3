/// What a fetch of dictionaries reads of each row or group of rows, with every name resolved against the model.
struct DictionaryShape {
    /// One entry of the dictionaries.
    struct Column {
        let name: String
        let content: ExpressionNode
        let form: Form
        /// Whether the value is that of all rows of a group together.
        let isAggregate: Bool
    }

    /// How a value comes out.
    enum Form {
        case attribute(NSAttributeDescription)
        /// The ID of an object, whose entity is this one or below it.
        case object(NSEntityDescription)
        /// The result of an expression, as the type asks.
        case computed(NSAttributeType)
        /// A dictionary of elements, which takes several columns.
        case composite
    }

    let columns: [Column]
    /// What is the same in all rows of a group; empty where rows are not grouped.
    let groups: [ExpressionNode]
    /// What a group must meet; its variables are names of columns.
    let having: PredicateNode?
    let isDistinct: Bool

    /// Whether a store can read it by one statement.
    var isStorable: Bool {
        columns.allSatisfy { if case .composite = $0.form { false } else { true } }
    }

    /// Whether the rows of a group, or all rows, become one dictionary.
    var isGrouped: Bool { !groups.isEmpty || (!columns.isEmpty && columns.allSatisfy(\.isAggregate)) }

    init(_ settings: FetchSettings, _ entity: NSEntityDescription) {
        let given = settings.propertiesToFetch ?? []
        let properties = given.isEmpty ? Self.storedProperties(of: entity) : given
        let groups = (settings.propertiesToGroupBy ?? []).map { Self.column($0, entity) }
        columns = properties.map { Self.column($0, entity) }
        self.groups = groups.map(\.content)
        having = settings.havingPredicate?.predicateNode
        isDistinct = settings.returnsDistinctResults
        guard !groups.isEmpty else { return }
        for column in columns where !column.isAggregate {
            let isGrouped = groups.contains { $0.content == column.content || $0.name == column.name }
            guard isGrouped else {
                raise(
                    "NSInvalidArgumentException",
                    "SELECT clauses in queries with GROUP BY components can only contain properties named in the GROUP BY or "
                        + "aggregate functions ('\(column.name)' is not in the GROUP BY)")
            }
        }
    }

    private static func storedProperties(of entity: NSEntityDescription) -> [Any] {
        entity.propertiesByName.values.filter {
            !$0.isTransient && !($0 is NSFetchedPropertyDescription)
                && !(($0 as? NSRelationshipDescription)?.isToMany ?? false)
        }
    }

    // MARK: Columns

    private static func column(_ property: Any, _ entity: NSEntityDescription) -> Column {
        if let description = property as? NSExpressionDescription {
            guard let expression = description.expression else {
                raise(
                    "NSInvalidArgumentException",
                    "NSExpressionDescription '\(description.name)' in a fetch request has no expression")
            }
            return column(description, expression.expressionNode, entity)
        }
        guard let path = (property as? String) ?? (property as? NSPropertyDescription)?.name else {
            raise("NSInvalidArgumentException", "Invalid property \(property) passed to setPropertiesToFetch:")
        }
        let keys = FormatArguments.keys(path)
        guard let form = form(keys, entity) else {
            raise("NSInvalidArgumentException", "Invalid keypath \(path) passed to setPropertiesToFetch:")
        }
        return Column(name: path, content: .keyPath(keys), form: form, isAggregate: false)
    }

    private static func column(
        _ description: NSExpressionDescription, _ content: ExpressionNode, _ entity: NSEntityDescription
    ) -> Column {
        var form = Form.computed(description.expressionResultType)
        if description.expressionResultType == .objectIDAttributeType {
            let keys = content == .evaluatedObject ? [] : content.keys
            guard let keys, case .object(let destination)? = Self.form(keys, entity) else {
                raise(
                    "NSInvalidArgumentException",
                    "NSExpressionDescription '\(description.name)' has object IDs as its result, but leads to no object"
                )
            }
            form = .object(destination)
        }
        return Column(
            name: description.name, content: content, form: form, isAggregate: content.aggregatesRows)
    }

    /// What keys lead to from an entity; nil where that is no single value in the store.
    private static func form(_ keys: [String], _ entity: NSEntityDescription) -> Form? {
        guard let key = keys.first, key != "objectID", key != "self" else { return .object(entity) }
        if case .slot(let slot)? = entity.layout.place(of: keys.joined(separator: ".")),
            let attribute = entity.layout.properties.attributes[slot]
        {
            return .attribute(attribute)
        }
        switch entity.layout.place(of: key) {
        case .slot:
            guard let destination = entity.relationshipsByName[key]?.destinationEntity else { return nil }
            return form(Array(keys.dropFirst()), destination)
        case .composite where keys.count == 1: return .composite
        default: return nil
        }
    }
}

extension ExpressionNode {
    /// Functions of the values of many rows.
    static let aggregateSelectors: Set<String> = ["sum:", "count:", "min:", "max:", "average:"]

    /// Whether the value is one of many rows together.
    var aggregatesRows: Bool {
        switch self {
        case .function(let selector, let arguments):
            (arguments.count == 1 && Self.aggregateSelectors.contains(selector))
                || arguments.contains(where: \.aggregatesRows)
        case .conditional(_, let first, let second): first.aggregatesRows || second.aggregatesRows
        default: false
        }
    }
}

extension PredicateValue {
    /// The result of an expression as a type asks: a whole number is cut to one, text is what the number prints as.
    func shaped(as type: NSAttributeType) -> Any? {
        if isNull { return nil }
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            return (number.flatMap { Int64(exactly: $0.rounded(.towardZero)) }).map { NSNumber(value: $0) }
        case .doubleAttributeType: return number.map { NSNumber(value: $0) }
        case .floatAttributeType: return number.map { NSNumber(value: Float($0)) }
        case .decimalAttributeType:
            return (decimalValue ?? text.flatMap { Decimal(string: $0) }).map { NSDecimalNumber(decimal: $0) }
        case .booleanAttributeType: return number.map { NSNumber(value: $0 != 0) }
        case .dateAttributeType:
            if case .date(let seconds) = self { return Date(timeIntervalSinceReferenceDate: seconds) }
            return doubleValue.map { Date(timeIntervalSinceReferenceDate: $0) }
        case .stringAttributeType: return printedText
        default: return foundationValue
        }
    }

    private var number: Double? {
        switch self {
        case .date(let seconds): seconds
        case .string(let text): Double(text)
        default: doubleValue
        }
    }

    private var printedText: String? {
        switch self {
        case .string(let text): text
        case .integer(let value): "\(value)"
        case .real(let value), .date(let value): "\(value)"
        case .decimal(let value): "\(value)"
        case .bool(let value): value ? "1" : "0"
        case .uuid(let value): value.uuidString
        case .url(let value): value.absoluteString
        default: nil
        }
    }
}
