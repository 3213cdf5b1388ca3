internal import CoreDataSQLite

/// Finds out which files beside a store rows lead to.
struct ExternalReferences {
    private let schema: StoreSchema
    private let connection: Connection

    /// nil where no entity has data that may lie in files.
    init?(_ schema: StoreSchema, _ connection: Connection) {
        guard schema.hasExternalData else { return nil }
        self.schema = schema
        self.connection = connection
    }

    /// All of them.
    func all() throws -> Set<String> {
        var columns: Set<[String]> = []
        for map in schema.maps { for column in map.externalColumns { columns.insert([map.table, column]) } }
        var names: Set<String> = []
        for place in columns {
            let text = "SELECT \(place[1]) FROM \(place[0]) WHERE \(Self.isReference(place[1]))"
            names.formUnion(try connection.rows(text) { $0.blob(0).flatMap(ExternalData.fileName) }.compactMap(\.self))
        }
        return names
    }

    /// Those that a save will no longer lead to: of rows that it deletes, or whose data it changes.
    func left(by request: SaveRequest) throws -> [String] {
        var names: [String] = []
        for write in request.deletes {
            let map = schema.map(write.layout.entity)
            try add(map.externalColumns, of: write, map, to: &names)
        }
        for write in request.updates {
            let map = schema.map(write.layout.entity)
            guard !map.externalColumns.isEmpty else { continue }
            let changed = write.changed
            let columns = map.columns.indices.filter { map.externalSlots.contains($0) && changed.contains($0) }
            try add(columns.compactMap { map.columns[$0] }, of: write, map, to: &names)
        }
        return names
    }

    private func add(_ columns: [String], of write: RowWrite, _ map: EntityMap, to names: inout [String]) throws {
        guard !columns.isEmpty, let key = write.baseRow?.primaryKey else { return }
        let list = columns.map { "CASE WHEN \(Self.isReference($0)) THEN \($0) END" }.joined(separator: ", ")
        let text = "SELECT \(list) FROM \(map.table) WHERE Z_PK = ?"
        for row in try connection.rows(
            text, [.integer(key)],
            { row in
                columns.indices.compactMap { row.blob(Int32($0)).flatMap(ExternalData.fileName) }
            })
        { names += row }
    }

    private static func isReference(_ column: String) -> String {
        "length(\(column)) = \(ExternalData.referenceLength) AND substr(\(column), 1, 1) = x'02'"
    }
}

extension EntityMap {
    /// The columns of data that may lie in files.
    fileprivate var externalColumns: [String] {
        externalSlots.isEmpty ? [] : columns.indices.filter(externalSlots.contains).compactMap { columns[$0] }
    }
}

extension SQLiteStore {
    /// Takes away files that no row leads to any more. While somebody reads, perhaps what was there before, they stay until the
    /// next save, or until the store is closed.
    func removeFiles(_ names: some Collection<String>) {
        let isBusy = !connections.isClosed && (connections.isReading || generations?.isHeld == true)
        let doomed = doomedFiles.withLock { doomed in
            doomed += names
            guard !isBusy else { return [String]() }
            defer { doomed = [] }
            return doomed
        }
        guard !doomed.isEmpty, let path = location.path, let folder = ExternalData(location).folder else { return }
        FiledData.mapLiving(doomed.map { FiledData.Name(store: path, file: $0) })
        for name in doomed { unlink(folder.appendingPathComponent(name).path) }
    }
}
