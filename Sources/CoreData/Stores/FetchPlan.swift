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

/// Rows in the order of the plan. Where all are of one concrete entity they simply follow each other chunk by chunk, and
/// `order` is nil; else it names chunk and row of each.
struct FetchedRows {
    var chunks: [RowChunk] = []
    var order: [(chunk: Int32, row: UInt8)]?

    var count: Int { order?.count ?? chunks.reduce(0) { $0 + $1.count } }
}

/// Primary keys in the order of the plan, with the concrete entity of each (nil: all are of the plan's entity).
struct FetchedKeys {
    var primaryKeys: [Int64] = []
    var layouts: [EntityLayout]?
}

/// Primary keys in the order of the plan, with the values they are sorted by: what a fetched results controller keeps.
struct FetchedSortKeys {
    var keys = FetchedKeys()
    /// One column a sort descriptor.
    var columns: [SortColumn] = []
}

/// The values of one sort descriptor, row after row.
struct SortColumn {
    enum Values {
        case integers([Int64])
        case reals([Double])
        /// UTF-8, text i from `ends[i - 1]` (0 for the first) to `ends[i]`.
        case texts(bytes: [UInt8], ends: [Int])
    }
    var values: Values
    /// Rows without a value, ascending.
    var nulls: [Int] = []
}
