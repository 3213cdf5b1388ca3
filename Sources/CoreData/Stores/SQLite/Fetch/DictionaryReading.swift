internal import CoreDataSQLite

/// How columns of a statement become one entry of a dictionary.
struct DictionaryReading {
    let name: String
    private let form: DictionaryShape.Form
    private let kind: SQLTerm.Kind
    private let column: Int32
    /// Whether the column after it tells the entity of an object.
    private let hasEntity: Bool

    init(_ column: DictionaryShape.Column, _ term: SQLTerm, first: Int32, hasEntity: Bool) {
        name = column.name
        form = column.form
        kind = term.kind
        self.column = first
        self.hasEntity = hasEntity
    }

    /// The value in the present row; nil for NULL.
    func value(_ statement: Statement, _ store: SQLiteStore, owner: NSPersistentStore) -> Any? {
        let value = statement.value(column)
        if case .null = value { return nil }
        switch form {
        case .attribute(let attribute): return slot(statement, value, attribute, store).foundationValue(of: attribute)
        case .object(let entity):
            let concrete = hasEntity ? store.schema.map(number: statement.integer(column + 1))?.layout.entity : entity
            return NSManagedObjectID(
                entity: concrete ?? entity, store: owner, key: .permanent(statement.integer(column)))
        case .computed(let type): return computed(value).shaped(as: type)
        case .composite: return nil
        }
    }

    private func slot(
        _ statement: Statement, _ value: Value, _ attribute: NSAttributeDescription, _ store: SQLiteStore
    ) -> SlotValue {
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
            return .integer(statement.integer(column))
        // A whole number of seconds lies in the file as an integer.
        case .doubleAttributeType, .floatAttributeType, .dateAttributeType: return .real(statement.real(column))
        case .decimalAttributeType: return .decimal(NSDecimalNumber(decimal: PredicateValue.decimal(value)))
        case .stringAttributeType, .URIAttributeType: return .text(statement.string(column) ?? "")
        default:
            guard let bytes = statement.blob(column) else { return .null }
            var data = Data()
            if attribute.allowsExternalBinaryDataStorage {
                ExternalData(store.location).withData(bytes) { data = Data($0) }
            } else {
                data = Data(bytes)
            }
            return .blob(data)
        }
    }

    /// The result of an expression, as the kind of its term has it.
    private func computed(_ value: Value) -> PredicateValue {
        if case .attribute(let type) = kind { PredicateValue(value, of: type) } else { PredicateValue(value) }
    }
}

extension PredicateCompiler {
    /// The terms of a dictionary's entry: an object whose entity must be read has two.
    func terms(of column: DictionaryShape.Column, _ scope: QueryScope) throws -> [SQLTerm] {
        let value = try term(operand(column.content, scope))
        guard case .object(let entity) = column.form, schema.family(of: entity).count > 1 else { return [value] }
        let keys = (column.content.keys ?? []).filter { $0 != "objectID" && $0 != "self" }
        return [value, try term(operand(keys + ["entity"], scope))]
    }
}

extension SQLiteStore {
    func readDictionaries(
        _ plan: FetchPlan, _ shape: DictionaryShape, owner: NSPersistentStore
    ) throws -> [NSDictionary] {
        let (query, readings) = FetchCompiler(schema: schema, storeIdentifier: identifier).dictionaries(plan, shape)
        return try run(query) { statement in
            var found: [NSDictionary] = []
            while try statement.step() {
                let values = NSMutableDictionary(capacity: readings.count)
                for reading in readings {
                    if let value = reading.value(statement, self, owner: owner) { values[reading.name] = value }
                }
                found.append(values)
            }
            return found
        }
    }
}
