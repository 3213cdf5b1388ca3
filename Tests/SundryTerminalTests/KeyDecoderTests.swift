import SundryTerminal
import Testing

@Suite("Bytes become keys")
struct KeyDecoderTests {
    private func decode(_ text: String) -> [Input] {
        var decoder = KeyDecoder()
        return decoder.decode(text.utf8) + decoder.flush()
    }

    @Test("Letters, control keys and Alt")
    func plainKeys() {
        #expect(decode("aZ ") == [.key(.character("a")), .key(.character("Z")), .key(.character(" "))])
        #expect(decode("\u{4}\u{1a}") == [.key(.control("d")), .key(.control("z"))])
        #expect(decode("\r\t\u{7f}\u{8}") == [Key(.enter), Key(.tab), Key(.backspace), Key(.backspace)].map(Input.key))
        #expect(decode("\u{1b}x") == [.key(.alt("x"))])
        #expect(decode("\u{1b}é豆\u{1b}豆") == [.key(.alt("é")), .key(.character("豆")), .key(.alt("豆"))])
    }

    @Test(
        "The same key in the dialects of several terminals",
        arguments: [
            ("\u{1b}[A", Key(.up)), ("\u{1b}OA", Key(.up)), ("\u{1b}[1;5C", Key(.right, .control)),
            ("\u{1b}[H", Key(.home)), ("\u{1b}[1~", Key(.home)), ("\u{1b}[7~", Key(.home)), ("\u{1b}OH", Key(.home)),
            ("\u{1b}[F", Key(.end)), ("\u{1b}[4~", Key(.end)), ("\u{1b}[8^", Key(.end, .control)),
            ("\u{1b}[3~", Key(.delete)), ("\u{1b}[5~", Key(.pageUp)), ("\u{1b}[6;2~", Key(.pageDown, .shift)),
            ("\u{1b}[Z", Key(.tab, .shift)), ("\u{1b}OP", Key(.function(1))), ("\u{1b}[[B", Key(.function(2))),
            ("\u{1b}[15~", Key(.function(5))), ("\u{1b}[24~", Key(.function(12))), ("\u{1b}[100;5u", .control("d")),
        ])
    func dialects(bytes: String, key: Key) {
        #expect(decode(bytes) == [.key(key)])
    }

    @Test("Any cut between two bytes gives the same keys")
    func everySplit() {
        let text = "a\u{1b}[1;5C ü€🍎\u{1b}[200~x\u{1b}[A\r\ny\u{1b}[201~\u{1b}OB"
        let bytes = Array(text.utf8)
        let whole = decode(text)
        #expect(whole.count == 8)
        #expect(whole[6] == .paste("x\u{1b}[A\ny"))
        for cut in 0...bytes.count {
            var decoder = KeyDecoder()
            #expect(decoder.decode(bytes[..<cut]) + decoder.decode(bytes[cut...]) == whole)
        }
    }

    @Test("A lone Escape is a key once nothing followed it")
    func loneEscape() {
        var decoder = KeyDecoder()
        #expect(decoder.decode([0x1b]) == [])
        #expect(decoder.isAmbiguous)
        #expect(decoder.flush() == [.key(Key(.escape))])
        #expect(!decoder.isAmbiguous)
        #expect(decoder.decode("x".utf8) == [.key(.character("x"))])
    }

    @Test("Unknown and broken sequences are swallowed, their letters never run as commands")
    func unknownSequences() {
        #expect(decode("\u{1b}[?62;22cq") == [.key(.character("q"))])
        #expect(decode("\u{1b}[<0;10;10mq") == [.key(.character("q"))], "a button that is let go")
        #expect(decode("\u{1b}[12;").isEmpty)
        #expect(decode("\u{1b}[1;\u{1b}[B") == [.key(Key(.down))])
    }

    @Test("Bytes that are no UTF-8 become the replacement character and damage nothing after them")
    func invalidBytes() {
        var decoder = KeyDecoder()
        let replaced = Input.key(.character("\u{fffd}"))
        #expect(decoder.decode([0xff, 0x61]) == [replaced, .key(.character("a"))])
        #expect(decoder.decode([0xe2, 0x82, 0x61]) == [replaced, .key(.character("a"))])
        #expect(decoder.decode([0xed, 0xa0, 0x80, 0x62]) == [replaced, .key(.character("b"))])
    }

    @Test("A paste is one event, whatever it contains, and its line ends are unified")
    func paste() {
        #expect(decode("\u{1b}[200~q\rd\r\nü\n\u{1b}[201~") == [.paste("q\nd\nü\n")])
        #expect(decode("\u{1b}[200~\u{1b}[201~") == [.paste("")])
    }

    @Test("Keys are named as help and footer show them")
    func names() {
        #expect("\(Key.control("d"))" == "Ctrl-D")
        #expect("\(Key.character(" "))" == "Space")
        #expect("\(Key(.tab, .shift))" == "Shift-Tab")
        for name in [
            "x", "G", "Ctrl-D", "Alt-b", "Space", "Shift-Tab", "Ctrl-←", "PgDn", "F12", "Ctrl-Alt-X", "-", "é",
        ] {
            #expect(Key(named: name)?.description == name)
        }
        for name in ["", "Ctrl-", "xy", "F99", "Return"] { #expect(Key(named: name) == nil) }
    }
}
