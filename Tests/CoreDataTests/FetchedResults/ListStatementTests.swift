import Testing

@testable import CoreData

/// What the store is asked while a long list is followed: the list is kept by its keys, never fetched anew.
@Suite("Saving under a live list of 10,000 rows")
struct ListStatementTests {
    private static let count = 10_000

    /// A container with so many entries in a folder, and nothing of them in memory.
    private func filled() throws -> NSPersistentContainer {
        let container = try ListModel.container()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
            for index in 0..<Self.count {
                let entry = context.entry("e\(index)", group: "g\(index / 1000)", rank: index)
                entry.setValue(folder, forKey: "folder")
            }
            try context.save()
        }
        return container
    }

    private func follow(
        _ context: NSManagedObjectContext, _ delegate: RecordingDelegate, batchSize: Int = 0
    ) throws -> NSFetchedResultsController<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.predicate = NSPredicate(format: "done == NO")
        request.fetchBatchSize = batchSize
        request.sortDescriptors = [
            NSSortDescriptor(key: "group", ascending: true), NSSortDescriptor(key: "rank", ascending: true),
        ]
        let controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: "group", cacheName: nil)
        controller.delegate = delegate
        try controller.performFetch()
        return controller
    }

    /// The statements that a body runs: those that read a table of an entity, and those that write one.
    private func statements(
        of container: NSPersistentContainer, in body: () throws -> Void
    ) throws -> (reads: [String], writes: [String]) {
        let store = try #require(container.persistentStoreCoordinator.persistentStores.first as? SQLiteStore)
        let seen = Recorder()
        try store.trace { seen.add($0) }
        defer { try? store.trace(nil) }
        try body()
        let texts = seen.texts.filter { $0.contains(/\bZ(ENTRY|FOLDER)\b/) }
        return (texts.filter { $0.contains("SELECT") }, texts.filter { !$0.contains("SELECT") }.map(verb))
    }

    /// An owner that is no fault, as one whose name is on the screen: its version counts what it loses.
    private func read(_ folder: Any?) throws -> NSManagedObject {
        let folder = try #require(folder as? NSManagedObject)
        _ = folder.value(forKey: "name")
        return folder
    }

    private func verb(_ statement: String) -> String { String(statement.prefix { $0 != " " }) }

    @Test("reads no table of an entity in the context of the list, with a batch size or without", arguments: [0, 50])
    func own(batchSize: Int) throws {
        let container = try filled()
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let delegate = RecordingDelegate()
            let controller = try follow(context, delegate, batchSize: batchSize)
            let shown = (0..<5).map { controller.object(at: [4, $0]) }
            #expect(shown.map(RecordingDelegate.title) == (4000..<4005).map { "e\($0)" })
            let folder = try read(shown[0].value(forKey: "folder"))
            let run = try statements(of: container) {
                context.entry("new", group: "g4", rank: 4_500)
                shown[0].setValue("renamed", forKey: "title")
                shown[1].setValue(9_999_999, forKey: "rank")
                shown[2].setValue(true, forKey: "done")
                shown[3].setValue("g9", forKey: "group")
                context.delete(shown[4])
                try context.save()
            }
            #expect(run.reads == [])
            #expect(Set(run.writes) == ["INSERT", "UPDATE", "DELETE"])
            #expect(
                delegate.takeLog().sorted() == [
                    "delete e4002 4.2 -", "delete e4004 4.4 -", "did", "insert new - 4.497", "move e4001 4.1 4.997",
                    "move e4003 4.3 9.0", "update renamed 4.0 4.0", "will",
                ])
            #expect(controller.fetchedObjects?.count == Self.count - 1)
            withExtendedLifetime(folder) {}
        }
    }

    @Test("reads no table of an entity where another context saves and the list's follows")
    func merged() throws {
        let container = try filled()
        let (context, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        // Made and used on the first context's queue.
        nonisolated(unsafe) var controller: NSFetchedResultsController<NSManagedObject>?
        nonisolated(unsafe) let delegate = RecordingDelegate()
        try context.performAndWait {
            context.automaticallyMergesChangesFromParent = true
            controller = try follow(context, delegate)
        }
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.predicate = NSPredicate(format: "rank IN {100, 200, 300}")
        request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
        try other.performAndWait {
            let entries = try other.fetch(request)
            let folder = try read(entries[0].value(forKey: "folder"))
            let run = try statements(of: container) {
                entries[0].setValue("renamed", forKey: "title")
                entries[1].setValue(-1, forKey: "rank")
                other.delete(entries[2])
                other.entry("new", group: "g0", rank: 500)
                try other.save()
                context.performAndWait {}
            }
            #expect(run.reads == [])
            #expect(Set(run.writes) == ["INSERT", "UPDATE", "DELETE"])
            withExtendedLifetime(folder) {}
        }
        context.performAndWait {
            let log = delegate.takeLog()
            #expect(log.count == 6, "\(log)")
            #expect(log.contains("update renamed 0.100 0.100"))
            #expect(log.contains("move e200 0.200 0.0"))
            #expect(log.contains("insert new - 0.500"))
            #expect(controller?.sections?.first?.numberOfObjects == 1000)
        }
    }
}
