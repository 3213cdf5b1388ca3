import CoreData
import Foundation
import SundryKit
import Testing

/// What others save shows up in the view context.
@Suite @MainActor struct LiveChangesTests {
    /// Waits until the context has merged something after `action`, as often as it takes for `condition` to hold.
    private func wait(
        for condition: @escaping @MainActor () -> Bool, in context: NSManagedObjectContext,
        after action: () throws -> Void
    ) async throws {
        let (merges, merged) = AsyncStream.makeStream(of: Void.self)
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
        ) { _ in merged.yield() }
        defer { NotificationCenter.default.removeObserver(observer) }
        try action()
        if condition() { return }
        for await _ in merges where condition() { return }
    }

    @Test(.timeLimit(.minutes(15))) func `another stack's edits come in through the history`() async throws {
        let folder = try TemporaryFolder()
        let window = try loadedStack(folder.store)
        let milk = try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: window.viewContext)[0]
        window.followRemoteChanges()

        let shell = try loadedStack(folder.store, author: .shell)
        try await wait(for: { milk.title == "Oat milk" }, in: window.viewContext) {
            let same = try Item.meant(by: "milk", in: shell.viewContext)
            try EditItem(same, .title("Oat milk")).run(in: shell.viewContext)
        }
        #expect(milk.title == "Oat milk")
        #expect(!window.viewContext.hasChanges)
    }

    @Test(.timeLimit(.minutes(15))) func `edits whose history is gone already come in as well`() async throws {
        let folder = try TemporaryFolder()
        let window = try loadedStack(folder.store)
        let milk = try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: window.viewContext)[0]
        window.followRemoteChanges()

        let shell = try loadedStack(folder.store, author: .shell)
        // The window's queue is this test's: it hears of the edit when its history has been deleted.
        try await wait(for: { milk.title == "Oat milk" }, in: window.viewContext) {
            let same = try Item.meant(by: "milk", in: shell.viewContext)
            try EditItem(same, .title("Oat milk")).run(in: shell.viewContext)
            _ = try shell.viewContext.execute(NSPersistentHistoryChangeRequest.deleteHistory(before: .distantFuture))
        }
        #expect(milk.title == "Oat milk")
        // What comes after it is read from the history again.
        try await wait(for: { milk.title == "Soy milk" }, in: window.viewContext) {
            let same = try Item.meant(by: "milk", in: shell.viewContext)
            try EditItem(same, .title("Soy milk")).run(in: shell.viewContext)
        }
        #expect(!window.viewContext.hasChanges)
    }

    @Test(.timeLimit(.minutes(15))) func `what is heard late takes nothing back that was saved meanwhile`() async throws
    {
        let stack = SundryStack(inMemory: true)
        try stack.load()
        let milk = try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: stack.viewContext)[0]
        let (merges, merged) = AsyncStream.makeStream(of: Void.self)
        let observer = NotificationCenter.default.addObserver(
            forName: NSManagedObjectContext.didMergeChangesObjectIDsNotification, object: stack.viewContext, queue: nil
        ) { _ in merged.yield() }
        defer { NotificationCenter.default.removeObserver(observer) }
        let other = stack.newBackgroundContext()
        let id = milk.objectID
        // The news of it waits in the window's queue, which is this test's.
        try other.performAndWait {
            let same = try #require(other.object(with: id) as? Item)
            try CompleteItem([same], done: true).run(in: other)
        }
        try DeleteItem([milk]).run(in: stack.viewContext)
        for await _ in merges { break }
        #expect(milk.trashedAt != nil && milk.isDone)
    }

    /// - Parameter isRead: whether the window knows more than the name of what comes and goes.
    @Test(.timeLimit(.minutes(15)), arguments: [true, false])
    func `what another process added and undid is no part of an edit made here`(isRead: Bool) async throws {
        let folder = try TemporaryFolder()
        let window = try loadedStack(folder.store)
        let context = window.viewContext
        try AddItem(titles: ["one"], to: .new("Groceries")).run(in: context)
        window.followRemoteChanges()
        let shell = try loadedStack(folder.store, author: .shell)
        let items = { @MainActor in (try? context.fetch(Item.fetchRequest())) ?? [] }
        try await wait(for: { items().count == 2 }, in: context) {
            try AddItem(titles: ["foreign"], to: ItemList.target(named: nil, in: shell.viewContext))
                .run(in: shell.viewContext)
        }
        let foreign = try #require(items().first { $0.title == "foreign" })
        if !isRead { context.refresh(foreign, mergeChanges: false) }
        try await wait(for: { foreign.isDeleted || foreign.managedObjectContext == nil }, in: context) {
            try UndoEdit().run(in: shell.viewContext)
        }
        try AddItem(titles: ["own"], to: ItemList.target(named: nil, in: context)).run(in: context)
        try UndoEdit().run(in: context)
        let kept = { @MainActor in
            try loadedStack(folder.store).viewContext.fetch(Item.fetchRequest()).map(\.title)
        }
        #expect(try kept() == ["one"])
        try UndoEdit().run(in: context)
        #expect(try kept().isEmpty)
        #expect(throws: Problem.self) { try UndoEdit().run(in: context) }
    }

    @Test(.timeLimit(.minutes(15))) func `a background import comes in as it is saved`() async throws {
        let folder = try TemporaryFolder()
        let window = try loadedStack(folder.store)
        let list = try AddList("Groceries").run(in: window.viewContext)
        let controller = NSFetchedResultsController(
            fetchRequest: {
                let request = Item.request(of: list)
                request.sortDescriptors = ItemSort(.manual).descriptors
                return request
            }(), managedObjectContext: window.viewContext, sectionNameKeyPath: nil, cacheName: nil)
        try controller.performFetch()
        let text = try TaskText(Array("a\nb\nc".utf8), name: "test")
        let target = ListTarget.list(list)
        let count = { @MainActor in
            (try? window.viewContext.count(for: Item.request(of: list))) ?? 0
        }
        try await wait(for: { count() == 3 }, in: window.viewContext) {
            _ = try window.run(ImportItems(text, to: target))
        }
        #expect(count() == 3)
    }
}
