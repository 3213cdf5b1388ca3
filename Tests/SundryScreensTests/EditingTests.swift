import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("Items are added, edited, ticked, deleted, and all of it undone")
struct EditingTests {
    @Test("An empty screen says what to press, and the first item makes the first list")
    func firstItem() throws {
        let window = try Window(width: 80, height: 5)
        #expect(
            window.lines == [
                "sundry",
                "  No lists; a adds one. │  Nothing here yet: a adds an item, ? lists the keys.",
                "                        │", "                        │",
                "a add  Enter edit  x tick  d delete  Tab lists  s sort  / filter  ? help  q quit",
            ])
        window.press("a")
        #expect(window.lines.last == "Add:")
        window.press("milk<Enter>")
        #expect(
            window.lines == [
                "Shopping · 1 open · newest first",
                "> Shopping              │> [ ] milk", "                        │", "                        │",
                "a add  Enter edit  x tick  d delete  Tab lists  s sort  / filter  ? help  q quit",
            ])
    }

    @Test("An item that is added has its time, and the cursor")
    func addItem() throws {
        let window = try Window()
        let before = Date()
        window.press("amilk<Enter>aeggs<Enter>")
        #expect(window.rows == ["[ ] eggs", "[ ] milk"])
        #expect(window.current == "[ ] eggs")
        let item = try #require(window.items.items.rows.selected)
        let time = try #require(item.timestamp)
        #expect(time >= before && time <= Date())
    }

    @Test("A title is edited in place, by grapheme")
    func editTitle() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk"])
        window.press("<Enter>")
        #expect(window.lines.last == "Title: milk")
        window.press("<Home>oat <End> 👩‍👩‍👧‍👦!<Backspace><Backspace><Backspace><Enter>")
        #expect(window.rows == ["[ ] oat milk"])
        #expect(window.lines.last?.contains("Title") == false)
    }

    @Test("An empty title is refused in one sentence, and what was typed stays")
    func emptyTitle() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk"])
        window.press("<Enter><Ctrl-U><Enter>")
        #expect(window.lines.last == "Title:")
        #expect(window.lines[window.lines.count - 2] == "The text is empty: type a title.")
        window.press("<Esc>")
        #expect(window.rows == ["[ ] milk"])
    }

    @Test("A ticked item sinks to the end, and the cursor goes to the next")
    func tick() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs", "bread"])
        #expect(window.rows == ["[ ] bread", "[ ] eggs", "[ ] milk"])
        window.press("x")
        #expect(window.rows == ["[ ] eggs", "[ ] milk", "[x] bread"])
        #expect(window.current == "[ ] eggs")
        #expect(window.lines[0] == "Groceries · 2 open, 1 done · newest first")
        window.press("Gx")
        #expect(window.rows == ["[ ] bread", "[ ] eggs", "[ ] milk"])
    }

    @Test("While the cursor ticks its way down, the lines above stand still")
    func tickScrolled() throws {
        let window = try Window(height: 6)
        try window.fill("Groceries", with: (1...20).map { "item \($0) " })
        window.press("8j")
        _ = window.surface()
        window.press("kk")
        let before = window.surface()
        #expect(before.lines[2].contains("> [ ] item 14 "))
        window.press("x")
        let after = window.surface()
        #expect(after.lines[1] == before.lines[1])
        #expect(after.lines[2].contains("> [ ] item 13 "))
        #expect(after.cursor == before.cursor)
    }

    @Test("A count ticks that many; a mixed selection ends all done")
    func tickCount() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs", "bread"])
        window.press("2x")
        #expect(window.rows == ["[ ] milk", "[x] bread", "[x] eggs"])
        #expect(window.current == "[ ] milk")
        window.press("9x")
        #expect(window.rows.allSatisfy { $0.hasPrefix("[x]") })
    }

    @Test("Delete goes to the next item, at the end to the one before, and undo brings back")
    func deleteAndUndo() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs", "bread"])
        window.press("jd")
        #expect(window.rows == ["[ ] bread", "[ ] milk"])
        #expect(window.current == "[ ] milk")
        #expect(window.lines.last == "Deleted “eggs”; u brings back.")
        window.press("d")
        #expect(window.current == "[ ] bread")
        window.press("u")
        #expect(window.lines.last == "Undid: delete milk")
        window.press("u")
        #expect(window.rows == ["[ ] bread", "[ ] eggs", "[ ] milk"])
        window.press("<Ctrl-R>")
        #expect(window.rows == ["[ ] bread", "[ ] milk"])
        #expect(window.lines.last == "Redid: delete eggs")
    }

    @Test("Undo with nothing to undo says so")
    func nothingToUndo() throws {
        let window = try Window()
        window.press("u")
        #expect(window.lines.last == "There is nothing to undo.")
    }

    @Test("An action without an item says why it cannot run")
    func disabledActions() throws {
        let window = try Window()
        try window.fill("Groceries", with: [])
        for keys in ["x", "d", "<Enter>"] {
            window.press(keys)
            #expect(window.lines.last == "There is no item here; a adds one.")
        }
        window.press("k")
        let footer = window.surface().columns(row: 7, styled: .dim)
        #expect(footer.contains(7) && !footer.contains(0), "edit is dim, add is not")
    }

    @Test("Leaving the add line loses nothing typed")
    func draft() throws {
        let window = try Window()
        window.press("aoat mi<Esc>")
        #expect(window.lines.last?.hasPrefix("a add") == true)
        window.press("alk<Enter>")
        #expect(window.rows == ["[ ] oat milk"])
        window.press("a")
        #expect(window.lines.last == "Add:")
    }

    @Test("Pasted lines are items in one step, never commands")
    func paste() throws {
        let window = try Window(height: 10)
        try window.fill("Groceries", with: ["milk"])
        window.handle(.paste("quark\n\ndates\nxylitol\n"))
        #expect(window.rows.count == 4)
        #expect(window.lines.last == "Added 3 items; u takes them back.")
        window.press("u")
        #expect(window.rows == ["[ ] milk"])
        window.press("a")
        window.handle(.paste("one\ntwo"))
        #expect(window.rows.count == 3)
        window.press("a")
        window.handle(.paste("dark chocolate"))
        #expect(window.lines.last == "Add: dark chocolate")
    }
}
