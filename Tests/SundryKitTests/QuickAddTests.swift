import CoreData
import Foundation
import SundryKit
import Testing

/// What a typed line says is set by the edit that adds it, and taken back with it.
@Suite @MainActor struct QuickAddTests {
    private func json(_ item: Item) throws -> [String: Any] {
        var json = JSONText()
        item.write(to: &json)
        return try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [String: Any])
    }

    @Test func `a line sets all it says`() throws {
        let context = try loadedStack().viewContext
        let line = "1,5 l milk #dairy @Aldi 1.29EUR due:2026-12-24 !high *party *\"two words\" every:2w"
        let item = try AddItem(lines: [line], to: .new("Groceries")).run(in: context)[0]
        #expect(item.title == "milk @Aldi" && item.line == "1,5 l milk @Aldi")
        #expect(item.quantity as Decimal? == 1.5 && item.unit == "l")
        #expect(item.category?.name == "dairy" && item.priceText == "1.29 EUR" && item.priority == 1)
        #expect(item.dueIsDateOnly && item.dueAt.map(DateText.day) == "2026-12-24")
        let fields = try json(item)
        #expect(fields["tags"] as? [String] == ["party", "two words"])
        #expect(fields["recurrence"] as? String == "FREQ=WEEKLY;INTERVAL=2")
        #expect(fields["due"] as? String == "2026-12-24" && fields["quantity"] as? Double == 1.5)
    }

    @Test func `a title alone has nothing else`() throws {
        let context = try loadedStack().viewContext
        let titles = ["item 1", "7 up", "C#", "a@b.c", "http://x/#y", "milk 3.5%", "400 light bulbs", "2 l"]
        let items = try AddItem(lines: titles + ["=2 l milk #dairy"], to: .new("All")).run(in: context)
        #expect(items.map(\.title) == titles + ["2 l milk #dairy"])
        #expect(items.allSatisfy { $0.amount == nil && $0.category == nil && $0.priority == 0 && $0.dueAt == nil })
        #expect(try context.count(for: Category.fetchRequest()) == 0)
        let title = try AddItem(titles: ["=2 l milk #dairy"], to: .new("All")).run(in: context)[0]
        #expect(title.line == "=2 l milk #dairy", "a title that is none of a typed line is not read")
    }

    @Test func `one undo takes the item, its category and its tags back`() throws {
        let stack = try loadedStack()
        try AddList("Groceries").run(in: stack.viewContext)
        let before = try contents(of: stack)
        let target = try ItemList.target(named: nil, in: stack.viewContext)
        try AddItem(lines: ["2 l milk #dairy *party", "500g flour #pantry"], to: target).run(in: stack.viewContext)
        let after = try contents(of: stack)
        #expect(after.count == before.count + 7, "with a product of each")
        #expect(try UndoEdit().run(in: stack.viewContext) == "add 2 items")
        #expect(try contents(of: stack) == before)
        try RedoEdit().run(in: stack.viewContext)
        #expect(try contents(of: stack) == after)
        try AddItem(lines: ["milk, 2 l"], to: target).run(in: stack.viewContext)
        #expect(try UndoEdit().run(in: stack.viewContext) == "add 2 l milk")
    }

    @Test func `a category there is already is found whatever its case, accents and blanks`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        var demo = DemoData()
        try demo.seed(in: context)
        let count = try context.count(for: Category.fetchRequest())
        let items = try AddItem(
            lines: ["a #DAIRY", "b #world-food", "c #\"meat & fish\"", "d #Käse *x", "e #kase *X"],
            to: ItemList.target(named: "Groceries", in: context)
        ).run(in: context)
        #expect(items.map { $0.category?.name } == ["Dairy", "World food", "Meat & Fish", "Käse", "Käse"])
        #expect(try context.count(for: Category.fetchRequest()) == count + 1)
        #expect(items[3].tags == items[4].tags && items[3].tags?.count == 1)
        #expect(try context.count(for: Tag.fetchRequest()) == 1)
    }

    @Test func `a text that is read from a file stays as it stands`() throws {
        let stack = try loadedStack()
        let text = try TaskText(Array("2 l milk #dairy\n6x eggs due:fri\n".utf8), name: "")
        _ = try stack.run(ImportItems(text, to: .new("Groceries")))
        #expect(try titles(stack, sort: ItemSort(.manual)) == ["2 l milk #dairy", "6x eggs due:fri"])
    }
}
