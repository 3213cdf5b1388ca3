/// What a controller asks for, as a text that is the same for the same request.
struct CachedRequest: Sendable {
    let text: String
    /// Whether the request finds the same as long as the store is the same, in any process: it asks no clock, no chance, no block,
    /// and no function of the program's.
    let isLasting: Bool

    /// Nil for a request that names unsaved objects: they have no name that stays.
    init?(_ settings: FetchSettings, sectionNameKeyPath: String?) {
        var naming = ObjectNaming()
        var predicate = ""
        if let node = settings.predicate?.predicateNode {
            guard let named = try? node.rewriting({ try naming.named($0) }) else { return nil }
            predicate = named.printed
        }
        isLasting = naming.isLasting
        let order = (settings.sortDescriptors ?? []).map {
            "\($0.key ?? "") \($0.ascending) \($0.selector?.description ?? "")"
        }
        let entity = settings.knownEntity?.name ?? settings.entityName ?? settings.objectClass.map { "\($0)" }
        let parts = [entity ?? "", "\(settings.includesSubentities)", predicate, sectionNameKeyPath ?? ""] + order
        // Each with its length, so that no two lists of parts read the same.
        text = parts.map { "\($0.utf8.count):\($0)" }.joined(separator: "\n")
    }
}

/// Puts the IDs of objects in their place, and notes what may be another thing the next time.
private struct ObjectNaming {
    struct Nameless: Error {}

    private(set) var isLasting = true

    private static let fleeting: Set = ["now", "random", "random:", NamedFunctions.keyword, FetchedObjectsCall.keyword]

    mutating func named(_ node: ExpressionNode) throws -> ExpressionNode {
        switch node {
        case .constant(let value): return .constant(try named(value))
        case .function(let name, _):
            // One that is not of the language is whatever the program makes of it.
            if Self.fleeting.contains(name) || PredicateFunction.selector(name) == nil { isLasting = false }
        case .block: isLasting = false
        default: break
        }
        return node
    }

    private mutating func named(_ value: PredicateValue) throws -> PredicateValue {
        switch value {
        case .object(let object):
            if let entity = object as? NSEntityDescription { return .string("entity \(entity.name ?? "")") }
            guard let id = (object as? NSManagedObject)?.objectID ?? object as? NSManagedObjectID else {
                isLasting = false
                return value
            }
            guard !id.isTemporaryID else { throw Nameless() }
            return .object(id)
        case .collection(let values): return .collection(try values.map { try named($0) })
        case .other:
            isLasting = false
            return value
        default: return value
        }
    }
}
