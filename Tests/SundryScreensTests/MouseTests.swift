import SundryKit
import SundryTerminal
import Testing

@testable import SundryScreens

@MainActor
@Suite("The mouse puts the cursor, presses keys of the bottom line, and scrolls")
struct MouseTests {
    private func press(_ window: Window, row: Int, column: Int, clicks: Int = 1) {
        _ = window.surface()
        window.handle(.pointing(Pointing(.press(clicks: clicks), at: Point(row: row, column: column))))
    }

    private func wheel(_ window: Window, _ kind: Pointing.Kind, column: Int) {
        _ = window.surface()
        window.handle(.pointing(Pointing(kind, at: Point(row: 3, column: column))))
    }

    @Test("A row, a pane, a key of the bottom line and of a menu; a double click is Enter")
    func pressing() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs"])
        try window.fill("Hardware", with: ["nails"])
        press(window, row: 2, column: 40)
        #expect(window.current == "[ ] milk")
        press(window, row: 2, column: 3)
        #expect(window.items.focus == .lists && window.lines[0].hasPrefix("Hardware"))
        press(window, row: 2, column: 3, clicks: 2)
        #expect(window.items.focus == .items)
        press(window, row: 5, column: 40)
        #expect(window.current == "[ ] nails", "there is no row")
        let footer = try #require(window.lines.last)
        let column = displayWidth(String(footer[..<footer.firstRange(of: "tick")!.lowerBound]))
        press(window, row: 7, column: column)
        #expect(window.current == "[x] nails")
        let sort = displayWidth(String(footer[..<footer.firstRange(of: "s sort")!.lowerBound]))
        press(window, row: 7, column: sort)
        #expect(window.lines.last?.hasPrefix("s …  t time") == true)
        let title = displayWidth("s …  t time  ")
        press(window, row: 7, column: title + 2)
        #expect(window.lines[0].hasSuffix("by title"))
        press(window, row: 1, column: 40, clicks: 2)
        #expect(window.lines.last == "Title: nails")
        press(window, row: 1, column: 3)
        #expect(window.lines.suffix(2) == ["Enter takes the line that is being typed, Esc leaves it.", "Title: nails"])
    }

    @Test(
        "The wheel scrolls what is under it; the cursor comes along where it would be out of sight",
        arguments: [80, 30])
    func scrolling(width: Int) throws {
        let window = try Window(width: width, height: 12)
        let letters = Array("abcdefghijklmnopqrstuvwxyzäöüß").map { "item \($0)" }
        try window.fill("Groceries", with: letters.reversed())
        func first() -> String { String(window.rows.first?.prefix(10) ?? "") }
        window.press("5j")
        wheel(window, .wheelDown, column: width - 5)
        #expect(first() == "[ ] item d" && window.current == "[ ] item f")
        wheel(window, .wheelDown, column: width - 5)
        #expect(first() == "[ ] item g" && window.current == "[ ] item g")
        for _ in 0..<20 { wheel(window, .wheelDown, column: width - 5) }
        #expect(first() == "[ ] item u" && window.rows.count == 10)
        for _ in 0..<20 { wheel(window, .wheelUp, column: width - 5) }
        #expect(first() == "[ ] item a" && window.current == "[ ] item j")
    }

    @Test("On the other screens, and in sections")
    func layers() throws {
        let window = try Window(height: 12)
        try window.fill("Groceries", with: ["milk", "eggs", "bread"])
        window.press("cDairy<Enter>gc")
        press(window, row: 1, column: 40)
        #expect(window.lines[1].contains("Dairy") && window.current == "[ ] bread", "a heading is no row")
        press(window, row: 4, column: 40)
        #expect(window.current == "[ ] eggs")
        window.press("i")
        let category = try #require(window.lines.firstIndex { $0.hasPrefix("  Category") })
        press(window, row: category, column: 10, clicks: 2)
        #expect(window.lines.last?.hasPrefix("Category:") == true)
        window.press("<Esc>qoh")
        press(window, row: 2, column: 10)
        #expect(window.lines[2].hasPrefix("> "))
        window.press("q?")
        wheel(window, .wheelDown, column: 10)
        #expect(window.lines[0] == "Keys")
        window.press("q")
    }

    @Test("The help names what the mouse does, and Shift for the terminal's own")
    func help() throws {
        let window = try Window(width: 160, height: 150)
        window.press("?")
        let text = window.lines.joined(separator: "\n")
        for row in MouseGuide.rows { #expect(text.contains(row.what) && text.contains(row.meaning)) }
        #expect(text.contains("Shift"))
    }

    @Test("Anywhere on a screen of any size, with any layer open, nothing traps")
    func anywhere() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs", "bread"])
        for keys in ["", "<Tab>", "gc", "oh", "q?", "qos", "qob", "qi", "qa", "<Esc>s"] {
            window.press(keys)
            for (width, height) in [(1, 1), (3, 2), (30, 5), (80, 24), (130, 7)] {
                window.size = Size(width: width, height: height)
                for place in [(0, 0), (height - 1, width - 1), (height / 2, width / 2), (height + 3, width + 3)] {
                    for kind in [Pointing.Kind.press(clicks: 1), .wheelDown, .wheelUp] {
                        _ = window.surface()
                        window.handle(.pointing(Pointing(kind, at: Point(row: place.0, column: place.1))))
                    }
                }
            }
        }
        _ = window.surface()
    }
}
