extension NSManagedObjectContext {
    /// Takes over rows that another context saved, on this context's queue. Called from the saver's queue.
    final func mergeLater(_ rows: MergedRows) {
        guard settings.automaticallyMergesChangesFromParent else { return }
        queue.async { [weak self] in
            guard let self else { return }
            self.merge(rows)
        }
    }

    /// Takes over saved rows: new ones come in as faults, registered ones are renewed under their pending changes, and
    /// what is gone is deleted.
    final func merge(_ rows: MergedRows) {
        processPendingChanges()
        advanceQueryGeneration()
        var told = ContextChanges()
        var unseen: [NSManagedObject] = []
        let fresh = rows.mustReread ? reread(rows) : [:]
        for row in rows.inserted { mergeInsert(of: row, fresh, &told) }
        for row in rows.updated { mergeUpdate(of: row, fresh, &told, &unseen) }
        var gone: [NSManagedObject] = []
        for row in rows.deleted { mergeDelete(of: row, &told, &gone) }
        endMerge(told, unseen, gone)
    }

    /// Posts what was merged. Objects are held until the observers have seen them.
    private final func endMerge(
        _ told: ContextChanges, _ unseen: [NSManagedObject], _ gone: [NSManagedObject]
    ) {
        var event = changes.takeEvent()
        event.refreshedUnseen = unseen
        event.deletedUnseen = gone
        if !event.isEmpty { notifications.tell(event, of: self) }
        changes.endTelling()
        var merged = told
        merged.refreshed = told.updated
        NotificationCenter.default.post(
            name: Self.didMergeChangesObjectIDsNotification, object: self,
            userInfo: ContextNotifications.idUserInfo(of: merged))
    }

    private struct FamilyKey: Hashable {
        let store: ObjectIdentifier
        let root: ObjectIdentifier
    }
    private struct RowKey: Hashable {
        let family: FamilyKey
        let key: Int64
    }

    /// Reads rows anew that were written past the row cache: those that are in memory, and all that are new.
    private final func reread(_ rows: MergedRows) -> [RowKey: RowReference] {
        var wanted: [FamilyKey: (store: NSPersistentStore, root: NSEntityDescription, keys: [Int64])] = [:]
        for row in rows.inserted + rows.updated {
            guard let store = row.store, row.key >= 0, row.snapshot == nil else { continue }
            let root = row.entity.layout.rootEntity
            let family = FamilyKey(store: ObjectIdentifier(store), root: ObjectIdentifier(root))
            wanted[family, default: (store, root, [])].keys.append(row.key)
        }
        var found: [RowKey: RowReference] = [:]
        for (family, wish) in wanted {
            try? reading(wish.store).rows(family: wish.root, primaryKeys: wish.keys).forEach { row in
                found[RowKey(family: family, key: row.primaryKey)] = row
            }
        }
        return found
    }

    private final func snapshot(of row: MergedRow, _ fresh: [RowKey: RowReference]) -> RowReference? {
        if let snapshot = row.snapshot { return newest(snapshot, of: row) }
        guard let store = row.store else { return nil }
        let family = FamilyKey(
            store: ObjectIdentifier(store), root: ObjectIdentifier(row.entity.layout.rootEntity))
        return fresh[RowKey(family: family, key: row.key)]
    }

    /// What another context handed over, unless somebody has saved the row since then, as this context may have before it came
    /// to merge.
    private final func newest(_ snapshot: RowReference, of row: MergedRow) -> RowReference {
        guard parent == nil, activity.pin == nil, row.key >= 0, let store = row.store,
            let known = try? store.row(family: row.entity.layout.rootEntity, primaryKey: row.key, staleness: -1),
            known.version > snapshot.version
        else { return snapshot }
        return known
    }

    /// Home and key of a row here; a parent's new object may have got its permanent key meanwhile.
    private final func place(of row: MergedRow) -> (home: ObjectHome, key: Int64) {
        if row.key < 0, let permanent = activity.permanentKeys[row.key] { return permanent }
        return (registry.home(of: row.entity, in: row.store), row.key)
    }

    private final func mergeInsert(of row: MergedRow, _ fresh: [RowKey: RowReference], _ told: inout ContextChanges) {
        let (home, key) = place(of: row)
        let object = object(in: home, key: key)
        if object.flags.contains(.fault), let snapshot = snapshot(of: row, fresh) { object.stand(on: snapshot) }
        changes.note(object, .eventInserted)
        told.inserted.append(object)
    }

    private final func mergeUpdate(
        of row: MergedRow, _ fresh: [RowKey: RowReference], _ told: inout ContextChanges,
        _ unseen: inout [NSManagedObject]
    ) {
        let (home, key) = place(of: row)
        guard let object = home.family?.object(key) else {
            // A controller must see rows that enter its predicate, whether or not their objects are in memory.
            guard notifications.hasObservers else { return }
            let object = object(in: home, key: key)
            if let snapshot = snapshot(of: row, fresh) { object.stand(on: snapshot) }
            unseen.append(object)
            return
        }
        let wasFault = object.flags.contains(.fault)
        let snapshot = snapshot(of: row, fresh)
        if wasFault {
            if let snapshot { object.stand(on: snapshot) } else { object.leaveSnapshot() }
            unseen.append(object)
            return
        }
        if object.flags.contains(.deleted) { return }
        if object.flags.contains(.recreated) {
            // The versions of its row begin anew, and do not tell which state is the newer.
            guard let stored = try? storedRow(of: object) else { return }
            renew(object, on: stored)
        } else if let snapshot {
            renew(object, on: snapshot)
        } else {
            renewFromSource(object)
        }
        changes.note(object, .eventRefreshed)
        told.updated.append(object)
    }

    /// Renews an object whose new snapshot was not handed over: from the row cache, the store or the parent.
    private final func renewFromSource(_ object: NSManagedObject) {
        let probe = NSManagedObject.make(in: object.home, key: object.key)
        if (try? fill(probe)) == true, let snapshot = probe.snapshot { renew(object, on: snapshot) }
    }

    /// The row of an object as the store has it now, nil where it has none.
    private final func storedRow(of object: NSManagedObject) throws -> RowReference? {
        guard let store = object.home.store else { return nil }
        return try reading(store).row(
            family: object.home.layout.rootEntity, primaryKey: object.key, staleness: 0)
    }

    /// Whether the store has no row of an object; not where it cannot be asked.
    private final func isGone(_ object: NSManagedObject) -> Bool {
        do { return try storedRow(of: object) == nil } catch { return false }
    }

    private final func mergeDelete(
        of row: MergedRow, _ told: inout ContextChanges, _ gone: inout [NSManagedObject]
    ) {
        let (home, key) = place(of: row)
        guard let object = home.family?.object(key) else {
            // A controller may have the row in its list.
            if notifications.hasObservers { gone.append(object(in: home, key: key)) }
            return
        }
        // A fault found out by itself that its row is gone; only here are controllers told.
        guard !object.flags.contains(.deleted) || object.flags.contains(.inaccessible) else { return }
        if object.flags.contains(.recreated), !isGone(object) { return }
        object.flags.insert(.deletedElsewhere)
        changes.move(object, to: .deleted)
        changes.note(object, .eventDeleted)
        nullifyPending(object)
        forget(object)
        told.deleted.append(object)
    }

    /// Takes an object that another context deleted out of the relationships that were read here.
    private final func forget(_ object: NSManagedObject) {
        guard object.chunk != nil || !object.flags.contains(.fault) else { return }
        for relationship in object.home.properties.toOne {
            guard case .toMany(let number) = relationship.inverse,
                let owner = registeredDestination(of: object, relationship),
                let members = owner.state.flatMap({ number < $0.toMany.count ? $0.toMany[number] : nil })
            else { continue }
            members.forgetRead()
        }
    }

    private final func registeredDestination(
        of object: NSManagedObject, _ relationship: PropertyPlan.ToOne
    ) -> NSManagedObject? {
        if case .object(let owner)? = object.overlaid(relationship.slot) { return owner }
        guard let snapshot = object.snapshot, !snapshot.chunk.isNull(row: snapshot.row, slot: relationship.slot) else {
            return nil
        }
        let key = snapshot.chunk.integer(row: snapshot.row, slot: relationship.slot)
        return registry.family(root: relationship.destination.layout.rootEntity, store: object.home.store).object(key)
    }

    // MARK: Notifications of other contexts

    /// Takes over what a didSave notification tells, be it with objects or with IDs.
    final func merge(_ notification: Notification) {
        checkConfinement()
        merge(MergedRows(notification.userInfo ?? [:], in: self))
    }

    /// Takes over what was written past these contexts: by a batch request, or by another process.
    ///
    /// - Parameter changes: under the keys of didSave notifications, object IDs or their URIs.
    public class func mergeChanges(
        fromRemoteContextSave changes: [AnyHashable: Any], into contexts: [NSManagedObjectContext]
    ) {
        let transfer = UnsafeTransfer(changes)
        for context in contexts {
            // IDs and URIs never change.
            context.performAndWait {
                var rows = MergedRows(transfer.value, in: context)
                rows.mustReread = true
                context.merge(rows)
            }
        }
    }
}

extension MergedRows {
    /// The rows that a notification's userInfo names, as seen by a context.
    init(_ userInfo: [AnyHashable: Any], in context: NSManagedObjectContext) {
        let read = {
            (objects: String, ids: NSManagedObjectContext.NotificationKey) -> (rows: [MergedRow], areIDs: Bool) in
            let named = Self.members(userInfo[objects]) + Self.members(userInfo[ids.rawValue])
            var areIDs = false
            let rows = named.compactMap { member -> MergedRow? in
                if let object = member as? NSManagedObject {
                    // Of another context's object only the ID may be read here; it is fixed once the object was saved.
                    return Self.row(of: object.currentObjectID(), in: context)
                }
                areIDs = true
                if let id = member as? NSManagedObjectID { return Self.row(of: id, in: context) }
                guard let uri = member as? URL,
                    let id = context.persistentStoreCoordinator?.managedObjectID(forURIRepresentation: uri)
                else { return nil }
                return Self.row(of: id, in: context)
            }
            return (rows, areIDs)
        }
        let inserted = read(NSInsertedObjectsKey, .insertedObjectIDs)
        let updated = read(NSUpdatedObjectsKey, .updatedObjectIDs)
        let refreshed = read(NSRefreshedObjectsKey, .refreshedObjectIDs)
        let deleted = read(NSDeletedObjectsKey, .deletedObjectIDs)
        self.inserted = inserted.rows
        self.updated = updated.rows + refreshed.rows
        self.deleted = deleted.rows
        mustReread = inserted.areIDs || updated.areIDs || refreshed.areIDs
    }

    private static func row(of id: NSManagedObjectID, in context: NSManagedObjectContext) -> MergedRow {
        let (home, key) = context.place(of: id)
        return MergedRow(entity: home.entity, store: home.store, key: key)
    }

    private static func members(_ value: Any?) -> [Any] {
        switch value {
        case let set as NSSet: set.allObjects
        case let array as [Any]: array
        case let set as Set<NSManagedObjectID>: Array(set)
        default: []
        }
    }
}
