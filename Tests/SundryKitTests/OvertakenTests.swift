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
}
