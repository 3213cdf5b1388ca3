import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("Items are marked, and then something is done to all of them in one step")
struct MarkTests {
    private func window(width: Int = 40, height: Int = 9) throws -> Window {
        let window = try Window(width: width, height: height)
        try window.fill("Groceries", with: ["milk", "eggs", "bread", "ham", "tea"])
        try window.fill("Hardware", with: ["nails"])
        return window
    }

    @Test("Space marks and steps on; the count is told; Escape takes the marks away", arguments: [40, 100])
    func marking(width: Int) throws {
        let window = try window(width: width)
        window.press("<Space><Space>")
        let rows = window.surface().lines.dropFirst().dropLast().map { line in
            line.split(separator: "│").last.map(String.init) ?? ""
        }
        #expect(rows.prefix(3).map { String($0.prefix(9)) } == ["* [ ] tea", "* [ ] ham", "> [ ] bre"])
        #expect(window.lines[0].hasPrefix("Groceries · 5 open · 2 marked"))
        window.press("kk<Space>")
        #expect(window.lines[0].contains("1 marked"))
        window.press("gg2<Space>")
        #expect(window.lines[0].contains("2 marked"))
        window.press("k")
        #expect(window.lines[2].contains(">*[ ] ham"))
        window.press("<Esc>")
        #expect(!window.lines[0].contains("marked"))
    }

    @Test("A mixed selection is ticked as a whole, one step to undo")
    func ticking() throws {
        let window = try window()
        window.press("x<Space>j<Space>")
        #expect(window.lines[0].contains("2 marked"))
        window.press("Gx")
        #expect(window.lines.last == "Ticked “tea”; u takes it back." || window.lines.last?.hasPrefix("Ticked") == true)
        #expect(window.lines[0].contains("2 open, 3 done") || window.lines[0].contains("3 open, 2 done"))
        window.press("u")
        #expect(window.lines[0].contains("4 open, 1 done"))
    }

    @Test("v marks from where it is pressed to the cursor")
    func range() throws {
        let window = try window()
        window.press("jvjj")
        #expect(window.lines[0].contains("3 marked"))
        window.press("v<Space>")
        #expect(window.lines[0].contains("2 marked"))
        window.press("d")
        #expect(window.lines.last == "Deleted 2 items; u brings back.")
        #expect(window.rows == ["[ ] tea", "[ ] eggs", "[ ] milk"] || window.rows.count == 3)
        window.press("u")
        #expect(window.rows.count == 5 && window.lines.last == "Undid: delete 2 items")
    }

    @Test("What a filter hides is told of")
    func hidden() throws {
        let window = try window(width: 80)
        window.press("<Space>/ham<Enter><Space>d")
        #expect(window.lines.last == "Deleted 2 items, 1 hidden by the filter; u brings back.")
        window.press("<Esc>")
        #expect(window.rows == ["[ ] bread", "[ ] eggs", "[ ] milk"])
    }

    @Test("Marked items go to another list, whose name is completed")
    func moving() throws {
        let window = try window(width: 80)
        window.press("<Space><Space>m")
        #expect(window.lines.suffix(2) == ["Hardware", "Move to list:"])
        window.press("h<Enter>")
        #expect(window.lines.last == "Moved 2 items to Hardware; u brings back.")
        #expect(window.rows == ["[ ] bread", "[ ] eggs", "[ ] milk"] && window.current == "[ ] bread")
        window.press("<Tab>j")
        #expect(window.rows == ["[ ] nails", "[ ] tea", "[ ] ham"])
        window.press("<Tab>u<Tab>k")
        #expect(window.rows.count == 5)
        window.press("<Tab>mNowhere<Enter>")
        #expect(window.lines[7].hasPrefix("There is no list “Nowhere”"))
        window.press("<Esc>")
    }

    @Test("Copies are put into another list, with all that is said of the items")
    func copying() throws {
        let window = try window(width: 80)
        window.press("p")
        #expect(window.lines.last == "Nothing was copied yet: y copies an item.")
        window.press("a2 l oil #Pantry 3EUR<Enter>y")
        #expect(window.lines.last == "Copied “oil”; p puts copies into a list.")
        window.press("<Tab>jp<Tab>")
        #expect(window.rows.first?.hasPrefix("[ ] 2 l oil") == true)
        let copy = try #require(window.items.items.rows.selected)
        #expect(copy.category?.name == "Pantry" && copy.priceText == "3.00 EUR")
        window.press("u")
        #expect(window.rows == ["[ ] nails"])
    }

    @Test("More of it and less of it; less than one is for deleting")
    func quantity() throws {
        let window = try window()
        window.press("+")
        #expect(window.current == "[ ] 2 tea" && window.rows[0] == "[ ] 2 tea")
        window.press("3+-")
        #expect(window.rows[0] == "[ ] 4 tea")
        window.press("3-")
        #expect(window.rows[0] == "[ ] tea")
        window.press("-")
        #expect(window.lines.last == "Less than that is none: d deletes.")
        window.press("a500 g flour<Enter>+")
        #expect(window.rows[0] == "[ ] 550 g flour")
        window.press("u")
        #expect(window.rows[0] == "[ ] 500 g flour" && window.lines.last == "Undid: make it 550 g flour")
    }

    @Test("What is done is cleared in one step")
    func clearing() throws {
        let window = try window()
        window.press("X")
        #expect(window.lines.last == "Nothing is done here.")
        window.press("xxX")
        #expect(window.lines.last == "Cleared 2 done items; u brings back.")
        #expect(window.rows == ["[ ] bread", "[ ] eggs", "[ ] milk"] && window.current == "[ ] bread")
        window.press("u")
        #expect(window.lines.last == "Undid: clear 2 done items from Groceries" && window.rows.count == 5)
    }

    @Test("A category is given to what is marked, and learned of the products")
    func category() throws {
        let window = try window(width: 80)
        window.press("<Space><Space>cBreakfast<Enter>")
        #expect(window.lines.last == "2 items in Breakfast; u takes it back.")
        window.press("sc")
        #expect(window.lines[1...2].allSatisfy { $0.hasSuffix("Breakfast") })
        window.press("cb<Tab>")
        #expect(window.lines.last == "Category: Breakfast")
        window.press("<Esc>ggd" + "atea<Enter>")
        #expect(window.items.items.rows.selected?.category?.name == "Breakfast")
    }

    @Test("What the open items cost is told beside their number")
    func total() throws {
        let window = try window(width: 80)
        window.press("a3x lemons 0.50EUR<Enter>a500 g beef 7EUR<Enter>ajuice 2USD<Enter>")
        #expect(window.lines[0] == "Groceries · 8 open · newest first · 8.50 EUR, 2.00 USD")
        window.press("/beef<Enter>")
        #expect(window.lines[0].hasSuffix("· 7.00 EUR"), "the total is that of what is shown")
        window.press("<Esc>")
        #expect(window.lines[0].hasSuffix("· 8.50 EUR, 2.00 USD"))
        window.press("atea 4GBP<Enter>arice 3CHF<Enter>")
        #expect(window.lines[0].hasSuffix("· 8.50 EUR, 4.00 GBP and 2 more"))
        window.press("uux")
        #expect(window.lines[0].hasSuffix("· 8.50 EUR"))
    }

    @Test("What many items cost is added up behind the screen", .timeLimit(.minutes(15)))
    func longTotal() async throws {
        let window = try Window(width: 120, height: 8)
        let lines = (0..<700).flatMap { ["2x thing \($0) 1.25EUR", "500 g stuff \($0) 2EUR", "3 cans \($0) beans $1"] }
        let list = try AddList("Groceries").run(in: window.context)
        let added = try AddItem(lines: lines, to: .list(list)).run(in: window.context)
        await window.wait { window.lines[0].hasSuffix("· 3150.00 EUR, 2100.00 USD") }
        try EditItem(added[0], .price(2, currency: "EUR")).run(in: window.context)
        await window.wait { window.lines[0].hasSuffix("· 3151.50 EUR, 2100.00 USD") }
        #expect(Total(of: added).text == "3151.50 EUR, 2100.00 USD")
        window.press("/thing<Enter>")
        await window.wait { window.lines[0].hasSuffix("· 1751.50 EUR") }
        try CompleteItem([added[0]]).run(in: window.context)
        await window.wait { window.lines[0].hasSuffix("· 1747.50 EUR") }
    }

    @Test("One pane has the whole screen, and gives half of it back")
    func zoom() throws {
        let window = try window(width: 80)
        window.press("z")
        #expect(window.lines[1].hasPrefix("> [ ] tea"))
        window.press("<Tab>")
        #expect(window.lines[1] == "> Groceries")
        window.press("z")
        #expect(window.lines[1].contains("│"))
    }

    @Test("What is a staple is put on a list where it is missing, in one step", arguments: [80, 40])
    func staples(width: Int) throws {
        let window = try window(width: width)
        window.press("S")
        #expect(window.lines.last?.hasPrefix("There are no staples yet: * makes one") == true)
        window.press("*")
        #expect(window.lines.last?.hasPrefix("“tea” is a staple; S puts it") == true)
        window.press("S")
        #expect(window.lines.last == "The one staple is on this list.")
        window.press("<Space><Space>*")
        #expect(window.lines.last?.hasPrefix("2 items are staples; S") == true, "tea was one, ham was none")
        window.press("<Tab>jS")
        #expect(window.lines.last == "Added 2 staples; u takes them back.")
        window.press("<Tab>")
        #expect(window.rows.count == 3 || width == 40)
        window.press("u")
        #expect(window.lines.last == "Undid: add 2 staples")
        window.press("<Tab>kS<Tab>gg*")
        #expect(window.lines.last?.hasPrefix("“tea” is no staple any more") == true)
    }

    @Test("What recurs comes back as it is ticked, which is told, and u takes both back")
    func recurring() throws {
        let window = try window(width: 80)
        let day = CalendarDay.today.adding(days: 7)
        window.press("awater plants every:week<Enter>x")
        #expect(window.lines.last == "Ticked “water plants”, due again \(DueDate(day).words); u takes it back.")
        #expect(window.rows.filter { $0.contains("water plants") }.count == 2)
        window.press("u")
        #expect(window.rows.filter { $0.contains("water plants") } == ["[ ] water plants"])
    }
}
