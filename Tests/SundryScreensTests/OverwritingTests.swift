import CoreData
import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("Undo asks before it overwrites what was done later", .timeLimit(.minutes(15)))
struct OverwritingTests {
    /// A window in which an item was renamed, and then another program has written past the journal.
    private func window(width: Int) async throws -> Window {
        let window = try Window(width: width, height: 8)
        window.press("amilk<Enter>e<Ctrl-U>oat milk<Enter>")
        try write("soy milk", window)
        await window.wait { window.rows.contains { $0.contains("soy") } }
        return window
    }

    private func write(_ title: String, _ window: Window) throws {
        let other = window.stack.newBackgroundContext()
        try other.performAndWait {
            for item in try other.fetch(Item.fetchRequest()) { item.title = title }
            try other.save()
        }
    }

    @Test("The question names what was changed; Escape leaves it, y undoes", arguments: [80, 40])
    func asking(width: Int) async throws {
        let window = try await window(width: width)
        window.press("u")
        let question = "Undo all the same, y or Esc? “soy"
        #expect(window.lines.last?.hasPrefix(question) == true)
        if width == 80 { #expect(window.lines.last?.hasSuffix("milk” was changed later (title).") == true) }
        window.press("z")
        #expect(window.lines.last?.hasPrefix(question) == true, "another key hides no question")
        window.handle(.paste("a\nb"))
        #expect(window.lines.last?.hasPrefix(question) == true)
        window.press("<Esc>")
        #expect(window.lines.last == "Left as it is." && window.rows == ["[ ] soy milk"])
        window.press("uy")
        #expect(window.lines.last == "Undid: edit milk to oat milk" && window.rows == ["[ ] milk"])
        window.press("<Ctrl-R>")
        #expect(window.rows == ["[ ] soy milk"], "what was overwritten is there again")
    }

    @Test("It is asked on the screens above, too, and of what is redone")
    func layers() async throws {
        let window = try await window(width: 80)
        window.press("ohu")
        #expect(window.lines.last?.hasPrefix("Undo all the same, y or Esc? “soy milk” was") == true)
        window.press("y")
        #expect(window.lines.last == "Undid: edit milk to oat milk" && window.lines[0] == "History · 3")
        window.press("q")
        try write("rice milk", window)
        await window.wait { window.rows.contains { $0.contains("rice") } }
        window.press(":redo<Enter>")
        #expect(window.lines.last?.hasPrefix("Redo all the same, y or Esc? “rice milk” was") == true)
        window.press("n")
        #expect(window.rows == ["[ ] rice milk"])
        window.press("<Ctrl-R>y")
        #expect(window.rows == ["[ ] soy milk"])
    }

    @Test("Behind the screen it is asked once it is known")
    func behind() async throws {
        let window = try Window(width: 80, height: 8)
        try window.fill("Groceries", with: (0..<600).map { "item \($0)" })
        let items = try window.context.fetch(Item.fetchRequest())
        try CompleteItem(items).run(in: window.context)
        let other = window.stack.newBackgroundContext()
        try other.performAndWait {
            for item in try other.fetch(Item.fetchRequest()) { item.completedAt = Date(timeIntervalSince1970: 0) }
            try other.save()
        }
        window.press("u")
        await window.wait { window.stage.question != nil }
        #expect(window.lines.last?.contains("Esc? 600 things were changed later, “item ") == true)
        window.press("y")
        await window.wait { window.stage.message?.hasPrefix("Undid: ") == true }
        #expect(window.lines.last == "Undid: tick 600 items")
        #expect(try window.context.count(for: Item.request(of: nil, done: false, text: nil)) == 600)
    }
}
