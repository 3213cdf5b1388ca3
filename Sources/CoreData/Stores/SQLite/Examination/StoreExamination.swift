internal import CoreDataSQLite

/// Looks for all that is wrong with a store: what SQLite says, what the store says of itself, and the rules of its rows.
struct StoreExamination {
    let connection: Connection
    /// Where the store's external data are.
    let external: ExternalData
    /// The model that the store is to be opened with, if one is known.
    let given: NSManagedObjectModel?
    /// Whether nobody else can save meanwhile.
    var isAlone = false

    /// What is known of a store once it has been looked at.
    private struct Subject {
        let file: FileSchema
        let metadata: StoreMetadata?
        let model: NSManagedObjectModel
        let entities: [NSEntityDescription]
    }

    /// - Parameter isThorough: whether the pages are looked at, too.
    func faults(isThorough: Bool = true) throws -> [StoreFault] {
        StoreFunctions.offer(to: connection, noting: TriggeredRows(), external)
        let file: FileSchema
        do {
            file = try FileSchema(connection)
        } catch let error as SQLiteError where error.code == 11 {
            return try isThorough ? damage([:]) : []
        }
        guard file.isCoreDataStore else {
            throw StoreErrors.make(
                NSPersistentStoreInvalidTypeError, reason: "The file is a SQLite database, but not a Core Data store",
                path: connection.path)
        }
        var faults: [StoreFault] = []
        let subject = try subject(file, &faults)
        let tables = subject.map { Self.tables(of: $0.entities) } ?? [:]
        let damage = isThorough ? try damage(tables) : []
        if let subject { try examine(subject, isDamaged: !damage.isEmpty, &faults) }
        return damage + faults
    }

    private func damage(_ entities: [String: String]) throws -> [StoreFault] {
        try IntegrityCheck(connection: connection, entities: entities).findings().map { finding in
            // Put right by making the file anew.
            StoreFault(
                finding.kind, entity: finding.entity, property: finding.property, count: finding.count,
                detail: finding.detail, remedy: { _ in })
        }
    }

    private static func tables(of entities: [NSEntityDescription]) -> [String: String] {
        Dictionary(
            entities.filter { $0.superentity == nil }.map { (SchemaPlan.tableName($0), $0.name ?? "") },
            uniquingKeysWith: { $1 })
    }

    // MARK: What the store says of itself

    private func subject(_ file: FileSchema, _ faults: inout [StoreFault]) throws -> Subject? {
        let metadata = try orNothing { try StoreMetadata(connection) }
        let hashes = metadata?.versionHashes
        let cached = try orNothing { try ModelCache.read(connection) }
        let model = model(hashes, cached ?? nil)
        if hashes == nil {
            faults.append(
                StoreFault(
                    .unreadableMetadata,
                    remedy: model.map { model in
                        { try StoreMetadata.remake(model, Self.held(by: file, of: model), in: $0) }
                    }))
        } else if let metadata {
            faults += HashExamination(metadata, file, model).faults
        }
        // One that was never kept is none that cannot be read.
        if cached == nil || cached == .some(nil), file.has("Z_MODELCACHE"), try hasCache() {
            faults.append(
                StoreFault(.unreadableModel, remedy: model.map { model in { try ModelCache.write(model, to: $0) } }))
        }
        guard let model else {
            faults.append(StoreFault(.unknownModel))
            return nil
        }
        model.freeze()
        return Subject(
            file: file, metadata: metadata, model: model,
            entities: hashes.map { hashes in
                model.entities.filter { hashes[$0.name ?? ""] != nil || file.numbers[$0.name ?? ""] != nil }
            } ?? Self.held(by: file, of: model))
    }

    private static func held(by file: FileSchema, of model: NSManagedObjectModel) -> [NSEntityDescription] {
        let held = model.entities.filter { file.has(SchemaPlan.tableName($0.rootEntity)) }
        return held.isEmpty ? model.entities : held
    }

    private func hasCache() throws -> Bool {
        try orNothing { try connection.value("SELECT 1 FROM Z_MODELCACHE") != nil } ?? true
    }

    /// The model that the store was made with: the one given, the one kept in it, or another version in the program. Where the
    /// hashes are those of none, the one kept is gone by.
    private func model(_ hashes: [String: Data]?, _ cached: NSManagedObjectModel?) -> NSManagedObjectModel? {
        guard let hashes else { return given ?? cached }
        if let given, given.hasEntities(hashes) { return given }
        if let cached, cached.hasEntities(hashes) { return cached }
        if let known = ModelVersions.model(withHashes: hashes) { return known }
        return cached.flatMap { cached in hashes.keys.allSatisfy { cached.entitiesByName[$0] != nil } ? cached : nil }
    }

    /// nil where damage, or bytes that make no sense, keep it from being read.
    private func orNothing<Result>(_ body: () throws -> Result) throws -> Result? {
        do {
            return try body()
        } catch let error as SQLiteError where error.isBusy {
            throw error
        } catch {
            return nil
        }
    }

    // MARK: Rows

    private func examine(_ subject: Subject, isDamaged: Bool, _ faults: inout [StoreFault]) throws {
        let file = subject.file
        guard let numbers = EntityNumbers(file.numbers, entities: subject.entities) else {
            faults += unnumbered(subject)
            return
        }
        var plan = SchemaPlan(numbers)
        let missing = Set(try plan.reconcile(with: file))
        guard missing.isEmpty else {
            let statements = plan.statements(making: missing)
            for name in missing.sorted() {
                let remedy = statements[name].map { statement -> (Connection) throws -> Void in
                    { try $0.execute(statement) }
                }
                faults.append(StoreFault(.missingTable, entity: name, remedy: remedy))
            }
            return
        }
        let schema = StoreSchema(plan)
        var check = StoreRuleCheck(connection)
        try check.check(StoreRules(schema, plan, file).all)
        faults += check.faults
        if !isDamaged {
            for table in check.unread { faults.append(StoreFault(.damagedPages, entity: table, remedy: { _ in })) }
        }
        faults += try missingIndexes(plan, file)
        faults += try files(schema)
    }

    /// Numbers are computed: what is lost can be written again where it fits what is left.
    private func unnumbered(_ subject: Subject) -> [StoreFault] {
        let computed = EntityNumbers(numbering: subject.entities)
        let fits = subject.entities.allSatisfy { entity in
            subject.file.numbers[entity.name ?? ""].map { $0 == computed[entity] } ?? true
        }
        return subject.entities.filter { subject.file.numbers[$0.name ?? ""] == nil }.map { entity in
            let (number, name, parent) = (computed[entity], entity.name ?? "", computed[entity.superentity])
            let remedy: (Connection) throws -> Void = { connection in
                try connection.run(
                    "INSERT OR IGNORE INTO Z_PRIMARYKEY (Z_ENT, Z_NAME, Z_SUPER, Z_MAX) VALUES (?, ?, ?, 0)",
                    [.integer(number), .text(name), .integer(parent)])
            }
            return StoreFault(.unnumberedEntity, entity: name, remedy: fits ? remedy : nil)
        }
    }

    /// Indexes by what they index: stores of other versions of Apple's framework have others names for them.
    private func missingIndexes(_ plan: SchemaPlan, _ file: FileSchema) throws -> [StoreFault] {
        var known: [String: [[String]]] = [:]
        return try plan.indexStatements.compactMap { statement in
            // Names of the model's that the file has others for are those of join tables.
            guard let index = IndexStatement(statement), index.columns.allSatisfy({ file.has($0, in: index.table) })
            else { return nil }
            let present =
                try known[index.table]
                ?? connection.rows("SELECT name FROM pragma_index_list(?)", [.text(index.table)]) { $0.string(0) ?? "" }
                .map { name in
                    try connection.rows("SELECT name FROM pragma_index_info(?)", [.text(name)]) {
                        $0.string(0) ?? "Z_PK"
                    }
                }
            known[index.table] = present
            if present.contains(where: { $0.starts(with: index.columns) }) { return nil }
            return StoreFault(
                .missingIndex, entity: index.name, remedy: { try $0.execute(statement) })
        }
    }

    /// A save that is going on makes files before its rows can be seen: what looks surplus is looked at again while nobody
    /// can save.
    private func surplusFiles(_ schema: StoreSchema) throws -> [StoreFault] {
        guard let references = ExternalReferences(schema, connection), !external.isShared,
            let found = try orNothing({ try external.names().subtracting(references.all()) }), !found.isEmpty,
            let surplus = isAlone ? found : try? confirmed(found, schema), !surplus.isEmpty
        else { return [] }
        return [
            StoreFault(.surplusFile, count: surplus.count, remedy: { [external] _ in external.takeBack(surplus) })
        ]
    }

    private func confirmed(_ found: Set<String>, _ schema: StoreSchema) throws -> Set<String> {
        guard let path = external.location.path else { return [] }
        let connection = try StoreFile.connect(path, access: .readWrite, timeout: 1)
        guard !connection.isReadOnly else { return found }
        // To look is not to write.
        connection.leaveLogOnClosing()
        try connection.execute("BEGIN IMMEDIATE")
        defer { connection.rollback() }
        let names = try external.names().intersection(found)
        return try names.subtracting(ExternalReferences(schema, connection)?.all() ?? [])
    }

    /// Files of external data that rows lead to and that are not there, and those that no row leads to.
    private func files(_ schema: StoreSchema) throws -> [StoreFault] {
        var faults = try surplusFiles(schema)
        for map in schema.maps where !map.externalSlots.isEmpty {
            for (slot, content) in map.layout.slots.enumerated() where map.externalSlots.contains(slot) {
                guard let column = map.columns[slot] else { continue }
                let own = "Z_ENT = \(map.number) AND substr(\(column), 1, 1) = x'02'"
                let names = try orNothing {
                    try connection.rows("SELECT Z_PK, substr(\(column), 2, 36) FROM \(map.table) WHERE \(own)") {
                        (key: $0.integer(0), name: $0.string(1) ?? "")
                    }
                }
                let lost = (names ?? []).filter { !external.hasFile($0.name) }
                guard !lost.isEmpty else { continue }
                let keys = StoreRules.list(lost.map(\.key))
                let empty = content.isOptional ? "NULL" : "x'01'"
                faults.append(
                    StoreFault(
                        .missingFile, entity: map.layout.name, property: content.name, count: lost.count,
                        remedy: {
                            try $0.execute("UPDATE \(map.table) SET \(column) = \(empty) WHERE Z_PK IN (\(keys))")
                        }
                    ))
            }
        }
        return faults
    }
}

/// What a statement that makes an index says.
struct IndexStatement {
    let name: String
    let table: String
    let columns: [String]

    init?(_ text: String) {
        guard let match = text.firstMatch(of: /INDEX (.+?) ON (.+?) \((.+?)\)(?: WHERE|$)/) else { return nil }
        name = String(match.1).replacing("\"", with: "")
        table = String(match.2).replacing("\"", with: "")
        columns = match.3.split(separator: ", ").map { column in
            String(column.prefix { $0 != " " }).replacing("\"", with: "")
        }
    }
}

extension NSManagedObjectModel {
    /// Whether each entity of a store is one of this model's.
    fileprivate func hasEntities(_ hashes: [String: Data]) -> Bool {
        let own = entityVersionHashesByName
        return hashes.allSatisfy { own[$0.key] == $0.value }
    }
}

extension StoreMetadata {
    /// Writes the metadata that a store of that model begins with, under the UUID that is left of the former ones.
    fileprivate static func remake(
        _ model: NSManagedObjectModel, _ entities: [NSEntityDescription], in connection: Connection
    ) throws {
        let identifier = try? connection.value("SELECT Z_UUID FROM Z_METADATA")?.text
        var content = StoreMetadata(model: model, entities: entities).content
        let made = content[NSStoreUUIDKey] as? String
        content[NSStoreUUIDKey] = nil
        try connection.execute("DELETE FROM Z_METADATA")
        try StoreMetadata(content: content, identifier: identifier ?? made ?? UUID().uuidString).write(connection)
    }
}

extension ExternalData {
    fileprivate func hasFile(_ name: String) -> Bool {
        guard let folder else { return false }
        return FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }
}

extension SchemaPlan {
    /// The statements that make those of the tables and columns that a file lacks, by the names that ``reconcile(with:)`` has
    /// answered.
    fileprivate func statements(making missing: Set<String>) -> [String: String] {
        var statements: [String: String] = [:]
        let made = tableStatements()
        for (index, name) in (tables.map(\.name) + joinTables.map(\.name)).enumerated() where missing.contains(name) {
            statements[name] = made[index]
        }
        for table in tables {
            for column in table.columns where missing.contains("\(table.name).\(column.name)") {
                statements["\(table.name).\(column.name)"] =
                    "ALTER TABLE \(table.name.sqlName) ADD COLUMN \(column.name.sqlName) \(column.type)"
            }
        }
        return statements
    }
}
