/// What a request asks for, prepared for judging single objects in memory.
struct ResultCriteria {
    let shape: KeyShape
    private let entities: Set<ObjectIdentifier>
    /// The stores that are searched; nil for all.
    private let stores: [NSPersistentStore]?
    private let evaluator: PredicateEvaluator?
    private let sectionName: KeyPathReader?

    init(_ settings: FetchSettings, _ entity: NSEntityDescription, sectionNameKeyPath: String?) {
        var entities: Set<ObjectIdentifier> = [ObjectIdentifier(entity)]
        var descendants = settings.includesSubentities ? entity.subentities : []
        while let next = descendants.popLast() {
            entities.insert(ObjectIdentifier(next))
            descendants += next.subentities
        }
        self.entities = entities
        stores = settings.affectedStores
        evaluator = settings.predicate?.evaluator
        shape = KeyShape(settings.sortDescriptors ?? [], entity)
        sectionName = sectionNameKeyPath.map { KeyPathReader(FormatArguments.keys($0)) }
    }

    /// Whether the object is of an entity, and of a store, that the request is about.
    func concerns(_ object: NSManagedObject) -> Bool {
        guard entities.contains(ObjectIdentifier(object.entity)) else { return false }
        guard let stores else { return true }
        let store = object.home.store ?? object.managedObjectContext.flatMap { try? $0.destinationStore(of: object) }
        return stores.contains { $0 === store }
    }

    /// Whether an object of such an entity fits the predicate now.
    func admits(_ object: NSManagedObject) -> Bool {
        evaluator?.evaluate(object) ?? true
    }

    /// What places a row in the list as its object is now.
    func placement(of object: NSManagedObject, _ row: RowHandle) -> ResultChanges.Placement {
        .init(
            row: row, key: shape.key(of: object),
            section: sectionName.map { $0.read(.object(object)).sectionName } ?? "")
    }

    /// The sections that objects fall into, in their order; nil in a list without sections.
    func sectionRuns(_ objects: [NSManagedObject]) -> SectionRuns? {
        guard let sectionName else { return nil }
        var runs = SectionRuns()
        for object in objects { runs.begin(sectionName.read(.object(object)).sectionName) }
        return runs
    }
}

extension PredicateValue {
    /// The value as the name of a section; nil has the empty name.
    var sectionName: String {
        switch self {
        case .null: ""
        case .string(let text): text
        case .other(let value): String(describing: value)
        default: foundationValue.map { String(describing: $0) } ?? ""
        }
    }
}
