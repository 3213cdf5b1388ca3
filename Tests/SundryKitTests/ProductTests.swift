import CoreData
import Foundation
import SundryKit
import Testing

/// What is bought is learned from what is added, and completes what is typed next.
@Suite @MainActor struct ProductTests {
    private func add(_ lines: String..., to stack: SundryStack) throws -> [Item] {
        let target = try ItemList.target(named: nil, in: stack.viewContext)
        return try AddItem(lines: lines, to: target).run(in: stack.viewContext)
    }

    @Test func `category and price come back with a product, its amount does not`() throws {
        let stack = try loadedStack()
        let first = try add("2 l milk #Dairy 1.29EUR", to: stack)[0]
        try CompleteItem([first]).run(in: stack.viewContext)
        let again = try add("MILK", to: stack)[0]
        #expect(again !== first && again.title == "MILK" && again.amount == nil)
        #expect(again.category?.name == "Dairy" && again.priceText == "1.29 EUR")
        let other = try add("milk @Aldi due:2026-12-24", to: stack)[0]
        #expect(other.category?.name == "Dairy", "a shop makes no other product")
        let small = try add("1 can milk", to: stack)[0]
        #expect(small.price == nil, "what a litre costs says nothing of a can")
        let dear = try add("milk #Drinks 2EUR", to: stack)[0]
        #expect(dear.category?.name == "Drinks")
        #expect(try stack.viewContext.count(for: Product.fetchRequest()) == 1)
        #expect(try add("milk due:2026-12-25", to: stack)[0].priceText == "2.00 EUR")
    }

    @Test func `the price of what is weighed comes back for another amount in proportion`() throws {
        let stack = try loadedStack()
        func bought(_ line: String) throws -> String? {
            let item = try add(line, to: stack)[0]
            defer { _ = try? CompleteItem([item]).run(in: stack.viewContext) }
            return item.priceText
        }
        #expect(try bought("500 g flour 0.89EUR") == "0.89 EUR")
        #expect(try bought("1 kg flour") == "1.78 EUR")
        #expect(try bought("250 g flour") == "0.45 EUR")
        #expect(try bought("6x eggs 0.30EUR") == "0.30 EUR")
        #expect(try bought("10x eggs") == "0.30 EUR")
        _ = try add("1 kg sugar 2EUR; 1 kg sugar", to: stack)
        let sugar = try Item.meant(by: "sugar", in: stack.viewContext)
        #expect(sugar.line == "2 kg sugar" && sugar.priceText == "4.00 EUR")
        try ChangeQuantity([sugar], by: 1).run(in: stack.viewContext)
        #expect(sugar.line == "3 kg sugar" && sugar.priceText == "6.00 EUR")
        try CompleteItem([sugar]).run(in: stack.viewContext)
        #expect(try bought("500 g sugar") == "1.00 EUR")
    }

    @Test func `titles as they stand, and imports, teach nothing`() throws {
        let stack = try loadedStack()
        try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: stack.viewContext)
        _ = try stack.run(ImportItems(TaskText(Array("bread\n".utf8), name: ""), to: .new("Groceries")))
        #expect(try stack.viewContext.count(for: Product.fetchRequest()) == 0)
    }

    @Test func `undo forgets what was learned, and redo knows it again`() throws {
        let stack = try loadedStack()
        _ = try add("bread", to: stack)
        let before = try contents(of: stack)
        _ = try add("2 l milk #Dairy; bread; 3 EUR bread", to: stack)
        let after = try contents(of: stack)
        #expect(after != before)
        #expect(try UndoEdit().run(in: stack.viewContext) == "add 3 items")
        #expect(try contents(of: stack) == before)
        try RedoEdit().run(in: stack.viewContext)
        #expect(try contents(of: stack) == after)
    }

    @Test func `what is corrected on an item is learned, too`() throws {
        let stack = try loadedStack()
        let item = try add("milk", to: stack)[0]
        try EditItem(item, .price(2.5, currency: "EUR")).run(in: stack.viewContext)
        try CompleteItem([item]).run(in: stack.viewContext)
        #expect(try add("milk", to: stack)[0].priceText == "2.50 EUR")
    }

    @Test func `what is added often and lately comes first; a later word counts, and accents do not`() throws {
        let stack = try loadedStack()
        let now = Date()
        for (name, times, days) in [
            ("Milk", 3, 0), ("Milk chocolate", 9, 90), ("Mint", 2, 1), ("Oat milk", 50, 0), ("Crème fraîche", 1, 0),
        ] as [(String, Int64, Double)] {
            let product = Product(context: stack.viewContext)
            product.identifier = UUID()
            product.name = name
            product.foldedName = Search.folded(name)
            product.timesAdded = times
            product.lastAddedAt = now.addingTimeInterval(-days * 86_400)
        }
        try stack.viewContext.save()
        let context = stack.viewContext
        #expect(
            try ProductOffer(for: "mi", now: now, in: context).names == ["Milk", "Mint", "Milk chocolate", "Oat milk"])
        #expect(try ProductOffer(for: "CREME", now: now, in: context).names == ["Crème fraîche"])
        #expect(try ProductOffer(for: "", limit: 2, now: now, in: context).names == ["Oat milk", "Milk"])
        #expect(try ProductOffer(for: "x", now: now, in: context).names.isEmpty)
    }

    @Test func `the title at the end of a line is completed, and names behind their marks`() throws {
        let stack = try loadedStack()
        _ = try add("milk #\"Meat & Fish\" *party; milk chocolate #Sweets", to: stack)
        func completed(_ line: String) throws -> [String] {
            guard let found = try EntryCompletion(line, in: stack.viewContext) else { return [] }
            return found.candidates.map { line.dropLast(found.stem.count) + $0 }
        }
        #expect(try completed("2 l mi") == ["2 l milk", "2 l milk chocolate"])
        #expect(try completed("bread; milk ") == ["bread; milk chocolate"])
        #expect(try completed("bread #me") == ["bread #\"Meat & Fish\""])
        #expect(try completed("bread *p") == ["bread *party"])
        #expect(try completed("mi #Sweets") == [] && completed("2 l ") == [] && completed("") == [])
        #expect(try EntryCompletion("MI", in: stack.viewContext)?.rest == "lk")
    }

    @Test func `the preview tells what is known`() throws {
        let stack = try loadedStack()
        _ = try add("2 l milk #Dairy 1.29EUR", to: stack)
        func preview(_ line: String) throws -> String? { try EntryPreview(line, in: stack.viewContext).text }
        #expect(try preview("bread") == nil)
        #expect(try preview("Milk") == "Milk · #Dairy · 1.29 EUR as before")
        #expect(try preview("1 l milk #Drinks") == "1 l · milk · #Drinks · 0.65 EUR as before")
        #expect(try preview("2 l milk; 6x eggs") == "2 items: 2 l milk · 6 eggs")
    }
}
