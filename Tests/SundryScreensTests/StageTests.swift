import SundryKit
import SundryTerminal
import Testing

@testable import SundryScreens

@MainActor
@Suite("The frame around the screens")
struct StageTests {
    @Test("Every size draws, down to one cell, whatever is open")
    func everySize() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "牛乳", "👩‍👩‍👧‍👦 pizza", "a\u{1b}[31m"])
        try window.fill("Hardware", with: [])
        for keys in ["", "<Tab>", "a", "x<Esc>?", "/", "w<Enter>qs", "<Esc>z"] {
            window.press(keys)
            for width in [1, 2, 3, 4, 5, 11, 12, 20, 49, 79, 80, 81, 200] {
                for height in [1, 2, 3, 4, 5, 24, 60] {
                    window.size = Size(width: width, height: height)
                    let surface = window.surface()
                    #expect(surface.lines.allSatisfy { displayWidth($0) <= width })
                    if let cursor = surface.cursor {
                        #expect((0..<height).contains(cursor.row) && (0..<width).contains(cursor.column))
                    }
                }
            }
        }
    }

    @Test("One cell still shows the prompt's cursor, one row the item")
    func tiny() throws {
        let window = try Window(width: 20, height: 1)
        try window.fill("Groceries", with: ["milk"])
        #expect(window.lines == ["> [ ] milk"])
        window.press("a")
        #expect(window.lines == ["Add:"])
        window.size = Size(width: 8, height: 1)
        window.press("quince jelly")
        #expect(window.lines == ["e jelly"])
        #expect(window.surface().cursor == Point(row: 0, column: 7))
    }

    @Test("Help lists every key of the map, what cannot run with its reason, and can be filtered")
    func help() throws {
        let window = try Window(width: 120, height: 120)
        window.press("?")
        let text = window.lines.joined(separator: "\n")
        for binding in Keymap.standard.bindings where !binding.areas.isDisjoint(with: [.items, .prompt]) {
            #expect(text.contains(binding.help))
            #expect(binding.sequences.allSatisfy { text.contains(Binding.text($0)) })
        }
        #expect(text.contains("tick as bought, or untick (There is no item here; a adds one.)"))
        window.press("/undo")
        #expect(window.lines[1].hasPrefix("u "))
        #expect(window.lines[3] == "")
        window.press("<Enter>q")
        #expect(window.lines[0] == "sundry")
        #expect(window.requests.isEmpty)
    }

    @Test("q quits from the last layer")
    func quit() throws {
        let window = try Window()
        window.press("?q")
        #expect(window.requests.isEmpty)
        window.press("q")
        #expect(window.requests == [.quit])
    }

    @Test("An unbound key says so and does nothing")
    func unbound() throws {
        let window = try Window()
        window.press("Z")
        #expect(window.lines.last == "Z does nothing here; ? lists the keys.")
        window.press("gx")
        #expect(window.lines.last == "g x does nothing here; ? lists the keys.")
    }

    @Test("Escape and a key that come in one go are both heard, unless Alt and the key mean something")
    func escapeAndKey() throws {
        let window = try Window()
        try window.fill("Groceries", with: ["milk", "eggs"])
        window.feed(Array("/mil\r\u{1B}".utf8 + Array("x".utf8)))
        #expect(window.rows == ["[ ] eggs", "[ ] milk"], "the filter is gone")
        #expect(window.lines.last == "Esc and x came as one, as Alt-x does: press x again if you mean it.")
        window.press("x")
        #expect(window.rows == ["[ ] eggs", "[x] milk"])
        window.feed(Array("aoat milk\u{1B}k".utf8))
        #expect(window.current == "[ ] eggs")
        window.feed(Array("g\u{1B}G".utf8))
        #expect(window.current == "[x] milk")
        window.feed(Array("a\u{1B}?".utf8))
        #expect(window.lines[0] == "Keys")
        window.feed(Array("\u{1B}a".utf8))
        #expect(window.lines.last == "Add: oat milk", "what was left by Escape is there again")
        window.feed(Array("\u{1B}é".utf8))
        #expect(window.lines.last == "é does nothing here; ? lists the keys.")
        window.feed(Array("a\u{1B}\r".utf8))
        #expect(window.lines.last == "Title: milk")
        window.feed(Array("\u{1B}[1;3A".utf8))
        #expect(window.lines.suffix(2) == ["Alt-↑ does nothing here.", "Title: milk"], "its sequence names Alt")
        window.press("<Ctrl-T>")
        #expect(window.lines.suffix(2) == ["Ctrl-T does nothing here.", "Title: milk"])
        window.press(", cold")
        window.feed(Array("\u{1B}q".utf8))
        #expect(window.requests.isEmpty, "Alt-q ends nothing, least of all what is being typed")
        window.press("e<↑>")
        #expect(window.lines.last == "Title: milk, cold")
        window.press("<Esc>")
        for key in "dJK+-*SXpu" {
            window.feed(Array("\u{1B}".utf8) + Array(String(key).utf8))
            #expect(window.stage.message?.hasPrefix("Esc and \(key) came as one") == true)
        }
        window.press("q")
        #expect(window.requests == [.quit])
    }

    @Test("Alt and a key that are bound edit the line")
    func boundAlt() throws {
        let window = try Window()
        window.press("aoat milk<Alt-b><Alt-d>cream<Alt-b><Ctrl-K>juice<Enter>")
        #expect(window.rows.first == "[ ] oat juice")
    }

    @Test("The help scrolls with the first key, by line and by page, and stops at its end")
    func helpScrolls() throws {
        let window = try Window(height: 10)
        window.press("?")
        let page = Array(window.lines[1..<9])
        window.press("j")
        #expect(Array(window.lines[1..<8]) == Array(page.dropFirst()))
        window.press("k<PgDn>")
        #expect(window.lines[1] == page[7])
        window.press("G")
        let end = window.lines
        #expect(end[8].contains("while typing") && end[8] != page[7])
        window.press("jk")
        #expect(window.lines[8] != end[8])
        window.press("gg")
        #expect(Array(window.lines[1..<9]) == page)
        window.press("/nothing does this<Enter>j<Esc>")
    }

    @Test("All that the help says can be read to its end", arguments: [80, 40, 20])
    func helpIsBroken(width: Int) throws {
        let window = try Window(width: width, height: 24)
        window.press("?")
        var words: [String] = []
        var last: [String] = []
        while window.lines != last {
            last = window.lines
            words += last.dropFirst().dropLast().flatMap { $0.split(separator: " ").map(String.init) }
            window.press("<PgDn>")
        }
        for binding in Keymap.standard.bindings where !binding.areas.isDisjoint(with: .items) {
            for word in binding.help.split(separator: " ") {
                #expect(words.contains(String(word)), "“\(word)” of “\(binding.help)”")
            }
        }
        #expect(!words.contains { $0.hasSuffix("…") })
    }

    @Test("Every action is bound, and no key means two things in one place")
    func keymap() {
        let bindings = Keymap.standard.bindings
        #expect(Set(bindings.map(\.action)) == Set(Action.allCases))
        for area in [KeyArea.items, .lists, .help, .prompt] {
            let sequences = bindings.filter { !$0.areas.isDisjoint(with: area) }.flatMap(\.sequences)
            #expect(Set(sequences).count == sequences.count)
            for sequence in sequences where sequence.count > 1 {
                #expect(!sequences.contains(Array(sequence.prefix(1))), "\(Binding.text(sequence)) is cut short")
            }
        }
    }

    @Test("The line being typed moves and deletes by grapheme and word")
    func lineEditor() {
        var editor = LineEditor("oat milk")
        func run(_ actions: Action...) -> Bool { actions.map { editor.perform($0) }.allSatisfy(\.self) }
        #expect(run(.deleteWord))
        editor.insert("👨‍👩‍👧")
        editor.insert("e")
        editor.insert("\u{301}")
        #expect(editor.text == "oat 👨‍👩‍👧é" && editor.cursor == 6)
        #expect(run(.left, .deleteBackward, .wordLeft, .wordLeft, .deleteForward))
        #expect(editor.text == "at é" && editor.cursor == 0)
        #expect(run(.wordRight, .deleteToEnd, .lineStart, .deleteToEnd))
        #expect(editor.isEmpty)
        editor.insert("🇩")
        editor.insert("🇪")
        #expect(editor.cursor == 1)
        #expect(!run(.tick))
    }

    @Test("However a line came about, its letters are those of its text")
    func lettersOfLines() {
        let pieces = [
            "a", "é", "e", "\u{301}", " ", "🇩", "🇪", "\u{200D}", "👩", "👧", "🏽", "❤", "\u{FE0F}", "1", "\u{20E3}", "क",
            "\u{94D}",
            "ष", "ᄀ", "ᅡ", "ᆨ", "\u{600}", "豆", "🏴", "\u{E0067}", "\u{E007F}", "\u{200B}", "ab c",
        ]
        var random = SystemRandomNumberGenerator()
        for _ in 1...300 {
            var editor = LineEditor()
            var history = ""
            for _ in 1...40 {
                let (before, after) = (editor.before(.max), editor.after(.max))
                let expected: String
                switch Int.random(in: 0...9, using: &random) {
                case 0:
                    _ = editor.perform(.left)
                    expected = before + after
                case 1:
                    _ = editor.perform(.wordLeft)
                    expected = before + after
                case 2:
                    _ = editor.perform(.deleteBackward)
                    expected = String(before.dropLast()) + after
                case 3:
                    _ = editor.perform(.deleteForward)
                    expected = before + String(after.dropFirst())
                default:
                    let piece = pieces[Int.random(in: pieces.indices, using: &random)]
                    history += piece + "|"
                    editor.insert(piece)
                    expected = before + piece + after
                }
                let reference = LineEditor(expected)
                #expect(editor.text.unicodeScalars.elementsEqual(expected.unicodeScalars), "\(history)")
                var end = editor
                _ = end.perform(.lineEnd)
                #expect(end == reference, "\(history)")
            }
        }
    }
}
