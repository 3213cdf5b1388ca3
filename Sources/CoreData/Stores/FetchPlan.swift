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

/// Primary keys in the order of the plan, with the concrete entity of each (nil: all are of the plan's entity).
struct FetchedKeys {
    var primaryKeys: [Int64] = []
    var layouts: [EntityLayout]?
}
