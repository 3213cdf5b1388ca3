import Foundation
import Testing

@testable import CoreData

/// Random batches of changes, here and in another context: what the delegate hears, replayed on an array of arrays, must give what
/// a fresh fetch gives, each time.
///
/// `SUNDRY_SEEDS` sets how many sequences there are, `SUNDRY_FIRST_SEED` with which seed they begin.
@Suite("A live list, whatever happens to it")
struct ListPropertyTests {
    @Test("shows what a fresh fetch would, and tells all that leads there", arguments: SoakSize.seeds(40, soak: 2_000))
    func sequence(_ seed: Int) throws {
        let run = try ListRun(seed: UInt64(seed))
        for round in 0..<12 {
            let problem = try run.step()
            #expect(problem == nil, "seed \(seed), round \(round), \(run.description)")
            if problem != nil { return }
        }
    }
}

/// One list in one context, another context that edits the same store, and the numbers that decide.
private final class ListRun: CustomStringConvertible {
    typealias Controller = NSFetchedResultsController<NSManagedObject>

    private let container: NSPersistentContainer
    private let context: NSManagedObjectContext
    private let other: NSManagedObjectContext
    private let delegate = RecordingDelegate()
    // Made and used on the context's queue.
    private var controller: Controller?
    private var numbers: SeededNumbers
    private var made = 0
    private let sections: String?
    private let format: String?
    private let descriptors: [NSSortDescriptor]
    private let batchSize: Int
    private var log: [String] = []

    var description: String {
        "sections by \(sections ?? "nothing"), \(format ?? "all"), \(descriptors.map { $0.key ?? "" }), batches of \(batchSize): \(log)"
    }

    init(seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        container = try ListModel.container(numbers.chance(3) ? .inMemory : .sqlite)
        context = container.newBackgroundContext()
        other = container.newBackgroundContext()
        context.automaticallyMergesChangesFromParent = true
        other.automaticallyMergesChangesFromParent = true
        sections = [nil, "group", "done", "folder.name"][numbers.number(below: 4)]
        format =
            [nil, "done == NO", "title BEGINSWITH 'e' AND group != 'z'", "rank > 20000 OR group == 'x'"][
                numbers.number(below: 4)]
        let isAscending = numbers.chance(2)
        // The last of them tells all entries apart.
        descriptors = ([sections, numbers.chance(2) ? "title" : nil, "rank"] as [String?]).compactMap { key in
            key.map { NSSortDescriptor(key: $0, ascending: isAscending) }
        }
        batchSize = numbers.chance(3) ? 3 : 0
        self.numbers = numbers
        try start()
    }

    private func start() throws {
        try context.performAndWait {
            for name in ["red", "blue"] {
                NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context).setValue(
                    name, forKey: "name")
            }
            for _ in 0..<numbers.number(below: 12) { insert(in: context) }
            try context.save()
            if numbers.chance(2) { context.reset() }
            let made = makeController()
            made.delegate = delegate
            try made.performFetch()
            delegate.start(made)
            controller = made
        }
    }

    private func makeController() -> Controller {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = descriptors
        request.fetchBatchSize = batchSize
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
    }

    /// Changes something, here or elsewhere; answers what is wrong with the list then.
    func step() throws -> String? {
        if numbers.chance(3) {
            try context.performAndWait { try context.save() }
            try other.performAndWait {
                log.append("elsewhere")
                try change(in: other)
                try other.save()
            }
        } else {
            try context.performAndWait {
                log.append("here")
                try change(in: context)
                if numbers.chance(3) {
                    log.append("saved")
                    try context.save()
                } else if numbers.chance(6) {
                    log.append("rolled back")
                    context.processPendingChanges()
                    context.rollback()
                } else {
                    context.processPendingChanges()
                }
            }
        }
        return try context.performAndWait { try problem() }
    }

    private func problem() throws -> String? {
        context.processPendingChanges()
        let fresh = makeController()
        try fresh.performFetch()
        let wanted = RecordingDelegate.titles(fresh.sections)
        if let problem = delegate.problems.first { return problem }
        if RecordingDelegate.titles(controller?.sections) != wanted {
            return "shows \(RecordingDelegate.titles(controller?.sections)), not \(wanted)"
        }
        if delegate.lists != wanted { return "told \(delegate.lists), not \(wanted)" }
        if controller?.sections?.map(\.name) != fresh.sections?.map(\.name) { return "names of sections differ" }
        return context.checkInvariants().first
    }

    // MARK: Changes

    private func change(in context: NSManagedObjectContext) throws {
        let all = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Entry"))
        for _ in 0..<numbers.number(below: 4) { insert(in: context) }
        for entry in all where numbers.chance(4) {
            switch numbers.number(below: 7) {
            case 0: context.delete(entry)
            case 1: place(entry)
            case 2: entry.setValue(["x", "y", "z"][numbers.number(below: 3)], forKey: "group")
            case 3: entry.setValue(numbers.chance(2), forKey: "done")
            case 4: try file(entry, context)
            case 5: rename(entry)
            default: entry.setValue(entry.value(forKey: "title"), forKey: "title")
            }
        }
    }

    private func insert(in context: NSManagedObjectContext) {
        let entry = context.entry(
            "", group: ["x", "y", "z"][numbers.number(below: 3)], done: numbers.chance(2))
        rename(entry)
        place(entry)
        try? file(entry, context)
    }

    /// Another place in the order, which no other entry has.
    private func place(_ entry: NSManagedObject) {
        made += 1
        entry.setValue(numbers.number(below: 50) * 1000 + made, forKey: "rank")
    }

    private func rename(_ entry: NSManagedObject) {
        made += 1
        entry.setValue("\(numbers.chance(3) ? "f" : "e")\(numbers.number(below: 5)) \(made)", forKey: "title")
    }

    private func file(_ entry: NSManagedObject, _ context: NSManagedObjectContext) throws {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Folder")
        request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
        let folders = try context.fetch(request)
        entry.setValue(numbers.chance(3) ? nil : folders[numbers.number(below: folders.count)], forKey: "folder")
    }
}
