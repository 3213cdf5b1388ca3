import Testing

@testable import SundryTerminal

@Suite("The mouse, as terminals tell of it")
struct PointingTests {
    private func decode(_ bytes: [UInt8]) -> [Input] {
        var decoder = KeyDecoder()
        return decoder.decode(bytes) + decoder.flush()
    }

    private func decode(_ text: String) -> [Input] { decode(Array(text.utf8)) }

    private func press(_ row: Int, _ column: Int) -> Input {
        .pointing(Pointing(.press(clicks: 1), at: Point(row: row, column: column)))
    }

    @Test("Presses and the wheel, whatever is held down with them")
    func decimal() {
        #expect(decode("\u{1b}[<0;10;3M") == [press(2, 9)])
        #expect(decode("\u{1b}[<8;300;200M") == [press(199, 299)])
        #expect(decode("\u{1b}[<64;1;1M") == [.pointing(Pointing(.wheelUp, at: Point(row: 0, column: 0)))])
        #expect(decode("\u{1b}[<69;1;2Mx").count == 2)
    }

    @Test("Releases, movement and other buttons are nothing, and nor is what makes no sense")
    func ignored() {
        for text in ["<0;1;1m", "<2;1;1M", "<35;1;1M", "<0;0;0M", "<0;1M", "<;;M", "<0;1;1;1M"] {
            #expect(decode("\u{1b}[\(text)q") == [.key(.character("q"))], "\(text)")
        }
    }

    @Test("The older form of three bytes; cut anywhere, none of it is a key")
    func threeBytes() {
        #expect(decode([0x1b, 0x5b, 0x4d, 32, 33 + 9, 33 + 2]) == [press(2, 9)])
        #expect(decode([0x1b, 0x5b, 0x4d, 35, 42, 42, 0x71]) == [.key(.character("q"))], "a release")
        #expect(decode([0x1b, 0x5b, 0x4d, 96, 255, 200]).count == 1)
        #expect(decode([0x1b, 0x5b, 0x4d, 32]).isEmpty)
    }

    @Test("A second press at the same place soon after is a double click, a third is none")
    func doubleClick() {
        var count = ClickCount()
        let start = ContinuousClock.now
        func clicks(_ column: Int, after milliseconds: Int) -> Pointing.Kind {
            let pointing = Pointing(.press(clicks: 1), at: Point(row: 4, column: column))
            return count.counted(pointing, now: start + .milliseconds(milliseconds)).kind
        }
        #expect(clicks(7, after: 0) == .press(clicks: 1))
        #expect(clicks(8, after: 300) == .press(clicks: 2))
        #expect(clicks(8, after: 350) == .press(clicks: 1))
        #expect(clicks(8, after: 900) == .press(clicks: 1))
        #expect(clicks(20, after: 950) == .press(clicks: 1))
    }
}
