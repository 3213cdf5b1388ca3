import CoreData

@testable import CoreData

/// A sequence of steps on a stack of its own, with a look at everything after each of them.
final class GraphRun: @unchecked Sendable {
    // Sendable: used by one thread at a time, on the queue of the main context.
    private typealias Mismatch = GraphEditor.Mismatch

    private let stack: ShopStack
    private let main: GraphEditor
    /// What the store holds.
    private var saved: PlainGraph {
        get { main.saved }
        set { main.saved = newValue }
    }
    private let manager: UndoManager?
    private let mergesItself: Bool
    /// What there was after each undoable step, and where among them we stand.
    private var pictures: [PlainGraph]
    private var at = 0

    init(_ kind: StoreKind, variant: Int) throws {
        let schema = GraphSchema(variant: variant)
        stack = try ShopStack(kind, schema.model())
        let graph = PlainGraph(schema)
        let context = stack.context()
        context.mergePolicy = NSMergeByPropertyObjectTrumpMergePolicy
        manager = variant % 3 == 1 ? nil : UndoManager()
        mergesItself = variant % 2 == 1
        main = GraphEditor(context, graph)
        pictures = [graph]
        let manager = manager
        let mergesItself = mergesItself
        context.performAndWait {
            context.undoManager = manager
            context.automaticallyMergesChangesFromParent = mergesItself
        }
    }

    private var context: NSManagedObjectContext { main.context }

    /// Takes the steps; answers where and why they went wrong, nil if they did not.
    static func failure(_ steps: [GraphStep], _ kind: StoreKind, variant: Int) -> (at: Int, reason: String)? {
        do {
            let run = try GraphRun(kind, variant: variant)
            defer { run.context.performAndWait { run.context.undoManager = nil } }
            for (at, step) in steps.enumerated() {
                do { try run.take(step) } catch { return (at, "\(error)") }
            }
            do { try run.finish() } catch { return (steps.count - 1, "at the end: \(error)") }
        } catch {
            return (0, "the stack: \(error)")
        }
        return nil
    }

    private func finish() throws {
        try context.performAndWait {
            try main.compareAll()
            try save()
            try check()
        }
        try compareStore()
    }

    private func take(_ step: GraphStep) throws {
        GraphTrace.note("\(step)")
        var random = SeededNumbers(seed: step.seed)
        try context.performAndWait { try perform(step, &random) }
        // What merges by itself does so in a block of its own, behind this one.
        try context.performAndWait {
            try check()
            let uids = main.graph.uids
            let isAll = random.chance(12)
            if !isAll, uids.isEmpty || random.chance(2) { return }
            if isAll { try main.compareAll() } else { try main.compare(uids[random.number(below: uids.count)]) }
            // What was looked at is in memory now.
            try check()
        }
    }

    private func check() throws {
        let found = context.checkInvariants()
        if !found.isEmpty { throw Mismatch(found.joined(separator: " ")) }
    }

    private func perform(_ step: GraphStep, _ random: inout SeededNumbers) throws {
        switch step.kind {
        case .edit: try edit(step, &random)
        case .save:
            try save()
            if random.chance(2) { try compareStore() }
        case .undo: try undo()
        case .redo: try redo()
        case .rollback: rollback()
        case .refreshAll: context.refreshAllObjects()
        case .refreshMerging: try refresh(&random, merging: true)
        case .refreshDropping: try refresh(&random, merging: false)
        case .fetch: try fetch(&random)
        case .second: try second(step, &random)
        case .overtaken: try overtaken(step, &random)
        case .child: try child(step, &random)
        case .letGo: for uid in main.held.keys.sorted() where random.chance(2) { main.held[uid] = nil }
        case .permanentIDs: try context.obtainPermanentIDs(for: Array(context.insertedObjects))
        case .reset: try reset()
        case .compare: try main.compareAll()
        }
    }

    // MARK: Edits, and the way back

    private func edit(_ step: GraphStep, _ random: inout SeededNumbers) throws {
        let before = main.graph
        manager?.beginUndoGrouping()
        var isOpen = true
        defer { if isOpen { manager?.endUndoGrouping() } }
        try main.event(step, &random, changes: 1 + random.number(below: 4))
        if main.isDenied {
            context.processPendingChanges()
            try check()
            do {
                try context.save()
                throw Mismatch("a save went through that a delete rule forbids")
            } catch let error as NSError where error.domain == NSCocoaErrorDomain {
                try requireDenial(error)
            }
            main.forgetDoomed()
            isOpen = false
            manager?.endUndoGrouping()
            if let manager {
                manager.undo()
                main.graph = before
                keepHeld()
                // What could be done again now is what may not be saved.
                pictures.removeLast(pictures.count - 1 - at)
            } else {
                rollback()
            }
            return
        }
        main.endEvent()
        isOpen = false
        manager?.endUndoGrouping()
        noteUndoable()
    }

    private func requireDenial(_ error: NSError) throws {
        let details = error.userInfo[NSDetailedErrorsKey] as? [NSError] ?? [error]
        if details.contains(where: { $0.code != NSValidationRelationshipDeniedDeleteError }) {
            throw Mismatch("a save was refused by \(error)")
        }
    }

    private func keepHeld() {
        for uid in main.held.keys where main.graph.objects[uid] == nil { main.held[uid] = nil }
        for uid in main.held.keys where main.held[uid]?.managedObjectContext !== context { main.held[uid] = nil }
    }

    private func noteUndoable() {
        guard manager != nil else { return }
        if main.graph == pictures[at] { return forgetRedo() }
        pictures.removeLast(pictures.count - 1 - at)
        pictures.append(main.graph)
        at += 1
        // A long way back would be compared as a whole at every step.
        if at > 30 { forgetUndo() }
    }

    private func forgetRedo() {
        if manager?.canRedo == false { pictures.removeLast(pictures.count - 1 - at) }
    }

    private func forgetUndo() {
        manager?.removeAllActions()
        pictures = [main.graph]
        at = 0
    }

    /// A step that changed nothing to be seen may be a step for the undo manager.
    private func undo() throws {
        guard let manager, at > 0 else { return }
        repeat {
            if !manager.canUndo { throw Mismatch("there is nothing to undo") }
            context.undo()
            main.graph = pictures[at]
            keepHeld()
        } while try isSeen()
        at -= 1
        main.graph = pictures[at]
        keepHeld()
        try main.compareAll()
    }

    private func redo() throws {
        guard let manager else { return }
        forgetRedo()
        guard at < pictures.count - 1 else { return }
        repeat {
            if !manager.canRedo { throw Mismatch("there is nothing to do again") }
            context.redo()
            main.graph = pictures[at]
            keepHeld()
        } while try isSeen()
        at += 1
        main.graph = pictures[at]
        keepHeld()
        try main.compareAll()
    }

    /// Whether the context shows just what the graph says.
    private func isSeen() throws -> Bool {
        try check()
        do {
            try main.compareAll()
            return true
        } catch is GraphEditor.Mismatch {
            return false
        }
    }

    private func rollback() {
        context.rollback()
        main.graph = saved
        keepHeld()
        forgetUndo()
    }

    // MARK: Saving and refaulting

    private func save() throws {
        try context.save()
        if context.hasChanges { throw Mismatch("there are changes after a save") }
        saved = main.graph
    }

    /// Looks through a context that has seen nothing yet.
    private func compareStore() throws {
        let other = GraphEditor(stack.context(), saved)
        try other.context.performAndWait {
            try other.compareAll()
            let found = other.context.checkInvariants()
            if !found.isEmpty { throw Mismatch("in a new context: " + found.joined(separator: " ")) }
        }
    }

    private func refresh(_ random: inout SeededNumbers, merging: Bool) throws {
        let uids = main.graph.uids
        guard !uids.isEmpty else { return }
        let uid = uids[random.number(below: uids.count)]
        let object = try main.object(uid)
        if merging || object.isInserted { return context.refresh(object, mergeChanges: merging) }
        let before = main.graph
        manager?.beginUndoGrouping()
        context.refresh(object, mergeChanges: false)
        main.graph.giveUp(uid, for: saved)
        context.processPendingChanges()
        manager?.endUndoGrouping()
        // What the other ends have lost can be had back, values of the object itself cannot.
        if main.graph.hasSameValues(uid, as: before) { noteUndoable() } else { forgetUndo() }
    }

    private func reset() throws {
        if main.graph != saved { try save() }
        main.held = [:]
        context.reset()
        forgetUndo()
        if !context.registeredObjects.isEmpty { throw Mismatch("objects are left after a reset") }
    }

    private func fetch(_ random: inout SeededNumbers) throws {
        let entity = GraphSchema.entities[random.number(below: GraphSchema.entities.count)]
        let least = random.number(below: 4)
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [
            NSSortDescriptor(key: "count", ascending: false), NSSortDescriptor(key: "uid", ascending: true),
        ]
        request.predicate = NSPredicate(format: "count >= %ld", least)
        var expected = main.graph.uids(of: entity).filter { (main.graph.objects[$0]?.count ?? 0) >= least }
        let folders = main.graph.uids(of: "Folder")
        if GraphSchema.isKind(entity, of: "Note"), random.chance(2), !folders.isEmpty {
            let folder = folders[random.number(below: folders.count)]
            request.predicate = NSPredicate(format: "count >= %ld AND folder == %@", least, try main.object(folder))
            expected.removeAll { main.graph.objects[$0]?.one["folder"] != folder }
        }
        expected.sort { (-(main.graph.objects[$0]?.count ?? 0), $0) < (-(main.graph.objects[$1]?.count ?? 0), $1) }
        if random.chance(2) { request.returnsObjectsAsFaults = false }
        if random.chance(3) {
            request.relationshipKeyPathsForPrefetching = Array(main.graph.schema.links(of: entity).keys).sorted()
        }
        if random.chance(3) { request.fetchBatchSize = 3 }
        let found = try context.fetch(request).map { $0.value(forKey: "uid") as? Int ?? -1 }
        if found != expected {
            throw Mismatch("\(request.predicate?.predicateNode.printed ?? "") finds \(found), not \(expected)")
        }
        let counted = try context.count(for: request)
        if counted != expected.count { throw Mismatch("\(counted) are counted, not \(expected.count)") }
    }

    // MARK: Other contexts

    /// A context beside this one changes what has no pending changes here; that is merged.
    private func second(_ step: GraphStep, _ random: inout SeededNumbers) throws {
        let mine = main.graph
        let other = GraphEditor(stack.context(), saved)
        let base = saved
        other.allowed = { uids in
            uids.allSatisfy { uid in
                guard base.objects[uid] != nil else { return mine.objects[uid] == nil }
                return mine.matches(mine.objects[uid], base.objects[uid])
            }
        }
        let way = random.number(below: 3)
        let changes = 1 + random.number(below: 6)
        try edit(other, step, &random, changes: changes, merging: way)
        for uid in Set(other.graph.uids).union(base.uids)
        where !other.graph.matches(other.graph.objects[uid], base.objects[uid]) {
            main.graph.take(uid, from: other.graph)
        }
        saved = other.graph
        keepHeldOfGraph()
        forgetUndo()
    }

    private func keepHeldOfGraph() {
        for uid in main.held.keys where main.graph.objects[uid] == nil { main.held[uid] = nil }
    }

    /// Edits and saves in another context, and hands what was saved to the main one.
    private func edit(
        _ other: GraphEditor, _ step: GraphStep, _ random: inout SeededNumbers, changes: Int, merging way: Int?
    ) throws {
        let context = context
        let merges = mergesItself ? nil : way
        let posts = PostedChanges()
        let names = [
            Notification.Name.NSManagedObjectContextDidSave, NSManagedObjectContext.didSaveObjectIDsNotification,
        ]
        let observers = names.map { name in
            NotificationCenter.default.addObserver(forName: name, object: other.context, queue: nil) { note in
                posts.add(note)
                guard merges == 0, note.name == .NSManagedObjectContextDidSave else { return }
                context.mergeChanges(fromContextDidSave: note)
            }
        }
        defer { observers.forEach(NotificationCenter.default.removeObserver) }
        try other.context.performAndWait {
            try other.event(step, &random, changes: changes)
            other.endEvent()
            try other.compareAll()
            try other.context.save()
            let found = other.context.checkInvariants()
            if !found.isEmpty { throw Mismatch("in the other context: " + found.joined(separator: " ")) }
            try other.compareAll()
        }
        if merges == 1, let ids = posts.ids {
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: ids, into: [context])
        }
        if merges == 2, let note = posts.idNote { context.mergeChanges(fromContextDidSave: note) }
    }

    /// Another context changes values, also of objects with pending changes here, and nothing is merged before these are
    /// saved: they win.
    private func overtaken(_ step: GraphStep, _ random: inout SeededNumbers) throws {
        if mergesItself { return }
        let base = saved
        let other = GraphEditor(stack.context(), saved)
        other.context.performAndWait {}
        let posts = PostedChanges()
        let observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didSaveObjectIDsNotification, object: other.context, queue: nil
        ) { posts.add($0) }
        defer { NotificationCenter.default.removeObserver(observer) }
        try other.context.performAndWait {
            for uid in base.uids where random.chance(4) {
                let object = try other.object(uid)
                if random.chance(2) {
                    object.setValue("other \(step.firstUID)", forKey: "text")
                    other.graph.setText("other \(step.firstUID)", of: uid)
                } else {
                    object.setValue(7, forKey: "count")
                    other.graph.setCount(7, of: uid)
                }
            }
            try other.context.save()
        }
        for uid in base.uids {
            guard let own = main.graph.objects[uid], let before = base.objects[uid],
                let theirs = other.graph.objects[uid]
            else { continue }
            if own.text == before.text { main.graph.setText(theirs.text, of: uid) }
            if own.count == before.count { main.graph.setCount(theirs.count, of: uid) }
        }
        try save()
        if let note = posts.idNote { context.mergeChanges(fromContextDidSave: note) }
        keepHeldOfGraph()
        forgetUndo()
    }

    /// A child context changes things, and saves them or not.
    private func child(_ step: GraphStep, _ random: inout SeededNumbers) throws {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.parent = main.context
        let child = GraphEditor(context, main.graph)
        child.allowed = { _ in true }
        let isSaved = !random.chance(4)
        manager?.beginUndoGrouping()
        defer { manager?.endUndoGrouping() }
        try context.performAndWait {
            for _ in 0...random.number(below: 2) {
                try child.event(step, &random, changes: 1 + random.number(below: 4))
                child.endEvent()
                try child.compareAll()
                if isSaved {
                    try context.save()
                    child.saved = child.graph
                }
                let found = context.checkInvariants()
                if !found.isEmpty { throw Mismatch("in the child: " + found.joined(separator: " ")) }
                if isSaved { try child.compareAll() }
            }
        }
        if isSaved { main.graph = child.graph }
        self.main.context.processPendingChanges()
        keepHeldOfGraph()
        noteUndoable()
    }
}

/// What another context posted.
private final class PostedChanges: @unchecked Sendable {
    // Sendable: posted and read while the test waits.
    private(set) var idNote: Notification?

    func add(_ note: Notification) {
        if note.name == NSManagedObjectContext.didSaveObjectIDsNotification { idNote = note }
    }

    /// Under the keys that tell of a remote save.
    var ids: [AnyHashable: Any]? {
        guard let info = idNote?.userInfo else { return nil }
        let keys: [(String, NSManagedObjectContext.NotificationKey)] = [
            (NSInsertedObjectsKey, .insertedObjectIDs), (NSUpdatedObjectsKey, .updatedObjectIDs),
            (NSDeletedObjectsKey, .deletedObjectIDs),
        ]
        return Dictionary(
            uniqueKeysWithValues: keys.map { key, posted in
                (key as AnyHashable, Array(info[posted.rawValue] as? Set<NSManagedObjectID> ?? []) as Any)
            })
    }
}
