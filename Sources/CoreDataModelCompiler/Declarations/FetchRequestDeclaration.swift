/// A fetch request template, or the request of a fetched property.
struct FetchRequestDeclaration {
    struct Flags: Equatable {
        var includesSubentities = true
        var includesPropertyValues = true
        var includesPendingChanges = true
        var returnsObjectsAsFaults = true
        var returnsDistinctResults = false
    }

    let name: String
    let line: Int
    let entity: String
    var predicate: String?
    var fetchLimit = 0
    var fetchBatchSize = 0
    /// The raw value of `NSFetchRequestResultType`.
    var resultType = 0
    var flags = Flags()
}
