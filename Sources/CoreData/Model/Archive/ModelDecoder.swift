/// Reads a model out of a keyed archive: the content of a `.mom` file, or of a store's model cache.
///
/// | class | fields |
/// |---|---|
/// | NSManagedObjectModel | NSEntities, NSFetchRequestTemplates, NSVersionIdentifiers, NSConfigurations |
/// | NSEntityDescription | NSEntityName, NSClassNameForEntity, NSRenamingIdentifier, NSProperties, NSSubentities, NSSuperentity, NSUserInfo, NSVersionHashModifier; if set: NSIsAbstract, NSUniqueTuples, NSFetchIndexDescriptions, NSCompoundIndexes |
///
/// In a model cache, NSProperties holds the inherited properties as well, as copies or proxies.
struct ModelDecoder {
    typealias Malformed = BinaryPropertyListReader.Malformed

    let archive: KeyedArchive
    var values: ValueDecoder
    var predicates: PredicateDecoder
    /// Entities by the number of their object in the archive.
    private(set) var entities: [Int: NSEntityDescription] = [:]
    /// How many composite attributes stand around what is being read, and how many elements of such may still come.
    var depth = 0
    var room = 1 << 16
    /// Fields of each property of the model, to be wired when all entities have their properties.
    private var relationships: [(NSRelationshipDescription, PropertyListNode)] = []
    private var fetched: [(NSFetchedPropertyDescription, PropertyListNode)] = []

    static func decode(_ data: Data) throws -> NSManagedObjectModel {
        var decoder = ModelDecoder(try KeyedArchive(data))
        return try decoder.decodeModel()
    }

    private init(_ archive: KeyedArchive) {
        self.archive = archive
        values = ValueDecoder(archive)
        predicates = PredicateDecoder(archive)
    }

    private mutating func decodeModel() throws -> NSManagedObjectModel {
        let root = archive.objects.indices.contains(archive.root) ? archive.objects[archive.root] : .null
        guard archive.className(root) == "NSManagedObjectModel" else { throw Malformed() }
        let members = archive.members(root["NSEntities"]).sorted { VersionHash.precedes($0.name, $1.name) }
        let model = NSManagedObjectModel()
        for (name, reference) in members {
            guard let uid = reference.uid, let fields = archive.object(reference) else { throw Malformed() }
            entities[uid] = try decodeEntity(fields)
            guard entities[uid]?.name == name else { throw Malformed() }
        }
        for (_, reference) in members { try wire(reference) }
        for (_, reference) in members { try checkParent(of: reference) }
        let ordered = members.compactMap { $0.value.uid.flatMap { entities[$0] } }
        guard Set(ordered.map(\.name)).count == ordered.count else { throw Malformed() }
        model.entities = ordered
        for (relationship, fields) in relationships { try wire(relationship, fields) }
        for (property, fields) in fetched {
            property.fetchRequest = try decodeRequest(
                fields["NSFetchRequest"], entityName: archive.string(fields["_NSFetchRequestEntityName"]))
        }
        for (name, reference) in archive.members(root["NSFetchRequestTemplates"]) {
            model.setFetchRequestTemplate(try decodeRequest(reference), forName: name)
        }
        for entity in ordered {
            guard entity.unfitForConstraints == nil else { throw Malformed() }
            entity.resolveIndexes()
        }
        for (name, reference) in archive.members(root["NSConfigurations"]) {
            let chosen = archive.elements(reference).compactMap { $0.uid.flatMap { entities[$0] } }
            model.setEntities(chosen, forConfigurationName: name)
        }
        for reference in archive.elements(root["NSVersionIdentifiers"]) {
            if let identifier = try values.value(reference) as? AnyHashable {
                model.versionIdentifiers.insert(identifier)
            }
        }
        return model
    }

    private mutating func decodeEntity(_ fields: PropertyListNode) throws -> NSEntityDescription {
        guard let name = archive.string(fields["NSEntityName"]) else { throw Malformed() }
        let entity = NSEntityDescription()
        entity.name = name
        entity.givenClassName = archive.string(fields["NSClassNameForEntity"])
        let identifier = archive.string(fields["NSRenamingIdentifier"])
        entity.givenRenamingIdentifier = identifier == name ? nil : identifier
        entity.versionHashModifier = archive.string(fields["NSVersionHashModifier"])
        entity.isAbstract = fields["NSIsAbstract"]?.bool ?? false
        entity.userInfo = try userInfo(fields)
        entity.compoundIndexes = names(fields["NSCompoundIndexes"])
        entity.uniquenessConstraints = names(fields["NSUniqueTuples"])
        let inherited = inheritedNames(fields)
        var taken: Set<String> = []
        for (name, reference) in archive.members(fields["NSProperties"]) where !inherited.contains(name) {
            guard let property = archive.object(reference) else { throw Malformed() }
            let description = try decodeProperty(property)
            // What others know under another name, or twice, would be lost when the model is written again.
            guard !(description is NSExpressionDescription), description.name == name, taken.insert(name).inserted
            else {
                throw Malformed()
            }
            entity.properties.append(description)
            if let relationship = description as? NSRelationshipDescription {
                relationships.append((relationship, property))
            }
            if let fetching = description as? NSFetchedPropertyDescription { fetched.append((fetching, property)) }
        }
        entity.ownProperties = VersionHash.inOrderOfName(entity.ownProperties)
        for reference in archive.elements(fields["NSFetchIndexDescriptions"]) {
            guard let index = archive.object(reference) else { throw Malformed() }
            entity.indexes.append(try decodeIndex(index))
        }
        return entity
    }

    /// The names of all properties of an entity's ancestors.
    private func inheritedNames(_ fields: PropertyListNode) -> Set<String> {
        var names: Set<String> = []
        var passed: Set<Int> = []
        var reference = fields["NSSuperentity"]
        // A damaged file may name an entity as its own ancestor.
        while let ancestor = archive.object(reference), let uid = reference?.uid, passed.insert(uid).inserted {
            names.formUnion(archive.members(ancestor["NSProperties"]).map(\.name))
            reference = ancestor["NSSuperentity"]
        }
        return names
    }

    /// Names of properties, in arrays of arrays; an element may be the property itself.
    private func names(_ reference: PropertyListNode?) -> [[String]] {
        archive.elements(reference).map { tuple in
            archive.elements(tuple).compactMap { element in
                archive.string(element) ?? archive.string(archive.object(element)?["NSPropertyName"])
            }
        }
    }

    mutating func userInfo(_ fields: PropertyListNode) throws -> [AnyHashable: Any]? {
        let userInfo = try values.value(fields["NSUserInfo"]) as? [AnyHashable: Any]
        return userInfo?.isEmpty == true ? nil : userInfo
    }

    /// Gives an entity its subentities.
    private func wire(_ reference: PropertyListNode) throws {
        guard let uid = reference.uid, let entity = entities[uid], let fields = archive.object(reference) else {
            return
        }
        let children = archive.members(fields["NSSubentities"]).sorted { VersionHash.precedes($0.name, $1.name) }
            .compactMap { $0.value.uid.flatMap { entities[$0] } }
        // Families are trees: an entity that is its own descendant, or has two parents, comes from a damaged file.
        guard Set(children.map(ObjectIdentifier.init)).count == children.count else { throw Malformed() }
        for child in children where child.superentity != nil || child.family.contains(where: { $0 === entity }) {
            throw Malformed()
        }
        entity.subentities = children
    }

    /// The parent that an entity names, by whose properties its own are told from inherited ones, is the one that names it.
    private func checkParent(of reference: PropertyListNode) throws {
        guard let uid = reference.uid, let fields = archive.object(reference) else { return }
        let named = fields["NSSuperentity"]?.uid.flatMap { entities[$0] }
        guard entities[uid]?.superentity === named else { throw Malformed() }
    }

    /// Gives a relationship its destination and inverse.
    private func wire(_ relationship: NSRelationshipDescription, _ fields: PropertyListNode) throws {
        let name = archive.string(fields["_NSDestinationEntityName"])
        let destination =
            fields["NSDestinationEntity"]?.uid.flatMap { entities[$0] }
            ?? name.flatMap { name in entities.values.first { $0.name == name } }
        guard let destination else { throw Malformed() }
        relationship.destinationEntity = destination
        var inverse = archive.object(fields["NSInverseRelationship"])
        if let proxy = inverse, archive.className(proxy) == "_NSPropertyDescriptionProxy" {
            inverse = archive.object(proxy["NSUnderlyingProperty"])
        }
        relationship.inverseRelationship = archive.string(inverse?["NSPropertyName"]).flatMap {
            destination.relationshipsByName[$0]
        }
    }
}
