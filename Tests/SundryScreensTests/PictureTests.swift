import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("Each screen as a picture, wide and narrow")
struct PictureTests {
    private func window(_ width: Int, height: Int = 7) throws -> Window {
        let window = try Window(width: width, height: height)
        try window.fill("Groceries", with: ["milk", "eggs"])
        window.press("a2 kg flour #Bakery $1.5<Enter>")
        return window
    }

    @Test("The add line with what it understands and completes", arguments: [80, 40])
    func addLine(width: Int) throws {
        let window = try window(width)
        window.press("a3 kg fl")
        #expect(window.lines.suffix(2) == ["3 kg · fl   Tab: flour", "Add: 3 kg flour"])
        let header = "Groceries · 3 open · newest first"
        #expect(window.lines[0] == (width == 80 ? header + " · 1.50 USD" : header))
        #expect(window.rows.prefix(3) == ["[ ] 2 kg flour", "[ ] eggs", "[ ] milk"])
        #expect(window.lines[1].hasPrefix(width == 80 ? "> Groceries             │> [ ]" : "> [ ]"))
    }

    @Test("The editor of an item", arguments: [80, 30])
    func itemEditor(width: Int) throws {
        let window = try window(width, height: 12)
        window.press("i")
        #expect(
            Array(window.lines.prefix(6)) == [
                "2 kg flour", "> Title     flour", "  Amount    2 kg", "  Category  Bakery", "  Price     1.50 USD",
                "  Due       -",
            ])
        #expect(window.lines.last?.contains("q close") == true)
    }

    @Test("The editor of a list", arguments: [80, 30])
    func listEditor(width: Int) throws {
        let window = try window(width)
        window.press("<Tab>i")
        #expect(
            Array(window.lines.prefix(5)) == ["Groceries", "> Name    Groceries", "  Symbol  -", "  Shop    -", ""])
        window.press("j<Enter>X<Enter>")
        #expect(window.lines[2] == "> Symbol  X" && window.lines[0] == "X Groceries")
    }

    @Test("The archive", arguments: [80, 30])
    func archive(width: Int) throws {
        let window = try window(width)
        window.press("<Tab>Aoa")
        #expect(Array(window.lines.prefix(3)) == ["Archive · 1", "> Groceries", ""])
        window.press("r")
        #expect(
            Array(window.lines.prefix(2))
                == ["Archive · 0", "  The archive is empty: A put…"].map { line in
                    width == 80 ? line.replacingOccurrences(of: "A put…", with: "A puts a list there.") : line
                })
    }

    @Test("The history", arguments: [80, 30])
    func history(width: Int) throws {
        let window = try window(width)
        window.press("oh")
        let rows = window.lines.dropFirst().prefix(3).map { $0.prefix(22).trimmingCharacters(in: .whitespaces) }
        #expect(window.lines[0] == "History · 3")
        #expect(rows == ["> add 2 kg flour", "add 2 items", "add list Groceries"])
    }

    @Test("The trash", arguments: [80, 30])
    func trash(width: Int) throws {
        let window = try window(width)
        window.press("dot")
        #expect(window.lines[0] == "Trash · 1" && window.lines[1].hasPrefix("> [ ] 2 kg flour"))
        #expect(window.lines[1].contains("Groceries") == (width == 80))
    }

    @Test("The shops, and the shelves of one", arguments: [80, 30])
    func shops(width: Int) throws {
        let window = try window(width)
        window.press("osaAldi<Enter>")
        #expect(Array(window.lines.prefix(3)) == ["Shops · 1", "> Aldi", ""])
        window.press("<Enter>")
        #expect(
            Array(window.lines.prefix(3))
                == ["Aldi · order of the shelves · 1", "> -   Bakery", ""].map {
                    width == 80 ? $0 : $0.replacingOccurrences(of: " · 1", with: "")
                })
    }

    @Test("The command line with what it completes", arguments: [80, 30])
    func commandLine(width: Int) throws {
        let window = try window(width)
        window.press(":sort-by-d")
        #expect(window.lines.last == ":sort-by-due")
        #expect(window.lines[5].hasPrefix("sort-by-due"))
    }

    @Test("The help", arguments: [80, 30])
    func help(width: Int) throws {
        let window = try window(width)
        window.press("?")
        #expect(window.lines[0] == "Keys")
        // A narrow help has the text under the key.
        let text = width == 80 ? 1 : 2
        #expect(window.lines[1].first == "a" && window.lines[text].hasSuffix("add an item"))
        window.press("/tick as<Enter>")
        #expect(window.lines[0] == "Keys · filter “tick as”" && window.lines[1].first == "x")
        #expect(window.lines[text].hasSuffix("tick as bought, or untick") && window.lines[text + 1].isEmpty)
    }
}
