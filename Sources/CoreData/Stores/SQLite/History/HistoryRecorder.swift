internal import CoreDataSQLite

/// Writes the history of one save, inside its transaction.
final class HistoryRecorder {
    /// Z_PK of the transaction.
    let number: Int64
    private let history: StoreHistory
    private let session: StoreConnection.Session
    private var nextChange: Int64
    /// Strings interned by this save: they count once it is committed.
    private var interned: [String: Int64] = [:]

    init(_ history: StoreHistory, changes: Int, _ session: StoreConnection.Session) throws {
        self.history = history
        self.session = session
        // A gap between transactions tells that the history was deleted there.
        number = try history.keys.reserve(
            1, root: HistorySchema.transactionNumber, isSpentAnyway: false, session)
        nextChange = try history.keys.reserve(changes, root: HistorySchema.changeNumber, session)
    }

    /// The transaction is in the file.
    func noteCommit() { history.remember(interned) }

    // MARK: The transaction

    private static let process = ProcessInfo.processInfo.processName
    /// A program without a bundle goes by its name.
    private static let bundle = Bundle.main.bundleIdentifier ?? process

    func writeTransaction(author: String?, contextName: String?) throws {
        let text = """
            INSERT INTO ATRANSACTION (Z_PK, Z_ENT, Z_OPT, ZAUTHORTS, ZBUNDLEIDTS, ZCONTEXTNAMETS, ZPROCESSIDTS, ZTIMESTAMP) \
            VALUES (?, 16002, NULL, ?, ?, ?, ?, ?)
            """
        let strings = try [author, Self.bundle, contextName, Self.process].map(intern)
        let statement = try session.writes.statement(.fixed(.writeTransaction)) { text }
        statement.bind(number, 1)
        for (index, string) in strings.enumerated() {
            if let string { statement.bind(string, Int32(index + 2)) } else { statement.bindNull(Int32(index + 2)) }
        }
        statement.bind(Date.timeIntervalSinceReferenceDate, 6)
        try statement.run()
    }

    private func intern(_ text: String?) throws -> Int64? {
        guard let text else { return nil }
        if let key = history.key(ofString: text) ?? interned[text] { return key }
        let find = "SELECT Z_PK FROM ATRANSACTIONSTRING WHERE ZNAME = ?"
        let found = try session.writes.statement(.text(find)) { find }
        found.bind(.text(text), 1)
        if try found.step() {
            let key = found.integer(0)
            found.reset()
            history.remember([text: key])
            return key
        }
        let key = try history.keys.reserve(1, root: HistorySchema.stringNumber, session)
        try session.connection.run(
            "INSERT INTO ATRANSACTIONSTRING (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (?, 16003, NULL, ?)",
            [.integer(key), .text(text)])
        interned[text] = key
        return key
    }

    // MARK: Changes

    func writeInserts(_ writes: [RowWrite], _ rows: [WrittenRow]) throws {
        let statement = try changeStatement()
        statement.bindNull(6)
        for at in writes.indices { try write(.insert, map(writes[at]), rows[at].primaryKey, statement) }
    }

    func writeUpdates(_ request: SaveRequest, _ rows: [WrittenRow]) throws {
        let writes = request.updates
        let statement = try changeStatement()
        var last: (layout: UInt32, slots: SlotSet, toMany: [Int], bits: [UInt8])?
        for at in writes.indices {
            let (write, row) = (writes[at], rows[at])
            let map = map(write)
            let slots = write.changed
            let toMany =
                write.toMany < 0
                ? []
                : request.toMany(of: write).compactMap { change in
                    map.layout.toMany.firstIndex { $0.name == change.relationship.name }
                }
            if last?.layout != map.layout.id || last?.slots != slots || last?.toMany != toMany {
                last = (map.layout.id, slots, toMany, history.columns(of: map).bits(slots: slots, toMany: toMany))
            }
            try last?.bits.withUnsafeBytes { bits in
                statement.bindBlob(bits, 6)
                try self.write(.update, map, row.primaryKey, statement)
            }
        }
    }

    func writeDeletes(_ writes: [RowWrite]) throws {
        var current: (map: EntityMap, slots: [Int], statement: Statement)?
        for at in writes.indices {
            guard let base = writes[at].base else { continue }
            let map = map(writes[at])
            if current?.map !== map {
                let slots = history.tombstoneSlots(of: map)
                let statement = try slots.isEmpty ? changeStatement() : tombstoneStatement(slots.count)
                current = (map, slots, statement)
            }
            guard let (_, slots, statement) = current else { continue }
            statement.bindNull(6)
            for (index, slot) in slots.enumerated() { statement.bind(base, slot, Int32(7 + index)) }
            try self.write(.delete, map, base.primaryKey, statement)
        }
    }

    private var lastMap: EntityMap?

    private func map(_ write: RowWrite) -> EntityMap {
        if let lastMap, write.isOf(lastMap.layout) { return lastMap }
        let map = history.schema.map(write.layout.entity)
        lastMap = map
        return map
    }

    private func write(_ type: NSPersistentHistoryChangeType, _ map: EntityMap, _ key: Int64, _ statement: Statement)
        throws
    {
        statement.bind(nextChange, 1)
        nextChange += 1
        statement.bind(Int64(type.rawValue), 2)
        statement.bind(map.number, 3)
        statement.bind(key, 4)
        statement.bind(number, 5)
        try statement.run()
    }

    private static let changeText = """
        INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS) \
        VALUES (?, 16001, NULL, ?, ?, ?, ?, ?)
        """

    private func changeStatement() throws -> Statement {
        try session.writes.statement(.fixed(.writeChange)) { Self.changeText }
    }

    private func tombstoneStatement(_ count: Int) throws -> Statement {
        let names = (0..<count).map { ", ZTOMBSTONE\($0)" }.joined()
        let marks = String(repeating: ", ?", count: count)
        let text = """
            INSERT INTO ACHANGE (Z_PK, Z_ENT, Z_OPT, ZCHANGETYPE, ZENTITY, ZENTITYPK, ZTRANSACTIONID, ZCOLUMNS\(names)) \
            VALUES (?, 16001, NULL, ?, ?, ?, ?, ?\(marks))
            """
        return try session.writes.statement(.text(text)) { text }
    }
}

extension StoreHistory {
    /// Writes the transaction of a save; nil where nothing but metadata is saved.
    func record(
        _ request: SaveRequest, _ drafts: SnapshotDrafts, _ session: StoreConnection.Session
    ) throws -> HistoryRecorder? {
        let count = request.inserts.count + request.updates.count + request.deletes.count
        guard count > 0 else { return nil }
        let recorder = try HistoryRecorder(self, changes: count, session)
        try recorder.writeTransaction(author: request.author, contextName: request.contextName)
        try recorder.writeInserts(request.inserts, drafts.inserted)
        try recorder.writeUpdates(request, drafts.updated)
        try recorder.writeDeletes(request.deletes)
        return recorder
    }
}

extension Statement {
    /// Binds a slot of a snapshot; its bytes stay where they are until the statement has run.
    fileprivate func bind(_ row: RowReference, _ slot: Int, _ index: Int32) {
        guard !row.chunk.isNull(row: row.row, slot: slot) else { return bindNull(index) }
        switch row.chunk.layout.slots[slot].storage {
        case .integer, .toOne, .destinationEntity: bind(row.chunk.integer(row: row.row, slot: slot), index)
        case .real: bind(row.chunk.real(row: row.row, slot: slot), index)
        case .text, .decimal: bindText(row.chunk.bytes(row: row.row, slot: slot), index)
        case .blob: bindBlob(row.chunk.bytes(row: row.row, slot: slot), index)
        }
    }
}
