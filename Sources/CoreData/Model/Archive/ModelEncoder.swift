/// Writes a model into a keyed archive; see `ModelDecoder`.
struct ModelEncoder {
    /// What the archive is for: the two differ as Apple's do.
    enum Form {
        /// A `.mom` file: each property stands in the entity that declares it.
        case compiled
        /// A store's model cache: an entity holds copies of inherited properties too.
        case cache
    }

    let form: Form
    var writer = KeyedArchiveWriter()
    var values = ValueEncoder()
    var predicates = PredicateEncoder()
    private var modelReference = KeyedArchiveWriter.null
    private var entities: [ObjectIdentifier: PropertyListNode] = [:]
    private var properties: [PropertyKey: PropertyListNode] = [:]
    /// Properties that others referred to before it was their turn.
    private var waiting: [(NSPropertyDescription, NSEntityDescription, PropertyListNode)] = []

    /// A property as one entity has it.
    private struct PropertyKey: Hashable {
        let property: ObjectIdentifier
        let entity: ObjectIdentifier
    }

    static func encode(_ model: NSManagedObjectModel, as form: Form) -> Data {
        var encoder = ModelEncoder(form: form)
        return encoder.encode(model)
    }

    private init(form: Form) { self.form = form }

    private mutating func encode(_ model: NSManagedObjectModel) -> Data {
        modelReference = writer.reserve()
        let ordered = model.entities.sorted { VersionHash.precedes($0.name ?? "", $1.name ?? "") }
        for entity in ordered { entities[ObjectIdentifier(entity)] = writer.reserve() }
        for entity in ordered { encode(entity) }
        let templates = model.templates.sorted { $0.key < $1.key }.map { ($0, add($1)) }
        while let (property, entity, reference) = waiting.popLast() { fill(reference, property, of: entity) }
        let identifiers = model.versionIdentifiers.sorted { "\($0)" < "\($1)" }.map { values.add($0.base, to: &writer) }
        var fields = [
            "NSEntities": addEntities(ordered),
            "NSFetchRequestTemplates": templates.isEmpty ? KeyedArchiveWriter.null : writer.add(members: templates),
            "NSVersionIdentifiers": writer.add(set: identifiers),
        ]
        if !model.entitiesByConfiguration.isEmpty {
            let configurations = model.entitiesByConfiguration.sorted { $0.key < $1.key }
            fields["NSConfigurations"] = writer.add(
                members: configurations.map { name, chosen in
                    (name, writer.add(array: chosen.map { reference(to: $0) }))
                })
        }
        writer.fill(modelReference, ["NSManagedObjectModel", "NSObject"], fields)
        return writer.finish(root: modelReference)
    }

    private mutating func addEntities(_ ordered: [NSEntityDescription]) -> PropertyListNode {
        let references = ordered.map { reference(to: $0) }
        guard form == .cache else { return writer.add(members: zip(ordered, references).map { ($0.name ?? "", $1) }) }
        let keys = writer.add(array: ordered.map { writer.add($0.name ?? "") })
        let mapping = writer.add(
            ["NSKnownKeysMappingStrategy1", "NSObject"],
            ["keys": keys, "length": .integer(Int64(ordered.count)), "version": .integer(1)])
        let fields = [
            "values": writer.add(array: references), "searchMapping": mapping, "version": .integer(1),
            "emptyToken": writer.add("__empty_slot_token_4c24_98dc_ac1e_b773__"),
        ]
        return writer.add(["NSKnownKeysDictionary1", "NSMutableDictionary", "NSDictionary", "NSObject"], fields)
    }

    /// An entity outside the model is none to the archive.
    func reference(to entity: NSEntityDescription?) -> PropertyListNode {
        entity.flatMap { entities[ObjectIdentifier($0)] } ?? KeyedArchiveWriter.null
    }

    /// A property as the entity that declares it has it.
    mutating func reference(to property: NSPropertyDescription?) -> PropertyListNode {
        guard let property, let entity = property.entity else { return KeyedArchiveWriter.null }
        return reference(to: property, of: entity)
    }

    private mutating func reference(
        to property: NSPropertyDescription, of entity: NSEntityDescription
    ) -> PropertyListNode {
        let key = PropertyKey(property: ObjectIdentifier(property), entity: ObjectIdentifier(entity))
        if let known = properties[key] { return known }
        let reference = writer.reserve()
        properties[key] = reference
        waiting.append((property, entity, reference))
        return reference
    }

    private mutating func encode(_ entity: NSEntityDescription) {
        let shown = VersionHash.inOrderOfName(form == .cache ? entity.allProperties : entity.ownProperties)
        let members = shown.map { ($0.name, reference(to: $0, of: entity)) }
        let children = entity.subentities.sorted { VersionHash.precedes($0.name ?? "", $1.name ?? "") }
        var fields = [
            "NSEntityName": writer.add(entity.name ?? ""),
            "NSClassNameForEntity": writer.add(entity.managedObjectClassName),
            "NSRenamingIdentifier": writer.add(entity.renamingIdentifier),
            "NSVersionHashModifier": writer.add(entity.versionHashModifier),
            "NSUserInfo": values.add(entity.userInfo ?? [:], to: &writer),
            "NSManagedObjectModel": modelReference, "NSSuperentity": reference(to: entity.superentity),
            "NSSubentities": writer.add(members: children.map { ($0.name ?? "", reference(to: $0)) }),
            "NSProperties": writer.add(members: members),
        ]
        if entity.isAbstract { fields["NSIsAbstract"] = .bool(true) }
        if !entity.uniquenessConstraints.isEmpty { fields["NSUniqueTuples"] = addNames(entity.uniquenessConstraints) }
        if !entity.compoundIndexes.isEmpty { fields["NSCompoundIndexes"] = addNames(entity.compoundIndexes) }
        if !entity.indexes.isEmpty {
            let indexes = entity.indexes.map { add($0, of: entity) }
            fields["NSFetchIndexDescriptions"] = writer.add(array: indexes)
        }
        writer.fill(reference(to: entity), ["NSEntityDescription", "NSObject"], fields)
    }

    private mutating func addNames(_ tuples: [[Any]]) -> PropertyListNode {
        let rows = NSEntityDescription.names(in: tuples).map { names in writer.add(array: names.map { writer.add($0) })
        }
        return writer.add(array: rows)
    }
}
