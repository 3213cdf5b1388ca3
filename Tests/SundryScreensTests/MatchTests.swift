import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("What was looked for is stepped through after the filter was left", .timeLimit(.minutes(15)))
struct MatchTests {
    @Test("n and N go to the next match and the one before, round the end, also by a count")
    func stepping() throws {
        let window = try Window(height: 12)
        try window.fill("Groceries", with: ["oat milk", "eggs", "milk", "bread", "Milk bar"])
        window.press("n")
        #expect(window.lines.last == "Nothing was looked for yet: / looks for a text.")
        window.press("/mil<Enter>")
        #expect(window.current == "[ ] Milk bar")
        window.press("n")
        #expect(window.current == "[ ] milk", "while the filter is on, all that is shown matches")
        window.press("N<Esc>n")
        #expect(window.rows.count == 5 && window.current == "[ ] milk")
        window.press("n")
        #expect(window.current == "[ ] oat milk")
        window.press("n")
        #expect(window.current == "[ ] Milk bar" && window.lines.last == "Past the last match: on from the first.")
        window.press("N")
        #expect(window.current == "[ ] oat milk" && window.lines.last == "Past the first match: on from the last.")
        window.press("k2N")
        #expect(window.current == "[ ] Milk bar")
        window.press("j2n")
        #expect(window.current == "[ ] oat milk")
    }

    @Test("Matches are those of the list as it is: sorted anew, changed, another one")
    func following() throws {
        let window = try Window(height: 12)
        try window.fill("Groceries", with: ["oat milk", "eggs", "milk"])
        try window.fill("Hardware", with: ["nails", "milk can"])
        window.press("/milk<Esc>n")
        #expect(window.current == "[ ] oat milk")
        window.press("sngge<Ctrl-U>almond milk<Enter>Gn")
        #expect(window.rows == ["[ ] almond milk", "[ ] milk", "[ ] oat milk"])
        #expect(window.current == "[ ] almond milk")
        window.press("<Tab>jn")
        #expect(window.items.focus == .items && window.current == "[ ] milk can")
        window.press("dn")
        #expect(window.lines.last == "Nothing contains “milk”.")
    }

    @Test("In a long list the step is made when the matches are there")
    func longList() async throws {
        let window = try Window(longFrom: 100)
        try window.fill("Groceries", with: (1...600).map { $0 % 100 == 0 ? "Crème \($0)" : "item \($0)" })
        await window.wait { window.lines[0].contains("600 open") }
        window.press("/crem<Esc>n")
        #expect(window.lines.last == "Looking for “crem” …")
        await window.wait { window.current == "[ ] Crème 500" }
        window.press("N")
        #expect(window.current == "[ ] Crème 600")
    }

    @Test("What the filter found is there for the first step, in a long list too, and follows what changes")
    func kept() async throws {
        let window = try Window(longFrom: 100)
        let list = try window.fill("Groceries", with: (1...600).map { $0 % 100 == 0 ? "Crème \($0)" : "item \($0)" })
        await window.wait { window.lines[0].contains("600 open") }
        window.press("/crem")
        await window.wait { window.lines[0].contains("6 open") && window.rows.count == 6 }
        window.press("<Esc>n")
        #expect(window.current == "[ ] Crème 500")
        try AddItem(titles: ["crème fraîche"], to: .list(list)).run(in: window.context)
        window.press("ggn")
        let first = window.current
        window.press("N")
        #expect([first, window.current].contains("[ ] crème fraîche"))
    }

    @Test("On the other screens and in the help as well", arguments: [80, 30])
    func layers(width: Int) throws {
        let window = try Window(width: width, height: 12)
        try window.fill("Groceries", with: ["milk", "eggs"])
        try window.fill("Hardware", with: ["nails"])
        window.press("ohn")
        #expect(window.lines.last?.hasPrefix("Nothing was looked for") == true)
        window.press("/list<Esc>n")
        #expect(window.surface().cursor?.row == 2 && window.lines[2].hasPrefix("> add list Hardware"))
        window.press("n")
        #expect(window.lines[4].hasPrefix("> add list Groceries"))
        window.press("q?/undo<Esc>n")
        let surface = window.surface()
        let row = surface.cursor?.row ?? 0
        // A narrow help has the text under the key.
        let line = width == 80 ? row : row + 1
        #expect(surface.lines[line].contains("undo the las"))
        #expect(!surface.columns(row: line, styled: .underline).isEmpty)
    }
}
