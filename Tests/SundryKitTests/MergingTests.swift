import CoreData
import Foundation
import SundryKit
import Testing

/// The same item twice on a list is one, with the sum of both.
@Suite @MainActor struct MergingTests {
    /// What stands on the list after those lines, each added by itself.
    private func lines(after added: String...) throws -> [String] {
        let stack = try loadedStack()
        for line in added {
            let target = try ItemList.target(named: "Groceries", creating: true, in: stack.viewContext)
            try AddItem(lines: [line], to: target).run(in: stack.viewContext)
        }
        return try Listing(all: true, sort: ItemSort(.manual), in: stack.viewContext).items.map(\.line)
    }

    @Test func `amounts add up where their units agree`() throws {
        #expect(try lines(after: "500 g flour", "Flour, 1 kg") == ["1.5 kg flour"])
        #expect(try lines(after: "6x eggs", "4x eggs") == ["10 eggs"])
        #expect(try lines(after: "2 cans tomatoes", "1 kg tomatoes") == ["2 cans tomatoes", "1 kg tomatoes"])
        #expect(try lines(after: "2 l milk", "milk") == ["2 l milk", "milk"])
        #expect(try lines(after: "milk", "milk") == ["milk"])
        #expect(try lines(after: "2 l milk; 1 l milk; bread") == ["3 l milk", "bread"])
    }

    @Test func `what says otherwise of it is another item`() throws {
        #expect(try lines(after: "2 l milk 1.29EUR", "1 l milk 2EUR").count == 2)
        #expect(try lines(after: "2 l milk #Dairy", "1 l milk #Drinks").count == 2)
        #expect(try lines(after: "2 l milk due:2026-12-24", "1 l milk due:2026-12-25").count == 2)
        #expect(try lines(after: "2 l milk !high", "1 l milk !low").count == 2)
        #expect(try lines(after: "2 l milk", "1 l milk #Dairy 2EUR due:2026-12-24 *party") == ["3 l milk"])
    }

    @Test func `a sum of what is weighed costs in proportion, and each of what is counted costs what it did`() throws {
        func price(after added: String...) throws -> [String] {
            let stack = try loadedStack()
            for line in added {
                let target = try ItemList.target(named: "Groceries", creating: true, in: stack.viewContext)
                try AddItem(lines: [line], to: target).run(in: stack.viewContext)
            }
            return try Listing(all: true, sort: ItemSort(.manual), in: stack.viewContext).items.map {
                "\($0.line) \($0.priceText ?? "")"
            }
        }
        #expect(try price(after: "500 g flour 0.89EUR", "1 kg flour") == ["1.5 kg flour 2.67 EUR"])
        #expect(try price(after: "500 g flour 0.89EUR", "1 kg flour 1.78EUR") == ["1.5 kg flour 2.67 EUR"])
        #expect(try price(after: "500 g flour", "1 kg flour 1.80EUR") == ["1.5 kg flour 2.70 EUR"])
        #expect(try price(after: "6x eggs 0.30EUR", "4x eggs") == ["10 eggs 0.30 EUR"])
        #expect(try price(after: "3 × 500 g rice 3EUR", "500 g rice") == ["2 kg rice 4.00 EUR"])
    }

    @Test func `a sum is one step to undo, and what is done is not added to`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let item = try AddItem(lines: ["500 g flour"], to: .new("Groceries")).run(in: context)[0]
        let before = try contents(of: stack)
        let target = try ItemList.target(named: nil, in: context)
        let same = try AddItem(lines: ["1 kg flour #Pantry"], to: target).run(in: context)
        #expect(same == [item] && item.line == "1.5 kg flour" && item.category?.name == "Pantry")
        #expect(try UndoEdit().run(in: context) == "add 1 kg flour")
        #expect(try contents(of: stack) == before)
        try CompleteItem([item]).run(in: context)
        #expect(try AddItem(lines: ["1 kg flour"], to: target).run(in: context) != [item])
    }

    @Test func `many lines are added up like one`() throws {
        let stack = try loadedStack()
        let lines = (0..<300).map { "\($0 + 1) g spice \($0 % 100)a" }
        try AddItem(lines: lines, to: .new("Groceries")).run(in: stack.viewContext)
        let target = try ItemList.target(named: nil, in: stack.viewContext)
        let again = try AddItem(lines: lines, to: target).run(in: stack.viewContext)
        #expect(Set(again).count == 100)
        #expect(try stack.viewContext.count(for: Item.fetchRequest()) == 100)
        #expect(again[0].line == "606 g spice 0a")
    }

    @Test(arguments: [
        ("milk; eggs", ["milk", "eggs"]), ("milk;eggs;", ["milk", "eggs"]), ("=a; b", ["=a; b"]), (";;", [";;"]),
        ("a #\"b; c\"; d", ["a #\"b; c\"", "d"]), ("http://x/a;b c", ["http://x/a;b c"]),
        ("R&amp;B; soul", ["R&amp;B", "soul"]),
        ("3\" pipe; tape", ["3\" pipe", "tape"]), ("", []), (" ", []),
    ])
    func `a semicolon separates items`(line: String, parts: [String]) {
        #expect(EntryLines.split(line) == parts)
    }
}
