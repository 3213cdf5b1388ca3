/// Text from the data as it may be shown: nothing in it can steer a terminal.
public enum VisibleText {
    /// Control characters and the marks that turn the writing direction become visible escapes, the same as on the full
    /// screen: `^[`, `<U+202E>`.
    public static func escaped(_ text: String) -> String {
        // Nearly all texts are plain, and bytes are quicker to look at than scalars. 0xC2 begins U+0080–U+00BF,
        // 0xD8 U+061C, 0xE2 U+2000–U+2FFF: what may need an escape outside ASCII.
        guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F || $0 == 0xC2 || $0 == 0xD8 || $0 == 0xE2 }) else {
            return text
        }
        var escaped = ""
        for scalar in text.unicodeScalars {
            if needsEscape(scalar) {
                escaped += escape(scalar)
            } else {
                escaped.unicodeScalars.append(scalar)
            }
        }
        return escaped
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        if scalar.value < 0x20 || scalar.value == 0x7F {
            return "^" + String(Character(Unicode.Scalar(UInt8(scalar.value) ^ 0x40)))
        }
        let digits = String(scalar.value, radix: 16, uppercase: true)
        return "<U+" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits + ">"
    }

    private static func needsEscape(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.value {
        case 0..<0x20, 0x7F..<0xA0: true
        // Bidirectional marks, embeddings, overrides and isolates; line and paragraph separator.
        case 0x061C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
        default: false
        }
    }
}
