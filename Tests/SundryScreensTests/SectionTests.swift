import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("Items stand in sections by category and by due date")
struct SectionTests {
    private func window(width: Int = 40, height: Int = 14) throws -> Window {
        let window = try Window(width: width, height: height)
        let lines = ["milk #Dairy", "paper", "apples #Produce", "bread #Bakery", "curd #Dairy"]
        try AddItem(lines: lines, to: .new("Groceries")).run(in: window.context)
        return window
    }

    /// The lines between header and footer, blank ones left out.
    private func body(_ window: Window) -> [String] {
        window.lines.dropFirst().dropLast().filter { !$0.isEmpty }.map(Window.withoutAsides)
    }

    @Test("By category, by name without a shop; what has none comes last, what is done at the very end")
    func byCategory() throws {
        let window = try window()
        window.press("gc")
        #expect(
            body(window) == [
                "Bakery", "  [ ] bread", "Dairy", "> [ ] milk", "  [ ] curd", "Produce", "  [ ] apples", "No category",
                "  [ ] paper",
            ])
        window.press("x")
        #expect(
            body(window) == [
                "Bakery", "  [ ] bread", "Dairy", "> [ ] curd", "Produce", "  [ ] apples", "No category", "  [ ] paper",
                "Done", "  [x] milk",
            ])
        window.press("gn")
        #expect(body(window) == ["  [ ] paper", "  [ ] apples", "  [ ] bread", "> [ ] curd", "  [x] milk"])
    }

    @Test("Beside the lists the header says so", arguments: [100])
    func wide(width: Int) throws {
        let window = try window(width: width)
        window.press("gc")
        #expect(window.lines[0] == "Groceries · 5 open · newest first · sections by category")
        #expect(window.lines[1].hasSuffix("│Bakery"))
        window.press("g")
        #expect(
            window.lines.last == "g …  c sections by category  d by due date  n no sections  g first row")
    }

    @Test("In the order of the shelves of the list's shop, also when that changes")
    func shelves() throws {
        let window = try window()
        window.press("gc")
        let context = window.context
        let shop = Shop(context: context)
        (shop.identifier, shop.name) = (UUID(), "Aldi")
        let categories = try context.fetch(Category.fetchRequest())
        var aisles: [String: Aisle] = [:]
        for (position, name) in ["Produce", "Dairy"].enumerated() {
            let aisle = Aisle(context: context)
            (aisle.identifier, aisle.position, aisle.shop) = (UUID(), Double(position), shop)
            aisle.category = categories.first { $0.name == name }
            aisles[name] = aisle
        }
        window.items.items.list?.shop = shop
        try context.save()
        let headings = { self.body(window).filter { !$0.contains("[") } }
        #expect(headings() == ["Produce", "Dairy", "Bakery", "No category"])
        aisles["Produce"]?.position = 7
        try context.save()
        #expect(headings() == ["Dairy", "Produce", "Bakery", "No category"])
        categories.first { $0.name == "Bakery" }?.symbol = "🥐"
        try context.save()
        #expect(headings() == ["Dairy", "Produce", "🥐 Bakery", "No category"])
    }

    @Test("Sorted within a section, what has nothing to be sorted by comes last there")
    func sortedWithin() throws {
        let window = try window()
        window.press("gcspG")
        _ = window.surface()
        let items = window.items.items.rows.objects(from: 0, count: 9)
        let curd = try #require(items.first { $0.title == "curd" })
        try EditItem(curd, .price(1, currency: "EUR")).run(in: window.context)
        #expect(body(window)[2...4] == ["Dairy", "  [ ] curd", "  [ ] milk"])
    }

    @Test("By due date")
    func byDue() throws {
        let window = try Window(width: 40, height: 16)
        let today = CalendarDay.today
        let lines = [
            "c due:+1d", "a due:2020-01-01", "b due:today", "f", "d due:+3d", "e due:+30d", "g due:todayT23:59",
        ]
        try AddItem(lines: lines, to: .new("Home")).run(in: window.context)
        window.press("gdsn")
        #expect(
            body(window) == [
                "Overdue", "  [ ] a", "Today", "  [ ] b", "  [ ] g", "Tomorrow", "> [ ] c", "Within a week", "  [ ] d",
                "Later", "  [ ] e", "No date", "  [ ] f",
            ])
        #expect(today == .today, "unless it was midnight meanwhile")
    }

    @Test("The cursor goes from item to item, over headings, which are seen with the first of theirs")
    func moving() throws {
        let window = try window(height: 5)
        window.press("gcgg")
        #expect(body(window) == ["Bakery", "> [ ] bread", "Dairy"])
        #expect(window.surface().cursor?.row == 2)
        window.press("j")
        #expect(body(window) == ["> [ ] milk"] || body(window).contains("> [ ] milk"))
        window.press("G")
        #expect(body(window) == ["  [ ] apples", "No category", "> [ ] paper"])
        window.press("k")
        window.press("k")
        window.press("k")
        #expect(body(window).contains("> [ ] milk") && body(window).contains("Dairy"))
        window.size = .init(width: 20, height: 3)
        #expect(window.lines[1] == "> [ ] milk")
    }

    @Test("An item that comes into a category there is already moves rows, and has nothing read anew")
    func incremental() throws {
        let window = try window()
        window.press("gc")
        _ = window.surface()
        let before = window.items.items.order
        window.press("aquark #Dairy<Enter>x")
        #expect(body(window).contains("  [x] quark") && window.items.items.order == before)
        window.press("u")
        #expect(
            body(window)[2...5] == ["Dairy", "> [ ] quark", "  [ ] milk", "  [ ] curd"]
                || body(window).contains("  [ ] quark"))
    }

    @Test("An item that gets a category goes to its section, and the cursor with it")
    func newCategory() throws {
        let window = try window()
        window.press("gcGcNew things<Enter>")
        #expect(body(window).suffix(4) == ["New things", "> [ ] paper", "Produce", "  [ ] apples"])
        window.press("u")
        #expect(body(window).suffix(2) == ["No category", "> [ ] paper"])
    }
}
