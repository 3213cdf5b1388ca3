import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("Items are sorted by due date, price and category, and by hand")
struct OrderTests {
    private func window(width: Int = 80, height: Int = 9) throws -> Window {
        let window = try Window(width: width, height: height)
        try window.fill("Groceries", with: [])
        let lines = [
            "milk #Dairy 1.29EUR due:2026-12-24", "paper", "apples #Produce 3EUR", "bread due:2026-12-01", "ham 2.5EUR",
        ]
        let target = try ItemList.target(named: nil, in: window.context)
        try AddItem(lines: lines, to: target).run(in: window.context)
        return window
    }

    private func titles(_ window: Window) -> [String] {
        window.rows.map { row in row.dropFirst(4).prefix { !$0.isWhitespace }.description }
    }

    @Test("What has nothing to be sorted by comes last, both ways", arguments: [80, 40])
    func emptyLast(width: Int) throws {
        let window = try window(width: width)
        window.press("sd")
        #expect(titles(window) == ["bread", "milk", "ham", "apples", "paper"])
        #expect(window.lines[0].hasPrefix("Groceries · 5 open · by due date"))
        window.press("sd")
        #expect(titles(window) == ["milk", "bread", "ham", "apples", "paper"])
        window.press("sp")
        #expect(titles(window) == ["milk", "ham", "apples", "bread", "paper"])
        window.press("sp")
        #expect(titles(window) == ["apples", "ham", "milk", "bread", "paper"])
        window.press("sc")
        #expect(titles(window) == ["milk", "apples", "ham", "bread", "paper"])
        window.press("ss")
        #expect(titles(window) == ["apples", "milk", "ham", "bread", "paper"])
    }

    @Test("What is done sinks below what is open, in the same order, and comes back to its place")
    func done() throws {
        let window = try window()
        window.press("sdggx")
        #expect(titles(window) == ["milk", "ham", "apples", "paper", "bread"])
        #expect(window.current == "[ ] milk" && window.lines[0].contains("4 open, 1 done"))
        window.press("jx")
        #expect(titles(window) == ["milk", "apples", "paper", "bread", "ham"])
        window.press("uu")
        #expect(titles(window) == ["bread", "milk", "ham", "apples", "paper"])
    }

    @Test("The cursor follows an item that gets a date, or loses it, by another process")
    func moving() throws {
        let window = try window()
        window.press("sdG")
        #expect(window.current == "[ ] paper")
        let item = try #require(window.items.items.rows.selected)
        let day = Date(timeIntervalSince1970: 1_700_006_400)
        try EditItem(item, .due(day, isDateOnly: true)).run(in: window.context)
        #expect(window.items.items.rows.row == 0 && window.current == "[ ] paper")
        try EditItem(item, .due(nil, isDateOnly: false)).run(in: window.context)
        #expect(window.items.items.rows.row == 4 && window.items.items.rows.selected == item)
    }

    @Test("J and K move an item, in the order by hand, one step to undo each")
    func byHand() throws {
        let window = try window()
        window.press("J")
        #expect(window.lines.last == "The order is “newest first”: s m makes it one by hand.")
        window.press("smJ")
        #expect(titles(window) == ["paper", "milk", "apples", "bread", "ham"])
        #expect(window.current == "[ ] milk")
        window.press("9J")
        #expect(titles(window) == ["paper", "apples", "bread", "ham", "milk"])
        window.press("J")
        #expect(window.lines.last == "It stands last here already.")
        window.press("2K")
        #expect(titles(window) == ["paper", "apples", "milk", "bread", "ham"])
        window.press("u")
        #expect(titles(window) == ["paper", "apples", "bread", "ham", "milk"])
        #expect(window.lines.last == "Undid: move milk by hand")
        window.press("ssggJ")
        #expect(titles(window) == ["ham", "milk", "bread", "apples", "paper"])
        #expect(window.current == "[ ] milk")
    }

    @Test("What is open does not move below what is done")
    func aboveDone() throws {
        let window = try window(width: 40)
        window.press("smxgg9J")
        #expect(titles(window) == ["apples", "bread", "ham", "paper", "milk"])
        window.press("GK")
        #expect(window.lines.last == "It stands first here already.")
    }

    @Test("Rows of one position are told apart once one of them is moved")
    func samePosition() throws {
        let window = try window()
        for item in window.items.items.rows.objects(from: 0, count: 5) { item.position = 7 }
        try window.context.save()
        window.press("sm")
        let before = titles(window)
        window.press("4J")
        #expect(titles(window) == Array(before.dropFirst()) + [before[0]])
    }
}
