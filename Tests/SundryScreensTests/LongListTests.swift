import CoreData
import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("A long list is fetched behind the screen", .timeLimit(.minutes(15)))
struct LongListTests {
    /// A window on 600 items, every hundredth of them a crème.
    private func window() throws -> Window {
        let window = try Window(longFrom: 100)
        try window.fill("Groceries", with: (1...600).map { $0 % 100 == 0 ? "Crème \($0)" : "item \($0)" })
        return window
    }

    /// Whether all that was asked for is there.
    private func isSettled(_ window: Window) -> Bool {
        let items = window.items.items
        return !items.isSearching && !items.rows.isWaiting && items.rows.isComplete
    }

    @Test("The first rows come ahead of the rest; the end is gone to once it is there")
    func opening() async throws {
        let window = try window()
        #expect(window.rows == [])
        // Not that the list is empty.
        #expect(window.lines[1].hasSuffix("The items are still being read."))
        window.press("x")
        #expect(window.lines.last == "The items are still being read.")
        window.press("G")
        await window.wait { window.lines[0] == "Groceries · 600 open · newest first" }
        #expect(window.current == "[ ] item 1")
        window.press("gg")
        #expect(window.current == "[ ] Crème 600")
    }

    @Test("Until a filter has found something, what was there stays, and cannot be taken for it")
    func filtering() async throws {
        let window = try window()
        await window.wait { window.lines[0].contains("600 open") }
        window.press("5j/creme")
        #expect(window.rows.first == "[ ] Crème 600")
        #expect(window.rows[1] == "[ ] item 599")
        window.press("<Enter>x")
        #expect(window.lines.last == "Still looking for “creme”.")
        await window.wait { window.lines[0] == "Groceries · 6 open · filter “creme” · newest first" }
        #expect(window.rows == (1...6).reversed().map { "[ ] Crème \($0)00" })
        window.press("x")
        #expect(window.lines[0].contains("5 open, 1 done"))
        window.press("<Esc>")
        #expect(window.lines[0].contains("599 open, 1 done"))
    }

    @Test("Escape is back at once where the filter was begun; what was looked for comes to nothing")
    func escaping() async throws {
        let window = try window()
        await window.wait { window.lines[0].contains("600 open") }
        window.press("5j/cre")
        _ = window.surface()
        window.press("me<Esc>")
        #expect(window.current == "[ ] item 595")
        #expect(window.lines[0] == "Groceries · 600 open · newest first")
        window.press("/9<Enter>")
        await window.wait { isSettled(window) }
        #expect(window.rows.first == "[ ] item 599")
    }

    @Test("Sorting keeps the cursor on its item")
    func sorting() async throws {
        let window = try window()
        await window.wait { window.lines[0].contains("600 open") }
        window.press("10jss")
        await window.wait { isSettled(window) }
        #expect(window.current == "[ ] item 590")
        #expect(window.items.items.rows.row == 589)
    }

    @Test("What is added, edited and deleted while the rest is read is in the list")
    func editingMeanwhile() async throws {
        let window = try window()
        await window.wait { !window.rows.isEmpty }
        window.press("anew<Enter>jd")
        await window.wait { window.lines[0].contains("600 open") }
        let rows = window.items.items.rows
        #expect((0..<2).map { rows.object(at: $0)?.title } == ["new", "item 599"])
        #expect(window.current == "[ ] item 599")
    }

    @Test("A large edit is undone behind the screen, and told when it is done")
    func undoing() async throws {
        let window = try window()
        await window.wait { window.lines[0].contains("600 open") }
        window.press("u")
        #expect(window.lines.last == "Undoing …")
        window.press("u")
        #expect(window.lines.last == "The last edit is still on its way.")
        await window.wait { window.lines.last == "Undid: add 600 items" && window.rows.isEmpty }
        // An edit that fails is rolled back, which is no reason for them to come back.
        window.press("a<Enter>")
        #expect(window.lines.last == "Add:")
        window.press("<Esc>")
        #expect(window.rows.isEmpty)
        window.press("<Ctrl-R>")
        await window.wait { window.lines.last == "Redid: add 600 items" && window.lines[0].contains("600 open") }
        #expect(window.rows.first == "[ ] Crème 600")
    }

    @Test("While a large undo comes in, portion by portion, keys are answered")
    func undoingInPortions() async throws {
        let window = try window()
        await window.wait { window.lines[0].contains("600 open") }
        window.press("u")
        // As each portion comes in, a key is queued; it must be answered before the next portion.
        let answers = Answers()
        let observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextObjectsDidChange, object: window.context, queue: nil
        ) { _ in
            DispatchQueue.main.async {
                MainActor.assumeIsolated {
                    window.press("?")
                    if window.lines[0] == "Keys" { answers.counts.append(window.items.items.rows.count) }
                    window.press("q")
                }
            }
        }
        defer { NotificationCenter.default.removeObserver(observer) }
        await window.wait { window.lines.last == "Undid: add 600 items" }
        #expect(answers.counts.contains { 1..<600 ~= $0 }, "\(answers.counts)")
        #expect(window.rows.isEmpty && window.context.automaticallyMergesChangesFromParent)
    }
}

/// How many rows the list had at each answer to a key.
@MainActor
private final class Answers {
    var counts: [Int] = []
}
