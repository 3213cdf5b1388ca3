import CoreData
import Foundation
import Testing

@Suite("A fetched results controller that fetches in the background")
struct BackgroundFetchTests {
    private func controller(
        _ context: NSManagedObjectContext, predicate: NSPredicate? = nil, sections: String? = nil
    ) -> NSFetchedResultsController<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.sortDescriptors = [NSSortDescriptor(key: sections ?? "rank", ascending: true)]
        if sections != nil { request.sortDescriptors?.append(NSSortDescriptor(key: "rank", ascending: true)) }
        request.predicate = predicate
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
    }

    /// What a background fetch has told, with the titles shown at that moment.
    private struct Told: Equatable {
        let isComplete: Bool
        let titles: [String]
    }

    /// Begins a fetch, runs `meanwhile` before the context's queue is free to hear of it, and gathers what is told.
    private func fetch(
        _ controller: NSFetchedResultsController<NSManagedObject>, in context: NSManagedObjectContext,
        firstRows: Int = 0, before: @escaping () -> Void = {}, meanwhile: @escaping () throws -> Void = {}
    ) async throws -> [Told] {
        let (told, telling) = AsyncThrowingStream.makeStream(of: Told.self)
        // The context's queue alone touches them.
        nonisolated(unsafe) let (controller, before, meanwhile) = (controller, before, meanwhile)
        try await context.perform {
            before()
            controller.performFetchInBackground(firstRows: firstRows) { result in
                do {
                    let isComplete = try result.get()
                    let titles = controller.fetchedObjects?.map(RecordingDelegate.title) ?? []
                    telling.yield(Told(isComplete: isComplete, titles: titles))
                    if isComplete { telling.finish() }
                } catch {
                    telling.finish(throwing: error)
                }
            }
            try meanwhile()
        }
        var all: [Told] = []
        for try await one in told { all.append(one) }
        return all
    }

    private func titles(_ ranks: some Sequence<Int>) -> [String] { ranks.map { "e\($0)" } }

    private func filled(_ count: Int) async throws -> NSManagedObjectContext {
        let context = try ListModel.container().newBackgroundContext()
        try await context.perform {
            for rank in 0..<count { context.entry("e\(rank)", group: "g\(rank * 10 / count)", rank: rank) }
            try context.save()
        }
        return context
    }

    @Test("shows the first rows, and then all")
    func stages() async throws {
        let context = try await filled(1000)
        let told = try await fetch(controller(context), in: context, firstRows: 10)
        #expect(
            told == [
                Told(isComplete: false, titles: titles(0..<10)), Told(isComplete: true, titles: titles(0..<1000)),
            ])
    }

    @Test("shows few rows once")
    func few() async throws {
        let context = try await filled(5)
        let told = try await fetch(controller(context), in: context, firstRows: 10)
        #expect(told == [Told(isComplete: true, titles: titles(0..<5))])
    }

    @Test("has in the list what changed meanwhile, saved or not", arguments: [false, true])
    func changes(saves: Bool) async throws {
        let context = try await filled(1000)
        let told = try await fetch(
            controller(context), in: context,
            meanwhile: {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
                request.predicate = NSPredicate(format: "rank IN %@", [3, 5])
                request.sortDescriptors = [NSSortDescriptor(key: "rank", ascending: true)]
                let found = try context.fetch(request)
                context.delete(found[0])
                found[1].setValue(5000, forKey: "rank")
                context.entry("new", rank: -1)
                if saves { try context.save() }
            })
        let expected = ["new"] + titles((0..<1000).filter { $0 != 3 && $0 != 5 }) + ["e5"]
        #expect(told == [Told(isComplete: true, titles: expected)])
    }

    @Test("leaves the list as it was until then, and tells the delegate of changes after it")
    func delegate() async throws {
        let context = try await filled(1000)
        let controller = controller(context, predicate: NSPredicate(format: "rank < 4"))
        let delegate = RecordingDelegate()
        nonisolated(unsafe) let (shown, listener) = (controller, delegate)
        try await context.perform {
            shown.delegate = listener
            try shown.performFetch()
            shown.fetchRequest.predicate = NSPredicate(format: "rank >= 998")
        }
        var before: [String] = []
        let told = try await fetch(
            controller, in: context,
            meanwhile: {
                before = controller.fetchedObjects?.map(RecordingDelegate.title) ?? []
            })
        #expect(before == titles(0..<4))
        #expect(told == [Told(isComplete: true, titles: ["e998", "e999"])])
        try await context.perform {
            listener.start(shown)
            context.entry("last", rank: 2000)
            try context.save()
        }
        #expect(delegate.takeLog() == ["will", "insert last - 0.2", "did"])
        #expect(delegate.problems == [])
    }

    @Test("has sections")
    func sections() async throws {
        let context = try await filled(1000)
        let controller = controller(context, sections: "group")
        _ = try await fetch(controller, in: context)
        nonisolated(unsafe) let shown = controller
        let sections = await context.perform { shown.sections?.map { "\($0.name) \($0.numberOfObjects)" } }
        #expect(sections == (0..<10).map { "g\($0) 100" })
    }

    @Test("is called off by the next fetch")
    func superseded() async throws {
        let context = try await filled(1000)
        let controller = controller(context)
        let told = try await fetch(controller, in: context) {
            controller.performFetchInBackground { _ in Issue.record("the first fetch was told of") }
            controller.fetchRequest.predicate = NSPredicate(format: "rank < 2")
        }
        #expect(told == [Told(isComplete: true, titles: titles(0..<2))])
    }
}
