import CoreData
import Foundation
import SundryKit
import Testing

/// What a typed line changes of an item that is there.
@Suite @MainActor struct RevisionTests {
    /// All that an item says, after it was added by one line and changed by others.
    private func told(_ line: String, _ revisions: String...) throws -> String {
        let context = try loadedStack().viewContext
        let item = try AddItem(lines: [line], to: .new("Groceries")).run(in: context)[0]
        for revision in revisions { try ReviseItem(item, ItemRevision(revision)).run(in: context) }
        return ItemField.allCases.map { $0.text(of: item) }.filter { !$0.isEmpty }.joined(separator: " | ")
    }

    @Test(arguments: [
        ("milk", "oat milk", "oat milk"), ("milk", "2 l", "milk | 2 l"), ("milk", "2 l oat milk", "oat milk | 2 l"),
        ("milk", "oat milk 2 l", "oat milk | 2 l"), ("2 l milk", "3 l", "milk | 3 l"), ("milk", "6", "milk | 6"),
        ("milk", "6x", "milk | 6"), ("lemons", "2-3", "lemons | 2-3"), ("onion", "½", "onion | ½"),
        ("milk", "#dairy", "milk | dairy"), ("milk #dairy", "#drinks 1.29EUR", "milk | drinks | 1.29 EUR"),
        ("milk", "2-3 1.29EUR !high", "milk | 2-3 | 1.29 EUR | 1"), ("milk", "$1.29", "milk | 1.29 USD"),
        ("milk", "due:2026-12-24 every:week", "milk | 2026-12-24 | week"), ("milk", "!2", "milk | 2"),
        (
            "2 l milk #dairy 1EUR due:2026-12-24 every:week !1 *party",
            "amount: category: price: due: every: priority: tags:", "milk"
        ),
        ("milk *a *b", "*c", "milk | a b c"), ("milk *a *b", "tags: *c", "milk | c"),
        ("2 l milk", "amount: cream", "cream"),
        ("milk due:2026-12-24", "Due:", "milk"), ("milk", "=2 l due: x", "2 l due: x"), ("milk", "7 up", "7 up"),
        ("milk", "milk @Aldi", "milk @Aldi"),
        ("milk due:2026-12-24", "due:2026-12-25 soy milk", "soy milk | 2026-12-25"),
        ("2 l milk", "@Aldi", "milk @Aldi | 2 l"), ("milk @Aldi", "@Lidl 3 l", "milk @Lidl | 3 l"),
        ("milk", "x 2 l", "x | 2 l"), ("2 l milk 9USD", "price:2", "milk | 2 l | 2.00 USD"),
        ("2 l milk 9EUR", "price:2.50", "milk | 2 l | 2.50 EUR"), ("milk", "price:1.29 EUR", "milk | 1.29 EUR"),
        ("milk", "category:Meat & Fish", "milk | Meat & Fish"), ("milk *x", "tags:a b c", "milk | a b c"),
        ("milk", "tags:*a *b due:2026-12-24 18:00", "milk | 2026-12-24 18:00 | a b"),
        ("milk", "every:2 weeks soy milk", "soy milk | 2w"), ("milk", "price:2EUR soy milk", "soy milk | 2.00 EUR"),
        ("2 l milk 9EUR", "price: 2.50", "milk | 2 l | 2.50 EUR"), ("milk", "due: 2026-12-24", "milk | 2026-12-24"),
        ("milk", "category: Meat and Fish", "milk | Meat and Fish"), ("milk", "note: bring two", "milk | bring two"),
        ("milk", "amount:1/2 kg priority:high", "milk | 1/2 kg | 1"),
        ("milk", "#\"Meat & Fish\"", "milk | Meat & Fish"),
    ])
    func `what is said is set, the rest stays`(line: String, revision: String, result: String) throws {
        #expect(try told(line, revision) == result, "\(line), then \(revision)")
    }

    @Test func `one edit, one step to undo, and what comes of it is told`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let item = try AddItem(lines: ["2 l milk #dairy"], to: .new("Groceries")).run(in: context)[0]
        let before = try contents(of: stack)
        #expect(
            try ReviseItem(item, ItemRevision("oat milk 3 l due:2026-12-24")).run(in: context) == [
                .title, .amount, .due,
            ])
        #expect(try UndoEdit().run(in: context) == "edit milk to oat milk")
        #expect(try contents(of: stack) == before)
        #expect(try ReviseItem(item, ItemRevision("2 l #Dairy")).run(in: context).isEmpty)
        #expect(try ReviseItem(item, ItemRevision("amount:")).run(in: context) == [.amount])
        #expect(try UndoEdit().run(in: context) == "edit milk: amount none")
        try ReviseItem(item, ItemRevision("1.29EUR")).run(in: context)
        #expect(item.product?.lastPrice as Decimal? == Decimal(string: "1.29"), "and learned")
        #expect(throws: Problem.self) { try ItemRevision("  ") }
        let named = try ItemRevision(
            "soy milk  category:Drinks price:2EUR amount:3l tags:a,b priority:2 note:very cold: 4 °C")
        #expect(named.title == "soy milk" && named.named.last?.text == "very cold: 4 °C")
        try ReviseItem(item, named).run(in: context)
        #expect(item.line == "3 l soy milk" && item.category?.name == "Drinks" && item.priceText == "2.00 EUR")
        #expect(item.priority == 2 && item.tagNames.suffix(2) == ["a", "b"] && item.note == "very cold: 4 °C")
        #expect(try ReviseItem(item, ItemRevision("note:")).run(in: context) == [.note])
        #expect(try ReviseItem(item, ItemRevision("note:warm")).run(in: context) == [.note] && item.note == "warm")
        #expect(try ItemRevision("a:b  c").title == "a:b  c")
        for text in ["due:nonsense", "due:2026-02-30", "priority:11", "price:abc", "every:often", "amount:lots"] {
            let problem = #expect(throws: Problem.self) { try ItemRevision("\(text) soy milk") }
            #expect(problem?.sentence.hasPrefix("That is no ") == true, "\(text)")
        }
        try DeleteList(#require(item.list)).run(in: context)
        #expect(throws: Problem.self) { try ReviseItem(item, ItemRevision("x")).run(in: context) }
    }
}
