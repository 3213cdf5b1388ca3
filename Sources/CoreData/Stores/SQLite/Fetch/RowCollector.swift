internal import CoreDataSQLite

/// Collects the rows of a statement in chunks.
///
/// Rows of one entity that no context holds are copied straight into chunk after chunk. Where the row cache already has
/// a row in the version just read, its columns are not read again, and the result names the snapshot that is there.
struct RowCollector {
    let selection: RowSelection
    let cache: RowCache
    let triggers: StoreTriggers
    let external: ExternalData
    /// How many rows are expected at most.
    var expected = RowChunk.capacity

    /// A shorter way to all the rows of a statement, if there is one: asked once, when it has answered `RowSweep.threshold` and
    /// stands before the next.
    typealias Shortcut = (Statement, FetchedRows) throws -> FetchedRows?

    func collect(
        _ statement: Statement, shortcut: Shortcut = { _, _ in nil }
    ) throws -> FetchedRows {
        guard try statement.step() else { return FetchedRows() }
        let layout = RowValues.Layout(statement)
        let family = selection.parts[0].map.layout.rootEntity
        let reusesRows =
            try cache.holdsRows(of: family)
            && !triggers.change(SchemaPlan.tableName(family), statement.connection)
        return selection.readsEntity || reusesRows
            ? try collectMixed(statement, layout, family: family, reusesRows: reusesRows, shortcut)
            : try collectUniform(statement, layout, shortcut)
    }

    private func makeChunk(_ layout: EntityLayout, after count: Int, arenaCapacity: Int = 0) -> RowChunk {
        RowChunk(
            layout: layout, capacity: max(1, min(RowChunk.capacity, expected - count)), arenaCapacity: arenaCapacity)
    }

    private func collectUniform(
        _ statement: Statement, _ layout: RowValues.Layout, _ shortcut: Shortcut
    ) throws -> FetchedRows {
        let part = selection.parts[0]
        var rows = FetchedRows()
        var arenaCapacity = 0
        var isAtRow = true
        while isAtRow {
            let chunk = makeChunk(part.map.layout, after: rows.count, arenaCapacity: arenaCapacity)
            repeat {
                part.read(RowValues(layout), into: chunk, external: external)
                isAtRow = try statement.step()
            } while isAtRow && !chunk.isFull
            rows.append(chunk)
            if isAtRow, rows.count == RowSweep.threshold, let others = try shortcut(statement, rows) { return others }
            cache.enter(chunk)
            // Rows of one table are alike; what does not fit moves once.
            arenaCapacity = chunk.arenaSize + chunk.arenaSize / 16
        }
        return rows
    }

    /// The statement stands before its first row.
    private func collectMixed(
        _ statement: Statement, _ layout: RowValues.Layout, family: NSEntityDescription, reusesRows: Bool,
        _ shortcut: Shortcut
    ) throws -> FetchedRows {
        var rows = FetchedRows()
        var filling = [Int32](repeating: -1, count: selection.parts.count)
        var reused = ReusedChunks()
        var wasAsked = false
        repeat {
            if rows.count == RowSweep.threshold, !wasAsked {
                wasAsked = true
                if let others = try shortcut(statement, rows) { return others }
            }
            let values = RowValues(layout)
            if reusesRows, let place = reused.place(of: values, family, cache, &rows.chunks) {
                rows.append(chunk: place.chunk, row: place.row)
                continue
            }
            let number = selection.readsEntity ? selection.part(number: values.integer(2)) : 0
            guard let number else { continue }
            let part = selection.parts[number]
            if filling[number] < 0 || rows.chunks[Int(filling[number])].isFull {
                filling[number] = Int32(rows.chunks.count)
                rows.chunks.append(makeChunk(part.map.layout, after: rows.count))
            }
            let chunk = rows.chunks[Int(filling[number])]
            rows.append(chunk: filling[number], row: chunk.count)
            part.read(values, into: chunk, external: external)
        } while try statement.step()
        for chunk in rows.chunks where chunk.cache == nil { cache.enter(chunk) }
        return rows
    }

    /// Finds the rows that earlier fetches have read, and the numbers under which their chunks stand in a result.
    private struct ReusedChunks {
        private var numbers: [ObjectIdentifier: Int32] = [:]
        /// The row found last, in a chunk that the result holds: mostly the next one comes next.
        private var last: (chunk: Unmanaged<RowChunk>, number: Int32, row: Int)?

        /// Where the present row is, if it is in memory in the version that the store has now.
        @inline(__always)
        mutating func place(
            of values: RowValues, _ family: NSEntityDescription, _ cache: RowCache, _ chunks: inout [RowChunk]
        ) -> (chunk: Int32, row: Int)? {
            let (key, version) = (values.integer(0), values.integer(1))
            if let (chunk, number, row) = last {
                let isNext = chunk._withUnsafeGuaranteedRef {
                    row + 1 < $0.count && $0.primaryKey(row + 1) == key && Int64($0.version(row + 1)) == version
                }
                if isNext {
                    last = (chunk, number, row + 1)
                    return (number, row + 1)
                }
            }
            return find(key, version, family, cache, &chunks)
        }

        private mutating func find(
            _ key: Int64, _ version: Int64, _ family: NSEntityDescription, _ cache: RowCache,
            _ chunks: inout [RowChunk]
        ) -> (chunk: Int32, row: Int)? {
            guard let known = cache.row(family: family, primaryKey: key), Int64(known.version) == version else {
                return nil
            }
            let identifier = ObjectIdentifier(known.chunk)
            let number = numbers[identifier] ?? Int32(chunks.count)
            if number == chunks.count {
                chunks.append(known.chunk)
                numbers[identifier] = number
            }
            last = (.passUnretained(known.chunk), number, known.row)
            return (number, known.row)
        }
    }
}
