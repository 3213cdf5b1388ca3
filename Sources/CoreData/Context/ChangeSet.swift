/// The pending changes of a context: what the next save writes, and what the next notification tells.
///
/// Membership is a flag of the object, so each operation takes constant time. Objects are held strongly here, and weakly by
/// the registry.
final class ChangeSet {
    private(set) var inserted: [NSManagedObject] = []
    private(set) var updated: [NSManagedObject] = []
    private(set) var deleted: [NSManagedObject] = []
    /// Objects with any event flag, in the order of their first change.
    private(set) var event: [NSManagedObject] = []

    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
    var hasEvent: Bool { !event.isEmpty }

    /// Puts an object into one list, out of the one it was in. An empty set takes it out of all.
    func move(_ object: NSManagedObject, to list: ObjectFlags) {
        let flags = object.flags
        if flags.contains(list) && !list.isEmpty { return }
        if flags.contains(.inserted) {
            Self.take(object, outOf: &inserted)
        } else if flags.contains(.updated) {
            Self.take(object, outOf: &updated)
        } else if flags.contains(.deleted) {
            Self.take(object, outOf: &deleted)
        }
        object.flags.remove(.pending)
        guard !list.isEmpty else { return }
        object.flags.insert(list)
        let state = object.madeState
        switch list {
        case .inserted: Self.append(object, state, to: &inserted)
        case .updated: Self.append(object, state, to: &updated)
        default: Self.append(object, state, to: &deleted)
        }
    }

    private static func append(_ object: NSManagedObject, _ state: ObjectState, to list: inout [NSManagedObject]) {
        state.listIndex = list.count
        list.append(object)
    }

    private static func take(_ object: NSManagedObject, outOf list: inout [NSManagedObject]) {
        guard let index = object.withState({ $0.listIndex }), index < list.count, list[index] === object else {
            raise("NSInternalInconsistencyException", "An object is not in the list that its flags name.")
        }
        if index != list.count - 1 {
            list.swapAt(index, list.count - 1)
            list[index].state?.listIndex = index
        }
        list.removeLast()
    }

    /// Notes what happened to an object, for the notification of this event.
    func note(_ object: NSManagedObject, _ what: ObjectFlags) {
        if object.flags.isDisjoint(with: .event) { event.append(object) }
        object.flags.insert(what)
    }

    /// Objects of events that are being told: they still know which values changed.
    private var told: [NSManagedObject] = []

    /// What happened since the last call; begins a new event. `endTelling` follows once it has been told.
    func takeEvent() -> ContextChanges {
        var changes = ContextChanges()
        for object in event {
            changes.add(object)
            object.flags.remove(.event)
        }
        told += event
        event.removeAll()
        return changes
    }

    /// Lets the objects of events that were told forget which values changed, but for those that have changed again.
    func endTelling() {
        for object in told where object.flags.isDisjoint(with: .event) { object.withState { $0.forgetEvent() } }
        told = []
    }

    /// After a save: nothing is pending; the objects' flags are cleared.
    func clearPending() {
        for list in [inserted, updated, deleted] {
            for object in list { object.flags.remove(.pending) }
        }
        inserted = []
        updated = []
        deleted = []
    }

    /// The mistakes in the bookkeeping, none if all is well.
    var faultsOfBookkeeping: [String] {
        var found: [String] = []
        for (name, list, flag) in [
            ("inserted", inserted, ObjectFlags.inserted), ("updated", updated, .updated),
            ("deleted", deleted, .deleted),
        ] {
            for (index, object) in list.enumerated() {
                if object.flags.intersection(.pending) != flag { found.append("\(name)[\(index)] has other flags") }
                if object.state?.listIndex != index { found.append("\(name)[\(index)] has another index") }
            }
        }
        return found
    }
}

/// What one event brought about in a context: what `NSManagedObjectContextObjectsDidChange` tells.
struct ContextChanges {
    var inserted: [NSManagedObject] = []
    var updated: [NSManagedObject] = []
    var deleted: [NSManagedObject] = []
    var refreshed: [NSManagedObject] = []
    var invalidated: [NSManagedObject] = []
    /// Rows changed by another context whose objects were not in memory here: told to controllers, not in the notification.
    var refreshedUnseen: [NSManagedObject] = []
    /// Rows deleted by another context whose objects were not in memory here; likewise.
    var deletedUnseen: [NSManagedObject] = []
    /// The context was reset: everything fetched before is void.
    var invalidatedAll = false

    var isEmpty: Bool {
        inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && invalidated.isEmpty
            && refreshedUnseen.isEmpty && deletedUnseen.isEmpty && !invalidatedAll
    }

    /// Whether the posted notification would have any content.
    var hasContentToPost: Bool {
        !(inserted.isEmpty && updated.isEmpty && deleted.isEmpty && refreshed.isEmpty && invalidated.isEmpty)
            || invalidatedAll
    }

    /// Files an object by its event flags. One that came and went within the event is told nowhere.
    mutating func add(_ object: NSManagedObject) {
        let flags = object.flags
        if flags.contains(.eventDeleted) {
            if !flags.contains(.eventInserted) { deleted.append(object) }
        } else if flags.contains(.eventInserted) {
            inserted.append(object)
        } else {
            if flags.contains(.eventInvalidated) { invalidated.append(object) }
            if flags.contains(.eventRefreshed) { refreshed.append(object) }
            if flags.contains(.eventUpdated) { updated.append(object) }
        }
    }
}
