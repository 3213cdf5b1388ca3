import CoreData
import Foundation
import Synchronization

/// Lets a controller follow its context.
final class Follower: NSFetchedResultsControllerDelegate {
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
}

/// Edits of one process, one after the other, while a controller on the main queue follows what all of them do.
///
/// Each edit changes three notes at once, whose keys begin alike, or the counter. Before it is saved it stands in the log with
/// a question mark, afterwards with an exclamation mark.
final class Storm: @unchecked Sendable {
    // Sendable: `token` and the controller are touched on the main queue alone, what edits on its own context's queue.
    private let container: NSPersistentContainer
    private let controller: NSFetchedResultsController<NSManagedObject>
    /// Without one a controller follows nothing.
    private let follower = Follower()
    private let log: Log
    private let prefix: String
    private let isOver = Mutex(false)
    private var numbers: SystemRandomNumberGenerator
    private var token: NSPersistentHistoryToken?
    private var sources: [any DispatchSourceProtocol] = []
    private var observer: (any NSObjectProtocol)?
    private var bases: [String] = []

    init(_ url: URL, _ log: Log, seed: UInt64) throws {
        self.log = log
        prefix = "\(getpid())-\(seed)"
        numbers = SystemRandomNumberGenerator()
        container = try StormModel.container(url)
        let context = container.viewContext
        context.automaticallyMergesChangesFromParent = true
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.sortDescriptors = [NSSortDescriptor(key: "key", ascending: true)]
        controller = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
    }

    func run() {
        controller.delegate = follower
        token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
        do {
            try controller.performFetch()
        } catch {
            log.line("error \(error)")
        }
        observer = NotificationCenter.default.addObserver(
            forName: .NSPersistentStoreRemoteChange, object: container.persistentStoreCoordinator, queue: nil
        ) { [unowned self] _ in DispatchQueue.main.async { self.catchUp() } }
        on(SIGTERM, queue: .global()) { self.isOver.withLock { $0 = true } }
        on(SIGUSR1) {
            self.catchUp()
            self.compare()
            exit(0)
        }
        let context = container.newBackgroundContext()
        context.stalenessInterval = 0
        context.perform { self.edit(context) }
        dispatchMain()
    }

    private func on(_ number: Int32, queue: DispatchQueue = .main, _ body: @escaping @Sendable () -> Void) {
        signal(number, SIG_IGN)
        let source = DispatchSource.makeSignalSource(signal: number, queue: queue)
        source.setEventHandler(handler: body)
        source.resume()
        sources.append(source)
    }

    // MARK: Editing

    private func edit(_ context: NSManagedObjectContext) {
        log.line("begun")
        var number = 0
        while !isOver.withLock(\.self) {
            number += 1
            do {
                try edit(number, context)
            } catch {
                log.line("error \(error)")
            }
            context.reset()
            // Nobody edits faster than the window beside it can follow.
            DispatchQueue.main.sync {}
        }
        log.line("stopped")
    }

    private func edit(_ number: Int, _ context: NSManagedObjectContext) throws {
        let kind = bases.isEmpty ? 0 : Int.random(in: 0..<6, using: &numbers)
        if kind == 5 { return try count(context) }
        context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
        if kind < 2 {
            let base = "\(prefix)-\(number)"
            let box = try box(context)
            for part in ["a", "b", "c"] {
                let note = context.make("Note")
                note.setValue("\(base)\(part)", forKey: "key")
                note.setValue(number, forKey: "value")
                note.setValue(box, forKey: "box")
            }
            try save("insert \(base) \(number)", context)
            bases.append(base)
            return
        }
        let at = Int.random(in: 0..<bases.count, using: &numbers)
        let base = bases[at]
        let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
        request.predicate = NSPredicate(format: "key IN %@", ["a", "b", "c"].map { base + $0 })
        let notes = try context.fetch(request)
        if notes.count != 3 { log.line("error \(notes.count) notes of \(base)") }
        switch kind {
        case 2:
            for note in notes { context.delete(note) }
            bases.remove(at: at)
            try save("delete \(base) \(number)", context)
        case 3:
            let box = try box(context)
            for note in notes { note.setValue(box, forKey: "box") }
            fallthrough
        default:
            for note in notes { note.setValue(number, forKey: "value") }
            try save("update \(base) \(number)", context)
        }
    }

    private func box(_ context: NSManagedObjectContext) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Box")
        request.predicate = NSPredicate(format: "name == %@", "box \(Int.random(in: 0..<4, using: &numbers))")
        return try context.fetch(request)[0]
    }

    private func save(_ edit: String, _ context: NSManagedObjectContext) throws {
        log.line("? \(edit)")
        try context.save()
        log.line("! \(edit)")
    }

    /// Who is overtaken counts again from what is there.
    private func count(_ context: NSManagedObjectContext) throws {
        context.mergePolicy = NSMergePolicy.error
        log.line("? count")
        while true {
            let counter = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Counter"))[0]
            counter.setValue((counter.value(forKey: "count") as? Int ?? 0) + 1, forKey: "count")
            do {
                try context.save()
                return log.line("! count")
            } catch let error as CocoaError where error.code.rawValue == NSManagedObjectMergeError {
                context.reset()
            }
        }
    }

    // MARK: Following

    private func catchUp() {
        let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
        do {
            let result = try container.viewContext.execute(request) as? NSPersistentHistoryResult
            for transaction in result?.result as? [NSPersistentHistoryTransaction] ?? [] {
                container.viewContext.mergeChanges(fromContextDidSave: transaction.objectIDNotification())
                token = transaction.token
            }
        } catch {
            log.line("error \(error)")
        }
    }

    private func compare() {
        func line(_ note: NSManagedObject) -> String {
            let box = (note.value(forKey: "box") as? NSManagedObject)?.value(forKey: "name") ?? "none"
            return "\(note.value(forKey: "key") ?? "") \(note.value(forKey: "value") ?? "") \(box)"
        }
        let shown = (controller.fetchedObjects ?? []).map(line)
        do {
            let fresh = try StormModel.container(container.persistentStoreDescriptions[0].url ?? store)
                .newBackgroundContext()
            let found = try fresh.performAndWait { try fresh.fetch(controller.fetchRequest).map(line) }
            let differences = found.difference(from: shown)
            log.line(differences.isEmpty ? "equal \(found.count)" : "differs \(differences)")
        } catch {
            log.line("error \(error)")
        }
    }
}
