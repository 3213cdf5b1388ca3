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
        guard pairs.contains(where: { $0.old.number != $0.new.number }) else { return }
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
        let slots = new.layout.slots.map { former(of: $0.name, pair) }
        let toMany = new.layout.toMany.map { former(of: $0.name, pair) }
        guard slots != old.layout.slots.map(\.name) || toMany != old.layout.toMany.map(\.name) else { return }
        let (before, after) = (HistoryColumns(old.layout), HistoryColumns(new.layout))
        // Of many changes few are unlike each other.
        let place = "ZENTITY = \(old.number) AND ZCOLUMNS IS NOT NULL"
        let kinds = try connection.rows("SELECT DISTINCT ZCOLUMNS FROM ACHANGE WHERE \(place)") {
            $0.blob(0).map(Array.init) ?? []
        }
        try connection.execute("CREATE TEMP TABLE MOVEDBITS (OLD BLOB PRIMARY KEY, NEW BLOB) WITHOUT ROWID")
        for bits in kinds {
            let changes = bits.withUnsafeBytes { before.changes($0) }
            let names = Set(
                changes.slots.map { old.layout.slots[$0].name } + changes.toMany.map { old.layout.toMany[$0].name })
            var kept = SlotSet()
            for (slot, name) in slots.enumerated() where name.map(names.contains) == true { kept.insert(slot) }
            let keptToMany = toMany.indices.filter { toMany[$0].map(names.contains) == true }
            try connection.run(
                "INSERT INTO MOVEDBITS VALUES (?, ?)",
                [.blob(bits), .blob(after.bits(slots: kept, toMany: keptToMany))]
            )
        }
        try connection.execute(
            "UPDATE ACHANGE SET ZCOLUMNS = (SELECT NEW FROM MOVEDBITS WHERE OLD = ZCOLUMNS) WHERE \(place)")
        try connection.execute("DROP TABLE MOVEDBITS")
    }

    /// What a property, or a leaf of a composite attribute, was called.
    private func former(of path: String, _ pair: InferredMapping.Pair) -> String? {
        if let property = pair.properties[path] { return property.name }
        guard let dot = path.firstIndex(of: ".") else { return nil }
        return pair.properties[String(path[..<dot])].map { $0.name + path[dot...] }
    }
}
