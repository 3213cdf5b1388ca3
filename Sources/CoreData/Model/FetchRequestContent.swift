/// What the model has to do with fetch requests: it keeps, copies and compares them.
enum FetchRequestContent {
    static func request(_ settings: FetchSettings, entity: NSEntityDescription?) -> NSFetchRequest<
        any NSFetchRequestResult
    > {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.settings = settings
        request.settings.entity = entity
        return request
    }

    /// A copy for a copied model, which searches the entity there.
    static func copy(
        _ request: NSFetchRequest<any NSFetchRequestResult>, into entities: [String: NSEntityDescription]
    ) -> NSFetchRequest<any NSFetchRequestResult> {
        Self.request(request.settings, entity: request.entityName.flatMap { entities[$0] })
    }

    static func equal(
        _ one: NSFetchRequest<any NSFetchRequestResult>?, _ other: NSFetchRequest<any NSFetchRequestResult>?
    ) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        return one.entityName == other.entityName && one.predicate == other.predicate
            && order(one) == order(other) && one.fetchLimit == other.fetchLimit
            && one.fetchOffset == other.fetchOffset && one.fetchBatchSize == other.fetchBatchSize
            && one.resultType == other.resultType && FetchRequestFlags(one) == FetchRequestFlags(other)
            && names(one.propertiesToFetch) == names(other.propertiesToFetch)
            && one.relationshipKeyPathsForPrefetching ?? [] == other.relationshipKeyPathsForPrefetching ?? []
    }

    private static func order(_ request: NSFetchRequest<any NSFetchRequestResult>) -> [String] {
        (request.sortDescriptors ?? []).map { "\($0.key ?? "") \($0.ascending) \($0.selector.map { "\($0)" } ?? "")" }
    }

    static func names(_ properties: [Any]?) -> [String] {
        (properties ?? []).compactMap { ($0 as? NSPropertyDescription)?.name ?? $0 as? String }
    }
}

/// The switches of a fetch request that are on unless turned off, and the one that is off.
struct FetchRequestFlags: OptionSet {
    let rawValue: Int64

    static let returnsDistinctResults = FetchRequestFlags(rawValue: 1)
    static let includesSubentities = FetchRequestFlags(rawValue: 2)
    static let includesPropertyValues = FetchRequestFlags(rawValue: 4)
    static let returnsObjectsAsFaults = FetchRequestFlags(rawValue: 8)
    static let includesPendingChanges = FetchRequestFlags(rawValue: 16)

    init(rawValue: Int64) { self.rawValue = rawValue }

    init(_ request: NSFetchRequest<any NSFetchRequestResult>) {
        self = []
        if request.returnsDistinctResults { insert(.returnsDistinctResults) }
        if request.includesSubentities { insert(.includesSubentities) }
        if request.includesPropertyValues { insert(.includesPropertyValues) }
        if request.returnsObjectsAsFaults { insert(.returnsObjectsAsFaults) }
        if request.includesPendingChanges { insert(.includesPendingChanges) }
    }

    func apply(to request: NSFetchRequest<any NSFetchRequestResult>) {
        request.returnsDistinctResults = contains(.returnsDistinctResults)
        request.includesSubentities = contains(.includesSubentities)
        request.includesPropertyValues = contains(.includesPropertyValues)
        request.returnsObjectsAsFaults = contains(.returnsObjectsAsFaults)
        request.includesPendingChanges = contains(.includesPendingChanges)
    }
}
