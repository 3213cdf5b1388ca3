import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("Lists are switched, sorted and filtered")
struct ViewingTests {
    @Test("The items follow the cursor in the lists; side by side at 80 columns")
    func wide() throws {
        let window = try Window(height: 6)
        try window.fill("Groceries", with: ["milk", "牛乳 2 l"])
        try window.fill("Hardware", with: ["nails"])
        window.press("<Tab>")
        #expect(
            window.lines == [
                "Groceries · 2 open · newest first",
                "> Groceries             │> [ ] 牛乳 2 l",
                "  Hardware              │  [ ] milk", "                        │", "                        │",
                "a add  Enter open  e rename  d delete  Tab items  s sort  u undo  ? help  q quit",
            ])
        window.press("j")
        #expect(window.rows == ["[ ] nails"])
        window.press("<Enter>")
        #expect(window.items.focus == .items)
        #expect(window.current == "[ ] nails")
    }

    @Test("Plain, nothing but letters and ASCII is drawn")
    func plain() throws {
        let window = try Window(height: 4, isPlain: true)
        try window.fill("Groceries", with: ["milk"])
        #expect(
            window.lines == [
                "Groceries - 1 open - newest first", "> Groceries             |> [ ] milk",
                "                        |",
                "a add  Enter edit  x tick  d delete  Tab lists  s sort  / filter  ? help  q quit",
            ])
    }

    @Test("One pane at a time on a narrow screen")
    func narrow() throws {
        let window = try Window(width: 30, height: 5)
        try window.fill("Groceries", with: ["milk", "a very long title that does not fit"])
        try window.fill("Hardware", with: [])
        #expect(
            window.lines == [
                "Groceries · 2 open", "> [ ] a very long title that …", "  [ ] milk", "",
                "a add  x tick  ? help  q quit",
            ])
        window.press("<Tab>")
        #expect(
            window.lines == ["Groceries · 2 open", "> Groceries", "  Hardware", "", "a add  s sort  ? help  q quit"])
        window.press("jl")
        #expect(window.lines[1] == "  This list is empty: a adds …")
    }

    @Test("Lists are added, renamed and deleted, and undo brings a list back with its items")
    func editLists() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk"])
        window.press("<Tab>aHardware<Enter>")
        #expect(window.lines[0] == "Hardware · 0 open · newest first")
        window.press("e<Ctrl-U>Tools<Enter>")
        #expect(window.lines[2].hasPrefix("> Tools"))
        window.press("kd")
        #expect(window.lines.last == "Deleted the list “Groceries” with its items; u brings back.")
        #expect(window.lines[1].hasPrefix("> Tools"))
        window.press("uk")
        #expect(window.lines[1].hasPrefix("> Groceries"))
        #expect(window.rows == ["[ ] milk"])
    }

    @Test("A second list of a name is refused, and the name stays to be changed")
    func duplicateList() throws {
        let window = try Window()
        try window.fill("Groceries", with: [])
        window.press("<Tab>agroceries<Enter>")
        #expect(window.lines.last == "New list: groceries")
        #expect(window.lines[6].contains("already"))
        window.press(" 2<Enter>")
        #expect(window.lines[2].hasPrefix("> groceries 2"))
    }

    @Test("Sorting by time and by title, both ways; the cursor stays on its item")
    func sorting() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "apples", "zucchini"])
        window.press("j")
        #expect(window.current == "[ ] apples")
        window.press("s")
        #expect(window.lines.last == "s …  t time  n title  d due  p price  c category  m by hand  s turn round")
        window.press("n")
        #expect(window.rows == ["[ ] apples", "[ ] milk", "[ ] zucchini"])
        #expect(window.lines[0].hasSuffix("by title"))
        #expect(window.current == "[ ] apples")
        window.press("sn")
        #expect(window.rows == ["[ ] zucchini", "[ ] milk", "[ ] apples"])
        window.press("st")
        #expect(window.rows == ["[ ] zucchini", "[ ] apples", "[ ] milk"])
        window.press("ss")
        #expect(window.rows == ["[ ] milk", "[ ] apples", "[ ] zucchini"])
        #expect(window.lines[0].hasSuffix("oldest first"))
        #expect(window.current == "[ ] apples")
    }

    @Test("A filter works while it is typed, folds accents, and Escape restores the place")
    func filter() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["Crème fraîche", "ice cream", "milk"])
        window.press("/cre")
        #expect(window.rows == ["[ ] ice cream", "[ ] Crème fraîche"])
        #expect(window.lines[0] == "Groceries · 2 open · filter “cre” · newest first")
        #expect(window.lines.last == "/cre")
        let marked = window.surface().columns(row: 2, styled: .underline)
        #expect(marked == [31, 32, 33])
        window.press("m<Backspace><Esc>")
        #expect(window.rows.count == 3)
        #expect(window.current == "[ ] milk")
    }

    @Test("After a filter the keys are for what it found, also where it was begun among the lists")
    func filterFromLists() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs"])
        window.press("<Tab>/mil<Enter>")
        #expect(window.items.focus == .items && window.rows == ["[ ] milk"])
        window.press("d")
        #expect(window.lines.last == "Deleted “milk”; u brings back.")
        #expect(window.items.lists.rows.count == 1)
        window.press("<Esc><Tab>/mil<Esc>")
        #expect(window.items.focus == .lists)
    }

    @Test("What to press is seen, however long the name or text that is told of")
    func longNames() throws {
        let window = try Window()
        let long = String(repeating: "豆 tofu ", count: 40)
        try window.fill("G" + long, with: ["a" + long])
        window.press("d")
        #expect(window.lines.last?.hasSuffix("…”; u brings back.") == true)
        window.press("u/" + long)
        #expect(window.lines[1].hasSuffix("…”; Esc shows all."))
        window.press("<Esc><Tab>aG" + long + "<Enter>")
        #expect(window.lines[6].hasPrefix("Choose another name: ") && window.lines[6].hasSuffix("…” already."))
        window.press("<Esc>d")
        #expect(window.lines.last?.hasSuffix("…” with its items; u brings back.") == true)
    }

    @Test("A capital in the filter means a capital")
    func smartCase() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["Crème fraîche", "ice cream"])
        window.press("/Cre<Enter>")
        #expect(window.rows == ["[ ] Crème fraîche"])
        window.press("x")
        #expect(window.rows == ["[x] Crème fraîche"])
        window.press("<Esc>")
        #expect(window.rows == ["[ ] ice cream", "[x] Crème fraîche"])
        #expect(window.current == "[x] Crème fraîche")
    }

    @Test("What a filter hides is told")
    func hiddenByFilter() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk"])
        window.press("/mi<Enter>aeggs<Enter>")
        #expect(window.lines.last == "Added, but the filter hides it; Esc shows all.")
        #expect(window.rows == ["[ ] milk"])
        window.press("/<Ctrl-U>zzz<Enter>")
        #expect(window.lines[1].contains("Nothing contains “zzz”; Esc shows all."))
    }

    @Test("Movement by row, page, end and count")
    func movement() throws {
        let window = try Window(height: 12)
        try window.fill("Groceries", with: (1...100).reversed().map { "item \($0)a" }.map { $0 })
        func row(after keys: String) -> Int {
            window.press(keys)
            _ = window.surface()
            return window.items.items.rows.row
        }
        #expect(row(after: "jj") == 2)
        #expect(row(after: "k") == 1)
        #expect(row(after: "G") == 99)
        #expect(row(after: "gg") == 0)
        #expect(row(after: "30G") == 29)
        #expect(row(after: "<Ctrl-D>") == 34)
        #expect(row(after: "<Ctrl-U>") == 29)
        #expect(row(after: "<PgDn>") == 38)
        #expect(row(after: "5k") == 33)
        #expect(row(after: "10<Esc>j") == 34)
        #expect(row(after: "999999999j") == 99)
    }
}
