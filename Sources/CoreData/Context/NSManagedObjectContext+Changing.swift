extension NSManagedObjectContext {
    /// The entity of a new object made by its class.
    final func insertionEntity(of objectClass: NSManagedObject.Type) -> NSEntityDescription {
        if let entity = registry.lastInserted(of: objectClass) { return entity }
        guard let coordinator = source.coordinator else {
            raise(
                "NSInvalidArgumentException",
                "An NSManagedObject of class '\(objectClass)' must have a valid NSEntityDescription: "
                    + "the context has no persistent store coordinator.")
        }
        let entities = coordinator.managedObjectModel.entities.filter { $0.layout.objectClass == objectClass }
        guard let entity = entities.first, entities.count == 1 else {
            raise(
                "NSInvalidArgumentException",
                entities.isEmpty
                    ? "An NSManagedObject of class '\(objectClass)' must have a valid NSEntityDescription: "
                        + "no entity of the context's model names the class."
                    : "Multiple NSEntityDescriptions claim the NSManagedObject subclass '\(objectClass)' so +entity is unable "
                        + "to disambiguate: \(entities.map { $0.name ?? "" }.sorted()).")
        }
        return entity
    }

    /// Takes a new object in: from its initialiser.
    final func adopt(_ object: NSManagedObject) {
        checkConfinement()
        let home = registry.insertionHome(of: object.home.layout)
        if home.isAbstract {
            raise(
                "NSInvalidArgumentException",
                "Cannot create an object of the abstract entity '\(home.layout.name)'.")
        }
        object.home = home
        object.key = NSManagedObjectID.nextTemporaryKey()
        object.flags = [.temporary, .unsaved]
        object.beginOverlay(holding: home.defaults)
        noteInsert(of: object)
        object.awakeFromInsert()
    }

    /// Takes in an object that was made without a context.
    final func attach(_ object: NSManagedObject) {
        checkConfinement()
        if let own = object.home.context {
            if own === self {
                if object.flags.contains(.deleted) { revive(object) }
                return
            }
            raise("NSInvalidArgumentException", "An object of another context cannot be inserted: \(object)")
        }
        object.prepareToRead()
        // Its relationships may lead to others without a context.
        changes.noteStrays()
        let home = registry.insertionHome(of: object.home.layout)
        if home.isAbstract {
            raise(
                "NSInvalidArgumentException", "Cannot insert an object of the abstract entity '\(home.layout.name)'.")
        }
        object.home = home
        object.key = NSManagedObjectID.nextTemporaryKey()
        object.backing = nil
        object.flags = [.temporary, .unsaved]
        object.madeState.objectID = nil
        if object.state?.pending == nil { object.beginOverlay(holding: home.defaults) }
        noteInsert(of: object)
        object.awakeFromInsert()
    }

    final func noteInsert(of object: NSManagedObject) {
        changes.move(object, to: .inserted)
        changes.note(object, .eventInserted)
        scheduleProcessing()
    }

    /// A value of an object was set.
    final func noteUpdate(of object: NSManagedObject) {
        if object.flags.isDisjoint(with: .pending) { changes.move(object, to: .updated) }
        if object.flags.isDisjoint(with: [.eventInserted, .eventUpdated]) { changes.note(object, .eventUpdated) }
        scheduleProcessing()
    }

    final func markDeleted(_ object: NSManagedObject) {
        checkConfinement()
        guard object.isIn(self) else {
            raise(
                "NSInvalidArgumentException",
                "An NSManagedObjectContext cannot delete objects in other contexts: \(object)")
        }
        if object.flags.contains(.deleted) { return }
        object.prepareForDeletion()
        changes.move(object, to: .deleted)
        changes.note(object, .eventDeleted)
        scheduleProcessing()
    }

    /// Undoes a deletion.
    final func revive(_ object: NSManagedObject) {
        object.flags.remove([.rulesApplied, .deletedElsewhere])
        if object.isUnsaved {
            changes.move(object, to: .inserted)
            changes.note(object, .eventInserted)
        } else {
            changes.move(object, to: object.hasOverlay ? .updated : [])
            changes.note(object, .eventInserted)
        }
        object.flags.remove(.eventDeleted)
    }

    /// A main-queue context ends its event at the end of the run-loop turn.
    final func scheduleProcessing() {
        guard queue.type == .mainQueueConcurrencyType, !changes.isProcessingScheduled else { return }
        changes.isProcessingScheduled = true
        queue.async { [weak self] in
            guard let self else { return }
            self.changes.isProcessingScheduled = false
            self.processPendingChanges()
        }
    }

    final var hasPendingChanges: Bool {
        if !changes.inserted.isEmpty || !changes.updated.isEmpty { return true }
        return changes.deleted.contains { !$0.flags.contains(.deletedElsewhere) }
    }

    final func choose(_ store: NSPersistentStore, for object: Any) {
        guard let object = object as? NSManagedObject, object.isIn(self), object.isUnsaved else {
            raise("NSInvalidArgumentException", "Can't reassign an object to a different store once it has been saved.")
        }
        activity.assignedStores[ObjectIdentifier(object)] = store
    }

    /// The store a new object is saved to.
    final func destinationStore(of object: NSManagedObject) throws -> NSPersistentStore {
        if let store = object.home.store { return store }
        if !activity.assignedStores.isEmpty, let store = activity.assignedStores[ObjectIdentifier(object)] {
            return store
        }
        guard let store = mainStore(of: object.entity) else {
            throw CocoaError(
                .persistentStoreSave,
                userInfo: [
                    NSLocalizedDescriptionKey:
                        "No store of the coordinator holds the entity '\(object.home.layout.name)'."
                ])
        }
        return store
    }

    final func givePermanentIDs(to objects: [NSManagedObject]) throws {
        checkConfinement()
        let unsaved = objects.filter { $0.flags.contains(.temporary) && $0.isIn(self) }
        guard case .coordinator = source else {
            if let parent { try givePermanentIDs(to: unsaved, from: parent) }
            return
        }
        for (store, members) in try Dictionary(grouping: unsaved, by: destinationStore) {
            for (root, members) in Dictionary(grouping: members, by: \.home.layout.rootEntity) {
                var key = try store.reservePrimaryKeys(family: root, count: members.count)
                for object in members {
                    let home = registry.home(of: object.entity, in: store)
                    settle(object, in: home, key: key)
                    key += 1
                }
            }
        }
    }

    /// A child's new objects get their IDs from the store at the end of the chain.
    private final func givePermanentIDs(to objects: [NSManagedObject], from parent: NSManagedObjectContext) throws {
        var root = parent
        while let next = root.parent { root = next }
        guard let coordinator = root.persistentStoreCoordinator else { return }
        for object in objects {
            guard let store = coordinator.stores(for: object.entity).first else { continue }
            let key = try store.reservePrimaryKeys(family: object.home.layout.rootEntity, count: 1)
            settle(object, in: registry.home(of: object.entity, in: store), key: key)
        }
    }

    /// Moves an object to its permanent home and key. Who still holds the temporary ID is led there.
    final func settle(_ object: NSManagedObject, in home: ObjectHome, key: Int64) {
        if object.flags.contains(.registered) {
            object.home.family?.deregister(object)
            if object.key < 0 { activity.permanentKeys[object.key] = (home, key) }
        }
        if !activity.assignedStores.isEmpty { activity.assignedStores[ObjectIdentifier(object)] = nil }
        object.home = home
        object.key = key
        object.flags.remove(.temporary)
        object.state?.objectID = nil
        register(object)
    }
}

extension NSManagedObject {
    /// Whether no row of the object exists yet.
    final var isUnsaved: Bool { flags.contains(.unsaved) }

    /// Whether there are values that the snapshot does not have.
    final var hasOverlay: Bool { withState { $0.hasOverlay || $0.hasToManyChanges } ?? false }
}
