import CoreData
import Foundation
import SundryKit
import Testing

/// Every edit can be taken back and done again, row by row.
@Suite @MainActor struct UndoTests {
    /// The store after each edit, and the same edits taken back and done again.
    private func expectReversible(
        _ stack: SundryStack, _ edits: [(NSManagedObjectContext) throws -> Void], reopening url: URL? = nil
    ) throws {
        var stack = stack
        var states = [try contents(of: stack)]
        for edit in edits {
            try edit(stack.viewContext)
            let state = try contents(of: stack)
            #expect(state != states.last, "edit \(states.count) has changed nothing")
            states.append(state)
        }
        if let url { stack = try loadedStack(url) }
        for state in states.dropLast().reversed() {
            try UndoEdit().run(in: stack.viewContext)
            try expect(stack, state)
        }
        if let url { stack = try loadedStack(url) }
        for state in states.dropFirst() {
            try RedoEdit().run(in: stack.viewContext)
            try expect(stack, state)
        }
        for state in states.dropLast().reversed() {
            try UndoEdit().run(in: stack.viewContext)
            try expect(stack, state)
        }
    }

    /// Compares, and tells no more than what differs.
    private func expect(_ stack: SundryStack, _ state: [String]) throws {
        let differences = try contents(of: stack).difference(from: state).map { "\($0)" }
        #expect(differences.isEmpty, "\(differences.prefix(6).joined(separator: "\n"))")
    }

    private func item(_ title: String, _ context: NSManagedObjectContext) throws -> Item {
        try Item.meant(by: title, in: context)
    }

    private var edits: [(NSManagedObjectContext) throws -> Void] {
        [
            { try AddList("Groceries").run(in: $0) },
            {
                try AddItem(titles: ["milk", "eggs", "豆腐 🥢"], to: .list(ItemList.named("groceries", in: $0))).run(
                    in: $0)
            },
            { try CompleteItem([item("milk", $0), item("eggs", $0)]).run(in: $0) },
            {
                try EditItem(item("eggs", $0), .title("Eggs, brown"), .quantity(Decimal(string: "0.1"), unit: "kg"))
                    .run(in: $0)
            },
            {
                try EditItem(item("brown", $0), .price(Decimal(string: "3.29"), currency: "EUR"), .note("free range"))
                    .run(in: $0)
            },
            { try CompleteItem([item("milk", $0)], done: false).run(in: $0) },
            { try MoveItem([item("milk", $0), item("豆腐", $0)], to: .new("World food")).run(in: $0) },
            { try DeleteItem([item("milk", $0)]).run(in: $0) },
            { try RenameList(ItemList.named("Groceries", in: $0), to: "Food").run(in: $0) },
            { try DeleteList(ItemList.named("World food", in: $0)).run(in: $0) },
            { try DeleteList(ItemList.named("Food", in: $0)).run(in: $0) },
            { try AddItem(titles: ["nails"], to: .new("Hardware")).run(in: $0) },
            { context in
                let deletion = try #require(context.fetch(RestoreList.deletions()).last)
                #expect(deletion.deletedList == "World food with 1 item")
                _ = try RestoreList(deletion).run(in: context)
            },
        ]
    }

    @Test func `every verb is taken back and done again in memory`() throws {
        try expectReversible(loadedStack(), edits)
    }

    @Test func `every verb is taken back and done again in a file that was closed meanwhile`() throws {
        let folder = try TemporaryFolder()
        try expectReversible(loadedStack(folder.store), edits, reopening: folder.store)
    }

    @Test func `a deleted list of the demo comes back with its categories, prices and order`() throws {
        let stack = try loadedStack()
        var demo = DemoData()
        try demo.seed(in: stack.viewContext)
        try expectReversible(stack, [{ try DeleteList(ItemList.named("Groceries", in: $0)).run(in: $0) }])
    }

    @Test func `the shell's edit is undone by the window, and the window's by the shell`() throws {
        let folder = try TemporaryFolder()
        let window = try loadedStack(folder.store)
        try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: window.viewContext)
        let shell = try loadedStack(folder.store, author: .shell)
        try AddItem(titles: ["eggs"], to: ItemList.target(named: nil, in: shell.viewContext)).run(in: shell.viewContext)

        #expect(try UndoEdit().run(in: window.viewContext) == "add eggs")
        #expect(try titles(shell) == ["milk"])
        #expect(try UndoEdit().run(in: shell.viewContext) == "add milk")
        #expect(try titles(window) == [])
        let edits = try window.viewContext.fetch(Edit.fetchRequest())
        #expect(
            Set(edits.map { "\($0.verb ?? "") by \($0.author ?? "")" })
                == ["add by window", "add by shell", "undo by window", "undo by shell"])
    }

    @Test func `a new edit ends what can be done again`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: context)
        try UndoEdit().run(in: context)
        try AddItem(titles: ["eggs"], to: .new("Groceries")).run(in: context)
        #expect(throws: Problem.self) { try RedoEdit().run(in: context) }
        try UndoEdit().run(in: context)
        #expect(try RedoEdit().run(in: context) == "add eggs")
        #expect(throws: Problem.self) { try RedoEdit().run(in: context) }
    }

    @Test func `with nothing done there is nothing to undo and nothing changes`() throws {
        let stack = try loadedStack()
        #expect(throws: Problem.self) { try UndoEdit().run(in: stack.viewContext) }
        #expect(throws: Problem.self) { try RedoEdit().run(in: stack.viewContext) }
        #expect(try stack.viewContext.count(for: Edit.fetchRequest()) == 0)
    }

    @Test func `an edit that changes nothing leaves no trace in the journal`() throws {
        let stack = try loadedStack()
        let items = try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: stack.viewContext)
        try CompleteItem(items, done: false).run(in: stack.viewContext)
        try EditItem(items[0], .title("milk")).run(in: stack.viewContext)
        #expect(try UndoEdit().run(in: stack.viewContext) == "add milk")
    }

    @Test func `an edit that fails changes nothing`() throws {
        let stack = try loadedStack()
        try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: stack.viewContext)
        let before = try contents(of: stack)
        #expect(throws: Problem.self) {
            try AddItem(titles: ["eggs", " "], to: .new("Other")).run(in: stack.viewContext)
        }
        #expect(throws: Problem.self) { try AddList("GROCERIES").run(in: stack.viewContext) }
        #expect(!stack.viewContext.hasChanges)
        #expect(try contents(of: stack) == before)
    }

    @Test func `the journal is in order also when the clock was set back`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        try AddItem(titles: ["first"], to: .new("Groceries")).run(in: context)
        let edit = try #require(try context.fetch(Edit.fetchRequest()).first)
        edit.createdAt = Date(timeIntervalSinceNow: 3_600)
        try context.save()
        try AddItem(titles: ["second"], to: ItemList.target(named: nil, in: context)).run(in: context)
        #expect(try UndoEdit().run(in: context) == "add second")
        #expect(try UndoEdit().run(in: context) == "add first")
    }

    @Test func `an order that was made by hand comes back`() throws {
        struct TurnAisles: UserEdit {
            static let verb = "turn"
            let shop: Shop
            func change(in context: NSManagedObjectContext) throws -> Change<Void> {
                shop.aisles = NSOrderedSet(array: Array((shop.aisles?.array ?? []).reversed()))
                return Change((), summary: "turn the aisles")
            }
        }
        let stack = try loadedStack()
        var demo = DemoData()
        try demo.seed(in: stack.viewContext)
        let shop = try #require(try stack.viewContext.fetch(Shop.fetchRequest()).first)
        try expectReversible(stack, [{ try TurnAisles(shop: shop).run(in: $0) }])
    }
}
