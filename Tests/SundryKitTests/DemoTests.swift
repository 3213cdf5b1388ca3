import CoreData
import Foundation
import SundryKit
import Testing

/// The demo's lists have something for every screen, and a past that is as good as one that was lived.
@Suite @MainActor struct DemoDataTests {
    private func demo() throws -> SundryStack {
        let stack = try loadedStack()
        var demo = DemoData()
        try demo.seed(in: stack.viewContext)
        return stack
    }

    @Test func `every screen has something to show`() throws {
        let context = try demo().viewContext
        let lists = try ItemList.all(in: context)
        let items = try Listing(all: true, in: context).items
        #expect(lists.count == 5 && (110...130).contains(items.count))
        #expect(Set(items.compactMap(\.identifier)).count == items.count)
        #expect(items.filter(\.isDone).count > 15 && items.filter { $0.recurrence != nil }.count > 5)
        #expect(items.allSatisfy { $0.recurrence.map { Recurrence(rule: $0) != nil } ?? true })
        #expect(items.filter { $0.dueAt != nil }.count > 8 && items.contains { $0.dueAt != nil && !$0.dueIsDateOnly })
        #expect(items.filter { $0.note != nil }.count > 4 && items.filter { $0.price != nil }.count > 40)
        #expect(try Product.staples(in: context).count > 8)
        let missing = try AddStaples(to: .list(lists[0])).run(in: context)
        #expect(!missing.isEmpty)
        let archived = try context.fetch(ItemList.fetchRequest()).filter { $0.archivedAt != nil }
        #expect(archived.count == 1 && archived[0].items?.count ?? 0 > 4)
        let statistics = try Statistics(in: context)
        #expect(statistics.weeks.dropLast().allSatisfy { $0.value > 0 }, "\(statistics.weeks.map(\.text))")
        #expect(statistics.months[0].bars.filter { $0.value > 0 }.count >= 2 && !statistics.open.isEmpty)
        #expect(
            statistics.shops[0].bars.count > 1 && statistics.spent[0].bars.count > 1
                && statistics.lists[0].bars.count > 1)
        let edits = try Edit.latest(0, in: context)
        #expect(edits.count > 150 && Set(edits.map(\.authorText)) == ["window", "shell", "import"])
        #expect(Set(edits.map { $0.verb ?? "" }).count > 4)
        #expect(edits.allSatisfy { $0.createdAt ?? .distantFuture < Date() })
        let trashed = try context.fetch(Item.fetchRequest()).filter { $0.trashedAt != nil }
        #expect(trashed.count > 40)
    }

    @Test func `its past is undone step by step, and done again, without a question`() throws {
        let stack = try demo()
        let context = stack.viewContext
        let before = try contents(of: stack)
        let count = try Edit.latest(0, in: context).count
        for _ in 0..<count { try UndoEdit().run(in: context) }
        #expect(throws: Problem.self) { try UndoEdit().run(in: context) }
        #expect(try context.count(for: Item.fetchRequest()) == 0 && ItemList.all(in: context).isEmpty)
        for _ in 0..<count { try RedoEdit().run(in: context) }
        let differences = try contents(of: stack).difference(from: before).map { "\($0)" }
        #expect(differences.isEmpty, "\(differences.prefix(4).joined(separator: "\n"))")
    }
}
