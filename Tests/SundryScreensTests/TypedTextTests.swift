import Testing

@testable import SundryScreens

@MainActor
@Suite("Nothing that was typed is lost")
struct TypedTextTests {
    @Test("A title that was left stays as it was, and what was typed comes back with ↑")
    func leftTitle() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs"])
        window.press("<Enter>, brown, six<Esc>")
        #expect(window.rows == ["[ ] eggs", "[ ] milk"])
        #expect(window.lines.last == "Left as it was; e, then ↑ brings back what you typed.")
        window.press("e")
        #expect(window.lines.last == "Title: eggs")
        window.press("<↑>")
        #expect(window.lines.last == "Title: eggs, brown, six")
        window.press("<Enter>")
        #expect(window.rows == ["[ ] eggs, brown, six", "[ ] milk"])
    }

    @Test("A name that was left comes back as well, also with Ctrl-C and Ctrl-P")
    func leftName() throws {
        let window = try Window()
        try window.fill("Groceries", with: [])
        window.press("<Tab>e 2<Ctrl-C>")
        #expect(window.lines.last == "Left as it was; e, then ↑ brings back what you typed.")
        window.press("e<Ctrl-P>")
        #expect(window.lines.last == "Name: Groceries 2")
    }

    @Test("Nothing is said of a line that was left as it was, or empty")
    func unchanged() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk"])
        for keys in ["<Enter><Esc>", "<Enter><Ctrl-U><Esc>", "<Enter>x<Backspace><Esc>"] {
            window.press(keys)
            #expect(window.lines.last?.hasPrefix("a add") == true)
        }
        window.press("e<↑>")
        #expect(window.lines.suffix(2) == ["Nothing was typed before this.", "Title: milk"])
    }

    @Test("Going back and forth loses neither what is being typed nor what was changed on the way")
    func backAndForth() throws {
        let window = try Window()
        window.press("amilk<Enter>aeggs<Enter>abre")
        #expect(window.lines.last == "Add: bre")
        window.press("<↑><↑>")
        #expect(window.lines.last == "Add: milk")
        window.press(" 2<↑>")
        #expect(window.lines.suffix(2) == ["Nothing was typed before this.", "Add: milk 2"])
        window.press("<↓>")
        #expect(window.lines.last == "Add: eggs")
        window.press("<↑>")
        #expect(window.lines.last == "Add: milk 2")
        window.press("<↓><↓>ad")
        #expect(window.lines.last == "Add: bread")
        window.press("<Ctrl-N>")
        #expect(window.lines.suffix(2) == ["Nothing was typed after this.", "Add: bread"])
        window.press("<Enter>")
        #expect(window.rows.contains("[ ] bread"))
    }

    @Test("A filter that was left is found again, and looks for what it says")
    func leftFilter() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs"])
        window.press("/mil<Esc>")
        #expect(window.rows.count == 2)
        window.press("/<↑>")
        #expect(window.rows == ["[ ] milk"])
        window.press("<Enter>a<↑>")
        #expect(window.lines.suffix(2) == ["Nothing was typed before this.", "Add:"], "a filter is no title")
    }

    @Test("A text left for an item that is gone is found again where the add line has one already")
    func twoDrafts() throws {
        let window = try Window()
        let list = try window.fill("Groceries", with: ["milk"])
        window.press("abread<Esc>")
        _ = window.surface()
        window.press("e, oat")
        let item = try #require(window.items.items.rows.selected)
        try window.stack.delete(item)
        window.press("<Esc>")
        #expect(window.lines.last == "Left as it was; a, then ↑ brings back what you typed.")
        window.press("a")
        #expect(window.lines.last == "Add: bread")
        window.press("<↑>")
        #expect(window.lines.last == "Add: milk, oat")
        #expect(list.items?.count == 0)
    }
}
