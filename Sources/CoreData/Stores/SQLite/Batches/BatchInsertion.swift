internal import CoreDataSQLite

/// Inserts the rows of a batch into one store.
struct BatchInsertion {
    let store: SQLiteStore
    let map: EntityMap
    let collisions: UniqueCollisions

    /// Answers the keys of the rows.
    func run(_ source: BatchRowSource, in transaction: BatchTransaction) throws -> [Int64] {
        // The program may read the store while it makes rows: with one connection for all it must be done with that before.
        var waiting: [RowChunk]?
        if !store.connections.usesLog {
            var chunks: [RowChunk] = []
            while let chunk = try source.nextChunk() { chunks.append(chunk) }
            waiting = chunks.reversed()
        }
        return try transaction.run { session, history in
            let next = { try waiting == nil ? source.nextChunk() : waiting?.popLast() }
            let keys =
                try collisions == .fail || map.constraints.isEmpty
                ? insert(next, session, history) : merge(next, session, history)
            return (keys, keys.count)
        }
    }

    private func reserve(_ count: Int, _ session: StoreConnection.Session) throws -> Int64 {
        try store.keys.reserve(count, root: map.rootNumber, session)
    }

    private func insert(
        _ next: () throws -> RowChunk?, _ session: StoreConnection.Session, _ history: BatchHistory?
    ) throws -> [Int64] {
        let binder = RowBinder(map, first: 2, files: session.files)
        let statement = try session.writes.statement(.insert(layout: map.layout.id)) { binder.insertText }
        let first = try reserve(0, session)
        var key = first
        while let chunk = try next() {
            let rows = Unmanaged.passUnretained(chunk)
            for row in 0..<chunk.count {
                statement.bind(key, 1)
                try binder.bind(WrittenRow(chunk: rows, row: row), to: statement)
                try statement.run()
                key += 1
            }
            withExtendedLifetime(chunk) {}
        }
        guard key > first else { return [] }
        _ = try reserve(Int(key - first), session)
        try history?.recordInserts(map, first...key - 1)
        return Array(first..<key)
    }

    // MARK: Rows whose unique values may be taken

    private func merge(
        _ next: () throws -> RowChunk?, _ session: StoreConnection.Session, _ history: BatchHistory?
    ) throws -> [Int64] {
        let binder = RowBinder(map, first: 2, files: session.files)
        let text = binder.insertText + collisionClauses + " RETURNING Z_PK"
        let statement = try session.writes.statement(.text(text)) { text }
        let first = try reserve(0, session)
        var key = first
        var keys: [Int64] = []
        while let chunk = try next() {
            let rows = Unmanaged.passUnretained(chunk)
            for row in 0..<chunk.count {
                statement.bind(key, 1)
                try binder.bind(WrittenRow(chunk: rows, row: row), to: statement)
                guard try statement.step() else { continue }
                let written = statement.integer(0)
                // The row is written when the statement has come to its end.
                _ = try statement.step()
                keys.append(written)
                if written == key { key += 1 }
            }
            withExtendedLifetime(chunk) {}
        }
        if key > first {
            _ = try reserve(Int(key - first), session)
            try history?.recordInserts(map, first...key - 1)
        }
        try record(keys.filter { $0 < first }, history)
        var seen: Set<Int64> = []
        return keys.filter { seen.insert($0).inserted }
    }

    /// Rows that were there before and have new values.
    private func record(_ keys: [Int64], _ history: BatchHistory?) throws {
        guard let history else { return }
        try KeyList(Array(Set(keys)).sorted()).forEachPart { _, parameters in
            // Numbered, as the other parameters of the statement are.
            let list = parameters.indices.map { "?\($0 + 1)" }.joined(separator: ",")
            try history.record(
                .update, map, slots: attributeSlots, in: "\(map.table) t0", as: "t0", where: "t0.Z_PK IN (\(list))",
                parameters)
        }
    }

    private var attributeSlots: SlotSet {
        var slots = SlotSet()
        for (slot, content) in map.layout.slots.enumerated()
        where content.storage != .toOne && content.storage != .destinationEntity && map.columns[slot] != nil
            // What is derived is derived by triggers.
            && !map.derivedSlots.contains(slot)
        {
            slots.insert(slot)
        }
        return slots
    }

    /// One for each constraint: a clause without columns would also hold for the primary key.
    private var collisionClauses: String {
        let action: String
        if collisions == .keep {
            action = "DO NOTHING"
        } else {
            let slots = attributeSlots
            let columns = map.columns.indices.filter(slots.contains).compactMap { map.columns[$0] }
            action = "DO UPDATE SET Z_OPT = Z_OPT + 1" + columns.map { ", \($0) = excluded.\($0)" }.joined()
        }
        return map.constraints.map { constraint in
            let columns = constraint.slots.compactMap { map.columns[$0] }
            return " ON CONFLICT (\(columns.joined(separator: ", "))) \(action)"
        }.joined()
    }
}
