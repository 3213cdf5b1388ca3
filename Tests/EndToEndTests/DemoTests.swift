import Foundation
import Testing

extension EndToEnd {
    /// The demo on the full screen, in every size of terminal.
    struct DemoTests {
        @Test(arguments: [(80, 24), (200, 60), (20, 5)])
        func `add, sort, delete, undo and quit`(width: Int, height: Int) throws {
            let home = try Home()
            let terminal = try Terminal(home: home, width: width, height: height)
            try terminal.startSundry("--demo")
            try terminal.waitForScreen()
            try terminal.wait(for: "Groceries")

            try terminal.press("a")
            try terminal.type("Aardvark")
            try terminal.press("Enter")
            try terminal.wait("the new item") { $0.itemLine(of: "Aardvark") != nil }

            try terminal.press("s", "n")
            try terminal.wait("the first title at the top") { $0.shows("Aardvark", above: "Apples") }
            try terminal.press("s", "n")
            try terminal.wait("the other way round") { $0.shows("Apples", above: "Aardvark") }

            try terminal.press("d")
            try terminal.wait("the item's end") { $0.itemLine(of: "Aardvark") == nil }
            try terminal.press("u")
            try terminal.wait("the item again") { $0.itemLine(of: "Aardvark") != nil }
            try terminal.press("q")
            try terminal.waitForShell()
        }

        @Test func `plain, without boxes`() throws {
            let home = try Home()
            let terminal = try Terminal(home: home, width: 100, height: 30)
            try terminal.startSundry("--demo --plain")
            let screen = try terminal.wait(for: "Groceries")
            // Box drawing and block elements.
            #expect(!screen.unicodeScalars.contains { (0x2500...0x259F).contains($0.value) })
            #expect(screen.contains("|> [ ]"))
            try terminal.press("q")
            try terminal.waitForShell()
            #expect(try Program.sundry("help", home: home).output.contains("--plain"))
            #expect(try Program.sundry("list", "--plain", home: home).status == 2)
        }

        @Test func `ticking, filtering and help`() throws {
            let home = try Home()
            let terminal = try Terminal(home: home, width: 100, height: 50)
            try terminal.startSundry("--demo")
            try terminal.wait(for: "Groceries")
            try terminal.press("/")
            try terminal.type("creme")
            try terminal.wait("the one item that matches") { screen in
                screen.itemLine(of: "Crème fraîche") != nil && screen.itemLine(of: "Butter") == nil
            }
            try terminal.press("Enter", "x")
            try terminal.wait("the tick") { screen in
                guard let line = screen.itemLine(of: "Crème fraîche") else { return false }
                return screen.lines[line].contains("[x]")
            }
            try terminal.press("Escape")
            try terminal.wait("all items") { $0.itemLine(of: "Butter") != nil }
            try terminal.press("?")
            try terminal.wait(for: "tick as bought")
            try terminal.press("q")
            try terminal.wait("the items under the help") { $0.itemLine(of: "Butter") != nil }
            try terminal.press("q")
            try terminal.waitForShell()
        }

        @Test func `wide characters and emoji line up`() throws {
            let home = try Home()
            let terminal = try Terminal(home: home, width: 109, height: 60)
            try terminal.startSundry("--demo")
            try terminal.wait(for: "ラーメン")
            // Every row of the items ends with its time, in the terminal's last columns whatever stands before it.
            let rows = try terminal.lines().filter { $0.contains("[ ] ") || $0.contains("[x] ") }
            #expect(rows.count > 30)
            for row in rows { #expect(row.cells == 109, "\(row)") }
            try terminal.press("q")
            try terminal.waitForShell()
        }
    }
}

extension String {
    var lines: [Substring] { split(separator: "\n", omittingEmptySubsequences: false) }

    /// The row of the screen on which an item of that title stands.
    func itemLine(of title: String) -> Int? {
        // What is said of the item under the cursor stands in a pane of its own.
        lines.firstIndex { line in
            line.split(separator: "│").contains { $0.contains(title) && ($0.contains("[ ]") || $0.contains("[x]")) }
        }
    }

    func shows(_ title: String, above other: String) -> Bool {
        guard let first = itemLine(of: title), let second = itemLine(of: other) else { return false }
        return first < second
    }

    /// How many cells of a terminal the text takes, by the C library's tables.
    var cells: Int {
        setlocale(LC_CTYPE, "C.UTF-8")
        return unicodeScalars.reduce(0) { $0 + max(0, Int(characterCells(wchar_t($1.value)))) }
    }
}

/// `wcwidth`, which glibc shows to X/Open sources only.
@_silgen_name("wcwidth")
private func characterCells(_ character: wchar_t) -> Int32
