extension NSManagedObjectContext {
    /// Moves the objects of a store that leaves to the rows that stand for theirs in another; their changes stay pending.
    final func moveObjects(from old: NSPersistentStore, to new: NSPersistentStore, _ keys: MigratedKeys) {
        let objects = registry.objects(of: old)
        let moved = objects.filter { object in
            guard let key = keys.key(of: object.key, in: object.home.layout.rootEntity) else { return false }
            settle(object, in: registry.home(of: object.entity, in: new), key: key)
            return true
        }
        for (temporary, place) in activity.permanentKeys where place.home.store === old {
            guard let key = keys.key(of: place.key, in: place.home.layout.rootEntity) else { continue }
            activity.permanentKeys[temporary] = (registry.home(of: place.home.entity, in: new), key)
        }
        for (object, store) in activity.assignedStores where store === old { activity.assignedStores[object] = new }
        if !keys.areTheSame { for object in moved { leaveOldRow(object) } }
        // Lists know their rows by the old keys: it takes another fetch to have one again.
        notifications.tellOfReset()
        dropObjects(of: old)
        for case let child? in activity.children.map(\.context) {
            child.performAndWait { child.moveObjects(from: old, to: new, keys) }
        }
    }

    /// The row an object stands on names others by their old keys, and has a version of its own.
    private final func leaveOldRow(_ object: NSManagedObject) {
        if object.flags.contains(.fault) {
            object.backing = nil
            object.flags.remove(.offSnapshot)
            return
        }
        let probe = NSManagedObject.make(in: object.home, key: object.key)
        if (try? fill(probe)) == true, let row = probe.snapshot { renew(object, on: row) }
    }
}
