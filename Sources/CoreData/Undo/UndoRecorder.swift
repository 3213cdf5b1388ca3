/// Hands the undo manager of a context the inverse of each event. There is none in a context without an undo manager.
///
/// What an event changed is told by comparing an object with what it was when the last event ended: where that differed from the store it
/// is kept here, else it is what the snapshot has. So nothing has to be noted while objects are edited.
final class UndoRecorder {
    let manager: UndoManager
    private var checkpoints: (any NSObjectProtocol)?
    /// Of objects that had pending changes when the last event ended.
    private var known: [ObjectIdentifier: KnownState] = [:]
    /// Whether events go by unrecorded: those of a rollback.
    var isPaused = false

    init(_ manager: UndoManager, of context: NSManagedObjectContext) {
        self.manager = manager
        checkpoints = NotificationCenter.default.addObserver(
            forName: .NSUndoManagerCheckpoint, object: manager, queue: nil
        ) { [weak context] _ in context?.processPendingChanges() }
        for list in [context.changes.inserted, context.changes.updated, context.changes.deleted] {
            for object in list { note(object) }
        }
    }

    deinit {
        if let checkpoints { NotificationCenter.default.removeObserver(checkpoints) }
    }

    /// Registers the inverse of an event that is about to be told.
    func record(_ event: [NSManagedObject], in context: NSManagedObjectContext) {
        guard !isPaused, !event.isEmpty else { return }
        var inverse = EventInverse()
        if manager.isUndoRegistrationEnabled {
            for object in event where object.isRecordable(in: context) {
                object.readUncertainMembers()
                inverse.add(object, known[ObjectIdentifier(object)])
            }
        }
        for object in event { note(object) }
        if !inverse.isEmpty { manager.registerUndo(withTarget: context) { $0.apply(inverse) } }
    }

    private func note(_ object: NSManagedObject) {
        let isGoing = object.flags.contains(.deleted) && object.isUnsaved
        let isPending = !object.flags.isDisjoint(with: .pending) && !isGoing
        known[ObjectIdentifier(object)] = isPending ? KnownState(of: object) : nil
    }

    /// Nothing is pending any more: after a save, a rollback or a reset.
    func forgetKnown() { known = [:] }
}

/// What an object with pending changes was when an event ended.
struct KnownState {
    struct Members {
        var added = ObjectSet()
        var removed = ObjectSet()
        var order: [NSManagedObject]?
    }
    /// Held, so that no other object can come to have the same address.
    private let object: NSManagedObject
    let isDeleted: Bool
    /// Values that the snapshot did not have.
    private(set) var slots: [Int: SlotValue] = [:]
    private(set) var toMany: [Int: Members] = [:]

    init(of object: NSManagedObject) {
        self.object = object
        isDeleted = object.flags.contains(.deleted)
        for slot in object.home.layout.slots.indices {
            if let value = object.overlaid(slot) { slots[slot] = value }
        }
        for (number, members) in (object.state?.toMany ?? []).enumerated() {
            guard let members, members.hasChanges else { continue }
            toMany[number] = Members(added: members.added, removed: members.removed, order: members.order)
        }
    }
}

extension NSManagedObject {
    /// Reads the relationships that would not tell what the event changed: what it added may have been there already, and
    /// what it took out may not. Where a to-one relationship is the other end, that is known.
    fileprivate final func readUncertainMembers() {
        guard let state else { return }
        for (number, members) in state.toMany.enumerated() where state.eventToMany.contains(number) {
            guard let members, members.hasChanges, !members.isRead, !home.properties.toMany[number].isInverseToOne
            else { continue }
            _ = memberObjects(number)
        }
    }

    /// Whether what became of the object can be taken back: it is not about a row or store that is gone.
    fileprivate final func isRecordable(in context: NSManagedObjectContext) -> Bool {
        isIn(context) && flags.isDisjoint(with: [.deletedElsewhere, .inaccessible, .storeless])
            && !flags.isDisjoint(with: [.eventInserted, .eventUpdated, .eventDeleted])
    }
}
