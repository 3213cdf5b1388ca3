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
        #expect(window.current == "[ ] item 12")
        let place = window.surface().cursor
        try AddItem(titles: ["new 1", "new 2"], to: .list(list)).run(in: window.context)
        #expect(window.items.items.rows.selected?.title == "item 12")
        #expect(window.surface().cursor == place)
        #expect(window.surface().lines[place!.row].contains("> [ ] item 12"))
        // Further up, where no end of the screen holds it.
        window.press("2k")
        let middle = try #require(window.surface().cursor)
        try AddItem(titles: ["new 3"], to: .list(list)).run(in: window.context)
        #expect(window.surface().cursor == middle)
        #expect(window.surface().lines[middle.row].contains("> [ ] item 14"))
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

    @Test("An item deleted while its title is typed is told, and the text is kept for a new one")
    func editingDeleted() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs"])
        let item = try #require(try? Item.meant(by: "eggs", in: window.context))
        window.press("<Enter>, brown")
        try DeleteItem([item]).run(in: window.context)
        window.press("<Enter>")
        #expect(
            window.lines.suffix(2) == [
                "This item was deleted meanwhile; Esc keeps your text for a new one.", "Title: eggs, brown",
            ])
        #expect(item.title == "eggs")
        window.press("<Esc>a")
        #expect(window.lines.last == "Add: eggs, brown")
    }

    @Test("A title changed elsewhere while it is typed is told before it is replaced")
    func editingChanged() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk"])
        let item = try #require(try? Item.meant(by: "milk", in: window.context))
        window.press("<Enter>, fresh")
        try EditItem(item, .title("oat milk")).run(in: window.context)
        window.press("<Enter>")
        #expect(
            window.lines.suffix(2) == [
                "It was changed to “oat milk” meanwhile: Enter again replaces that.", "Title: milk, fresh",
            ])
        window.press("<Ctrl-U><Enter><Enter>")
        #expect(item.title == "oat milk")
        window.press("milk, cold<Enter>")
        #expect(window.rows == ["[ ] milk, cold"])
        window.press("<Enter>")
        try EditItem(item, .title("soy milk")).run(in: window.context)
        window.press("<Enter>")
        #expect(window.rows == ["[ ] soy milk"], "who typed nothing replaces nothing")
    }

    @Test("A list renamed or deleted while its name is typed is told")
    func renamingChanged() throws {
        let window = try Window()
        let list = try window.fill("Groceries", with: [])
        window.press("<Tab>e 2")
        try RenameList(list, to: "Food").run(in: window.context)
        window.press("<Enter>")
        #expect(window.lines[6] == "It was changed to “Food” meanwhile: Enter again replaces that.")
        window.press("<Enter>")
        #expect(list.name == "Groceries 2")
        window.press("e 3")
        try DeleteList(list).run(in: window.context)
        window.press("<Enter>")
        #expect(
            window.lines.suffix(2) == [
                "This list was deleted meanwhile; Esc keeps your text for a new one.", "Name: Groceries 2 3",
            ])
        window.press("<Esc>")
        #expect(window.lines.last == "Left; a begins with what you typed.")
        window.press("a")
        #expect(window.lines.last == "New list: Groceries 2 3")
    }

    @Test("What is typed for a list that is deleted meanwhile goes into no other")
    func addingToDeleted() throws {
        let window = try Window()
        let first = try window.fill("Groceries", with: [])
        try window.fill("Hardware", with: ["nails"])
        window.press("amilk")
        try DeleteList(first).run(in: window.context)
        window.press("<Enter>")
        #expect(
            window.lines.suffix(2) == [
                "This list was deleted meanwhile; Esc keeps your text for another one.", "Add: milk",
            ])
        #expect(window.rows == ["[ ] nails"])
        window.press("<Esc>a<Enter>")
        #expect(window.rows == ["[ ] milk", "[ ] nails"])
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
