import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("The add line completes from what was added before")
struct CompletingTests {
    private func window(width: Int = 80) throws -> Window {
        let window = try Window(width: width)
        window.press("amilk #Dairy<Enter>amilk<Enter>amilk chocolate<Enter>x")
        return window
    }

    @Test(
        "The rest of the likeliest stands behind the cursor, dim; → takes it, Tab goes on to the next",
        arguments: [80, 40])
    func rest(width: Int) throws {
        let window = try window(width: width)
        window.press("a2 l mi")
        #expect(window.lines.suffix(2) == ["2 l · mi   Tab: milk · milk chocolate", "Add: 2 l milk"])
        #expect(window.surface().columns(row: 7, styled: .dim) == [11, 12])
        #expect(window.surface().cursor?.column == 11)
        window.press("<→>")
        #expect(window.lines.last == "Add: 2 l milk" && window.surface().cursor?.column == 13)
        window.press("<Ctrl-U>mi<Tab><Tab>")
        #expect(window.lines.last == "Add: milk chocolate")
        // Past the last comes what was typed.
        window.press("<Tab><Backspace>")
        #expect(window.lines.last == "Add: milk" && window.items.prompt?.editor.text == "m")
        window.press("i<Tab><Tab><Tab>")
        window.press("<Shift-Tab><Shift-Tab>")
        #expect(window.lines.last == "Add: milk")
        window.press("<Enter>")
        #expect(window.current == "[ ] milk")
    }

    @Test("In the middle of a line nothing is completed, and what cannot be is told")
    func middle() throws {
        let window = try window()
        window.press("ami<←>")
        #expect(window.lines.last == "Add: mi")
        window.press("<Tab>")
        #expect(window.lines[6] == "Nothing to complete here.")
        window.press("<End>zz<Tab>")
        #expect(window.lines[6] == "Nothing to complete here." && window.lines.last == "Add: mizz")
        window.press("<Esc>/mi<Tab>")
        #expect(window.lines[6] == "Nothing to complete here.")
    }

    @Test("What is known of a product is told, and categories are completed")
    func known() throws {
        let window = try window()
        window.press("amilk")
        #expect(window.lines[6] == "milk · #Dairy as before   Tab: milk chocolate")
        window.press(" #d<Tab>")
        #expect(window.lines.last == "Add: milk #Dairy")
    }

    @Test("The same item again is added up, and a semicolon separates items")
    func merged() throws {
        let window = try window()
        window.press("a2 l oil; bread<Enter>")
        #expect(window.lines.last == "Added 2 items; u takes them back.")
        window.press("gga500 ml oil<Enter>")
        #expect(window.lines.last == "Added up to “2.5 l oil”; u takes it back.")
        #expect(window.current == "[ ] 2.5 l oil" || window.current == "[ ]")
        window.press("abread<Enter>")
        #expect(window.lines.last == "“bread” is on the list already.")
        window.press("uu")
        #expect(window.rows.contains("[ ] 2 l oil"))
    }
}
