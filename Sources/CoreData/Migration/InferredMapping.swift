/// How the entities and properties of one model become those of another, found out from the models alone: by name, or by
/// the `renamingIdentifier` under which both know what it was called first. Follows Apple's “Using Lightweight Migration”.
///
/// What has no counterpart is added or removed. What cannot be told from the models throws NSInferredMappingModelError.
struct InferredMapping {
    /// An entity of the destination and what it was in the source.
    struct Pair {
        let source: NSEntityDescription
        let destination: NSEntityDescription
        /// The source's persistent properties by the name of what they become, inherited ones too.
        fileprivate(set) var properties: [String: NSPropertyDescription] = [:]
    }

    /// In the order of the destinations.
    private(set) var pairs: [Pair] = []
    /// Entities of the source that nothing comes of.
    private(set) var removed: [NSEntityDescription] = []

    init(from sources: [NSEntityDescription], to destinations: [NSEntityDescription]) throws {
        let found = Counterparts(
            destinations.map { Name($0.name ?? "", identifier: $0.renamingIdentifier) },
            in: sources.map { Name($0.name ?? "", identifier: $0.renamingIdentifier) })
        for (index, destination) in destinations.enumerated() {
            guard let source = found.sources[index] else { continue }
            pairs.append(Pair(source: sources[source], destination: destination))
        }
        let used = Set(found.sources.compactMap(\.self))
        removed = sources.indices.filter { !used.contains($0) }.map { sources[$0] }
        try checkFamilies()
        for index in pairs.indices { pairs[index].properties = try properties(of: pairs[index]) }
    }

    /// Whether a relationship may have led to a row that is not among those of its destination any more: of an entity that was
    /// removed, or has left its family.
    var leavesKeysBehind: Bool {
        var families: [ObjectIdentifier: NSEntityDescription] = [:]
        for pair in pairs { families[ObjectIdentifier(pair.source.rootEntity)] = pair.destination.rootEntity }
        return !removed.isEmpty
            || pairs.contains { families[ObjectIdentifier($0.source.rootEntity)] !== $0.destination.rootEntity }
    }

    /// The pair of an entity of the destination, nil where it is new.
    func pair(to destination: NSEntityDescription?) -> Pair? { pairs.first { $0.destination === destination } }

    /// The pair of an entity of the source, nil where nothing comes of it.
    func pair(from source: NSEntityDescription?) -> Pair? { pairs.first { $0.source === source } }

    // MARK: Checks

    /// Entities that had no common parent cannot share one: their rows have the same keys.
    private func checkFamilies() throws {
        var roots: [ObjectIdentifier: NSEntityDescription] = [:]
        for pair in pairs {
            let root = roots[ObjectIdentifier(pair.destination.rootEntity)] ?? pair.source.rootEntity
            roots[ObjectIdentifier(pair.destination.rootEntity)] = root
            guard root === pair.source.rootEntity else {
                throw Self.failure(
                    "Source entities \(root.name ?? "") and \(pair.source.rootEntity.name ?? "") have no common parent",
                    pair.destination, nil)
            }
        }
    }

    private func properties(of pair: Pair) throws -> [String: NSPropertyDescription] {
        let sources = Self.persistent(pair.source)
        let destinations = Self.persistent(pair.destination)
        let found = Counterparts(
            destinations.map { Name($0.name, identifier: $0.renamingIdentifier) },
            in: sources.map { Name($0.name, identifier: $0.renamingIdentifier) })
        var properties: [String: NSPropertyDescription] = [:]
        for (index, destination) in destinations.enumerated() {
            guard let number = found.sources[index] else { continue }
            if try becomes(sources[number], destination, pair) { properties[destination.name] = sources[number] }
        }
        return properties
    }

    /// The properties of an entity that are stored, inherited ones too.
    static func persistent(_ entity: NSEntityDescription) -> [NSPropertyDescription] {
        VersionHash.inOrderOfName(
            entity.allProperties.filter {
                !$0.isTransient && ($0 is NSAttributeDescription || $0 is NSRelationshipDescription)
            })
    }

    /// Whether the one goes on as the other; throws where it should, and cannot.
    private func becomes(
        _ source: NSPropertyDescription, _ destination: NSPropertyDescription, _ pair: Pair
    ) throws -> Bool {
        switch (source, destination) {
        case (let source as NSAttributeDescription, let destination as NSAttributeDescription):
            guard Self.leafTypes(source) == Self.leafTypes(destination) else {
                throw Self.failure(
                    "Source and destination attribute types are incompatible", pair.destination, destination)
            }
            return true
        case (let source as NSRelationshipDescription, let destination as NSRelationshipDescription):
            guard let end = self.pair(from: source.destinationEntity) else { return false }
            guard let declared = destination.destinationEntity,
                end.destination.isKindOf(entity: declared) || declared.isKindOf(entity: end.destination)
            else {
                throw Self.failure(
                    "Source and destination relationship destinations are incompatible", pair.destination, destination)
            }
            guard destination.isToMany || !source.isToMany, destination.isManyToMany || !source.isManyToMany else {
                throw Self.failure(
                    "Source and destination relationship cardinalities are incompatible", pair.destination, destination)
            }
            return true
        default:
            throw Self.failure("Source and destination property types are incompatible", pair.destination, destination)
        }
    }

    private static func leafTypes(_ attribute: NSAttributeDescription) -> [String: NSAttributeType] {
        let own = attribute.name.count
        var leaves: [StoredAttribute] = []
        StoredAttribute.add(attribute, to: &leaves)
        return Dictionary(leaves.map { (String($0.path.dropFirst(own)), $0.type) }, uniquingKeysWith: { $1 })
    }

    private static func failure(
        _ reason: String, _ entity: NSEntityDescription, _ property: NSPropertyDescription?
    ) -> NSError {
        var info: [String: Any] = ["reason": reason, "entity": entity.name ?? ""]
        info["property"] = property?.name
        return NSError(domain: NSCocoaErrorDomain, code: NSInferredMappingModelError, userInfo: info)
    }
}

extension InferredMapping {
    fileprivate struct Name {
        let name: String
        let identifier: String

        init(_ name: String, identifier: String?) {
            self.name = name
            self.identifier = identifier ?? name
        }

        var isRenamed: Bool { identifier != name }
    }

    /// Finds for each name of the destination one of the source; each is taken once. What says that it was renamed goes first.
    fileprivate struct Counterparts {
        private(set) var sources: [Int?]

        init(_ destinations: [Name], in names: [Name]) {
            sources = Array(repeating: nil, count: destinations.count)
            var free = Set(names.indices)
            let isNewest = { (index: Int) in destinations[index].isRenamed }
            for index in destinations.indices.filter(isNewest) + destinations.indices.filter({ !isNewest($0) }) {
                let wanted = destinations[index].identifier
                let candidates = names.indices.filter(free.contains)
                guard
                    let found = candidates.first(where: { names[$0].identifier == wanted })
                        ?? candidates.first(where: { names[$0].name == wanted })
                        ?? candidates.first(where: { names[$0].name == destinations[index].name })
                else { continue }
                free.remove(found)
                sources[index] = found
            }
        }
    }
}

extension NSRelationshipDescription {
    /// Whether an object of either end may have many of the other.
    fileprivate var isManyToMany: Bool { isToMany && inverseRelationship?.isToMany == true }
}
