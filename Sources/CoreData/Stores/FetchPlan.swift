/// What a context asks one store for: a fetch request with every name resolved against the frozen model.
struct FetchPlan {
    let entity: NSEntityDescription
    var includesSubentities = true
    /// nil picks everything; objects and IDs in it stand as constants.
    var predicate: NSPredicate?
    var sortDescriptors: [NSSortDescriptor] = []
    /// 0 for no limit.
    var limit = 0
    var offset = 0
    /// To-one and to-many key paths whose rows are to be in the row cache afterwards.
    var prefetchedKeyPaths: [String] = []
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
