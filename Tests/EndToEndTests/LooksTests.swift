import Foundation
import Testing

extension EndToEnd {
    /// Colours, lines through text, and the mouse, as a terminal gets them.
    struct LooksTests {
        /// A terminal with that config file, and the program in it, on a store with something done.
        private func terminal(_ config: String, _ home: Home, before: String = "true", arguments: String = "") throws
            -> Terminal
        {
            try Program.sundry("add", "quince jelly", "plum jam", "apple pie", home: home)
            try Program.sundry("done", "plum jam", home: home)
            let folder = home.folder.appendingPathComponent(".config/sundry")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data(config.utf8).write(to: folder.appendingPathComponent("config"))
            let terminal = try Terminal(home: home)
            try terminal.run(before)
            try terminal.startSundry(arguments)
            try terminal.wait("all items") { $0.itemLine(of: "plum jam") != nil && $0.contains("? help") }
            return terminal
        }

        private func styled(_ title: String, in terminal: Terminal) throws -> String {
            try #require(try terminal.styledLines().first { $0.contains(title) && $0.contains("[x]") })
        }

        /// The parameters of the sequence that is in force before a text.
        private func attributes(before text: String, in line: String) throws -> String {
            let place = try #require(line.range(of: text))
            let sequence = try #require(line[..<place.lowerBound].matches(of: /\u{1b}\[([0-9;:]*)m/).last)
            return String(sequence.1)
        }

        @Test func `what is done is struck through where the terminal can, and ticked on every one`() throws {
            let home = try Home()
            let terminal = try terminal("", home)
            let line = try styled("plum jam", in: terminal)
            #expect(
                try attributes(before: "plum jam", in: line).split(separator: ";").contains("9"),
                "\(line.debugDescription)")
            #expect(!line.contains(/\[(\d+;)*3[0-7](;\d+)*m/), "no colour unless one is set")
            try terminal.press("q")
            try terminal.waitForShell()
            // The Linux console cannot.
            try terminal.run("export TERM=linux; clear; '\(Program.sundry)'")
            try terminal.wait("all items") { $0.itemLine(of: "plum jam") != nil }
            let plain = try styled("plum jam", in: terminal)
            #expect(try !attributes(before: "plum jam", in: plain).split(separator: ";").contains("9"))
        }

        @Test(
            arguments: [
                ("true", "35"), ("export NO_COLOR=1", ""), ("export COLORTERM=truecolor", "38;2;255;136;1"),
                ("unset COLORTERM", "38;5;208"), ("export TERM=screen", "33"),
            ])
        func `colours are those of the config file, as near as the terminal has them`(
            before: String, wanted: String
        ) throws {
            let home = try Home()
            let color = wanted == "35" ? "magenta" : "#ff8801"
            let terminal = try terminal("color done = \(color)\n", home, before: before)
            let attributes = try attributes(before: "plum jam", in: styled("plum jam", in: terminal))
            #expect(wanted.isEmpty ? !attributes.contains("3") : attributes.hasSuffix(wanted), "\(attributes)")
            try terminal.press("q")
            try terminal.waitForShell()
        }

        @Test func `a click puts the cursor on a row, the wheel scrolls, a double click edits`() throws {
            let home = try Home()
            let terminal = try terminal("", home)
            let row = try #require(try terminal.screen().itemLine(of: "apple pie"))
            try terminal.send("\u{1b}[<0;40;\(row + 1)M\u{1b}[<0;40;\(row + 1)m")
            try terminal.wait("the cursor on the pie") { $0.lines[row].contains("> [ ] apple pie") }
            try terminal.send(String(repeating: "\u{1b}[<0;40;\(row + 1)M\u{1b}[<0;40;\(row + 1)m", count: 2))
            try terminal.wait(for: "Title: apple pie")
            try terminal.press("Escape")
            try terminal.press("?")
            try terminal.wait(for: "Keys")
            try terminal.send("\u{1b}[<65;40;5M")
            try terminal.wait("the help scrolled") { !$0.contains("add an item") }
            try terminal.press("q", "q")
            try terminal.waitForShell()
        }

        @Test(arguments: [("", "mouse = no\n"), ("--no-mouse", "")])
        func `the mouse is left to the terminal where that is asked for`(arguments: String, config: String) throws {
            let home = try Home()
            let terminal = try terminal(config, home, arguments: arguments)
            #expect(try terminal.state("#{mouse_standard_flag}#{mouse_sgr_flag}#{mouse_any_flag}") == "000")
            try terminal.press("q")
            try terminal.waitForShell()
        }
    }
}
