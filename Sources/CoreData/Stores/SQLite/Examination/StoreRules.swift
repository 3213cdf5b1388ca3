internal import CoreDataSQLite

/// The rules of a store, made from its model and the names of its tables.
///
///     numbers       | Z_PRIMARYKEY: parents, highest keys
///     rows          | entity, version; type and presence of each value; destination of each to-one relationship
///     relationships | StoreRules+Relationships: inverses, pairs, order
///     constraints   | what no two rows may share
///     history       | StoreRules+History
struct StoreRules {
    let schema: StoreSchema
    let plan: SchemaPlan
    let file: FileSchema
    var all: [StoreRule] = []

    init(_ schema: StoreSchema, _ plan: SchemaPlan, _ file: FileSchema) {
        self.schema = schema
        self.plan = plan
        self.file = file
        for map in schema.maps where map.number == map.rootNumber { addFamily(of: map) }
        for map in schema.maps {
            addParent(of: map)
            if !map.layout.entity.isAbstract { addValues(of: map) }
            addConstraints(of: map)
        }
        addRelationships()
        if file.hasHistory { addHistory() }
    }

    static func list(_ numbers: some Sequence<Int64>) -> String { numbers.map(String.init).joined(separator: ", ") }

    /// The numbers of the entities whose rows may stand for one of that entity.
    func kinds(of entity: NSEntityDescription) -> String {
        Self.list(schema.maps(kindOf: entity).filter { !$0.layout.entity.isAbstract }.map(\.number))
    }

    // MARK: Numbers and rows

    private mutating func addFamily(of root: EntityMap) {
        let (table, name, number) = (root.table, root.layout.name, root.number)
        let most = "(SELECT coalesce(max(Z_PK), 0) FROM \(table))"
        all.append(
            StoreRule(
                kind: .lowHighestKey, entity: name,
                test: .count(
                    "SELECT count(*) FROM Z_PRIMARYKEY WHERE Z_ENT = \(number) AND coalesce(Z_MAX, 0) < \(most)"),
                remedy: ["UPDATE Z_PRIMARYKEY SET Z_MAX = \(most) WHERE Z_ENT = \(number)"]))
        let held = schema.family(of: root.layout.entity).filter { !$0.layout.entity.isAbstract }
        let foreign = "(t.Z_ENT IS NULL OR t.Z_ENT NOT IN (\(Self.list(held.map(\.number)))))"
        // Rows of several entities are told apart by nothing but the number.
        let remedy =
            held.count == 1
            ? "UPDATE \(table) AS t SET Z_ENT = \(held[0].number) WHERE \(foreign)"
            : "DELETE FROM \(table) AS t WHERE \(foreign)"
        all.append(
            StoreRule(
                kind: .foreignRow, entity: name, test: .rows(table: table, condition: foreign), remedy: [remedy]))
        all.append(
            StoreRule(
                kind: .unversionedRow, entity: name, test: .rows(table: table, condition: "(t.Z_OPT IS NULL)"),
                remedy: ["UPDATE \(table) SET Z_OPT = 1 WHERE Z_OPT IS NULL"]))
    }

    private mutating func addParent(of map: EntityMap) {
        let parent = plan.numbers[map.layout.entity.superentity]
        let row = "Z_PRIMARYKEY WHERE Z_ENT = \(map.number) AND Z_SUPER IS NOT \(parent)"
        all.append(
            StoreRule(
                kind: .unnumberedEntity, entity: map.layout.name, test: .count("SELECT count(*) FROM \(row)"),
                remedy: ["UPDATE Z_PRIMARYKEY SET Z_SUPER = \(parent) WHERE Z_ENT = \(map.number)"]))
    }

    // MARK: Values

    private mutating func addValues(of map: EntityMap) {
        for (slot, content) in map.layout.slots.enumerated() {
            guard let column = map.columns[slot] else { continue }
            switch content.storage {
            case .toOne: addDestination(slot, column, of: map)
            case .destinationEntity: break
            default:
                if !map.derivedSlots.contains(slot) { addValue(slot, column, of: map) }
            }
        }
    }

    private mutating func addValue(_ slot: Int, _ column: String, of map: EntityMap) {
        let content = map.layout.slots[slot]
        let isUUID = content.attributeType == .UUIDAttributeType
        let types =
            switch content.storage {
            case .integer: "'integer'"
            case .real: "'real', 'integer'"
            case .decimal: "'real', 'integer', 'text'"
            case .text: "'text'"
            default: "'blob'"
            }
        let own = "t.Z_ENT = \(map.number)"
        var wrong = "typeof(t.\(column)) NOT IN (\(types), 'null')"
        if isUUID { wrong = "t.\(column) IS NOT NULL AND (\(wrong) OR length(t.\(column)) <> 16)" }
        let condition = "(\(own) AND \(wrong))"
        let substitute = map.substitute(slot)
        let cast =
            switch content.storage {
            case .integer: "CAST(t.\(column) AS INTEGER)"
            case .real: "CAST(t.\(column) AS REAL)"
            case .text: "CAST(t.\(column) AS TEXT)"
            case .blob where !isUUID && !map.externalSlots.contains(slot): "CAST(t.\(column) AS BLOB)"
            default: content.isOptional ? "NULL" : substitute
            }
        all.append(
            StoreRule(
                kind: .wrongValue, entity: map.layout.name, property: content.name,
                test: .rows(table: map.table, condition: condition),
                remedy: ["UPDATE \(map.table) AS t SET \(column) = \(cast) WHERE \(condition)"]))
        // The elements of a composite attribute are there or not together.
        guard !content.isOptional, content.composite < 0 else { return }
        let missing = "(\(own) AND t.\(column) IS NULL)"
        all.append(
            StoreRule(
                kind: .missingValue, entity: map.layout.name, property: content.name,
                test: .rows(table: map.table, condition: missing),
                remedy: ["UPDATE \(map.table) AS t SET \(column) = \(substitute) WHERE \(missing)"]))
    }

    // MARK: Destinations

    private mutating func addDestination(_ slot: Int, _ column: String, of map: EntityMap) {
        let content = map.layout.slots[slot]
        guard let destination = map.layout.entity.relationshipsByName[content.name]?.destinationEntity,
            let there = schema.mapIfHeld(destination)
        else { return }
        let own = "t.Z_ENT = \(map.number)"
        let found = "EXISTS (SELECT 1 FROM \(there.table) AS d WHERE d.Z_PK = t.\(column)"
        let kinds = kinds(of: destination)
        let dangling = "(\(own) AND t.\(column) IS NOT NULL AND NOT \(found) AND d.Z_ENT IN (\(kinds))))"
        let entityColumn = content.entitySlot >= 0 ? map.columns[content.entitySlot] : nil
        let cleared = [column, entityColumn, map.orderColumns[slot]].compactMap(\.self).map { "\($0) = NULL" }
        all.append(
            StoreRule(
                kind: .danglingKey, entity: map.layout.name, property: content.name,
                test: .rows(table: map.table, condition: dangling),
                remedy: ["UPDATE \(map.table) AS t SET \(cleared.joined(separator: ", ")) WHERE \(dangling)"]))
        if !content.isOptional {
            all.append(
                StoreRule(
                    kind: .missingDestination, entity: map.layout.name, property: content.name,
                    test: .rows(table: map.table, condition: "(\(own) AND t.\(column) IS NULL)"), remedy: []))
        }
        guard let entityColumn else { return }
        let actual = "(SELECT d.Z_ENT FROM \(there.table) AS d WHERE d.Z_PK = t.\(column))"
        let other = "(\(own) AND \(found)) AND t.\(entityColumn) IS NOT \(actual))"
        all.append(
            StoreRule(
                kind: .wrongDestinationEntity, entity: map.layout.name, property: content.name,
                test: .rows(table: map.table, condition: other),
                remedy: ["UPDATE \(map.table) AS t SET \(entityColumn) = \(actual) WHERE \(other)"]))
    }

    // MARK: Constraints

    private mutating func addConstraints(of map: EntityMap) {
        for elements in map.layout.entity.uniquenessConstraints {
            let names = SchemaPlan.propertyNames(elements)
            let slots = names.compactMap { map.layout.slot(named: $0) }
            let columns = slots.compactMap { map.columns[$0] }
            guard !names.isEmpty, columns.count == names.count else { continue }
            let kinds = Self.list(schema.maps(kindOf: map.layout.entity).map(\.number))
            let rows =
                "\(map.table) AS t NOT INDEXED WHERE t.Z_ENT IN (\(kinds))"
                + columns.map { " AND t.\($0) IS NOT NULL" }.joined()
            let group = columns.map { "t.\($0)" }.joined(separator: ", ")
            all.append(
                StoreRule(
                    kind: .duplicate, entity: map.layout.name, property: names.joined(separator: "+"),
                    test: .count(
                        """
                        SELECT total(n - 1) FROM (SELECT count(*) AS n FROM \(rows) GROUP BY \(group) HAVING count(*) > 1)
                        """),
                    remedy: map.distinction(slots, columns, rows, group)))
        }
    }
}

extension EntityMap {
    /// What is put where a value must be: the model's own default, else one that says nothing.
    fileprivate func substitute(_ slot: Int) -> String {
        let isExternal = externalSlots.contains(slot)
        let content = layout.slots[slot]
        // To write a transformed value takes a transformer of the application's.
        if let attribute = layout.entity.attributesByName[content.name],
            attribute.attributeType != .transformableAttributeType,
            let value = SlotValue(attribute.defaultValue, for: attribute)?.columnValue(isExternal: isExternal)
        {
            return value.literal
        }
        if content.attributeType == .UUIDAttributeType { return "randomblob(16)" }
        if content.attributeType == .dateAttributeType { return "\(Date().timeIntervalSinceReferenceDate)" }
        switch content.storage {
        case .text: return "''"
        case .blob: return isExternal ? "x'01'" : "x''"
        default: return "0"
        }
    }

    /// The statements that make all but the first of rows that agree differ from it; none where that cannot be done without
    /// losing what they hold.
    fileprivate func distinction(
        _ slots: [Int], _ columns: [String], _ rows: String, _ group: String
    ) -> [String] {
        let further =
            "(SELECT t.Z_PK AS k, row_number() OVER (PARTITION BY \(group) ORDER BY t.Z_PK) AS n FROM \(rows)) AS d"
        func update(_ index: Int, _ value: String) -> [String] {
            ["UPDATE \(table) AS u SET \(columns[index]) = \(value) FROM \(further) WHERE d.k = u.Z_PK AND d.n > 1"]
        }
        for (index, slot) in slots.enumerated() where layout.slots[slot].attributeType == .UUIDAttributeType {
            return update(index, "randomblob(16)")
        }
        for (index, slot) in slots.enumerated() where layout.slots[slot].attributeType == .stringAttributeType {
            return update(index, "u.\(columns[index]) || ' ' || d.n")
        }
        for (index, slot) in slots.enumerated() where layout.slots[slot].isOptional { return update(index, "NULL") }
        return []
    }
}
