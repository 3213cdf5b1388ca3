/// What a context's pending changes do to the result of a fetch.
struct PendingMatches {
    /// New objects that fit.
    private(set) var insertedMatches: [NSManagedObject] = []
    /// Changed objects of the entity, with whether they fit now.
    private var updated: [(object: NSManagedObject, fits: Bool)] = []
    /// Objects of the entity that are to be deleted.
    private var deleted: [NSManagedObject] = []

    var isEmpty: Bool { insertedMatches.isEmpty && updated.isEmpty && deleted.isEmpty }

    init(in context: NSManagedObjectContext, _ settings: FetchSettings, _ entity: NSEntityDescription) {
        let changes = context.changes
        guard settings.includesPendingChanges, !changes.isEmpty else { return }
        let concerns = { (object: NSManagedObject) in
            guard settings.includesSubentities ? object.entity.isKindOf(entity: entity) : object.entity === entity
            else {
                return false
            }
            guard let wanted = settings.affectedStores else { return true }
            // What will be saved to another store is none of its rows.
            let store = try? context.destinationStore(of: object)
            return wanted.contains { $0 === store }
        }
        let evaluator = settings.predicate?.evaluator
        let fits = { (object: NSManagedObject) in evaluator?.evaluate(object) ?? true }
        insertedMatches = changes.inserted.filter { concerns($0) && fits($0) }
        updated = changes.updated.filter(concerns).map { ($0, fits($0)) }
        deleted = changes.deleted.filter(concerns)
    }

    /// How many rows beyond the limit must be read, as so many of those read may not count.
    func margin(_ settings: FetchSettings) -> Int {
        isEmpty ? 0 : settings.offset + updated.count + deleted.count
    }

    /// The result with the pending changes, sorted and cut anew.
    func apply(to objects: [NSManagedObject], _ settings: FetchSettings) -> [NSManagedObject] {
        var fitting = ObjectSet()
        var leaving = ObjectSet(deleted)
        for (object, fits) in updated { if fits { fitting.insert(object) } else { leaving.insert(object) } }
        var result = objects.filter { !leaving.contains($0) && !fitting.contains($0) }
        result += fitting.objects
        result += insertedMatches
        return settings.cut(settings.sorted(result))
    }

    /// How many of a store's keys count, and of its changed objects.
    func adjust(_ keys: [Int64], of store: NSPersistentStore) -> Int {
        let found = Set(keys)
        var count = found.count
        for object in deleted where object.home.store === store && found.contains(object.key) { count -= 1 }
        for (object, fits) in updated where object.home.store === store {
            if fits != found.contains(object.key) { count += fits ? 1 : -1 }
        }
        return count
    }
}
