internal import CoreDataSQLite

/// A migration that only adds attributes: their columns come behind those there are, as Apple's framework puts them, and no
/// row is copied.
struct AddedColumns {
    private struct Column {
        let table: String
        let name: String
        let type: String
    }
    /// What stands in a new column of an entity's rows from the beginning.
    private struct Initial {
        let map: EntityMap
        let column: String
        let value: Value
    }

    private let migration: InPlaceMigration
    private var columns: [Column] = []
    private var initials: [Initial] = []
    private var indexes: [String] = []

    /// nil where anything else changes; such tables are made anew.
    init?(_ migration: InPlaceMigration) throws {
        self.migration = migration
        let maps = migration.new.maps
        guard migration.mapping.removed.isEmpty, migration.mapping.pairs.count == maps.count else { return nil }
        for map in maps {
            guard let pair = migration.mapping.pair(to: map.layout.entity), keepsNames(pair),
                add(map, to: migration.old.map(pair.source))
            else { return nil }
        }
        let (former, wanted) = (migration.oldPlan.indexStatements, migration.newPlan.indexStatements)
        guard Set(former).isSubset(of: wanted) else { return nil }
        indexes = wanted.filter { !former.contains($0) }
        // One of the name may be there all the same, in a file that is not wholly ours.
        for statement in indexes where try hasIndex(namedIn: statement) { return nil }
    }

    private func keepsNames(_ pair: InferredMapping.Pair) -> Bool {
        pair.source.name == pair.destination.name
            && pair.source.superentity?.name == pair.destination.superentity?.name
            && pair.properties.count == InferredMapping.persistent(pair.source).count
            && pair.properties.allSatisfy { $0.key == $0.value.name }
    }

    /// Answers whether the entity lies where it lay, but for attributes that it has more.
    private mutating func add(_ map: EntityMap, to former: EntityMap) -> Bool {
        guard map.number == former.number, map.table == former.table, map.derivedSlots.isEmpty,
            former.derivedSlots.isEmpty, map.toMany.count == former.toMany.count,
            zip(map.toMany, former.toMany).allSatisfy({ "\($0)" == "\($1)" })
        else { return false }
        for (slot, content) in map.layout.slots.enumerated() where content.storage != .destinationEntity {
            if let other = former.layout.slot(named: content.name) {
                guard lies(slot, of: map, where: other, of: former) else { return false }
            } else if !addColumn(slot, of: map) {
                return false
            }
        }
        return true
    }

    private func lies(_ slot: Int, of map: EntityMap, where other: Int, of former: EntityMap) -> Bool {
        let (own, old) = (map.layout.slots[slot], former.layout.slots[other])
        func column(_ map: EntityMap, _ slot: Int) -> String? { slot < 0 ? nil : map.columns[slot] }
        return own.storage == old.storage && (own.isOptional || !old.isOptional)
            && map.columns[slot] == former.columns[other] && map.orderColumns[slot] == former.orderColumns[other]
            && column(map, own.entitySlot) == column(former, old.entitySlot)
            && map.externalSlots.contains(slot) == former.externalSlots.contains(other)
    }

    /// Answers false for what is no attribute, for a value that is missing, and for a name that is taken.
    private mutating func addColumn(_ slot: Int, of map: EntityMap) -> Bool {
        let content = map.layout.slots[slot]
        guard let attribute = map.layout.properties.attributes[slot], let name = map.columns[slot],
            let type = migration.newPlan.type(ofColumn: name, in: map.table),
            !migration.connection.has(table: map.table.unquoted, column: name.unquoted)
        else { return false }
        let initial = SlotValue(attribute.defaultValue, for: attribute)?
            .columnValue(isExternal: map.externalSlots.contains(slot))
        guard content.isOptional || initial != nil else { return false }
        if !columns.contains(where: { $0.table == map.table && $0.name == name }) {
            columns.append(Column(table: map.table, name: name, type: type))
        }
        if let initial { initials.append(Initial(map: map, column: name, value: initial)) }
        return true
    }

    private func hasIndex(namedIn statement: String) throws -> Bool {
        let head = statement.components(separatedBy: " ON ")[0]
        let name = (head.components(separatedBy: "INDEX ").last ?? "").unquoted
        let text = "SELECT 1 FROM sqlite_master WHERE type = 'index' AND name = ?"
        return try migration.connection.value(text, [.text(name)]) != nil
    }

    func run() throws {
        let connection = migration.connection
        for column in columns {
            try connection.execute("ALTER TABLE \(column.table) ADD COLUMN \(column.name) \(column.type)")
        }
        for initial in initials {
            try connection.run(
                "UPDATE \(initial.map.table) SET \(initial.column) = ? WHERE Z_ENT = \(initial.map.number)",
                [initial.value])
        }
        try migration.makeIndexes(indexes)
    }
}

extension SchemaPlan {
    /// The declared type of a column; both names as they stand in statements.
    fileprivate func type(ofColumn column: String, in table: String) -> String? {
        tables.first { $0.name.sqlName == table }?.columns.first { $0.name.sqlName == column }?.type
    }
}

extension String {
    /// A name without the quotes it may have in a statement.
    fileprivate var unquoted: String {
        hasPrefix("\"") ? String(dropFirst().dropLast()).replacingOccurrences(of: "\"\"", with: "\"") : self
    }
}
