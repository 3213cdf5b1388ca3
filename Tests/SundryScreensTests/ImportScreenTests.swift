import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("A file is shown before it is imported, and imported behind the screen", .timeLimit(.minutes(15)))
struct ImportScreenTests {
    private func file(_ text: String) throws -> URL {
        let url = FileManager.default.temporaryDirectory.appendingPathComponent("sundry-\(UUID().uuidString).md")
        try Data(text.utf8).write(to: url)
        return url
    }

    @Test("The preview tells what comes in and what does not; Enter imports it, one step to undo", arguments: [80, 30])
    func importing(width: Int) async throws {
        let file = try file("# Dairy\n- [ ] milk\n- [x] eggs\nbread\n")
        defer { try? FileManager.default.removeItem(at: file) }
        let window = try Window(width: width, height: 9)
        try window.fill("Groceries", with: [])
        window.press("oi")
        #expect(window.lines.last == "Import file:")
        window.press(file.path + "<Enter>")
        #expect(window.lines[0].hasPrefix("Import “sundry-"))
        #expect(window.lines[1].hasPrefix("Enter adds them, one step"))
        #expect(window.lines[2...5] == ["  line 1: skipped, a heading", "  [ ] milk", "  [x] eggs", "  [ ] bread"])
        window.press("<Enter>")
        await window.wait { window.lines[1].hasPrefix("Added 3 items to Groceries") }
        window.press("q")
        #expect(window.rows.map { $0.prefix(8) } == ["[ ] milk", "[ ] brea", "[x] eggs"])
        window.press("oh")
        if width == 80 { #expect(window.lines[1].hasSuffix("import")) }
        window.press("qu")
        #expect(window.rows.isEmpty)
    }

    @Test("q leaves an import to itself: the list tells how far it is, o i comes back to it, and its end is told")
    func leaving() async throws {
        let file = try file("- [ ] milk\n- [x] eggs\n")
        defer { try? FileManager.default.removeItem(at: file) }
        let window = try Window(width: 100, height: 9)
        try window.fill("Groceries", with: ["bread"])
        window.press("oi" + file.path + "<Enter><Enter>")
        #expect(window.lines[1].contains(" %"))
        window.press("q")
        #expect(window.lines[0].contains("importing ") && window.rows == ["[ ] bread"])
        window.press("oi")
        #expect(window.lines[0].hasPrefix("Import “sundry-"))
        window.press("q")
        await window.wait { window.lines.last == "Added 2 items to Groceries; u takes them back." }
        #expect(window.rows.count == 3 && !window.lines[0].contains("importing"))
    }

    @Test("A name that is none, and a file that is no text, are told of, and stay to be typed better")
    func refusals() throws {
        let window = try Window(height: 9)
        window.press("oi/nowhere/at all<Enter>")
        #expect(window.lines[7].hasPrefix("There is no file “/nowhere/at all”"))
        window.press("<Ctrl-U><Enter>")
        #expect(window.lines[7] == "The name of the file is empty: name one.")
        let file = try file("BEGIN:VCALENDAR\n")
        defer { try? FileManager.default.removeItem(at: file) }
        window.press(file.path + "<Enter>")
        #expect(window.lines[7].contains("iCalendar"))
        window.press("<Esc>")
    }
}
