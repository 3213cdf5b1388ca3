import CoreData
import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("The editor changes each field of an item")
struct EditorTests {
    private func window(width: Int = 80) throws -> Window {
        let window = try Window(width: width, height: 13)
        window.press("amilk<Enter>i")
        return window
    }

    @Test("Each field is changed by itself, one step to undo", arguments: [80, 30])
    func fields(width: Int) throws {
        let window = try window(width: width)
        #expect(
            window.lines[0] == "milk" && window.lines[1] == "> Title     milk" && window.lines[2] == "  Amount    -")
        for (keys, row) in [
            ("j<Enter>2 l", "> Amount    2 l"), ("j<Enter>Dairy", "> Category  Dairy"),
            ("j<Enter>1.29EUR", "> Price     1.29 EUR"), ("j<Enter>2026-12-24", "> Due       2026-12-24"),
            ("j<Enter>2w", "> Every     2w"), ("j<Enter>high", "> Priority  1"), ("j<Enter>a b", "> Tags      a b"),
            ("j<Enter>fresh", "> Note      fresh"),
        ] {
            window.press(keys + "<Enter>")
            #expect(window.lines.contains(row), "\(keys)")
        }
        #expect(window.lines[0] == "2 l milk")
        window.press("u")
        #expect(
            window.lines.last == "Undid: edit milk: note fresh" || window.lines.last?.hasPrefix("Undid: edit") == true)
        #expect(window.lines[9] == "> Note      -")
        window.press("gg3j<Enter><Ctrl-U><Enter>")
        #expect(window.lines[4] == "> Price     -")
        window.press("q")
        #expect(window.current?.hasPrefix("[ ]") == true && window.rows[0].hasPrefix("[ ] 2 l milk"))
    }

    @Test("What makes no sense in a field is refused with an example, and stays to be typed better")
    func refusals() throws {
        let window = try window()
        for (field, text) in [(1, "lots"), (3, "cheap"), (4, "soon"), (5, "often"), (6, "11")] {
            window.press("gg\(field)j<Enter><Ctrl-U>\(text)<Enter>")
            #expect(window.lines[11].hasPrefix("That is no "), "\(text)")
            #expect(window.lines[12].hasSuffix(text))
            window.press("<Esc>")
        }
        window.press("gg<Enter><Ctrl-U><Enter>")
        #expect(window.lines[11] == "The text is empty: type a title.")
        window.press("<Esc>")
        #expect(window.lines[1] == "> Title     milk")
    }

    @Test("What was changed elsewhere while it was typed is told before it is replaced; a price keeps its currency")
    func changedElsewhere() throws {
        let window = try window()
        let item = try #require(window.items.items.rows.selected)
        window.press("8j<Enter>cold")
        try EditItem(item, .note("warm")).run(in: window.context)
        window.press("<Enter>")
        #expect(
            window.lines.suffix(2) == [
                "It was changed to “warm” meanwhile: Enter again replaces that.", "Note: cold",
            ])
        #expect(item.note == "warm")
        window.press("<Enter>")
        #expect(item.note == "cold")
        window.press("gg3j<Enter>2CHF<Enter><Enter><Ctrl-U>3<Enter>")
        #expect(item.priceText == "3.00 CHF")
        window.press("q<Tab>i2j<Enter>Aldi")
        let list = try #require(item.list)
        try EditList(list, .shop("Lidl")).run(in: window.context)
        window.press("<Enter>")
        #expect(list.shop?.name == "Lidl")
        window.press("<Enter>")
        #expect(list.shop?.name == "Aldi")
    }

    @Test("An item that is deleted meanwhile is not changed")
    func deleted() throws {
        let window = try window()
        let item = try #require(window.items.items.rows.selected)
        window.press("<Enter>!")
        try DeleteItem([item]).run(in: window.context)
        window.press("<Enter>")
        #expect(window.lines[11] == "It was deleted meanwhile: nothing was changed; Esc leaves.")
        window.press("<Esc><Enter>")
        #expect(window.lines.last == "It was deleted meanwhile; q closes.")
        window.press("q")
        #expect(window.lines[0].hasPrefix("Shopping"))
    }
}
