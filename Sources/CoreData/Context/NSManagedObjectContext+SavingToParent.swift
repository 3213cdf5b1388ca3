extension NSManagedObjectContext {
    /// Pushes the changes one level up: they are pending in the parent then. New objects keep their temporary IDs there.
    final func writeChanges(to parent: NSManagedObjectContext) throws -> SavedChanges {
        let transfer = UnsafeTransfer(changes)
        // This context waits, so the parent may read its objects; it makes its own from them and keeps none.
        parent.performAndWait { parent.receive(transfer.value) }
        return SavedChanges(of: changes)
    }

    /// Takes in what a child saves.
    private final func receive(_ pending: ChangeSet) {
        for object in pending.inserted { receiveNew(object) }
        for object in pending.inserted + pending.updated { receiveValues(of: object) }
        for object in pending.deleted where !object.flags.contains(.deletedElsewhere) {
            if let own = counterpart(of: object), !own.flags.contains(.deleted) { delete(own) }
        }
        processPendingChanges()
    }

    /// A new object of a child's: the same key and entity, no `awakeFromInsert`.
    private final func receiveNew(_ object: NSManagedObject) {
        let home = registry.home(of: object.entity, in: object.home.store)
        if home.family?.object(object.key) != nil { return }
        let own = NSManagedObject.make(in: home, key: object.key)
        own.flags = object.key < 0 ? [.temporary, .unsaved] : .unsaved
        own.beginOverlay(holding: home.defaults)
        register(own)
        object.registerTemporary()
        noteInsert(of: own)
    }

    /// This context's object for one of a child's.
    private final func counterpart(of object: NSManagedObject) -> NSManagedObject? {
        if object.key < 0, let permanent = activity.permanentKeys[object.key] {
            return self.object(in: permanent.home, key: permanent.key)
        }
        let home = registry.home(of: object.entity, in: object.home.store)
        if object.key < 0 { return home.family?.object(object.key) }
        return self.object(in: home, key: object.key)
    }

    private final func receiveValues(of object: NSManagedObject) {
        guard let own = counterpart(of: object), let state = object.state else { return }
        if let pending = state.pending {
            for (slot, shape) in object.home.layout.slots.enumerated()
            where shape.storage != .destinationEntity && (object.backing == nil || pending.changed.contains(slot)) {
                receive(pending[slot], slot: slot, by: own)
            }
        }
        for (number, members) in state.toMany.enumerated() {
            guard let members, members.hasChanges else { continue }
            let relationship = own.home.properties.toMany[number]
            for member in members.removed { counterpart(of: member).map { own.removeMember($0, number) } }
            for member in members.added { counterpart(of: member).map { own.addMember($0, number) } }
            if relationship.isOrdered { receiveOrder(of: members, by: own, number) }
        }
        if !state.transients.isEmpty {
            own.madeState.transients = state.transients
            own.trackUpdate()
        }
    }

    /// Puts members in the child's order: some may have come before those that stand before them there. Members that the child
    /// does not know stand last; where it has read none, what it added does.
    private final func receiveOrder(of members: ToManyMembers, by own: NSManagedObject, _ number: Int) {
        let present = own.memberObjects(number)
        let known = members.order ?? members.current?.objects
        let named = ObjectSet(
            (known ?? members.added.objects).compactMap { counterpart(of: $0) }.filter(present.contains))
        let others = present.objects.filter { !named.contains($0) }
        own.arrangeMembers(known == nil ? others + named.objects : named.objects + others, number)
    }

    private final func receive(_ value: SlotValue, slot: Int, by own: NSManagedObject) {
        guard own.home.layout.slots[slot].storage == .toOne else { return own.write(value, slot: slot) }
        guard case .object(let destination) = value else { return own.setDestination(nil, slot: slot) }
        own.setDestination(counterpart(of: destination), slot: slot)
    }
}
