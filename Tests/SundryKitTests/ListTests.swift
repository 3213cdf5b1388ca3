import CoreData
import Foundation
import SundryKit
import Testing

/// Lists are found by name, items by what is typed of them, and both come in the order asked for.
@Suite @MainActor struct ListTests {
    @Test func `a list is found whatever its capitals and accents, and an unknown one names those there are`() throws {
        let context = try loadedStack().viewContext
        try AddList("Épicerie").run(in: context)
        try AddList("Trip").run(in: context)
        #expect(try ItemList.named("epicerie", in: context).name == "Épicerie")
        let problem = try #require(throws: Problem.self) { try ItemList.named("Tripp", in: context) }
        #expect(problem.kind == .missing && problem.sentence.contains("“Épicerie”, “Trip”"))
    }

    @Test func `an answer stays short, whatever was asked for and however many lists there are`() throws {
        let context = try loadedStack().viewContext
        let long = String(repeating: "x", count: 5_000)
        for number in 1...40 { try AddList("\(number) \(long)").run(in: context) }
        for look in [{ _ = try ItemList.named(long, in: context) }, { _ = try Item.meant(by: long, in: context) }] {
            #expect(try #require(throws: Problem.self, performing: look).sentence.utf8.count < 1_000)
        }
        let problem = try #require(throws: Problem.self) { try ItemList.named("y", in: context) }
        #expect(problem.sentence.hasSuffix(" and 28 more."))
    }

    @Test func `items go to the first list, to the named one, and make the first list where there is none`() throws {
        let context = try loadedStack().viewContext
        try AddItem(titles: ["milk"], to: ItemList.target(named: nil, in: context)).run(in: context)
        #expect(try ItemList.all(in: context).map(\.name) == [ItemList.firstName])
        #expect(throws: Problem.self) { try ItemList.target(named: "Trip", in: context) }
        try AddItem(titles: ["tent"], to: ItemList.target(named: "Trip", creating: true, in: context)).run(in: context)
        try AddItem(titles: ["eggs"], to: ItemList.target(named: nil, in: context)).run(in: context)
        #expect(
            try ItemList.all(in: context).map { "\($0.name ?? "") \(try $0.itemCounts().open)" } == [
                "Shopping 2", "Trip 1",
            ])
    }

    @Test func `items sort by time and by title in both directions`() throws {
        let stack = try loadedStack()
        for title in ["pears", "Apples", "Äpfel", "zucchini"] {
            try AddItem(titles: [title], to: .new("Groceries")).run(in: stack.viewContext)
        }
        #expect(try titles(stack, sort: ItemSort(.time)) == ["pears", "Apples", "Äpfel", "zucchini"])
        #expect(try titles(stack, sort: ItemSort(.time, ascending: false)) == ["zucchini", "Äpfel", "Apples", "pears"])
        #expect(try titles(stack, sort: ItemSort(.title)) == ["Äpfel", "Apples", "pears", "zucchini"])
        #expect(try titles(stack, sort: ItemSort(word: "-title")) == ["zucchini", "pears", "Apples", "Äpfel"])
        #expect(throws: Problem.self) { try ItemSort(word: "size") }
    }

    @Test func `what has no date, price or category comes last in both directions`() throws {
        let stack = try loadedStack()
        let lines = [
            "none", "b due:2026-12-02 2EUR #bread", "a due:2026-12-01 1EUR #apples", "bare", "ticked",
            "c due:2026-12-03",
        ]
        for line in lines { try AddItem(lines: [line], to: .new("Groceries")).run(in: stack.viewContext) }
        let ticked = try ["ticked", "c"].map { try Item.meant(by: $0, in: stack.viewContext) }
        try CompleteItem(ticked).run(in: stack.viewContext)
        for key in [ItemSort.Key.due, .price, .category] {
            let up = try titles(stack, sort: ItemSort(key)),
                down = try titles(stack, sort: ItemSort(key, ascending: false))
            #expect(up.prefix(4) == ["a", "b", "none", "bare"])
            #expect(down.prefix(4) == ["b", "a", "none", "bare"])
            if key == .due { #expect(up.suffix(2) == ["c", "ticked"] && down.suffix(2) == ["c", "ticked"]) }
        }
        let list = try #require(try ItemList.all(in: stack.viewContext).first)
        try ItemSort(.due).remember(for: list)
        #expect(try titles(stack, all: false) == ["a", "b", "none", "bare"])
    }

    @Test func `what is done comes last and is left out where it is not asked for`() throws {
        let stack = try loadedStack()
        let items = try AddItem(titles: ["a", "b", "c"], to: .new("Groceries")).run(in: stack.viewContext)
        try CompleteItem([items[0]]).run(in: stack.viewContext)
        #expect(try titles(stack, sort: ItemSort(.title)) == ["b", "c", "a"])
        #expect(try titles(stack, all: false, sort: ItemSort(.title)) == ["b", "c"])
        try DeleteItem([items[1]]).run(in: stack.viewContext)
        #expect(try titles(stack, sort: ItemSort(.title)) == ["c", "a"])
    }

    @Test func `what is done keeps the order asked for`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        var items: [Item] = []
        for title in ["b", "d", "a", "c"] {
            items += try AddItem(titles: [title], to: .new("Groceries")).run(in: context)
        }
        for item in items.reversed() { try CompleteItem([item]).run(in: context) }
        #expect(try titles(stack, sort: ItemSort(.title)) == ["a", "b", "c", "d"])
        #expect(try titles(stack, sort: ItemSort(.title, ascending: false)) == ["d", "c", "b", "a"])
        #expect(try titles(stack, sort: ItemSort(.time)) == ["b", "d", "a", "c"])
        #expect(try titles(stack, sort: ItemSort(.time, ascending: false)) == ["c", "a", "d", "b"])
        try UndoEdit().run(in: context)
        #expect(try titles(stack, sort: ItemSort(.title)) == ["b", "a", "c", "d"])
        #expect(try titles(stack, all: false) == ["b"])
    }

    @Test func `a filter finds all of the line that is shown, the amount as well`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let items = try AddItem(titles: ["Salmon fillet", "400 light bulbs", "milk"], to: .new("All")).run(in: context)
        try EditItem(items[0], .quantity(400, unit: "g")).run(in: context)
        try EditItem(items[2], .quantity(Decimal(string: "1.5"), unit: nil)).run(in: context)
        func found(_ text: String) throws -> Set<String?> {
            try Set(Listing(text: text, sort: ItemSort(.title), in: context).items.map(\.title))
        }
        #expect(try found("400") == ["Salmon fillet", "400 light bulbs"])
        for part in ["400 g", "400 G", "g s", "0 g salmon f", "400 g ", " salmon", "g Salmon"] {
            let isShown = part != "400 G"
            #expect(try found(part) == (isShown ? ["Salmon fillet"] : []), "“\(part)”")
        }
        #expect(try found("1.5 m") == ["milk"])
        #expect(try found("400 salmon") == [])
        #expect(try found("400 g " + String(repeating: "a b ", count: 2_000)) == [])
        try EditItem(items[0], .quantity(nil, unit: nil)).run(in: context)
        #expect(try found("400 g") == [] && items[0].line == "Salmon fillet")
        try UndoEdit().run(in: context)
        #expect(try found("400 g") == ["Salmon fillet"] && items[0].line == "400 g Salmon fillet")
    }

    @Test func `a filter minds accents never, and capitals where they are typed`() throws {
        let stack = try loadedStack()
        try AddItem(titles: ["Crème fraîche", "cream", "100% juice_a*"], to: .new("Groceries")).run(
            in: stack.viewContext)
        func found(_ text: String) throws -> [String?] {
            try Listing(text: text, in: stack.viewContext).items.map(\.title)
        }
        #expect(try found("creme") == ["Crème fraîche"])
        #expect(try found("Cre") == ["Crème fraîche"])
        #expect(try Set(found("cre")) == ["Crème fraîche", "cream"])
        #expect(try found("0% j") == ["100% juice_a*"])
        #expect(try found("_a*") == ["100% juice_a*"])
        #expect(try found("'\"\\") == [])
    }

    @Test func `an item is meant by its digits, its title or a part of it`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let items = try AddItem(titles: ["milk", "oat milk", "bread"], to: .new("Groceries")).run(in: context)
        #expect(try Item.meant(by: "milk", in: context) == items[0])
        #expect(try Item.meant(by: "oat", in: context) == items[1])
        #expect(try Item.meant(by: ShortIdentifier.text(items[2].identifier, length: 8), in: context) == items[2])
        #expect(try Item.meant(by: items[2].identifier?.uuidString ?? "", in: context) == items[2])
        #expect(try Item.meant(by: "MILK", in: context) == items[0])
        #expect(try Item.meant(by: "Oat", in: context) == items[1])
        #expect(throws: Problem.self) { try Item.meant(by: "mil", in: context) }
        #expect(throws: Problem.self) { try Item.meant(by: "MIL", in: context) }
        #expect(throws: Problem.self) { try Item.meant(by: "wine", in: context) }
    }

    @Test func `of several items a word means those whose tick it is about`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let items = try AddItem(titles: ["milk", "oat milk", "mild soap", "bread"], to: .new("Groceries"))
            .run(in: context)
        func digits(_ item: Item) -> String { ShortIdentifier.text(item.identifier, length: 12) }
        let none = try #require(throws: Problem.self) { try Item.meant(by: "mil", done: true, in: context) }
        #expect(none.sentence == "“mil” means no ticked item: the 3 it fits are all open." && none.kind == .missing)
        try CompleteItem([items[0], items[2]]).run(in: context)
        #expect(try Item.meant(by: "mil", done: false, in: context) == items[1])
        let two = try #require(throws: Problem.self) { try Item.meant(by: "mil", done: true, in: context) }
        #expect(two.sentence.contains("means 2 items") && !two.sentence.contains("oat"))
        #expect(throws: Problem.self) { try Item.meant(by: "mil", in: context) }
        // A title in full means no other item that is open still; and digits mean their item.
        #expect(try Item.meant(by: "milk", done: false, in: context) == items[0])
        let more = try AddItem(titles: ["Milk", "whole milk"], to: .new("Groceries")).run(in: context)
        #expect(try Item.meant(by: "milk", done: false, in: context) == more[0])
        try CompleteItem([more[0]]).run(in: context)
        #expect(try Item.meant(by: "milk", done: false, in: context) == items[0])
        #expect(throws: Problem.self) { try Item.meant(by: "mILK", done: false, in: context) }
        #expect(try Item.meant(by: digits(items[3]), done: true, in: context) == items[3])
        #expect(try Item.meant(by: digits(items[0]), done: false, in: context) == items[0])
        #expect(try Item.meant(by: "soap", done: false, in: context) == items[2], "who ticks twice is not refused")
    }

    @Test(arguments: ["", " ", "\t\u{A0}"]) func `an empty word means no item and no list`(word: String) throws {
        let context = try loadedStack().viewContext
        try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: context)
        for look in [{ _ = try Item.meant(by: word, in: context) }, { _ = try ItemList.named(word, in: context) }] {
            #expect(try #require(throws: Problem.self, performing: look).kind == .usage)
        }
        let problem = try #require(throws: Problem.self) { try AddList(word).run(in: context) }
        #expect(problem.sentence.contains("list"))
    }

    @Test func `numbers keep all their digits`() throws {
        let stack = try loadedStack()
        let item = try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: stack.viewContext)[0]
        let digits = "12345678901234567890.0123456789"
        try EditItem(
            item, .price(Decimal(string: digits), currency: "EUR"), .quantity(Decimal(string: "0.1"), unit: "l")
        )
        .run(in: stack.viewContext)
        #expect(item.priceText == "\(digits) EUR" && item.line == "0.1 l milk")
        var json = JSONText()
        item.write(to: &json)
        let text = String(decoding: json.bytes, as: UTF8.self)
        #expect(text.contains("\"quantity\":0.1,") && text.contains("\"price\":\(digits),"))
    }

    @Test func `JSON is well formed whatever a title holds`() throws {
        let stack = try loadedStack()
        let title = "a\"b\\c\u{1}\u{7F}\t/🥕‍e"
        let item = try AddItem(titles: [title], to: .new("Groceries")).run(in: stack.viewContext)[0]
        var json = JSONText()
        json.array { json in
            item.write(to: &json)
            item.write(to: &json)
        }
        let objects = try #require(try JSONSerialization.jsonObject(with: Data(json.bytes)) as? [[String: Any]])
        #expect(objects.count == 2)
        #expect(objects[0]["title"] as? String == title)
        #expect(objects[0]["note"] is NSNull)
        #expect(
            Set(objects[0].keys) == [
                "id", "list", "title", "done", "timestamp", "completed", "due", "quantity", "unit", "price", "currency",
                "category", "priority", "note", "recurrence", "tags",
            ])
    }

    @Test func `a title told within a line is short, whatever it is made of`() {
        let pile = "e" + String(repeating: "\u{301}", count: 5_000)
        for text in ["milk", String(repeating: "a", count: 40), "豆腐", String(repeating: "豆", count: 20)] {
            #expect(Title.shortened(text) == text)
        }
        #expect(Title.shortened(String(repeating: "a", count: 41)) == String(repeating: "a", count: 39) + "…")
        #expect(Title.shortened(String(repeating: "豆", count: 21)) == String(repeating: "豆", count: 19) + "…")
        for text in [pile, "a" + pile, String(repeating: "👩‍👩‍👧‍👦", count: 60), String(repeating: "x", count: 16_000)] {
            #expect(Title.shortened(text).utf8.count <= 160)
        }
    }

    @Test func `dates are written as the C library writes them`() {
        let date = Date(timeIntervalSince1970: 951_868_799.9)
        #expect(DateText.iso(date) == "2000-02-29T23:59:59Z")
        #expect(DateText.day(date) == "2000-02-29")
        #expect(DateText.iso(Date(timeIntervalSince1970: -0.5)) == "1969-12-31T23:59:59Z")
    }
}
