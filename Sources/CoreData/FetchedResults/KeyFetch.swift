/// Reads a list's keys from its store and makes the list of rows, on whatever thread.
///
/// Everything that is the context's is looked up before; nothing but the list comes out.
struct KeyFetch: Sendable {
    private let reader: any SortKeyReader
    private let shape: KeyShape
    /// The number of each entity's home among those of the list.
    private let homes: [ObjectIdentifier: Int]
    private let ownHome: Int
    /// The same by the names of the entities.
    private let homesByName: [String: Int]
    private let hasSections: Bool
    private let cache: ListCache?

    /// What was read. Handed from the thread that read it to the context's.
    struct Found: @unchecked Sendable {
        // Sendable: the thread that made it keeps nothing of it.
        let rows: RowList
        let runs: SectionRuns?
    }

    init(
        _ plan: FetchPlan, _ criteria: ResultCriteria, of store: NSPersistentStore, hasSections: Bool,
        cache: ListCache?, home: (NSEntityDescription) -> Int
    ) {
        reader = store.sortKeyReader(plan, criteria.shape)
        shape = criteria.shape
        self.hasSections = hasSections
        self.cache = cache
        ownHome = home(plan.entity)
        var homes: [ObjectIdentifier: Int] = [:]
        var names = [plan.entity.name ?? "": ownHome]
        var kinds = plan.includesSubentities ? [plan.entity] : []
        while let kind = kinds.popLast() {
            if !kind.isAbstract {
                let number = home(kind)
                homes[ObjectIdentifier(kind)] = number
                names[kind.name ?? ""] = number
            }
            kinds += kind.subentities
        }
        self.homes = homes
        homesByName = names
    }

    /// The list from its cache, or else from the store, and into the cache then.
    func run(until cancellation: ReadCancellation? = nil) throws -> Found {
        guard let cache, let mark = cache.mark() else { return try read(until: cancellation) }
        if let found = cache.load(mark, shape, homesByName) { return found }
        let found = try read(until: cancellation)
        write(found, readSince: mark)
        return found
    }

    /// The list from its cache, nil where that has none of the store as it is.
    func load() -> Found? { cache.flatMap { cache in cache.mark().flatMap { cache.load($0, shape, homesByName) } } }

    /// Keeps a list in the cache if the store has still the mark that it had before the list was read.
    func write(_ found: Found, readSince mark: [UInt8]) {
        guard let cache, cache.mark() == mark else { return }
        cache.write(found, mark, homesByName)
    }

    func read(until cancellation: ReadCancellation? = nil) throws -> Found {
        let rows = RowList(shape)
        var runs = SectionRuns()
        try reader.read(batchesOf: RowList.filling, until: cancellation) { batch in
            let handles = batch.primaryKeys.enumerated().map { index, key in
                let entity = batch.layouts.map { ObjectIdentifier($0[index].entity) }
                return RowHandle(home: entity.flatMap { homes[$0] } ?? ownHome, key: key)
            }
            rows.append(handles, batch.columns)
            if hasSections { batch.columns[0].countSections(handles.count, into: &runs) }
        }
        return Found(rows: rows, runs: hasSections ? runs : nil)
    }
}

extension KeyColumn {
    /// Counts the sections that the rows fall into by this column.
    fileprivate func countSections(_ count: Int, into runs: inout SectionRuns) {
        for index in 0..<count {
            if index > 0, isSame(index, index - 1) { runs.extend() } else { runs.begin(sectionName(at: index)) }
        }
    }
}
