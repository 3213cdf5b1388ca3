/// What a context asks one store for: a fetch request with every name resolved against the frozen model.
struct FetchPlan {
    let entity: NSEntityDescription
    var includesSubentities = true
    /// nil picks everything; objects and IDs in it stand as constants.
    var predicate: NSPredicate?
    /// Rows that these leave equal come in the order of their primary keys, descending if the last descriptor is.
    var sortDescriptors: [NSSortDescriptor] = []
    /// 0 for no limit.
    var limit = 0
    var offset = 0
}

/// Rows in the order of the plan: runs of rows that follow each other in one chunk, as most do.
struct FetchedRows {
    struct Run {
        /// Position in `chunks`.
        fileprivate(set) var chunk: Int32
        let first: Int16
        fileprivate(set) var count: Int16

        var rows: Range<Int> { Int(first)..<Int(first) + Int(count) }
    }

    var chunks: [RowChunk] = []
    private(set) var runs: [Run] = []
    private(set) var count = 0

    /// Appends all rows of a chunk.
    mutating func append(_ chunk: RowChunk) {
        runs.append(Run(chunk: Int32(chunks.count), first: 0, count: Int16(chunk.count)))
        chunks.append(chunk)
        count += chunk.count
    }

    /// Appends other rows.
    mutating func append(_ other: FetchedRows) {
        let shift = Int32(chunks.count)
        chunks += other.chunks
        runs += other.runs.lazy.map { run in
            var run = run
            run.chunk += shift
            return run
        }
        count += other.count
    }

    /// Every row in order.
    func forEach(_ body: (RowReference) throws -> Void) rethrows {
        for run in runs {
            let chunk = chunks[Int(run.chunk)]
            for row in run.rows { try body(RowReference(chunk: chunk, row: row)) }
        }
    }

    /// Appends a row of one of the chunks.
    @inline(__always)
    mutating func append(chunk: Int32, row: Int) {
        count += 1
        let last = runs.count - 1
        if last >= 0, runs[last].chunk == chunk, Int(runs[last].first) + Int(runs[last].count) == row {
            runs[last].count += 1
        } else {
            runs.append(Run(chunk: chunk, first: Int16(row), count: 1))
        }
    }
}

/// Primary keys in the order of the plan, with the concrete entity of each (nil: all are of the plan's entity).
struct FetchedKeys {
    var primaryKeys: [Int64] = []
    var layouts: [EntityLayout]?
}
