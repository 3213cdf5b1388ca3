import Synchronization

/// The entities in use by the class of their objects: what `Item(context:)` and `Item.entity()` look in.
enum ManagedClasses {
    private static let entities = Mutex<[ObjectIdentifier: [NSEntityDescription]]>([:])

    /// Makes the entities of a model findable; called when a coordinator takes the model into use.
    static func enter(_ model: NSManagedObjectModel) {
        // A model in use stays for the rest of the process, so its entities may be held here.
        entities.withLock { entities in
            for entity in model.entities where entity.layout.objectClass != NSManagedObject.self {
                let key = ObjectIdentifier(entity.layout.objectClass)
                if entities[key]?.contains(where: { $0 === entity }) != true {
                    entities[key, default: []].append(entity)
                }
            }
        }
    }

    /// The entities in use whose objects are of that class; those of an embedded model if no stack was made yet.
    static func entities(of objectClass: NSManagedObject.Type) -> [NSEntityDescription] {
        let known = entities.withLock { $0[ObjectIdentifier(objectClass)] ?? [] }
        if !known.isEmpty { return known }
        for name in EmbeddedModels.names {
            guard let model = EmbeddedModels.model(named: name) else { continue }
            model.freeze()
            if model.entities.contains(where: { $0.layout.objectClass == objectClass }) { enter(model) }
        }
        return entities.withLock { $0[ObjectIdentifier(objectClass)] ?? [] }
    }
}

extension NSManagedObject {
    /// The one entity in use with this class.
    static func soleEntity() -> NSEntityDescription {
        let entities = ManagedClasses.entities(of: self)
        guard let entity = entities.last else {
            raise(
                "NSInvalidArgumentException",
                "No NSEntityDescriptions in any model claim the NSManagedObject subclass '\(self)' so +entity is confused. "
                    + "Have you loaded your NSManagedObjectModel yet ?")
        }
        if entities.count > 1 {
            raise(
                "NSInvalidArgumentException",
                "Multiple NSEntityDescriptions claim the NSManagedObject subclass '\(self)' so +entity is unable to "
                    + "disambiguate: \(entities.map { $0.name ?? "" }).")
        }
        return entity
    }
}
