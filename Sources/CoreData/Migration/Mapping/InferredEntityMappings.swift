/// Says what was inferred in the form of entity mappings, so that it can be read, and carried out object by object.
///
///     IEM_Add_X        | X is new
///     IEM_Copy_X       | X is in both models, with the same version hash
///     IEM_Transform_X  | X is in both models, or was called otherwise
///     IEM_Remove_X     | nothing comes of X
struct InferredEntityMappings {
    private let inferred: InferredMapping
    private let destinations: [NSEntityDescription]
    private let sourceHashes: [String: Data]
    private let destinationHashes: [String: Data]

    init(_ inferred: InferredMapping, _ source: NSManagedObjectModel, _ destination: NSManagedObjectModel) {
        self.inferred = inferred
        destinations = destination.entities
        sourceHashes = source.entityVersionHashesByName
        destinationHashes = destination.entityVersionHashesByName
    }

    var all: [NSEntityMapping] {
        destinations.map { inferred.pair(to: $0).map(kept) ?? added($0) } + inferred.removed.map(removed)
    }

    private func added(_ entity: NSEntityDescription) -> NSEntityMapping {
        let names = InferredMapping.persistent(entity).map(\.name)
        return mapping("Add", .addEntityMappingType, from: nil, to: entity, Set(), added: Set(names), removed: Set())
    }

    private func removed(_ entity: NSEntityDescription) -> NSEntityMapping {
        let names = InferredMapping.persistent(entity).map(\.name)
        return mapping(
            "Remove", .removeEntityMappingType, from: entity, to: nil, Set(), added: Set(), removed: Set(names))
    }

    private func kept(_ pair: InferredMapping.Pair) -> NSEntityMapping {
        let (source, destination) = (pair.source, pair.destination)
        let isSame =
            source.name == destination.name
            && sourceHashes[source.name ?? ""] == destinationHashes[destination.name ?? ""]
        let used = Set(pair.properties.values.map(\.name))
        let mapping = mapping(
            isSame ? "Copy" : "Transform", isSame ? .copyEntityMappingType : .transformEntityMappingType,
            from: source, to: destination, Set(pair.properties.keys),
            added: Set(InferredMapping.persistent(destination).map(\.name)).subtracting(pair.properties.keys),
            removed: Set(InferredMapping.persistent(source).map(\.name)).subtracting(used))
        mapping.sourceExpression = NSExpression.make(MappingExpressions.allInstances(of: source.name ?? ""))
        for property in InferredMapping.persistent(destination) {
            let former = pair.properties[property.name]
            switch property {
            case is NSDerivedAttributeDescription: break
            case let attribute as NSAttributeDescription:
                let value = (former as? NSAttributeDescription).map { expression(of: attribute, was: $0) }
                mapping.attributeMappings?.append(NSPropertyMapping(attribute.name, value))
            default:
                let value = former.map { MappingExpressions.destinations(ofRelationship: $0.name) }
                mapping.relationshipMappings?.append(NSPropertyMapping(property.name, value))
            }
        }
        return mapping
    }

    /// Where a value has become mandatory, its default stands for none.
    private func expression(of attribute: NSAttributeDescription, was former: NSAttributeDescription)
        -> ExpressionNode
    {
        let source = MappingExpressions.source([former.name])
        guard former.isOptional, !attribute.isOptional, let initial = attribute.defaultValue else { return source }
        let isMissing = PredicateNode.comparison(
            Comparison(left: source, right: .constant(.null), operator: .equalTo))
        return .conditional(isMissing, .constant(PredicateValue(initial)), source)
    }

    private func mapping(
        _ verb: String, _ type: NSEntityMappingType, from source: NSEntityDescription?,
        to destination: NSEntityDescription?, _ mapped: Set<String>, added: Set<String>, removed: Set<String>
    ) -> NSEntityMapping {
        let mapping = NSEntityMapping()
        mapping.name = "IEM_\(verb)_\((destination ?? source)?.name ?? "")"
        mapping.mappingType = type
        mapping.sourceEntityName = source?.name
        mapping.sourceEntityVersionHash = source?.name.flatMap { sourceHashes[$0] }
        mapping.destinationEntityName = destination?.name
        mapping.destinationEntityVersionHash = destination?.name.flatMap { destinationHashes[$0] }
        mapping.attributeMappings = []
        mapping.relationshipMappings = []
        mapping.userInfo = ["mappedProperties": mapped, "addedProperties": added, "removedProperties": removed]
        return mapping
    }
}
