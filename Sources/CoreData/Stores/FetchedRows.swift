/// Rows in the order of the plan: runs of rows that follow each other in one chunk, as most do.
///
/// Rows that were read in another order than the plan's have an order beside the runs.
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
    /// Which row comes at each place, counted through all runs; nil where they come as in the runs. Each row comes once.
    private(set) var order: [Int32]?

    /// Appends all rows of a chunk.
    mutating func append(_ chunk: RowChunk) {
        assert(order == nil, "rows are arranged once all are there")
        runs.append(Run(chunk: Int32(chunks.count), first: 0, count: Int16(chunk.count)))
        chunks.append(chunk)
        count += chunk.count
    }

    /// Appends other rows.
    mutating func append(_ other: FetchedRows) {
        if order != nil || other.order != nil {
            let start = Int32(count)
            order = (order ?? Array(0..<start)) + (other.order ?? Array(0..<Int32(other.count))).map { $0 + start }
        }
        let shift = Int32(chunks.count)
        chunks += other.chunks
        runs += other.runs.lazy.map { run in
            var run = run
            run.chunk += shift
            return run
        }
        count += other.count
    }

    /// Appends a row of one of the chunks.
    @inline(__always)
    mutating func append(chunk: Int32, row: Int) {
        assert(order == nil, "rows are arranged once all are there")
        count += 1
        let last = runs.count - 1
        if last >= 0, runs[last].chunk == chunk, Int(runs[last].first) + Int(runs[last].count) == row {
            runs[last].count += 1
        } else {
            runs.append(Run(chunk: chunk, first: Int16(row), count: 1))
        }
    }

    /// Every row in order.
    func forEach(_ body: (RowReference) throws -> Void) rethrows {
        guard let order else {
            for run in runs {
                let chunk = chunks[Int(run.chunk)]
                for row in run.rows { try body(RowReference(chunk: chunk, row: row)) }
            }
            return
        }
        let places = runs.flatMap { run in run.rows.map { (chunk: Int(run.chunk), row: $0) } }
        for index in order {
            let place = places[Int(index)]
            try body(RowReference(chunk: chunks[place.chunk], row: place.row))
        }
    }

    // MARK: Arranging

    /// Puts rows that were read in the order of their keys in the order of a list of keys, in which others may stand too; there must
    /// not be many more keys between the lowest and the highest. Whether each row has its one place there; if not, nothing is changed.
    mutating func arrange(by keys: [Int64]) -> Bool {
        guard var places = KeyPlaces(self) else { return count == 0 }
        var arranged: [Int32] = []
        arranged.reserveCapacity(count)
        for key in keys { if let place = places.take(key) { arranged.append(place) } }
        guard arranged.count == count else { return false }
        order = arranged
        return true
    }

    /// Where the row of a key is, for rows with ascending keys.
    private struct KeyPlaces {
        private let first: Int64
        /// By the distance from the first key; -1 where there is no row, or none any more.
        private var places: [Int32]

        /// nil where there is no row, or keys do not ascend.
        init?(_ rows: FetchedRows) {
            guard let start = rows.runs.first, let end = rows.runs.last else { return nil }
            first = rows.chunks[Int(start.chunk)].primaryKey(start.rows.lowerBound)
            let last = rows.chunks[Int(end.chunk)].primaryKey(end.rows.upperBound - 1)
            let (distance, overflow) = last.subtractingReportingOverflow(first)
            guard !overflow, distance >= 0 else { return nil }
            places = Array(repeating: -1, count: Int(distance) + 1)
            var place: Int32 = 0
            for run in rows.runs {
                let chunk = rows.chunks[Int(run.chunk)]
                for row in run.rows {
                    let index = chunk.primaryKey(row) &- first
                    guard places.indices.contains(Int(index)) else { return nil }
                    places[Int(index)] = place
                    place += 1
                }
            }
        }

        /// The place of a key, the first time that it is asked for.
        @inline(__always)
        mutating func take(_ key: Int64) -> Int32? {
            let (index, overflow) = key.subtractingReportingOverflow(first)
            guard !overflow, index >= 0, index < places.count, places[Int(index)] >= 0 else { return nil }
            defer { places[Int(index)] = -1 }
            return places[Int(index)]
        }
    }
}
