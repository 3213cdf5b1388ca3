import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("A colon runs any action by its name")
struct CommandLineTests {
    private func window(width: Int = 80) throws -> Window {
        let window = try Window(width: width)
        try window.fill("Groceries", with: ["milk", "eggs", "bread"])
        return window
    }

    @Test("Names are completed from the table of actions, and what an action does is told", arguments: [80, 30])
    func completing(width: Int) throws {
        let window = try window(width: width)
        window.press(":sort-by-t")
        #expect(window.lines.last == ":sort-by-time")
        window.press("<Tab><Tab>")
        #expect(window.lines.last == ":sort-by-title")
        #expect(window.lines[6].hasPrefix("sort by title; once more"))
        window.press("<Enter>")
        #expect(window.rows.map { $0.prefix(6) } == ["[ ] br", "[ ] eg", "[ ] mi"])
    }

    @Test("The beginning of one name is enough; what follows goes into the line it opens; a number is a row")
    func running() throws {
        let window = try window()
        window.press(":add 2 l oil<Enter>")
        #expect(window.current == "[ ] 2 l oil" && window.rows[0] == "[ ] 2 l oil")
        window.press(":3<Enter>")
        #expect(window.current == "[ ] eggs")
        window.press(":cat Breakfast<Enter>")
        #expect(window.items.items.rows.selected?.category?.name == "Breakfast")
        window.press(":tick<Enter>")
        #expect(window.lines[0].contains("3 open, 1 done"))
        window.press(":filter mil<Enter>")
        #expect(window.rows == ["[ ] milk"])
        window.press("<Esc>:history<Enter>")
        #expect(window.lines[0].hasPrefix("History"))
        window.press(":close<Enter>")
        #expect(window.lines[0].hasPrefix("Groceries"))
    }

    @Test("What is no name, or several, is told of; Escape leaves; an action that cannot run says why")
    func refusing() throws {
        let window = try window()
        window.press(":frobnicate<Enter>")
        #expect(window.lines[6] == "There is no command “frobnicate”; Tab shows some.")
        #expect(window.lines.last == ":frobnicate")
        window.press("<Ctrl-U>sort<Enter>")
        #expect(window.lines[6].hasPrefix("“sort” may mean sort-by-time, sort-by-title"))
        window.press("<Esc>:put-copies<Enter>")
        #expect(window.lines.last == "Nothing was copied yet: y copies an item.")
        window.press(":<Enter>")
        #expect(window.lines.last?.hasPrefix("a add") == true)
    }

    @Test("Every action has a name of its own that reads as words")
    func names() {
        #expect(Action.sortByDue.name == "sort-by-due" && Action(name: "move-item-down") == .moveItemDown)
        for action in Action.allCases { #expect(Action(name: action.name) == action) }
    }
}
