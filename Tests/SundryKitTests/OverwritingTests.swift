import CoreData
import Foundation
import SundryKit
import Testing

/// Where taking an edit back would overwrite what was done later, it says so, and does it only when told to.
@Suite @MainActor struct OverwritingTests {
    /// Writes past the journal, as another program would.
    private func write(_ folder: TemporaryFolder, _ change: (NSManagedObjectContext) throws -> Void) throws {
        let other = try loadedStack(folder.store)
        try change(other.viewContext)
        try other.viewContext.save()
    }

    private func later(_ edit: some UserEdit, _ context: NSManagedObjectContext) throws -> String {
        let problem = try #require(throws: Problem.self) { try edit.run(in: context) }
        return try #require(problem.later)
    }

    @Test func `a field that was written later is asked about, and overwritten only then`() throws {
        let folder = try TemporaryFolder()
        let item = try AddItem(lines: ["2 l milk"], to: .new("Groceries")).run(
            in: loadedStack(folder.store).viewContext)[0]
        var stack = try loadedStack(folder.store)
        try EditItem(Item.meant(by: "milk", in: stack.viewContext), .title("oat milk"), .note("a")).run(
            in: stack.viewContext)
        try write(folder) { try Item.meant(by: "oat milk", in: $0).title = "soy milk" }
        stack = try loadedStack(folder.store)
        let before = try contents(of: stack)
        #expect(try later(UndoEdit(), stack.viewContext) == "“soy milk” was changed later (title)")
        #expect(try contents(of: stack) == before)
        #expect(try UndoEdit(overwriting: true).run(in: stack.viewContext) == "edit milk to oat milk")
        #expect(try titles(stack) == ["milk"])
        try write(folder) { try Item.meant(by: "milk", in: $0).note = "b" }
        stack = try loadedStack(folder.store)
        #expect(try later(RedoEdit(), stack.viewContext) == "“milk” was changed later (note)")
        try RedoEdit(overwriting: true).run(in: stack.viewContext)
        #expect(try titles(stack) == ["soy milk"], "what the undoing has overwritten is there again")
        #expect(item.identifier != nil)
    }

    @Test func `another field, a value that is back already, and what is learned are no reason to ask`() throws {
        let folder = try TemporaryFolder()
        let stack = try loadedStack(folder.store)
        try AddItem(lines: ["1/3 cup milk 1.10EUR"], to: .new("Groceries")).run(in: stack.viewContext)
        try ReviseItem(Item.meant(by: "milk", in: stack.viewContext), ItemRevision("2/3 cup 1.23EUR due:2026-12-24"))
            .run(in: stack.viewContext)
        try write(folder) { context in
            let item = try Item.meant(by: "milk", in: context)
            item.note = "later"
            (item.dueAt, item.dueIsDateOnly) = (nil, false)
            item.product?.timesAdded = 9
            item.product?.lastPrice = 7
        }
        let other = try loadedStack(folder.store)
        #expect(try UndoEdit().run(in: other.viewContext) == "edit milk")
        let item = try Item.meant(by: "milk", in: other.viewContext)
        #expect(item.note == "later" && item.priceText == "1.10 EUR" && item.amount == "1/3 cup")
    }

    @Test func `what came into a list that would go is asked about`() throws {
        let folder = try TemporaryFolder()
        let stack = try loadedStack(folder.store)
        try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: stack.viewContext)
        try write(folder) { context in
            let item = Item(context: context)
            (item.identifier, item.title, item.timestamp) = (UUID(), "eggs", Date())
            item.list = try ItemList.named("Groceries", in: context)
        }
        let other = try loadedStack(folder.store)
        #expect(try later(UndoEdit(), other.viewContext) == "the list “Groceries” was changed later (1 of its items)")
        try UndoEdit(overwriting: true).run(in: other.viewContext)
        #expect(try ItemList.all(in: other.viewContext).isEmpty)
    }

    @Test func `several things that were changed are counted`() throws {
        let folder = try TemporaryFolder()
        let stack = try loadedStack(folder.store)
        let items = try AddItem(titles: ["milk", "eggs"], to: .new("Groceries")).run(in: stack.viewContext)
        try CompleteItem(items).run(in: stack.viewContext)
        try write(folder) { context in
            for item in try context.fetch(Item.fetchRequest()) { item.completedAt = Date(timeIntervalSince1970: 0) }
        }
        let other = try loadedStack(folder.store)
        #expect(try later(UndoEdit(), other.viewContext).hasPrefix("2 things were changed later, “"))
        #expect(try UndoEdit(overwriting: true).run(in: other.viewContext) == "tick 2 items")
    }

    @Test func `a window that has not heard of another's edits yet does not take them for later ones`() throws {
        let folder = try TemporaryFolder()
        let window = try loadedStack(folder.store)
        let item = try AddItem(titles: ["a"], to: .new("Groceries")).run(in: window.viewContext)[0]
        let shell = try loadedStack(folder.store, author: .shell)
        for title in ["b", "c", "d"] {
            try EditItem(#require(try shell.viewContext.fetch(Item.fetchRequest()).first), .title(title)).run(
                in: shell.viewContext)
        }
        #expect(item.title == "a", "nobody has told the window")
        for title in ["c", "b", "a"] {
            try UndoEdit().run(in: window.viewContext)
            #expect(try titles(loadedStack(folder.store)) == [title])
        }
        for title in ["b", "c", "d"] {
            try RedoEdit().run(in: shell.viewContext)
            #expect(try titles(loadedStack(folder.store)) == [title])
        }
    }
}
