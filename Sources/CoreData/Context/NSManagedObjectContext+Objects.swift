extension NSManagedObjectContext {
    /// The object of a home by its key: the registered one, or a new fault.
    final func object(in home: ObjectHome, key: Int64) -> NSManagedObject {
        if let object = home.family?.object(key) { return object }
        let object = NSManagedObject.make(in: home, key: key)
        register(object)
        return object
    }

    final func register(_ object: NSManagedObject) {
        object.home.family?.register(object)
        if settings.retainsRegisteredObjects { activity.retained.insert(object) }
    }

    /// Home and key that an ID stands for in this context; an ID that was temporary leads to what it has become.
    final func place(of objectID: NSManagedObjectID) -> (home: ObjectHome, key: Int64) {
        let key = objectID.objectKey
        if key < 0 {
            if let permanent = activity.permanentKeys[key] { return permanent }
            return (registry.home(of: objectID.entity, in: nil), key)
        }
        let store =
            objectID.persistentStore.flatMap { own in
                source.coordinator?.persistentStores.contains { $0 === own } == true ? own : nil
            } ?? source.coordinator?.persistentStore(identifier: objectID.storeIdentifier)
        // An ID of another coordinator's model names the same entity by another description.
        let entity =
            source.coordinator.flatMap { coordinator in
                objectID.entity.managedObjectModel === coordinator.managedObjectModel
                    ? objectID.entity : coordinator.managedObjectModel.entitiesByName[objectID.entity.name ?? ""]
            } ?? objectID.entity
        return (registry.home(of: entity, in: store), key)
    }

    final func find(_ objectID: NSManagedObjectID) -> NSManagedObject {
        checkConfinement()
        let (home, key) = place(of: objectID)
        return object(in: home, key: key)
    }

    final func registered(_ objectID: NSManagedObjectID) -> NSManagedObject? {
        checkConfinement()
        let (home, key) = place(of: objectID)
        return home.family?.object(key)
    }

    final func existing(_ objectID: NSManagedObjectID) throws -> NSManagedObject {
        checkConfinement()
        let (home, key) = place(of: objectID)
        let missing = CocoaError(
            .managedObjectReferentialIntegrity, userInfo: ["objectID": objectID])
        if let object = home.family?.object(key) {
            if object.flags.contains(.deleted) { throw missing }
            if object.flags.contains(.fault) {
                guard try object.chunk != nil || object.isUnsaved || fill(object) else { throw missing }
                object.fireFault()
            }
            return object
        }
        if home.store == nil && key > 0 { throw missing }
        let object = NSManagedObject.make(in: home, key: key)
        guard try fill(object) else { throw missing }
        register(object)
        object.fireFault()
        return object
    }

    final var allObjects: Set<NSManagedObject> {
        var objects = ContextNotifications.set(registry.objects)
        for list in [changes.inserted, changes.updated, changes.deleted] { objects.formUnion(list) }
        return objects
    }

    // MARK: Loading faults

    /// Gives a fault its snapshot; an object whose row is gone is deleted, or raises. One that cannot be read stays a fault.
    final func load(_ object: NSManagedObject) {
        if object.flags.contains(.offSnapshot) { loadBatch(of: object) }
        if object.chunk != nil { return }
        // It may be what keeps the row in the row cache.
        let former = object.backing
        defer { withExtendedLifetime(former) {} }
        object.backing = nil
        object.flags.remove(.offSnapshot)
        let found: Bool
        do {
            found = try fill(object)
        } catch {
            object.flags.insert(.fault)
            return noteUnreadable(object, error)
        }
        if found { return }
        guard settings.shouldDeleteInaccessibleFaults else {
            raise(
                "NSObjectInaccessibleException",
                "CoreData could not fulfill a fault for '\(object.currentObjectID())'")
        }
        object.flags.insert(.inaccessible)
        object.flags.insert(.deletedElsewhere)
        changes.move(object, to: .deleted)
    }

    /// Finds the snapshot of a fault. Whether there is one.
    final func fill(_ object: NSManagedObject) throws -> Bool {
        guard let reference = try snapshot(home: object.home, key: object.key) else { return false }
        adopt(reference, by: object)
        return true
    }

    /// Stands an object on a snapshot, which may tell a more exact entity than the fault was made with.
    final func adopt(_ reference: RowReference, by object: NSManagedObject) {
        object.stand(on: reference)
    }

    /// The newest snapshot of a row, from memory or the store.
    private final func snapshot(home: ObjectHome, key: Int64) throws -> RowReference? {
        switch source {
        case .none: return nil
        case .coordinator:
            guard let store = home.store else { return nil }
            return try reading(store).row(
                family: home.layout.rootEntity, primaryKey: key, staleness: settings.stalenessInterval)
        case .parent(let parent):
            let place = UnsafeTransfer((home.entity, home.store, key))
            // The parent's queue reads immutable things of the home, and only the immutable snapshot comes back.
            return try parent.performAndWait {
                UnsafeTransfer(try parent.snapshot(entity: place.value.0, store: place.value.1, key: place.value.2))
            }.value
        }
    }

    /// What a child sees of one of this context's objects; nil if it is gone.
    final func snapshot(entity: NSEntityDescription, store: NSPersistentStore?, key: Int64) throws -> RowReference? {
        var home = registry.home(of: entity, in: store)
        var key = key
        if key < 0, let permanent = activity.permanentKeys[key] { (home, key) = permanent }
        if key < 0, home.family?.object(key) == nil {
            guard case .parent(let parent) = source else { return nil }
            let place = UnsafeTransfer((entity, key))
            // As above: nothing of either context crosses but immutable parts.
            return try parent.performAndWait {
                UnsafeTransfer(try parent.snapshot(entity: place.value.0, store: nil, key: place.value.1))
            }.value
        }
        let object = object(in: home, key: key)
        if object.flags.contains(.fault), object.chunk == nil, !object.isUnsaved {
            guard try fill(object) else { return nil }
        }
        if object.flags.contains(.deleted) { return nil }
        return object.snapshotForChildren()
    }

    /// Reads the rows of all faults of a batch in one go.
    private final func loadBatch(of object: NSManagedObject) {
        guard let batch = object.backing as? FaultBatch, let store = object.home.store, case .coordinator = source,
            let family = object.home.family,
            let rows = try? reading(store).rows(family: object.home.layout.rootEntity, primaryKeys: batch.primaryKeys)
        else { return }
        rows.forEach { row in
            guard let member = row.primaryKey == object.key ? object : family.object(row.primaryKey),
                member.backing === batch
            else { return }
            member.stand(on: row)
        }
    }

    // MARK: Relationships

    /// The destination of a to-one relationship as a snapshot has it.
    final func destination(
        of object: NSManagedObject, _ relationship: PropertyPlan.ToOne, in snapshot: RowReference
    ) -> NSManagedObject? {
        let key = snapshot.chunk.integer(row: snapshot.row, slot: relationship.slot)
        if key < 0 {
            let home = unsavedHome(key, declared: relationship.destination)
            return self.object(in: home.home, key: home.key)
        }
        if relationship.entitySlot >= 0, let store = object.home.store ?? mainStore(of: relationship.destination),
            !snapshot.chunk.isNull(row: snapshot.row, slot: relationship.entitySlot),
            let layout = store.layout(
                entityNumber: snapshot.chunk.integer(row: snapshot.row, slot: relationship.entitySlot))
        {
            return self.object(in: registry.home(of: layout.entity, in: store), key: key)
        }
        if object.home.store == nil {
            let store = mainStore(of: relationship.destination)
            return self.object(in: registry.home(of: relationship.destination, in: store), key: key)
        }
        return self.object(in: object.home.destinationHome(relationship, in: registry), key: key)
    }

    /// Home and key of an object that a parent holds unsaved, or held so when the snapshot was taken.
    private final func unsavedHome(_ key: Int64, declared: NSEntityDescription) -> (home: ObjectHome, key: Int64) {
        if let permanent = activity.permanentKeys[key] { return permanent }
        var entity = declared
        var context: NSManagedObjectContext? = self
        while let current = context {
            let transfer = UnsafeTransfer((declared, key))
            // Only the entity, which is frozen, comes back from the other context's queue.
            let found = current.performAndWait { () -> NSEntityDescription? in
                let root = transfer.value.0.layout.rootEntity
                return current.registry.family(root: root, store: nil).object(transfer.value.1)?.entity
            }
            if let found {
                entity = found
                break
            }
            context = current.parent
        }
        return (registry.home(of: entity, in: nil), key)
    }

    /// The store that new objects of an entity go to.
    final func mainStore(of entity: NSEntityDescription) -> NSPersistentStore? {
        source.coordinator?.stores(for: entity).first
    }

    /// The members of a to-many relationship as the store, or the parent, has them; nil where they cannot be read.
    final func storedMembers(of object: NSManagedObject, _ relationship: PropertyPlan.ToMany) -> [NSManagedObject]? {
        if object.flags.contains(.unreadable) { return nil }
        let keys: FetchedKeys
        do {
            keys = try storedKeys(of: object, relationship)
        } catch {
            noteUnreadable(object, error)
            return nil
        }
        let store = object.home.store ?? mainStore(of: relationship.destination)
        return objects(for: keys, declared: relationship.destination, store: store)
    }

    private final func storedKeys(
        of object: NSManagedObject, _ relationship: PropertyPlan.ToMany
    ) throws -> FetchedKeys {
        switch source {
        case .none: return FetchedKeys()
        case .coordinator:
            guard let store = object.home.store else { return FetchedKeys() }
            return try reading(store).members(of: relationship.description, owners: [object.key]).first ?? FetchedKeys()
        case .parent(let parent):
            let place = UnsafeTransfer((object.home.entity, object.home.store, object.key, relationship.number))
            // Keys and layouts come back, nothing that belongs to the parent.
            return try parent.performAndWait {
                let (entity, store, key, number) = place.value
                return UnsafeTransfer(try parent.memberKeys(entity: entity, store: store, key: key, number: number))
            }.value
        }
    }

    /// What a child sees of a to-many relationship of one of this context's objects.
    private final func memberKeys(
        entity: NSEntityDescription, store: NSPersistentStore?, key: Int64, number: Int
    ) throws -> FetchedKeys {
        var home = registry.home(of: entity, in: store)
        var key = key
        if key < 0, let permanent = activity.permanentKeys[key] { (home, key) = permanent }
        let owner = object(in: home, key: key)
        let members = owner.memberObjects(number).filter { !$0.flags.contains(.deleted) }
        try requireReadable(owner)
        for member in members where member.key < 0 { member.registerTemporary() }
        return FetchedKeys(primaryKeys: members.map(\.key), layouts: members.map(\.home.layout))
    }

    /// Objects for keys: registered ones, and new faults that are loaded batch by batch.
    final func objects(
        for keys: FetchedKeys, declared: NSEntityDescription, store: NSPersistentStore?, batchSize: Int = 256
    ) -> [NSManagedObject] {
        // An array made with room for none would write its count into the one that all empty arrays share.
        if keys.primaryKeys.isEmpty { return [] }
        var batches = if case .coordinator = source { FaultBatches(of: batchSize) } else { FaultBatches(of: 0) }
        let objects = [NSManagedObject](unsafeUninitializedCapacity: keys.primaryKeys.count) { objects, count in
            guard let start = objects.baseAddress else { return }
            keys.primaryKeys.withUnsafeBufferPointer { primaryKeys in
                while count < primaryKeys.count {
                    let run = keys.runOfOneHome(from: count)
                    let entity = keys.layouts?[count].entity ?? declared
                    if primaryKeys[count] < 0 {
                        let home = registry.home(of: entity, in: nil)
                        for index in run { (start + index).initialize(to: object(in: home, key: primaryKeys[index])) }
                    } else {
                        batches.initialize(
                            start + count, UnsafeBufferPointer(rebasing: primaryKeys[run]),
                            in: registry.home(of: entity, in: store))
                    }
                    count = run.upperBound
                }
            }
            batches.finish(objects)
        }
        if settings.retainsRegisteredObjects {
            for object in objects { activity.retained.insert(object) }
        }
        return objects
    }
}

extension FetchedKeys {
    /// The keys from one on that are of one entity, and all saved or all unsaved.
    fileprivate func runOfOneHome(from start: Int) -> Range<Int> {
        let isUnsaved = primaryKeys[start] < 0
        var end = start + 1
        while end < primaryKeys.count, (primaryKeys[end] < 0) == isUnsaved,
            layouts.map({ $0[end] === $0[start] }) ?? true
        {
            end += 1
        }
        return start..<end
    }
}
