import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("The add line shows what it understands")
struct AddLineTests {
    @Test("Above the line stands what it says besides a title, dim, and nothing of a title alone")
    func preview() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["bread"])
        window.press("a2 l")
        let plain = window.lines
        #expect(plain[plain.count - 2].contains("│") && plain.last == "Add: 2 l")
        window.press(" milk #dairy")
        #expect(window.lines.suffix(2) == ["2 l · milk · #dairy", "Add: 2 l milk #dairy"])
        #expect(window.surface().columns(row: 6, styled: .dim).contains(0))
        window.press("<Home>=")
        #expect(!window.lines[6].contains("·"))
        window.press("<Esc>")
    }

    @Test("What it says is set, and u takes all of it back")
    func add() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["bread"])
        window.press("amilk, 2 l #dairy<Enter>")
        #expect(window.rows == ["[ ] 2 l milk", "[ ] bread"])
        #expect(window.items.items.rows.selected?.category?.name == "dairy")
        window.press("u")
        #expect(window.rows == ["[ ] bread"] && window.lines.last == "Undid: add 2 l milk")
    }

    @Test("Pasted lines are read alike, and a title that is edited stays as it is typed")
    func pasteAndEdit() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["bread"])
        window.handle(.paste("2 l milk\n6x eggs\n"))
        #expect(window.rows.prefix(2) == ["[ ] 2 l milk", "[ ] 6 eggs"])
        window.press("e 4 kg<Enter>")
        #expect(window.current == "[ ] 6 eggs 4 kg")
    }

    @Test("The help tells how to say it, and a narrow screen has no room for a preview")
    func help() throws {
        let window = try Window(width: 120, height: 140)
        window.press("?")
        let text = window.lines.joined(separator: "\n")
        for row in EntryGuide.rows { #expect(text.contains(row.example) && text.contains(row.meaning)) }
        window.press("qa2 l milk")
        window.size = .init(width: 20, height: 1)
        #expect(window.lines == ["Add: 2 l milk"])
    }
}
