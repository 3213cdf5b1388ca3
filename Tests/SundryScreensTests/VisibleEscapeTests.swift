import SundryKit
import SundryTerminal
import Testing

@Suite("What has no picture is written in one way")
struct VisibleEscapeTests {
    @Test("Control characters and marks of direction look alike on the screen and in the shell")
    func oneForm() {
        for value in UInt32(0)...0x2100 {
            guard let scalar = Unicode.Scalar(value) else { continue }
            let text = String(Character(scalar))
            let escaped = VisibleText.escaped(text)
            guard escaped != text else { continue }
            #expect(Glyphs(text).map(\.text).joined() == escaped)
        }
        #expect(VisibleText.escaped("a\u{1B}[31m\u{7F}\u{202E}\u{9B}") == "a^[[31m^?<U+202E><U+009B>")
    }
}
