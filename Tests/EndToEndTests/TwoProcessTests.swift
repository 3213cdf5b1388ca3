import Foundation
import Testing

extension EndToEnd {
    /// One store, a screen, and the shell.
    struct TwoProcessTests {
        @Test func `an add from the shell appears, and the cursor stays on its item`() throws {
            let home = try Home()
            try Program.sundry("add", "apples", "bread", "carrots", home: home)
            let terminal = try Terminal(home: home)
            try terminal.startSundry()
            try terminal.wait("three items") { $0.itemLine(of: "carrots") != nil }
            try terminal.press("j")
            let selected = try terminal.wait("the cursor on the second item") { screen in
                screen.selectedItem?.contains("bread") == true
            }
            #expect(selected.itemLine(of: "apples") != nil)

            try Program.sundry("add", "dates", home: home)
            let after = try terminal.wait("the item from the shell") { $0.itemLine(of: "dates") != nil }
            #expect(after.selectedItem?.contains("bread") == true)

            try Program.sundry("done", "apples", home: home)
            try terminal.wait("the tick from the shell") { screen in
                screen.itemLine(of: "apples").map { screen.lines[$0].contains("[x]") } ?? false
            }
            try Program.sundry("remove", "carrots", home: home)
            let last = try terminal.wait("the item's end") { $0.itemLine(of: "carrots") == nil }
            #expect(last.selectedItem?.contains("bread") == true)
        }

        @Test func `an import of ten thousand lines appears while the screen answers keys`() throws {
            let home = try Home()
            try Program.sundry("add", "the one before", home: home)
            let lines = (1...10_000).map { "imported line \($0)" }.joined(separator: "\n")
            let file = try home.write(lines + "\n", to: "many.txt")
            let terminal = try Terminal(home: home)
            try terminal.startSundry()
            try terminal.wait("the first item") { $0.itemLine(of: "the one before") != nil }
            let importing = try Spawned(Program.sundry, ["import", file.path], environment: home.environment)
            try terminal.press("?")
            try terminal.wait(for: "tick as bought")
            try terminal.press("q")
            #expect(importing.wait() == 0)
            let screen = try terminal.wait(for: "10001 open")
            #expect(screen.selectedItem?.contains("the one before") == true)
            try terminal.press("u")
            try terminal.wait("the items without the import") { $0.contains("1 open") && !$0.contains("10001 open") }
            #expect(try StoreFile(url: home.store).titles() == ["the one before"])
        }

        @Test func `a store that is not there yet is made once, by whoever comes first`() throws {
            for _ in 0..<20 {
                let home = try Home()
                let errors = home.folder.appendingPathComponent("errors").path
                let added = ["one", "two", "three", "four"]
                let adding = try added.map { title in
                    try Spawned(Program.sundry, ["add", title], environment: home.environment, errors: errors)
                }
                #expect(adding.map { $0.wait() } == [0, 0, 0, 0])
                #expect(try String(contentsOfFile: errors, encoding: .utf8) == "")
                let store = StoreFile(url: home.store)
                #expect(try Set(store.titles()) == Set(added))
                #expect(try store.integrity() == "ok")
            }
        }

        @Test func `two screens follow each other`() throws {
            let home = try Home()
            try Program.sundry("add", "shared", home: home)
            let (one, other) = (try Terminal(home: home), try Terminal(home: home, width: 120, height: 40))
            for terminal in [one, other] {
                try terminal.startSundry()
                try terminal.wait("the item") { $0.itemLine(of: "shared") != nil }
            }
            try one.press("a")
            try one.type("from the first")
            try one.press("Enter")
            try other.wait("the first one's item") { $0.itemLine(of: "from the first") != nil }
            try other.press("a")
            try other.type("from the other")
            try other.press("Enter")
            try one.wait("the other's item") { $0.itemLine(of: "from the other") != nil }
            // One undo takes back the last edit, whoever made it.
            try one.press("u")
            try other.wait("the other's item taken back") { $0.itemLine(of: "from the other") == nil }
            for terminal in [one, other] {
                try terminal.press("q")
                try terminal.waitForShell()
            }
        }
    }
}

extension String {
    /// The row of the items on which the cursor stands.
    var selectedItem: Substring? {
        lines.first { $0.contains(/(^|[│|] ?)> ?\[[ x]\]/) }
    }
}
