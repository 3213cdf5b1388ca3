/// What a request asks for, prepared for judging single objects in memory.
struct ResultCriteria {
    private let entities: Set<ObjectIdentifier>
    private let evaluator: PredicateEvaluator?
    let order: SortOrder
    private let sectionName: KeyPathReader?

    init(_ settings: FetchSettings, _ entity: NSEntityDescription, sectionNameKeyPath: String?) {
        var entities: Set<ObjectIdentifier> = [ObjectIdentifier(entity)]
        var descendants = settings.includesSubentities ? entity.subentities : []
        while let next = descendants.popLast() {
            entities.insert(ObjectIdentifier(next))
            descendants += next.subentities
        }
        self.entities = entities
        evaluator = settings.predicate.map { PredicateEvaluator($0.predicateNode) }
        order = SortOrder(settings.sortDescriptors ?? [])
        sectionName = sectionNameKeyPath.map { KeyPathReader(FormatArguments.keys($0)) }
    }

    /// Whether the object is of an entity that the request is about.
    func concerns(_ object: NSManagedObject) -> Bool {
        entities.contains(ObjectIdentifier(object.entity))
    }

    /// Whether an object of such an entity fits the predicate now.
    func admits(_ object: NSManagedObject) -> Bool {
        evaluator?.evaluate(object) ?? true
    }

    /// What places the object in the list as it is now.
    func placement(of object: NSManagedObject) -> ResultChanges<ObjectRow>.Placement {
        .init(
            row: ObjectRow(object: object), key: order.key(of: .object(object)),
            section: sectionName.map { $0.read(.object(object)).sectionName } ?? "")
    }

    /// The section names of objects in their order; nil in a list without sections.
    func sectionNames(_ objects: [NSManagedObject]) -> [String]? {
        guard let sectionName else { return nil }
        return objects.map { sectionName.read(.object($0)).sectionName }
    }
}

/// An object as a row of a list: itself and no other, whatever it says of its equality.
struct ObjectRow: Hashable {
    let object: NSManagedObject

    static func == (left: ObjectRow, right: ObjectRow) -> Bool { left.object === right.object }

    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(object)) }
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
