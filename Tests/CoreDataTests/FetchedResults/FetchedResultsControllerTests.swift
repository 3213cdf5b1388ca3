import CoreData
import Testing

@Suite("A fetched results controller")
struct FetchedResultsControllerTests {
    private func controller(
        _ context: NSManagedObjectContext, sort: [NSSortDescriptor]? = nil, predicate: NSPredicate? = nil,
        sections: String? = nil
    ) -> NSFetchedResultsController<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.sortDescriptors = sort ?? [NSSortDescriptor(key: "rank", ascending: true)]
        request.predicate = predicate
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
    }

    private func titles(_ controller: NSFetchedResultsController<NSManagedObject>) -> [String] {
        controller.fetchedObjects?.map(RecordingDelegate.title) ?? []
    }

    /// Runs a test on a fresh context's queue.
    private func withContext(_ body: (NSManagedObjectContext) throws -> Void) throws {
        let context = try ListModel.container().newBackgroundContext()
        try context.performAndWait { try body(context) }
    }

    @Test("has nothing before it fetches, and then agrees with itself")
    func fetching() throws {
        try withContext { context in
            for (index, title) in ["a", "b", "c"].enumerated() { context.entry(title, rank: index) }
            try context.save()
            let controller = controller(context)
            #expect(controller.fetchedObjects == nil)
            #expect(controller.sections == nil)
            try controller.performFetch()
            #expect(titles(controller) == ["a", "b", "c"])
            #expect(controller.sections?.count == 1)
            #expect(controller.sections?.first?.name == "")
            #expect(controller.sections?.first?.numberOfObjects == 3)
            for item in 0..<3 {
                let path = IndexPath(item: item, section: 0)
                #expect(controller.indexPath(forObject: controller.object(at: path)) == path)
            }
            let other = context.entry("new")
            #expect(controller.indexPath(forObject: other) == nil)
        }
    }

    @Test("without a delegate stays as it was fetched")
    func undelegated() throws {
        try withContext { context in
            context.entry("a")
            let controller = controller(context)
            try controller.performFetch()
            context.entry("b")
            context.processPendingChanges()
            #expect(titles(controller) == ["a"])
        }
    }

    @Test("tells a mixed event in one bracket: sections, then objects")
    func mixed() throws {
        try withContext { context in
            let objects = (0..<6).map { context.entry("e\($0)", rank: $0 * 10) }
            try context.save()
            let controller = controller(context)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.start(controller)
            context.delete(objects[0])
            objects[1].setValue(true, forKey: "done")
            objects[2].setValue(true, forKey: "done")
            objects[5].setValue(15, forKey: "rank")
            context.entry("n1", rank: 25)
            context.entry("n2", rank: 100)
            #expect(controller.indexPath(forObject: objects[5]) == [0, 5])
            try context.save()
            #expect(
                delegate.takeLog() == [
                    "will", "delete e0 0.0 -", "insert n1 - 0.3", "insert n2 - 0.6", "move e5 0.5 0.1",
                    "update e1 0.1 0.1",
                    "update e2 0.2 0.2", "did",
                ])
            #expect(delegate.listsBefore == [["e0", "e1", "e2", "e3", "e4", "e5"]])
            #expect(titles(controller) == ["e1", "e5", "e2", "n1", "e3", "e4", "n2"])
            #expect(delegate.problems == [])
            try context.save()
            #expect(delegate.log == [])
        }
    }

    @Test("tells its delegate once everybody else has been told")
    func afterTheNotification() throws {
        try withContext { context in
            let controller = controller(context)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.start(controller)
            // The notification is posted on this queue.
            nonisolated(unsafe) let told = delegate
            nonisolated(unsafe) var before: [[String]] = []
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
            ) { _ in before.append(told.log) }
            defer { NotificationCenter.default.removeObserver(observer) }
            context.entry("a")
            context.processPendingChanges()
            #expect(before == [[]])
            #expect(delegate.takeLog() == ["will", "insert a - 0.0", "did"])
        }
    }

    @Test("follows objects into and out of the predicate")
    func predicate() throws {
        try withContext { context in
            let a = context.entry("a", rank: 1, done: true)
            let b = context.entry("b", rank: 2)
            try context.save()
            let controller = controller(context, predicate: NSPredicate(format: "done == YES"))
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.start(controller)
            a.setValue(false, forKey: "done")
            b.setValue(true, forKey: "done")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "delete a 0.0 -", "insert b - 0.0", "did"])
            a.setValue("still out", forKey: "title")
            context.processPendingChanges()
            #expect(delegate.log == [])
            context.rollback()
            #expect(titles(controller) == ["a"])
            #expect(delegate.problems == [])
        }
    }

    @Test("sends an update for a new sort key that keeps the place, a move for one that does not")
    func moves() throws {
        try withContext { context in
            let objects = (0..<3).map { context.entry("e\($0)", rank: $0 * 10) }
            let controller = controller(context)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.start(controller)
            objects[1].setValue(11, forKey: "rank")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "update e1 0.1 0.1", "did"])
            objects[1].setValue(25, forKey: "rank")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "move e1 0.1 0.2", "did"])
        }
    }

    @Test("divides into sections, which come and go")
    func sections() throws {
        try withContext { context in
            let sort = [
                NSSortDescriptor(key: "group", ascending: true), NSSortDescriptor(key: "rank", ascending: true),
            ]
            let a = context.entry("a1", group: "apples", rank: 3)
            context.entry("b1", group: "beets", rank: 1)
            context.entry("b2", group: "beets", rank: 2)
            let c = context.entry("c1", group: "carrots", rank: 1)
            let controller = controller(context, sort: sort, sections: "group")
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.start(controller)
            #expect(controller.sections?.map(\.name) == ["apples", "beets", "carrots"])
            #expect(controller.sections?.map(\.numberOfObjects) == [1, 2, 1])
            #expect(controller.sectionIndexTitles == ["A", "B", "C"])
            #expect(controller.section(forSectionIndexTitle: "B", at: 1) == 1)
            a.setValue("beets", forKey: "group")
            context.delete(c)
            context.entry("d1", group: "dates", rank: 1)
            context.processPendingChanges()
            #expect(
                delegate.takeLog() == [
                    "will", "section delete apples 0 0", "section delete carrots 2 0", "section insert dates 1 1",
                    "delete c1 2.0 -", "insert d1 - 1.0", "move a1 0.0 0.2", "did",
                ])
            #expect(delegate.problems == [])
        }
    }

    @Test("refuses to divide what is not sorted by section")
    func disorder() throws {
        try withContext { context in
            for (index, group) in ["a", "b", "a"].enumerated() { context.entry("e", group: group, rank: index) }
            let controller = controller(context, sections: "group")
            #expect {
                try controller.performFetch()
            } throws: { error in
                let error = error as NSError
                return error.code == 134060
                    && (error.userInfo["reason"] as? String)?.contains(
                        "at index 2 has an out of order section name 'a.") == true
            }
        }
    }

    @Test("hears of what another context saved, once it is merged")
    func merging() throws {
        let container = try ListModel.container()
        let (first, second) = (container.newBackgroundContext(), container.newBackgroundContext())
        try first.performAndWait {
            first.automaticallyMergesChangesFromParent = true
            for index in 0..<3 { first.entry("e\(index)", rank: index * 10) }
            try first.save()
        }
        // Made and used on the first context's queue.
        nonisolated(unsafe) var controller: NSFetchedResultsController<NSManagedObject>?
        nonisolated(unsafe) let delegate = RecordingDelegate()
        try first.performAndWait {
            let made = self.controller(first)
            made.delegate = delegate
            try made.performFetch()
            delegate.start(made)
            controller = made
        }
        try second.performAndWait {
            let entries = try second.fetch(NSFetchRequest<NSManagedObject>(entityName: "Entry"))
            for entry in entries where RecordingDelegate.title(entry) == "e1" { entry.setValue(50, forKey: "rank") }
            for entry in entries where RecordingDelegate.title(entry) == "e0" { second.delete(entry) }
            second.entry("new", rank: 5)
            let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: second)
            folder.setValue("ignored", forKey: "name")
            try second.save()
        }
        first.performAndWait {
            #expect(controller.map { titles($0) } == ["new", "e2", "e1"])
            #expect(delegate.problems == [])
            #expect(delegate.log.filter { $0 == "did" }.count == 1)
        }
    }

    @Test("hears of rows it has no objects for")
    func unseen() throws {
        let container = try ListModel.container()
        let (first, second) = (container.newBackgroundContext(), container.newBackgroundContext())
        // Made and used on the first context's queue.
        nonisolated(unsafe) var controller: NSFetchedResultsController<NSManagedObject>?
        nonisolated(unsafe) let delegate = RecordingDelegate()
        try first.performAndWait {
            first.automaticallyMergesChangesFromParent = true
            for index in 0..<3000 { first.entry("e\(index)", rank: index * 10) }
            try first.save()
            first.reset()
            let made = self.controller(first)
            made.delegate = delegate
            try made.performFetch()
            controller = made
        }
        try second.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
            request.predicate = NSPredicate(format: "rank IN %@", [25_000, 26_000, 27_000])
            request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
            let entries = try second.fetch(request)
            second.delete(entries[0])
            entries[1].setValue(-5, forKey: "rank")
            entries[2].setValue("renamed", forKey: "title")
            try second.save()
        }
        first.performAndWait {
            let log = delegate.takeLog()
            #expect(log.count == 5)
            #expect(log.contains("move e2600 0.2600 0.0"))
            #expect(log.contains("update renamed 0.2700 0.2700"))
            #expect(log.contains { $0.hasPrefix("delete ") && $0.hasSuffix(" 0.2500 -") })
            #expect(controller?.sections?.first?.numberOfObjects == 2999)
            #expect(controller.map { RecordingDelegate.title($0.object(at: [0, 2699])) } == "renamed")
        }
    }

    @Test("hears of a deletion that was met before it was merged")
    func metBefore() throws {
        let container = try ListModel.container()
        let (first, second) = (container.newBackgroundContext(), container.newBackgroundContext())
        // Made and used on the first context's queue.
        nonisolated(unsafe) var controller: NSFetchedResultsController<NSManagedObject>?
        nonisolated(unsafe) let delegate = RecordingDelegate()
        try first.performAndWait {
            for index in 0..<3000 { first.entry("e\(index)", rank: index * 10) }
            try first.save()
            first.reset()
            let made = self.controller(first)
            made.delegate = delegate
            try made.performFetch()
            controller = made
        }
        let gone = try second.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
            request.predicate = NSPredicate(format: "rank == 25000")
            let entry = try #require(try second.fetch(request).first)
            second.delete(entry)
            try second.save()
            return entry.objectID
        }
        let deleted = Notification(
            name: NSManagedObjectContext.didSaveObjectIDsNotification, object: nil,
            userInfo: [NSManagedObjectContext.NotificationKey.deletedObjectIDs.rawValue: Set([gone])])
        first.performAndWait {
            #expect(controller?.object(at: [0, 2500]).value(forKey: "title") == nil)
            #expect(controller?.sections?.first?.numberOfObjects == 3000)
            first.mergeChanges(fromContextDidSave: deleted)
            #expect(controller?.sections?.first?.numberOfObjects == 2999)
            #expect(controller.map { RecordingDelegate.title($0.object(at: [0, 2500])) } == "e2501")
            #expect(delegate.takeLog().count == 3)
            #expect(!first.hasChanges)
        }
    }

    @Test("after a reset has to fetch again, and tells nothing")
    func reset() throws {
        try withContext { context in
            context.entry("a")
            try context.save()
            let controller = controller(context)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            context.reset()
            #expect(delegate.log == [])
            #expect(controller.fetchedObjects == nil)
            try controller.performFetch()
            #expect(titles(controller) == ["a"])
        }
    }

    @Test("hands its delegate a controller that is equal to it")
    func identity() throws {
        final class Witness: NSFetchedResultsControllerDelegate {
            var seen: NSFetchedResultsController<any NSFetchRequestResult>?
            func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
                seen = controller
            }
        }
        try withContext { context in
            let controller = controller(context)
            let witness = Witness()
            controller.delegate = witness
            try controller.performFetch()
            context.entry("a")
            context.processPendingChanges()
            let seen = try #require(witness.seen)
            #expect(controller.isEqual(seen) && seen.isEqual(controller))
            #expect(seen.hash == controller.hash)
            #expect(seen.fetchedObjects?.count == 1)
            let other = self.controller(context)
            #expect(!other.isEqual(seen))
        }
    }

    @Test("keeps a list of keys for thousands of rows, and makes objects for those looked at")
    func long() throws {
        try withContext { context in
            var objects: [NSManagedObject] = []
            for index in 0..<5000 {
                objects.append(context.entry("e\(index)", group: "g\(index / 1000)", rank: index))
            }
            try context.save()
            objects = []
            let pending = context.entry("pending", group: "g2", rank: 2_500)
            let sort = [
                NSSortDescriptor(key: "group", ascending: true), NSSortDescriptor(key: "rank", ascending: true),
            ]
            let controller = controller(context, sort: sort, sections: "group")
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            #expect(context.registeredObjects.count < 2_100)
            #expect(controller.sections?.map(\.name) == ["g0", "g1", "g2", "g3", "g4"])
            #expect(controller.sections?.map(\.numberOfObjects) == [1000, 1000, 1001, 1000, 1000])
            #expect(controller.indexPath(forObject: pending) == [2, 501])
            let far = controller.object(at: [4, 999])
            #expect(RecordingDelegate.title(far) == "e4999")
            #expect(controller.indexPath(forObject: far) == [4, 999])
            delegate.start(controller)
            far.setValue(-1, forKey: "rank")
            pending.setValue("g9", forKey: "group")
            context.delete(controller.object(at: [0, 0]))
            try context.save()
            #expect(
                delegate.takeLog() == [
                    "will", "section insert g9 5 1", "delete e0 0.0 -", "move e4999 4.999 4.0",
                    "move pending 2.501 5.0", "did",
                ])
            #expect(delegate.problems == [])
            pending.setValue("renamed", forKey: "title")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "update renamed 5.0 5.0", "did"])
        }
    }

    @Test("goes when nobody holds it, delegate or not")
    func lifetime() throws {
        try withContext { context in
            weak var gone: NSFetchedResultsController<NSManagedObject>?
            let delegate = RecordingDelegate()
            do {
                let controller = controller(context)
                controller.delegate = delegate
                try controller.performFetch()
                delegate.start(controller)
                context.entry("a")
                context.processPendingChanges()
                #expect(delegate.log.count == 3)
                gone = controller
            }
            #expect(gone == nil)
            context.entry("b")
            context.processPendingChanges()
            #expect(delegate.log.count == 3)
        }
    }

    @Test("replayed call by call gives what a fresh fetch gives", arguments: 1...6)
    func replaying(_ seed: UInt64) throws {
        var state = seed
        func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % sides
        }
        try withContext { context in
            let sort = [
                NSSortDescriptor(key: "group", ascending: false), NSSortDescriptor(key: "rank", ascending: true),
            ]
            let controller = controller(
                context, sort: sort, predicate: NSPredicate(format: "done == NO AND title BEGINSWITH 'e'"),
                sections: "group")
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.start(controller)
            var live: [NSManagedObject] = []
            var number = 0
            for round in 0..<25 {
                for _ in 0..<roll(12) {
                    number += 1
                    live.append(
                        context.entry("e\(number)", group: ["x", "y", "z"][roll(3)], rank: roll(50) * 1000 + number))
                }
                for object in live where roll(6) == 0 {
                    number += 1
                    switch roll(4) {
                    case 0: object.setValue(roll(50) * 1000 + number, forKey: "rank")
                    case 1: object.setValue(["x", "y", "z"][roll(3)], forKey: "group")
                    case 2: object.setValue(roll(2) == 0, forKey: "done")
                    default: object.setValue("e\(number) changed", forKey: "title")
                    }
                }
                live.removeAll { object in
                    guard roll(15) == 0 else { return false }
                    context.delete(object)
                    return true
                }
                if round % 4 == 3 { try context.save() } else { context.processPendingChanges() }
                let fresh = self.controller(
                    context, sort: sort, predicate: controller.fetchRequest.predicate, sections: "group")
                try fresh.performFetch()
                #expect(RecordingDelegate.titles(controller.sections) == RecordingDelegate.titles(fresh.sections))
                #expect(delegate.lists == RecordingDelegate.titles(fresh.sections))
                #expect(delegate.problems == [])
            }
        }
    }
}
