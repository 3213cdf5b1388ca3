import CoreData
import SundryKit
import SundryTerminal
import Testing

@testable import SundryScreens

@MainActor
@Suite("What others change shows up, and disturbs nothing")
struct LiveTests {
    @Test("The cursor follows its item, and the item stays on its line")
    func cursorFollowsItem() throws {
        let window = try Window(height: 8)
        let list = try window.fill("Groceries", with: (1...20).map { "item \($0)" })
        window.press("8j")
        #expect(window.current == "[ ] item 1")
        let place = window.surface().cursor
        try AddItem(titles: ["new 1", "new 2"], to: .list(list)).run(in: window.context)
        #expect(window.items.items.rows.selected?.title == "item 12")
        #expect(window.surface().cursor == place)
        #expect(window.surface().lines[place!.row].contains("> [ ] item 12"))
    }

    @Test("When the item under the cursor is deleted elsewhere, the next takes its place")
    func deletedElsewhere() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs", "bread"])
        window.press("j")
        _ = window.surface()
        let item = try #require(window.items.items.rows.selected)
        try DeleteItem([item]).run(in: window.context)
        #expect(window.rows == ["[ ] bread", "[ ] milk"])
        #expect(window.current == "[ ] milk")
    }

    @Test("A change from outside does not disturb what is being typed")
    func typingGoesOn() throws {
        let window = try Window()
        let list = try window.fill("Groceries", with: ["milk"])
        window.press("<Enter> and hon")
        try AddItem(titles: ["eggs"], to: .list(list)).run(in: window.context)
        #expect(window.lines.last == "Title: milk and hon")
        window.press("ey<Enter>")
        #expect(window.rows == ["[ ] eggs", "[ ] milk and honey"])
        #expect(window.current == "[ ] milk and honey")
    }

    @Test("Each change asks for a new picture")
    func changesAreTold() throws {
        let window = try Window()
        let list = try window.fill("Groceries", with: ["milk"])
        var calls = 0
        window.items.onChange = { calls += 1 }
        _ = window.surface()
        try AddItem(titles: ["eggs"], to: .list(list)).run(in: window.context)
        #expect(calls > 0)
        calls = 0
        let other = try AddList("Hardware").run(in: window.context)
        #expect(calls > 0)
        calls = 0
        try RenameList(other, to: "Tools").run(in: window.context)
        #expect(calls > 0)
        #expect(window.lines[2].hasPrefix("  Tools"))
    }

    @Test("The list that is shown is deleted elsewhere: the next is shown")
    func listDeletedElsewhere() throws {
        let window = try Window()
        let first = try window.fill("Groceries", with: ["milk"])
        try window.fill("Hardware", with: ["nails"])
        #expect(window.rows == ["[ ] milk"])
        try DeleteList(first).run(in: window.context)
        #expect(window.rows == ["[ ] nails"])
        #expect(window.lines[0].hasPrefix("Hardware"))
    }
}
