/// The triggers that keep derived attributes up to date.
///
///     derivation          | triggers, named Z_DA_<table>_<entity>_<attribute>_…
///     now()               | INSERT, UPDATE on the rows themselves
///     name                | INSERT, UPDATE on the rows themselves
///     owner.name          | SOURCE_… on the rows themselves, PARAMETER_… on each table that the path leads to
///     items.@count        | SOURCE_INSERT on the rows, PARAMETER_… where the members have their keys
///     items.@sum.price    | the same, adding up anew
///
/// Those of `@count` are Apple's to the letter, as a file of Apple's has them, and that of `now()` as a log shows it; the others
/// are made after their pattern. Each tells of the rows it has changed by a function that all writers of such a file must have.
///
/// A trigger that calls a function which is ours alone does not go into the file: whoever else wrote to it would fail. It
/// belongs to the connection, as do those that a file lacks which was made without; what a file has is left as it is.
struct DerivedTriggers {
    struct Trigger {
        let name: String
        /// What follows the name.
        let body: String

        /// Whether it needs functions that only our connections have.
        var isOurs: Bool { StoreFunctions.ownNames.contains { body.contains($0 + "(") } }
        /// Puts it into the file.
        var statement: String { "CREATE TRIGGER \(name.sqlName) \(body)" }
        /// Gives it to one connection.
        var connectionStatement: String { "CREATE TEMP TRIGGER \(name.sqlName) \(body);" }
    }

    private(set) var triggers: [Trigger] = []
    /// Statements that give the attributes their values in rows that are there already.
    private(set) var fills: [String] = []
    let schema: StoreSchema
    private let path: String?

    /// The triggers of all attributes; throws for a derivation that cannot be kept.
    init(_ schema: StoreSchema, path: String?) throws {
        self.schema = schema
        self.path = path
        for target in Self.targets(schema) { try add(target) }
    }

    /// The triggers of those attributes for which a file has none.
    ///
    /// - Parameter names: of the triggers that the file has.
    init(_ schema: StoreSchema, lackingIn names: [String]) {
        self.schema = schema
        path = nil
        for target in Self.targets(schema) where !names.contains(where: target.names) {
            // A derivation that cannot be kept is no reason not to open a store.
            try? add(target)
        }
    }

    private static func targets(_ schema: StoreSchema) -> [Target] {
        schema.maps.filter { !$0.derivedSlots.isEmpty }.flatMap { map in
            map.layout.entity.ownProperties.compactMap { property in
                (property as? NSDerivedAttributeDescription).flatMap { Target($0, map, schema) }
            }
        }
    }

    /// An attribute and where its values lie.
    struct Target {
        let map: EntityMap
        let attribute: NSDerivedAttributeDescription
        let column: String
        /// The entities of the table that have the attribute; nil if all have.
        let numbers: String?

        /// nil for an attribute without a column.
        init?(_ attribute: NSDerivedAttributeDescription, _ map: EntityMap, _ schema: StoreSchema) {
            guard let slot = map.layout.slot(named: attribute.name), let column = map.columns[slot] else { return nil }
            let own = schema.maps(kindOf: map.layout.entity).map(\.number)
            let isWhole = own.count == schema.family(of: map.layout.entity).count
            self.map = map
            self.attribute = attribute
            self.column = column
            numbers = isWhole ? nil : own.map(String.init).joined(separator: ", ")
        }

        /// Ends a condition on rows of the table.
        var limit: String { numbers.map { " AND Z_ENT IN (\($0))" } ?? "" }
        /// Ends the head of a trigger on rows of the table.
        var guardText: String { numbers.map { " WHEN (NEW.Z_ENT IN (\($0)))" } ?? "" }

        private var ownPart: String { "_\(map.layout.name)_\(attribute.name)_" }

        func prefix(_ table: String) -> String { "Z_DA_" + table.unquoted + ownPart }

        /// Whether a trigger of that name keeps the attribute.
        func names(_ trigger: String) -> Bool { trigger.hasPrefix("Z_DA_") && trigger.contains(ownPart) }

        /// Sets the attribute in the rows of a condition, and tells so.
        func set(_ value: String, where condition: String, isInsert: Bool = false) -> String {
            let function = "NSCoreDataDATrigger\(isInsert ? "Insert" : "")UpdatedAffectedObjectValue"
            let literals = ("'\(map.table.unquoted)'", "'\(attribute.name)'")
            return "UPDATE \(map.table) SET \(column) = \(value) WHERE \(condition); "
                + "SELECT \(function)(\(literals.0), Z_ENT, Z_PK, \(literals.1), \(column)) FROM \(map.table) WHERE \(condition);"
        }
    }

    private mutating func add(_ target: Target) throws {
        switch Derivation(target.attribute.derivationExpression) {
        case .now: addOwn(target, "NSCoreDataNow()", whenChanged: "Z_OPT")
        case .value(let keys, let function): try addValue(target, keys, function)
        case .count(let relationship): try addCount(target, relationship)
        case .sum(let relationship, let summand): try addSum(target, relationship, of: summand)
        case nil: throw unfit(target)
        }
    }

    func unfit(_ target: Target) -> NSError {
        let expression = target.attribute.derivationExpression.map { "\($0)" } ?? ""
        return StoreErrors.make(
            NSPersistentStoreIncompatibleSchemaError,
            reason:
                "No store can keep '\(target.attribute.name)' of '\(target.map.layout.name)', derived from '\(expression)'",
            path: path)
    }

    /// Notes what the attribute is in any row; NEW in it is that row.
    mutating func addFill(_ target: Target, _ value: String) {
        let isOfNew = value.contains("NEW.")
        fills.append(
            "UPDATE \(target.map.table)\(isOfNew ? " AS own" : "") SET \(target.column) = "
                + "\(value.replacing("NEW.", with: "own.")) WHERE 1\(target.limit)")
    }

    /// A trigger on a table; one that has its name already is told apart by a digit.
    ///
    /// - Parameter event: `INSERT`, `UPDATE OF ZNAME`, `DELETE`.
    mutating func add(
        _ target: Target, _ kind: String, _ event: String, on table: String, when condition: String = "",
        _ statement: String
    ) {
        let base = target.prefix(table) + kind
        var name = base
        var digit = 1
        while triggers.contains(where: { $0.name == name }) {
            name = "\(base)\(digit)"
            digit += 1
        }
        let body = "AFTER \(event) ON \(table) FOR EACH ROW\(condition) BEGIN \(statement) END"
        triggers.append(Trigger(name: name, body: body))
    }
}

extension String {
    /// A name of a statement without the quotes it may stand in.
    fileprivate var unquoted: String { hasPrefix("\"") ? String(dropFirst().dropLast()) : self }
}
