/// The pending changes of a context: what the next save writes, and what the next notification tells.
///
/// Membership is a flag of the object, so each operation takes constant time. Objects are held strongly here, and weakly by
/// the registry.
final class ChangeSet {
    private struct Lists {
        var inserted: [NSManagedObject] = []
        var updated: [NSManagedObject] = []
        var deleted: [NSManagedObject] = []
        /// Whether deleted objects know their places: not before one of them is brought back, as few ever are.
        var deletedKnowPlaces = false
        var event: [NSManagedObject] = []
        /// Objects of events that are being told: they still know which values changed.
        var told: [NSManagedObject] = []
        var isProcessingScheduled = false
        var hasStrays = false
    }
    /// Behind a pointer: each access to a stored property would be checked for exclusivity at run time, several times for
    /// every object that is edited.
    private let lists: UnsafeMutablePointer<Lists>

    init() {
        lists = .allocate(capacity: 1)
        lists.initialize(to: Lists())
    }

    deinit {
        lists.deinitialize(count: 1)
        lists.deallocate()
    }

    var inserted: [NSManagedObject] { lists.pointee.inserted }
    var updated: [NSManagedObject] { lists.pointee.updated }
    var deleted: [NSManagedObject] { lists.pointee.deleted }
    /// Objects with any event flag, in the order of their first change.
    var event: [NSManagedObject] { lists.pointee.event }

    /// Whether `processPendingChanges` is scheduled for the end of the run-loop turn.
    var isProcessingScheduled: Bool {
        get { lists.pointee.isProcessingScheduled }
        set { lists.pointee.isProcessingScheduled = newValue }
    }

    /// Whether something has gone since the last save, or was never there, to which a relationship may have been set.
    var mayLeaveDangling: Bool { lists.pointee.hasStrays || !lists.pointee.deleted.isEmpty }
    var isEmpty: Bool { inserted.isEmpty && updated.isEmpty && deleted.isEmpty }
    var hasEvent: Bool { !event.isEmpty }

    /// Puts an object into one list, out of the one it was in. An empty set takes it out of all.
    func move(_ object: NSManagedObject, to list: ObjectFlags) {
        let flags = object.flags
        if flags.contains(list) && !list.isEmpty { return }
        if flags.contains(.inserted) {
            Self.take(object, outOf: &lists.pointee.inserted)
        } else if flags.contains(.updated) {
            Self.take(object, outOf: &lists.pointee.updated)
        } else if flags.contains(.deleted) {
            if !lists.pointee.deletedKnowPlaces { tellDeletedTheirPlaces() }
            Self.take(object, outOf: &lists.pointee.deleted)
        }
        object.flags.remove(.pending)
        guard !list.isEmpty else { return }
        object.flags.insert(list)
        switch list {
        case .inserted: Self.append(object, to: &lists.pointee.inserted)
        case .updated: Self.append(object, to: &lists.pointee.updated)
        default:
            if lists.pointee.deletedKnowPlaces {
                Self.append(object, to: &lists.pointee.deleted)
            } else {
                lists.pointee.deleted.append(object)
            }
        }
    }

    private func tellDeletedTheirPlaces() {
        for (place, object) in deleted.enumerated() { object.madeState.listIndex = place }
        lists.pointee.deletedKnowPlaces = true
    }

    private static func append(_ object: NSManagedObject, to list: inout [NSManagedObject]) {
        if object.withState({ $0.listIndex = list.count }) == nil { object.madeState.listIndex = list.count }
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

    /// Notes that a relationship may lead to an object without a context.
    func noteStrays() { lists.pointee.hasStrays = true }

    /// Notes what happened to an object, for the notification of this event.
    func note(_ object: NSManagedObject, _ what: ObjectFlags) {
        if object.flags.isDisjoint(with: .event) { lists.pointee.event.append(object) }
        object.flags.insert(what)
    }

    /// What happened since the last call; begins a new event. `endTelling` follows once it has been told.
    func takeEvent() -> ContextChanges {
        let changes = ContextChanges(of: event, in: self)
        event.forEachHeld { object in
            object.flags.remove(.event)
        }
        if lists.pointee.told.isEmpty { lists.pointee.told = event } else { lists.pointee.told += event }
        lists.pointee.event = []
        return changes
    }

    /// Lets the objects of events that were told forget which values changed, but for those that have changed again.
    func endTelling() {
        let told = lists.pointee.told
        lists.pointee.told = []
        told.forEachHeld { object in
            if object.flags.isDisjoint(with: .event) { object.withState { $0.forgetEvent() } }
        }
    }

    /// After a save: nothing is pending; the objects' flags are cleared.
    func clearPending() {
        for list in [inserted, updated, deleted] {
            list.forEachHeld { $0.flags.remove(.pending) }
        }
        lists.pointee.inserted = []
        lists.pointee.updated = []
        lists.pointee.deleted = []
        lists.pointee.deletedKnowPlaces = false
        lists.pointee.hasStrays = false
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
                let knowsPlace = flag != .deleted || lists.pointee.deletedKnowPlaces
                if knowsPlace, object.state?.listIndex != index { found.append("\(name)[\(index)] has another index") }
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

    init() {}

    /// Files objects by their event flags.
    init(of event: [NSManagedObject], in pending: ChangeSet) {
        // In most events one and the same happened to all, or all that is pending happened in this event: no list is made then.
        var kinds: ObjectFlags = []
        var (inserts, updates, deletes, others) = (0, 0, 0, 0)
        event.forEachHeld { object in
            let kind = object.flags.intersection(.event)
            kinds.formUnion(kind)
            switch kind {
            case .eventInserted: inserts += 1
            case .eventUpdated: updates += 1
            case .eventDeleted: deletes += 1
            default: others += 1
            }
        }
        switch kinds {
        case .eventInserted: inserted = event
        case .eventUpdated: updated = event
        case .eventDeleted: deleted = event
        case .eventRefreshed: refreshed = event
        default:
            if others == 0, Self.are(pending.inserted, inserts, .eventInserted),
                Self.are(pending.updated, updates, .eventUpdated), Self.are(pending.deleted, deletes, .eventDeleted)
            {
                (inserted, updated, deleted) = (pending.inserted, pending.updated, pending.deleted)
            } else {
                event.forEachHeld { add($0) }
            }
        }
    }

    /// Whether that many objects are pending, and just this happened to each of them.
    private static func are(_ pending: [NSManagedObject], _ count: Int, _ kind: ObjectFlags) -> Bool {
        guard pending.count == count else { return false }
        var isAll = true
        pending.forEachHeld { if $0.flags.intersection(.event) != kind { isAll = false } }
        return isAll
    }

    /// Files an object by its event flags. One that came and went within the event is told nowhere.
    private mutating func add(_ object: NSManagedObject) {
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
