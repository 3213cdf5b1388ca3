internal import CoreDataSQLite

/// Collects the rows of a statement in chunks.
///
/// Rows of one entity that no context holds are copied straight into chunk after chunk. Where the row cache already has
/// a row in the version just read, its columns are not read again, and the result names the snapshot that is there.
struct RowCollector {
    let selection: RowSelection
    let cache: RowCache
    let external: ExternalData
    /// How many rows are expected at most.
    var expected = RowChunk.capacity

    func collect(_ statement: Statement) throws -> FetchedRows {
        let family = selection.parts[0].map.layout.rootEntity
        let reusesRows = cache.holdsRows(of: family) && !selection.parts[0].map.hasTriggers
        return selection.readsEntity || reusesRows
            ? try collectMixed(statement, family: family, reusesRows: reusesRows) : try collectUniform(statement)
    }

    private func makeChunk(_ layout: EntityLayout, after count: Int) -> RowChunk {
        RowChunk(layout: layout, capacity: max(1, min(RowChunk.capacity, expected - count)))
    }

    private func collectUniform(_ statement: Statement) throws -> FetchedRows {
        let part = selection.parts[0]
        var rows = FetchedRows()
        var chunk: RowChunk?
        var count = 0
        while try statement.step() {
            if chunk?.isFull ?? true {
                if let full = chunk { cache.enter(full) }
                let new = makeChunk(part.map.layout, after: count)
                rows.chunks.append(new)
                chunk = new
            }
            if let chunk { part.read(statement, into: chunk, external: external) }
            count += 1
        }
        if let chunk { cache.enter(chunk) }
        return rows
    }

    private func collectMixed(
        _ statement: Statement, family: NSEntityDescription, reusesRows: Bool
    ) throws -> FetchedRows {
        var rows = FetchedRows()
        var order: [(chunk: Int32, row: UInt8)] = []
        var filling = [Int32](repeating: -1, count: selection.parts.count)
        var reused = ChunkNumbers()
        while try statement.step() {
            if reusesRows, let known = cache.row(family: family, primaryKey: statement.integer(0)),
                Int64(known.version) == statement.integer(1)
            {
                order.append((reused.number(of: known.chunk, in: &rows.chunks), UInt8(known.row)))
                continue
            }
            let number = selection.readsEntity ? selection.part(number: statement.integer(2)) : 0
            guard let number else { continue }
            let part = selection.parts[number]
            if filling[number] < 0 || rows.chunks[Int(filling[number])].isFull {
                filling[number] = Int32(rows.chunks.count)
                rows.chunks.append(makeChunk(part.map.layout, after: order.count))
            }
            let chunk = rows.chunks[Int(filling[number])]
            order.append((filling[number], UInt8(chunk.count)))
            part.read(statement, into: chunk, external: external)
        }
        for chunk in rows.chunks where chunk.cache == nil { cache.enter(chunk) }
        rows.order = order
        return rows
    }

    /// The numbers under which chunks of earlier fetches stand in a result.
    private struct ChunkNumbers {
        private var numbers: [ObjectIdentifier: Int32] = [:]
        private var last: (chunk: ObjectIdentifier, number: Int32)?

        mutating func number(of chunk: RowChunk, in chunks: inout [RowChunk]) -> Int32 {
            let identifier = ObjectIdentifier(chunk)
            if let last, last.chunk == identifier { return last.number }
            let number = numbers[identifier] ?? Int32(chunks.count)
            if number == chunks.count {
                chunks.append(chunk)
                numbers[identifier] = number
            }
            last = (identifier, number)
            return number
        }
    }
}
