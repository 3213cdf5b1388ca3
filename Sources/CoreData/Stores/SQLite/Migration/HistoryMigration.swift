internal import CoreDataSQLite

/// Makes the history of a store tell of the entities and columns of its new model. Changes of entities that are no more go.
struct HistoryMigration {
    private let migration: InPlaceMigration
    private var connection: Connection { migration.connection }

    init(_ migration: InPlaceMigration) { self.migration = migration }

    func run() throws {
        guard try FileSchema(connection).hasHistory else { return }
        let pairs = migration.mapping.pairs.map { pair in
            (pair: pair, old: migration.old.map(pair.source), new: migration.new.map(pair.destination))
        }
        let numbers = pairs.map { String($0.old.number) }.joined(separator: ", ")
        try connection.execute("DELETE FROM ACHANGE WHERE ZENTITY NOT IN (\(numbers))")
        try HistorySchema.addTombstones(connection, migration.new.maps.map(\.layout.entity))
        for (pair, old, new) in pairs {
            try moveTombstones(pair, old, new)
            try moveBits(pair, old, new)
        }
        guard !pairs.isEmpty else { return }
        let cases = pairs.map { "WHEN \($0.old.number) THEN \($0.new.number)" }.joined(separator: " ")
        try connection.execute("UPDATE ACHANGE SET ZENTITY = CASE ZENTITY \(cases) END")
    }

    /// What deleted rows have left behind stands in the order of the attributes that are kept so.
    private func moveTombstones(_ pair: InferredMapping.Pair, _ old: EntityMap, _ new: EntityMap) throws {
        let before = HistorySchema.tombstoneAttributes(of: old.layout.entity).map(\.path)
        let sources = HistorySchema.tombstoneAttributes(of: new.layout.entity).map { attribute in
            former(of: attribute.path, pair).flatMap { before.firstIndex(of: $0) }
        }
        let isSame = sources.count == before.count && sources.indices.allSatisfy { sources[$0] == $0 }
        guard !isSame else { return }
        let columns = (0..<max(sources.count, before.count)).map { number in
            let source = sources.indices.contains(number) ? sources[number] : nil
            return "ZTOMBSTONE\(number) = " + (source.map { "ZTOMBSTONE\($0)" } ?? "NULL")
        }
        try connection.execute(
            "UPDATE ACHANGE SET \(columns.joined(separator: ", ")) WHERE ZENTITY = \(old.number)")
    }

    /// What updates changed stands in bits in the order of the columns.
    private func moveBits(_ pair: InferredMapping.Pair, _ old: EntityMap, _ new: EntityMap) throws {
        let (before, after) = (HistoryColumns(old.layout), HistoryColumns(new.layout))
        let rows = try connection.rows(
            "SELECT Z_PK, ZCOLUMNS FROM ACHANGE WHERE ZENTITY = \(old.number) AND ZCOLUMNS IS NOT NULL"
        ) { row in
            let changes = row.blob(1).map { before.changes($0) } ?? (slots: [], toMany: [])
            let names =
                changes.slots.map { old.layout.slots[$0].name } + changes.toMany.map { old.layout.toMany[$0].name }
            return (key: row.integer(0), names: Set(names))
        }
        for row in rows {
            var slots = SlotSet()
            var toMany: [Int] = []
            for (slot, content) in new.layout.slots.enumerated() {
                if let name = former(of: content.name, pair), row.names.contains(name) { slots.insert(slot) }
            }
            for (number, relationship) in new.layout.toMany.enumerated() {
                if let name = former(of: relationship.name, pair), row.names.contains(name) { toMany.append(number) }
            }
            try connection.run(
                "UPDATE ACHANGE SET ZCOLUMNS = ? WHERE Z_PK = ?",
                [.blob(after.bits(slots: slots, toMany: toMany)), .integer(row.key)])
        }
    }

    /// What a property, or a leaf of a composite attribute, was called.
    private func former(of path: String, _ pair: InferredMapping.Pair) -> String? {
        if let property = pair.properties[path] { return property.name }
        guard let dot = path.firstIndex(of: ".") else { return nil }
        return pair.properties[String(path[..<dot])].map { $0.name + path[dot...] }
    }
}
