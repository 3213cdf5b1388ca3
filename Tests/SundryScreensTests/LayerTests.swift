import CoreData
import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("Screens above the lists: history, trash, archive, shops, statistics", .timeLimit(.minutes(15)))
struct LayerTests {
    private func window(width: Int = 80, height: Int = 9) throws -> Window {
        let window = try Window(width: width, height: height)
        try window.fill("Groceries", with: ["milk", "eggs"])
        try window.fill("Hardware", with: ["nails"])
        return window
    }

    @Test("The history tells who did what, what was undone, and is filtered; q closes it", arguments: [80, 30])
    func history(width: Int) throws {
        let window = try window(width: width)
        window.press("duoh")
        #expect(window.lines[0] == "History · 6")
        let texts = window.lines.dropFirst().map { line in
            line.split(separator: "  ", omittingEmptySubsequences: true).first.map { $0.drop { " >".contains($0) } }
                ?? ""
        }
        #expect(
            texts.prefix(6) == [
                "undo: delete eggs", "delete eggs (undone)", "add nails", "add list Hardware", "add 2 items",
                "add list Groceries",
            ])
        if width == 80 { #expect(window.lines[1].hasSuffix("window")) }
        window.press("/HARD<Enter>")
        #expect(window.lines[0] == "History · 0 · filter “HARD”", "capitals count where they are typed")
        for (text, count) in ["Hard": 1, "hard": 1, "undo: delete": 1, "undo": 1, "o: d": 1, "UNDO": 0, "do": 1] {
            window.press("<Esc>/\(text)<Enter>")
            #expect(window.lines[0].hasPrefix("History · \(count)"), "\(text)")
        }
        window.press("<Esc>")
        #expect(window.lines[0] == "History · 6")
        window.press("?")
        #expect(window.lines[0] == "Keys")
        window.press("qq")
        #expect(window.lines[0].hasPrefix("Groceries"))
    }

    @Test("What was deleted is brought back from the trash, one step to undo", arguments: [80, 30])
    func trash(width: Int) throws {
        let window = try window(width: width)
        window.press("ot")
        #expect(window.lines[0] == "Trash · 0" && window.lines[1].hasPrefix("  The trash is empty"))
        window.press("<Enter>")
        #expect(window.lines.last == "There is nothing here.")
        window.press("q2dot")
        #expect(window.lines[0] == "Trash · 2")
        window.press("r")
        #expect(window.lines.last?.hasPrefix("Brought back “") == true && window.lines[0] == "Trash · 1")
        window.press("u")
        #expect(window.lines[0] == "Trash · 2")
        window.press("gg9<Enter>q")
        #expect(window.rows.count == 2)
    }

    @Test("A deleted list is brought back with its items and its trash, whatever was done since", arguments: [80, 30])
    func deletedLists(width: Int) throws {
        let window = try window(width: width)
        window.press("d<Tab>dot")
        #expect(window.lines[0] == "Trash · 0", "what was in the trash of the list is with it")
        window.press("<Tab>")
        #expect(window.lines[0] == "Deleted lists · 1")
        #expect(window.lines[1] == "> Groceries with 1 item")
        window.press("qqabread<Enter>od")
        #expect(window.lines[0] == "Deleted lists · 1")
        window.press("<Enter>")
        #expect(window.lines.last?.hasPrefix("The list “Groceries” is back") == true)
        #expect(window.lines[1] == "  No list was deleted.")
        window.press("qot")
        #expect(window.lines[0] == "Trash · 1" && window.lines[1].contains("eggs"))
        window.press("u")
        #expect(window.lines[0] == "Trash · 0")
        window.press("<Tab>")
        #expect(window.lines[0] == "Deleted lists · 1", "u has taken that back")
        window.press("qqaGROCERIES<Enter>od<Enter>")
        #expect(window.lines.last?.hasPrefix("There is a list “Gro") == true)
        #expect(window.lines[0] == "Deleted lists · 1")
        window.press("quod<Enter>q")
        #expect(window.items.lists.rows.count == 3)
    }

    @Test("A long deleted list comes back behind the screen")
    func longDeletedList() async throws {
        let window = try Window(height: 9)
        try window.fill("Groceries", with: (0..<600).map { "item \($0)" })
        window.press("<Tab>d")
        await window.wait { window.stage.message?.hasPrefix("Deleted the list") == true }
        window.press("od<Enter>")
        await window.wait { window.stage.message?.hasPrefix("The list “Groceries” is back") == true }
        #expect(window.lines[0] == "Deleted lists · 0")
        window.press("q")
        #expect(window.lines[0].hasPrefix("Groceries · 600 open"))
    }

    @Test("An item brought back into a list in the archive says where it is")
    func intoTheArchive() throws {
        let window = try window(width: 100)
        window.press("d<Tab>Aot<Enter>")
        #expect(
            window.lines.last == "Brought back “eggs” into “Groceries”, which is in the archive; u takes that back.")
    }

    @Test("A list goes into the archive and comes back with its items")
    func archive() throws {
        let window = try window()
        window.press("<Tab>A")
        #expect(window.lines.last == "“Groceries” is in the archive, which o a shows; u brings back.")
        #expect(window.lines[1].hasPrefix("> Hardware") && window.items.lists.rows.count == 1)
        window.press("oa")
        #expect(window.lines[0] == "Archive · 1" && window.lines[1].hasPrefix("> Groceries"))
        window.press("<Enter>")
        #expect(window.lines[1] == "  The archive is empty: A puts a list there.")
        window.press("q")
        #expect(window.items.lists.rows.count == 2)
    }

    @Test("Shops are added, and their shelves put in order, which the sections follow", arguments: [80, 30])
    func shops(width: Int) throws {
        let window = try window(width: width, height: 14)
        window.press("cDairy<Enter>jcBakery<Enter>os")
        #expect(window.lines[1].contains("No shops yet"))
        window.press("aAldi<Enter>")
        #expect(window.lines[0] == "Shops · 1" && window.lines[1] == "> Aldi")
        window.press("<Enter>")
        #expect(window.lines[0].hasPrefix("Aldi · order of the shelves"))
        #expect(window.lines[1...2] == ["> -   Bakery", "  -   Dairy"])
        window.press("J")
        #expect(window.lines[1...2] == ["  1.  Dairy", "> 2.  Bakery"])
        window.press("qq<Tab>i")
        #expect(window.lines[0] == "Groceries" && window.lines[1] == "> Name    Groceries")
        window.press("jj<Enter>al<Tab><Enter>")
        #expect(window.lines[3] == "> Shop    Aldi")
        window.press("q<Tab>gc")
        let body = window.lines.dropFirst().map { $0.split(separator: "│").last.map(String.init) ?? "" }
        #expect(body.first { $0.hasPrefix("Dairy") || $0.hasPrefix("Bakery") } == "Dairy")
        window.press("osd")
        #expect(window.lines.last?.hasPrefix("Deleted the shop “Aldi”") == true)
        window.press("u<Enter>")
        #expect(window.lines[1] == "> 1.  Dairy")
    }

    @Test("Statistics are drawn with block characters, or in ASCII", arguments: [(80, false), (30, true)])
    func statistics(width: Int, isPlain: Bool) throws {
        let window = try Window(width: width, height: 40, isPlain: isPlain)
        window.press("ob")
        #expect(window.lines[1] == "Nothing to count yet.")
        window.press("qamilk #Dairy 2EUR<Enter>aeggs #Dairy<Enter>abread #Bakery 3.5EUR<Enter>ggxob")
        let text = window.lines.joined(separator: "\n")
        #expect(window.lines[0] == "Statistics" && window.lines[1] == "Open, by category")
        #expect(text.contains("Bought per week") && text.contains("Spent per month, EUR") && text.contains("3.50"))
        #expect(window.lines[2].hasPrefix("Dairy") && window.lines[2].hasSuffix(" 2"))
        #expect(text.unicodeScalars.contains { (0x2580...0x259F).contains($0.value) } == !isPlain)
        if isPlain { #expect(text.contains("##")) }
        window.press("jq")
        #expect(window.lines[0].hasPrefix("Shopping"))
    }

    @Test("From 110 columns on all that is said of an item stands beside it")
    func details() throws {
        let window = try Window(width: 120, height: 10)
        window.press("a2 l milk #Dairy 1.29EUR due:2026-12-24 !high *party every:week<Enter>")
        let right = window.lines.map { line in
            line.split(separator: "│").last.map { $0.trimmingCharacters(in: .whitespaces) } ?? ""
        }
        #expect(
            right[1...8] == [
                "2 l milk", "", "Category  Dairy", "Price     1.29 EUR", "Due       2026-12-24", "Every     week",
                "Priority  1", "Tags      party",
            ])
        window.size.width = 109
        #expect(!window.lines[3].contains("Category"))
    }
}
