import SundryKit
import SundryTerminal
import Testing

@testable import SundryScreens

@MainActor
@Suite("What comes above the cursor is seen where the top of the list was")
struct ScrollingTests {
    /// A window on 40 items, more than it has lines, once drawn.
    private func window(_ size: Size) throws -> (Window, ItemList) {
        let window = try Window(width: size.width, height: size.height)
        let list = try window.fill("Groceries", with: (1...40).map { "item \($0)" })
        _ = window.surface()
        return (window, list)
    }

    private nonisolated static let sizes = [Size(width: 80, height: 24), Size(width: 20, height: 5)]

    private func add(_ titles: [String], to list: ItemList, in window: Window) throws {
        try AddItem(titles: titles, to: .list(list)).run(in: window.context)
    }

    /// The titles that are seen.
    private func seen(_ window: Window) -> [String] {
        window.rows.map { String($0.dropFirst(4)) }
    }

    @Test("As the screen opens", arguments: sizes)
    func opening(size: Size) throws {
        let (window, list) = try window(size)
        try add(["new 1"], to: list, in: window)
        #expect(seen(window).prefix(2) == ["new 1", "item 40"])
        #expect(window.items.items.rows.selected?.title == "item 40")
        #expect(window.surface().cursor?.row == 2)
        try add(["new 2"], to: list, in: window)
        #expect(seen(window).prefix(3) == ["new 2", "new 1", "item 40"])
        #expect(window.surface().cursor?.row == 3)
    }

    @Test("Changes that come together, before the next picture", arguments: sizes)
    func together(size: Size) throws {
        let (window, list) = try window(size)
        try add(["new 1"], to: list, in: window)
        let added = try Item.meant(by: "new 1", in: window.context)
        try DeleteItem([added]).run(in: window.context)
        try add(["new 2"], to: list, in: window)
        #expect(seen(window).prefix(2) == ["new 2", "item 40"])
    }

    @Test("What would push the cursor out leaves it on its line, and the heading tells", arguments: sizes)
    func tooMany(size: Size) throws {
        let (window, list) = try window(size)
        try add((1...30).map { "new \($0)" }, to: list, in: window)
        #expect(seen(window).first == "item 40")
        #expect(window.surface().cursor?.row == 1)
        #expect(window.lines[0].contains("70 open"))
        window.press("gg")
        #expect(window.surface().cursor?.row == 1 && window.items.items.rows.row == 0)
    }

    @Test("On the last line the cursor stays there", arguments: sizes)
    func lastLine(size: Size) throws {
        let (window, list) = try window(size)
        window.press("\(size.height - 3)j")
        let place = window.surface().cursor
        let item = window.items.items.rows.selected
        try add(["new"], to: list, in: window)
        #expect(window.surface().cursor == place)
        #expect(window.items.items.rows.selected == item)
        #expect(seen(window).first == "item 40")
    }

    @Test("An undo shows the row that comes back", arguments: sizes)
    func undoing(size: Size) throws {
        let (window, _) = try window(size)
        window.press("d")
        #expect(seen(window).first == "item 39")
        window.press("u")
        #expect(seen(window).prefix(2) == ["item 40", "item 39"])
        #expect(window.items.items.rows.selected?.title == "item 39")
        // On the first line of a list that is scrolled.
        window.press("G")
        _ = window.surface()
        window.press("\(size.height + 2)k")
        let first = seen(window).first
        #expect(window.surface().cursor?.row == 1)
        window.press("d")
        #expect(seen(window).first != first)
        window.press("u")
        #expect(seen(window).first == first)
        #expect(window.surface().cursor?.row == 2)
    }

    @Test("An undo far from the cursor leaves the cursor where it is, and the heading tells", arguments: sizes)
    func undoingFarAway(size: Size) throws {
        let (window, _) = try window(size)
        window.press("Gd")
        #expect(seen(window).last == "item 2")
        window.press("ggu")
        #expect(seen(window).first == "item 40")
        #expect(window.lines.last?.hasPrefix("Undid:") == true)
        #expect(window.surface().cursor?.row == 1 && window.items.items.rows.count == 40)
        window.press("G")
        #expect(seen(window).last == "item 1")
    }
}
