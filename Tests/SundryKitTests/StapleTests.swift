import CoreData
import Foundation
import SundryKit
import Testing

/// Staples are put on a list where they are missing.
@Suite @MainActor struct StapleTests {
    @Test func `missing staples come as they usually are, in one step to undo`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let items = try AddItem(
            lines: ["2 l milk #Dairy 1.29EUR", "6x eggs #Dairy", "bread @Aldi", "tea"], to: .new("Groceries")
        ).run(in: context)
        #expect(try MarkStaple(Array(items.prefix(3))).run(in: context) == ["milk", "eggs", "bread"])
        #expect(try UndoEdit().run(in: context) == "make 3 items a staple")
        try RedoEdit().run(in: context)
        #expect(try MarkStaple([items[0]]).run(in: context) == [])
        let target = try ItemList.target(named: nil, in: context)
        #expect(try AddStaples(to: target).run(in: context).isEmpty, "all are open on it")
        try CompleteItem([items[0], items[2]]).run(in: context)
        let before = try contents(of: stack)
        let added = try AddStaples(to: target).run(in: context)
        #expect(added.map(\.line) == ["bread", "2 l milk"])
        #expect(
            added[1].category?.name == "Dairy" && added[1].priceText == "1.29 EUR" && added[1].list == items[0].list)
        #expect(try AddStaples(to: target).run(in: context).isEmpty)
        #expect(try UndoEdit().run(in: context) == "add 2 staples")
        #expect(try contents(of: stack) == before)
        #expect(try AddStaples(to: .new("Holidays")).run(in: context).count == 3, "another list has none")
        #expect(try MarkStaple([items[1], items[2]], isStaple: false).run(in: context) == ["eggs", "bread"])
        #expect(try Product.staples(in: context).map(\.line) == ["2 l milk"])
    }

    @Test func `a line makes a staple of what was never bought, and ends it`() throws {
        let context = try loadedStack().viewContext
        let problem = #expect(throws: Problem.self) { try AddStaples(to: .new("Groceries")).run(in: context) }
        #expect(problem?.sentence.hasPrefix("There are no staples yet") == true)
        #expect(try ItemList.all(in: context).isEmpty, "nothing was made in vain")
        #expect(try MarkStaple(lines: ["2 l milk #Dairy 1.29EUR", "salt"]).run(in: context) == ["milk", "salt"])
        let items = try AddStaples(to: .new("Groceries")).run(in: context)
        #expect(items.map(\.line) == ["2 l milk", "salt"] && items[0].category?.name == "Dairy")
        #expect(try MarkStaple(lines: ["MILK"], isStaple: false).run(in: context) == ["milk"])
        #expect(throws: Problem.self) { try MarkStaple(lines: ["pepper"], isStaple: false).run(in: context) }
    }

    @Test func `an item without a product gets one when it becomes a staple`() throws {
        let context = try loadedStack().viewContext
        let item = try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: context)[0]
        #expect(item.product == nil)
        try EditItem(item, .quantity(2, unit: "l")).run(in: context)
        try MarkStaple([item], isStaple: false).run(in: context)
        #expect(item.product == nil)
        try MarkStaple([item]).run(in: context)
        #expect(item.product?.isStaple == true && item.product?.line == "2 l milk")
    }
}
