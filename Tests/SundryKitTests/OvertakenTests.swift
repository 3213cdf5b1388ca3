import CoreData
import Foundation
import SundryKit
import Testing

/// Another process is quicker: it saves after an edit has looked, and before the edit is saved.
@Suite @MainActor struct OvertakenTests {
    /// An edit that is overtaken, the first time it is tried.
    private final class Overtaken<Edit: UserEdit>: UserEdit {
        static var verb: String { Edit.verb }
        static var overwrites: Bool { Edit.overwrites }
        private let edit: Edit
        private var meanwhile: (() throws -> Void)?

        init(_ edit: Edit, by meanwhile: @escaping () throws -> Void) {
            self.edit = edit
            self.meanwhile = meanwhile
        }

        func change(in context: NSManagedObjectContext) throws -> Change<Edit.Outcome> {
            let change = try edit.change(in: context)
            try meanwhile?()
            meanwhile = nil
            return change
        }
    }

    @Test func `two that make one list at the same moment make one list`() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (try loadedStack(folder.store), try loadedStack(folder.store))
        let slow = AddItem(titles: ["milk"], to: .new("Épicerie"))
        try Overtaken(slow) { try AddItem(titles: ["eggs"], to: .new("epicerie")).run(in: other.viewContext) }
            .run(in: one.viewContext)
        let third = try loadedStack(folder.store)
        #expect(try ItemList.all(in: third.viewContext).map(\.name) == ["epicerie"])
        #expect(try Set(titles(third)) == ["milk", "eggs"])
        try UndoEdit().run(in: third.viewContext)
        #expect(try titles(third) == ["eggs"])
    }

    @Test func `two that make one category at the same moment make one category`() throws {
        let folder = try TemporaryFolder()
        let one = try loadedStack(folder.store)
        try AddList("Groceries").run(in: one.viewContext)
        let other = try loadedStack(folder.store)
        let target = try ItemList.target(named: nil, in: one.viewContext)
        let slow = AddItem(lines: ["milk #dairy *party"], to: target)
        try Overtaken(slow) { try AddItem(lines: ["cream #dairy *party"], to: target).run(in: other.viewContext) }
            .run(in: one.viewContext)
        let third = try loadedStack(folder.store)
        let items = try third.viewContext.fetch(Item.fetchRequest())
        #expect(items.map { $0.category?.name } == ["dairy", "dairy"] && items.allSatisfy { $0.tags?.count == 1 })
        #expect(try third.viewContext.count(for: Category.fetchRequest()) == 1)
        #expect(try third.viewContext.count(for: Tag.fetchRequest()) == 1)
    }

    @Test func `an import overtaken by the list it was to make goes into that list`() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (try loadedStack(folder.store), try loadedStack(folder.store))
        let slow = ImportItems(try TaskText(Array("milk\nbread".utf8), name: "test"), to: .new("Shopping"))
        let context = one.newBackgroundContext()
        let report = try context.performAndWait {
            try Overtaken(slow) { try AddItem(titles: ["eggs"], to: .new("Shopping")).run(in: other.viewContext) }
                .run(in: context)
        }
        #expect(report.added == 2)
        #expect(try ItemList.all(in: loadedStack(folder.store).viewContext).count == 1)
    }

    @Test func `nothing is added to a list that another process has deleted`() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (try loadedStack(folder.store), try loadedStack(folder.store))
        let list = try AddList("Groceries").run(in: one.viewContext)
        try DeleteList(ItemList.named("Groceries", in: other.viewContext)).run(in: other.viewContext)
        let problem = try #require(throws: Problem.self) { try AddItem("milk", to: list).run(in: one.viewContext) }
        #expect(problem.kind == .missing)
        #expect(try contents(of: loadedStack(folder.store)) == [])
    }

    @Test func `a title that another process has changed is not replaced, other fields of it stay`() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (try loadedStack(folder.store), try loadedStack(folder.store))
        let item = try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: one.viewContext)[0]
        let same = try Item.meant(by: "milk", in: other.viewContext)
        try EditItem(same, .title("oat milk")).run(in: other.viewContext)
        let problem = try #require(throws: Problem.self) {
            try EditItem(item, .title("soy milk"), from: "milk").run(in: one.viewContext)
        }
        #expect(problem.newer == "oat milk")
        try EditItem(same, .note("fresh")).run(in: other.viewContext)
        try EditItem(item, .title("soy milk"), from: "oat milk").run(in: one.viewContext)
        #expect(item.note == "fresh" && item.title == "soy milk")
        try DeleteItem([same]).run(in: other.viewContext)
        #expect(throws: Problem.self) { try EditItem(item, .title("milk"), from: "soy milk").run(in: one.viewContext) }
        try DeleteList(#require(same.list)).run(in: other.viewContext)
        #expect(throws: Problem.self) { try EditItem(item, .title("milk")).run(in: one.viewContext) }
        #expect(throws: Problem.self) {
            try RenameList(ItemList.named("Groceries", in: one.viewContext), to: "Food").run(in: one.viewContext)
        }
    }

    @Test func `of two lists that get one name at the same moment, the later is told`() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (try loadedStack(folder.store), try loadedStack(folder.store))
        let list = try AddList("Groceries").run(in: one.viewContext)
        let renaming = Overtaken(RenameList(list, to: "Food")) { try AddList("food").run(in: other.viewContext) }
        let problem = try #require(throws: Problem.self) { try renaming.run(in: one.viewContext) }
        #expect(problem.sentence.contains("already"))
        #expect(list.name == "Groceries")
        let third = try loadedStack(folder.store)
        #expect(try Set(ItemList.all(in: third.viewContext).map(\.name)) == ["Groceries", "food"])
    }

    @Test func `undo and redo take back what another process did that the window has not heard of`() throws {
        let folder = try TemporaryFolder()
        let window = try loadedStack(folder.store)
        let context = window.viewContext
        let milk = try AddItem(lines: ["2 l milk *party"], to: .new("Groceries")).run(in: context)[0]
        #expect(milk.tags?.count == 1 && milk.list?.items?.count == 1)
        let edits: [(NSManagedObjectContext) throws -> Void] = [
            { try CompleteItem([Item.meant(by: "milk", in: $0)]).run(in: $0) },
            { try EditItem(Item.meant(by: "milk", in: $0), .title("milk, oat"), .note("cold")).run(in: $0) },
            { try ReviseItem(Item.meant(by: "milk", in: $0), ItemRevision("*feast #dairy")).run(in: $0) },
            { try ChangeQuantity([Item.meant(by: "milk", in: $0)], by: 3).run(in: $0) },
            { try MoveItem([Item.meant(by: "milk", in: $0)], to: .new("Food")).run(in: $0) },
            { try DeleteItem([Item.meant(by: "milk", in: $0)]).run(in: $0) },
            { try AddItem(lines: ["1 l milk"], to: .list(ItemList.named("Groceries", in: $0))).run(in: $0) },
            { try AddItem(titles: ["nails"], to: .new("Hardware")).run(in: $0) },
            { try DeleteList(ItemList.named("Groceries", in: $0)).run(in: $0) },
        ]
        for (number, edit) in edits.enumerated() {
            let before = try contents(of: loadedStack(folder.store))
            let shell = try loadedStack(folder.store, author: .shell)
            try edit(shell.viewContext)
            let after = try contents(of: loadedStack(folder.store))
            #expect(after != before, "edit \(number)")
            try UndoEdit().run(in: context)
            #expect(try contents(of: loadedStack(folder.store)) == before, "undo of edit \(number)")
            #expect(milk.title == "milk" && milk.amount == "2 l" && !milk.isDone && milk.trashedAt == nil)
            let other = try loadedStack(folder.store, author: .shell)
            try RedoEdit().run(in: context)
            #expect(try contents(of: loadedStack(folder.store)) == after, "redo of edit \(number)")
            try UndoEdit().run(in: other.viewContext)
            try RedoEdit().run(in: loadedStack(folder.store).viewContext)
            try UndoEdit().run(in: context)
            #expect(try contents(of: loadedStack(folder.store)) == before, "undo of edit \(number) again")
        }
    }

    @Test func `what two windows make more of at once has become more by both`() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (try loadedStack(folder.store), try loadedStack(folder.store))
        let eggs = try AddItem(lines: ["6x eggs"], to: .new("Groceries")).run(in: one.viewContext)[0]
        let same = try Item.meant(by: "eggs", in: other.viewContext)
        #expect(same.amount == "6")
        for _ in 0..<3 {
            try ChangeQuantity([eggs], by: 1).run(in: one.viewContext)
            try ChangeQuantity([same], by: 2).run(in: other.viewContext)
        }
        let list = try #require(eggs.list)
        try AddItem(lines: ["4x eggs"], to: .list(list)).run(in: one.viewContext)
        try AddItem(lines: ["5x eggs"], to: .list(#require(same.list))).run(in: other.viewContext)
        #expect(try Item.meant(by: "eggs", in: loadedStack(folder.store).viewContext).amount == "24")
        try DeleteItem([same]).run(in: other.viewContext)
        let new = try AddItem(lines: ["7x eggs"], to: .list(list)).run(in: one.viewContext)[0]
        #expect(new.amount == "7" && new.trashedAt == nil)
    }

    @Test func `what another process removed or archived meanwhile is not changed out of sight`() throws {
        let folder = try TemporaryFolder()
        let (one, other) = (try loadedStack(folder.store), try loadedStack(folder.store))
        let context = one.viewContext
        let items = try AddItem(titles: ["milk", "eggs"], to: .new("Groceries")).run(in: context)
        let food = try AddList("Food").run(in: context)
        try DeleteItem([Item.meant(by: "milk", in: other.viewContext)]).run(in: other.viewContext)
        let edits: [() throws -> Void] = [
            { _ = try MoveItem([items[0]], to: .list(food)).run(in: context) },
            { _ = try CategorizeItem([items[0]], in: "Dairy").run(in: context) },
        ]
        for edit in edits {
            let problem = #expect(throws: Problem.self) { try edit() }
            #expect(problem?.sentence == "“milk” was deleted meanwhile: nothing was changed.")
        }
        #expect(try MoveItem(items, to: .list(food)).run(in: context) == 1)
        #expect(try CompleteItem(items).run(in: context).count == 1)
        #expect(items[0].list?.name == "Groceries" && !items[0].isDone && items[1].list == food)
        try ArchiveList(ItemList.named("Food", in: other.viewContext)).run(in: other.viewContext)
        for target in [ListTarget.list(food), .new("food")] {
            let problem = #expect(throws: Problem.self) { try AddItem(titles: ["tea"], to: target).run(in: context) }
            #expect(problem?.sentence.contains("is in the archive") == true)
        }
    }
}
