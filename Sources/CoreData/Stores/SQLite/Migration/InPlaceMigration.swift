internal import CoreDataSQLite

/// Makes of a store of one model a store of another, which keeps file, UUID, primary keys, history and what applications put
/// into its metadata. To be run inside of one transaction: who fails on the way, or is killed, leaves the store as it was.
///
///     columns       | AddedColumns, where attributes are all that comes; in place of the next two
///     rows          | RowMigration: each entity's into a new table
///     relationships | RelationshipMigration: what lies elsewhere than before
///     history       | HistoryMigration: numbers of entities and bits of columns
struct InPlaceMigration {
    let connection: Connection
    let mapping: InferredMapping
    let old: StoreSchema
    let new: StoreSchema
    let oldPlan: SchemaPlan
    let newPlan: SchemaPlan
    private let model: NSManagedObjectModel
    private let entities: [NSEntityDescription]

    /// - Parameters:
    ///   - oldPlan: by the names and numbers of the file; its model is frozen, as is the other.
    ///   - entities: those of the model that the store is to hold.
    init(
        _ connection: Connection, from oldPlan: SchemaPlan, to model: NSManagedObjectModel,
        _ entities: [NSEntityDescription], mapping: InferredMapping
    ) {
        self.connection = connection
        self.mapping = mapping
        self.oldPlan = oldPlan
        self.model = model
        self.entities = entities
        newPlan = SchemaPlan(EntityNumbers(numbering: entities))
        old = StoreSchema(oldPlan)
        new = StoreSchema(newPlan)
    }

    /// Answers the files beside the store that no row leads to any more once it is committed.
    func run() throws -> Set<String> {
        let before = try ExternalReferences(old, connection)?.all() ?? []
        if let added = try AddedColumns(self) {
            try added.run()
        } else {
            try makeTables()
        }
        try HistoryMigration(self).run()
        try writeMetadata()
        return try before.isEmpty ? [] : before.subtracting(ExternalReferences(new, connection)?.all() ?? [])
    }

    private func makeTables() throws {
        let others = try dropTriggers()
        for statement in newPlan.tableStatements(prefix: Self.prefix) { try connection.execute(statement) }
        try RowMigration(self).run()
        try RelationshipMigration(self).run()
        try replaceTables()
        try numberEntities()
        try makeIndexes(newPlan.indexStatements)
        let derived = try DerivedTriggers(new, path: connection.path)
        for statement in derived.fills { try connection.execute(statement) }
        for trigger in derived.triggers where !trigger.isOurs { try connection.execute(trigger.statement) }
        for statement in others { try connection.execute(statement) }
    }

    /// Until the old tables are gone the new ones go by other names.
    private static let prefix = "Z_MIGRATED_"

    /// What a table of the new schema is called meanwhile.
    func made(_ table: String) -> String {
        table.hasPrefix("\"") ? "\"\(Self.prefix)\(table.dropFirst())" : Self.prefix + table
    }

    /// Answers those that the model says nothing of, to be made again.
    private func dropTriggers() throws -> [String] {
        let triggers = try connection.rows("SELECT name, sql FROM sqlite_master WHERE type = 'trigger'") {
            (name: $0.string(0) ?? "", text: $0.string(1) ?? "")
        }
        for trigger in triggers { try connection.execute("DROP TRIGGER \(trigger.name.sqlName)") }
        return triggers.filter { !$0.name.hasPrefix("Z_DA_") }.map(\.text)
    }

    private func replaceTables() throws {
        let names = Set(oldPlan.tables.map(\.name)).union(oldPlan.joins.values.map(\.name))
        for name in names.sorted() { try connection.execute("DROP TABLE \(name.sqlName)") }
        for name in newPlan.tables.map(\.name) + newPlan.joinTables.map(\.name) {
            try connection.execute("ALTER TABLE \(made(name.sqlName)) RENAME TO \(name.sqlName)")
        }
    }

    /// Entities have other numbers now; a family goes on with the keys of the one it was.
    private func numberEntities() throws {
        let highest = Dictionary(
            try connection.rows("SELECT Z_ENT, Z_MAX FROM Z_PRIMARYKEY") { ($0.integer(0), $0.integer(1)) },
            uniquingKeysWith: { $1 })
        try connection.execute("DELETE FROM Z_PRIMARYKEY WHERE Z_ENT < \(HistorySchema.changeNumber)")
        for map in new.maps {
            let family = new.family(of: map.layout.entity).compactMap { mapping.pair(to: $0.layout.entity)?.source }
            let most = family.compactMap { highest[old.map($0).rootNumber] }.max() ?? 0
            let isRoot = map.rootNumber == map.number
            try connection.run(
                "INSERT INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, ?)",
                [
                    .integer(map.number), .text(map.layout.name),
                    .integer(newPlan.numbers[map.layout.entity.superentity]), .integer(isRoot ? most : 0),
                ])
        }
    }

    func makeIndexes(_ statements: [String]) throws {
        do {
            for statement in statements { try connection.execute(statement) }
        } catch let error as SQLiteError where error.isUniqueViolation {
            throw StoreErrors.make(
                NSMigrationConstraintViolationError,
                reason: "Rows of the store break a uniqueness constraint of the model: \(error.message)",
                path: connection.path, sqlite: error)
        }
    }

    private func writeMetadata() throws {
        let metadata = try StoreMetadata(connection)
        var ours = StoreMetadata(model: model, entities: entities).content
        ours[NSStoreUUIDKey] = nil
        try StoreMetadata(content: metadata.content.merging(ours) { $1 }, identifier: metadata.identifier)
            .write(connection)
        try ModelCache.write(model, to: connection)
    }
}
