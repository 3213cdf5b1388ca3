import SundryTerminal
import Testing

@Suite("Text is measured as it is seen")
struct DisplayWidthTests {
    @Test(
        "Widths",
        arguments: [
            ("", 0), ("milk", 4), ("Käse", 4), ("e\u{301}te\u{301}", 3), ("牛乳", 4), ("ｶﾞ", 2), ("한국어", 6),
            ("\u{1112}\u{1161}\u{11ab}", 2), ("🍎", 2), ("👩‍👩‍👧‍👦", 2), ("👍🏽", 2), ("🇩🇪🇫🇷", 4), ("❤️", 2), ("1️⃣", 2),
            ("🏴󠁧󠁢󠁥󠁮󠁧󠁿", 2), ("☎", 1), ("क्षि", 3), ("\u{301}", 1), ("½ kg", 4), ("👩‍🚀x", 3),
        ])
    func width(text: String, width: Int) {
        #expect(displayWidth(text) == width)
    }

    @Test("Cutting keeps wide characters whole")
    func truncation() {
        #expect(truncated("milk", to: 4) == "milk")
        #expect(truncated("milk", to: 3) == "mi…")
        #expect(truncated("牛乳パック", to: 5) == "牛乳…")
        #expect(truncated("牛乳パック", to: 4) == "牛…")
        #expect(truncated("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", to: 3) == "👩‍👩‍👧‍👦…")
        #expect(truncated("牛", to: 1) == "…")
        #expect(truncated("milk", to: 0) == "")
        for width in 0...12 {
            #expect(displayWidth(truncated("a牛🇩🇪e\u{301}क्षि\u{1b}x", to: width)) <= width)
        }
    }

    @Test("What could move the cursor or turn the line is written out")
    func visibleEscapes() {
        let shown = Glyphs("a\u{1b}[31m\u{7}\n\u{202e}b\u{9b}\u{7f}\r\n").map(\.text).joined()
        #expect(shown == "a^[[31m^G^J<U+202E>b<U+009B>^?^M^J")
    }

    @Test("A pile of marks on one letter stays in its cell")
    func manyMarks() {
        let glyphs = Array(Glyphs("x" + String(repeating: "\u{301}", count: 10_000) + "y"))
        #expect(glyphs.map(\.width) == [1, 1])
        #expect(glyphs[0].text.unicodeScalars.count == 5)
    }
}
