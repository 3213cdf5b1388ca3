import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("An edit of many items is made behind the screen", .timeLimit(.minutes(15)))
struct BehindTests {
    /// A window on a list of 600 items, and one more of one.
    private func window() async throws -> Window {
        let window = try Window()
        try window.fill("Groceries", with: (1...600).map { "item \($0)" })
        try window.fill("Hardware", with: ["nails"])
        await window.wait { window.lines[0].contains("600 open") }
        return window
    }

    @Test("Many are ticked, unticked and deleted, and meanwhile keys are answered")
    func manyItems() async throws {
        let window = try await window()
        window.press("600x")
        #expect(window.lines.last == "Ticking …")
        window.press("u")
        #expect(window.lines.last == "The last edit is still on its way.")
        window.press("600d")
        #expect(window.lines.last == "The last edit is still on its way.")
        window.press("jj?")
        #expect(window.lines[0] == "Keys")
        window.press("q")
        await window.wait { window.lines.last == "Ticked 600 items; u takes it back." }
        #expect(window.lines[0].contains("0 open, 600 done"))
        window.press("gg600x")
        #expect(window.lines.last == "Unticking …")
        await window.wait { window.lines.last == "Unticked 600 items; u takes it back." }
        #expect(window.lines[0].contains("600 open"))
        window.press("gg550d")
        #expect(window.lines.last == "Deleting …")
        await window.wait { window.lines.last == "Deleted 550 items; u brings back." }
        #expect(window.lines[0].contains("50 open"))
        #expect(window.current == "[ ] item 50")
        window.press("u")
        await window.wait { window.lines.last == "Undid: delete 550 items" }
        #expect(window.lines[0].contains("600 open"))
    }

    @Test("A list with many items is deleted, the cursor being on the next at once")
    func longList() async throws {
        let window = try await window()
        window.press("<Tab>d")
        #expect(window.lines[0] == "Hardware · 1 open · newest first" && window.lines.last == "Deleting …")
        await window.wait {
            window.lines.last == "Deleted the list “Groceries” with its items; u brings back."
        }
        #expect(window.items.lists.rows.count == 1)
        window.press("u")
        await window.wait { window.lines.last == "Undid: delete list Groceries with 600 items" }
        #expect(window.items.lists.rows.count == 2)
        window.press("k")
        #expect(window.lines[0].contains("600 open"))
    }

    @Test("Quitting waits for the edit, and asked a second time does not")
    func quitting() async throws {
        let window = try await window()
        var isClosed = false
        window.items.onClose = { isClosed = true }
        window.press("600xq")
        #expect(window.requests.isEmpty && !isClosed)
        #expect(window.lines.last == "Quits once the last edit is saved; pressed again, without it.")
        await window.wait { isClosed }
        #expect(window.lines[0].contains("0 open, 600 done"))
        window.press("gg600xqq")
        #expect(window.requests == [.quit])
    }
}
