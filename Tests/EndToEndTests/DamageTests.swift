import Foundation
import Testing

extension EndToEnd {
    /// A store with a page that cannot be read.
    struct DamageTests {
        @Test func `a damaged page is told of in a sentence, and the screen goes on`() throws {
            let home = try Home()
            let lines = (0..<3_000).map { "item \($0) " + String(repeating: "x", count: 40) }
            let file = try home.write(lines.joined(separator: "\n"), to: "items.txt")
            try Program.sundry("import", file.path, home: home)
            // Whoever closes a database last brings its log into the file.
            _ = try StoreFile(url: home.store).titles()
            var bytes = try Data(contentsOf: home.store)
            let page = try #require(bytes.range(of: Data("item 2995 ".utf8))).lowerBound / 4096 * 4096
            bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xA5, count: 4096))
            try bytes.write(to: home.store)

            let terminal = try Terminal(home: home)
            try terminal.startSundry()
            try terminal.waitForScreen()
            try terminal.wait(for: "item 0 ")
            try terminal.press("G")
            try terminal.wait(for: "is damaged: run sundry doctor")
            try terminal.press("g", "g")
            try terminal.wait(for: "item 0 ")
            try terminal.press("?")
            try terminal.wait(for: "add an item")
            try terminal.press("Escape")
            try terminal.wait(for: "item 0 ")
            try terminal.press("q")
            try terminal.waitForShell()
            #expect(try terminal.screen().contains("Illegal") == false)
        }
    }
}
