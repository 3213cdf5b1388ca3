// The sequences by which terminals name their keys: those of the VT220, of xterm, rxvt and the Linux console, and the
// form `ESC [ code ; modifiers u`. All of them stand here because no two terminals send different keys by the same one.

extension KeyDecoder {
    static let startOfPaste = Array("200".utf8)
    static let endOfPaste = Array("\u{1b}[201~".utf8)

    /// The key that sends a control character.
    static func key(control byte: UInt8) -> Key {
        switch byte {
        case 0x09: Key(.tab)
        // Line feed too: a pipe, or a terminal in cooked mode, ends its lines so.
        case 0x0a, 0x0d: Key(.enter)
        case 0x08, 0x7f: Key(.backspace)
        case 0x1b: Key(.escape)
        case 0x00: .control(" ")
        default: .control(Unicode.Scalar(byte < 0x1b ? byte + 0x60 : byte + 0x40))
        }
    }

    /// The key that sends `ESC O` and this byte.
    static func key(single byte: UInt8) -> Key? {
        switch byte {
        case UInt8(ascii: "M"): Key(.enter)
        // rxvt with Control.
        case UInt8(ascii: "a"): Key(.up, .control)
        case UInt8(ascii: "b"): Key(.down, .control)
        case UInt8(ascii: "c"): Key(.right, .control)
        case UInt8(ascii: "d"): Key(.left, .control)
        // The number pad in application mode.
        case UInt8(ascii: "j")...UInt8(ascii: "y"): .character(Unicode.Scalar(byte - 0x40))
        default: letter(byte).map { Key($0) }
        }
    }

    /// The key that sends `ESC [`, these parameters, and this final byte.
    static func key(sequence parameters: [UInt8], final: UInt8) -> Key? {
        if parameters.first == UInt8(ascii: "[") {
            guard (UInt8(ascii: "A")...UInt8(ascii: "E")).contains(final) else { return nil }
            return Key(.function(Int(final - UInt8(ascii: "A")) + 1))
        }
        let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
            Int(String(decoding: $0.prefix { $0 != UInt8(ascii: ":") }, as: UTF8.self))
        }
        let bits = numbers.count > 1 ? max(0, (numbers[1] ?? 1) - 1) & 7 : 0
        let modifiers = Key.Modifiers(rawValue: UInt8(bits))
        switch final {
        case UInt8(ascii: "~"): return numbered(numbers.first ?? nil).map { Key($0, modifiers) }
        case UInt8(ascii: "^"): return numbered(numbers.first ?? nil).map { Key($0, .control) }
        case UInt8(ascii: "$"): return numbered(numbers.first ?? nil).map { Key($0, .shift) }
        case UInt8(ascii: "Z"): return Key(.tab, .shift)
        case UInt8(ascii: "u"): return (numbers.first ?? nil).flatMap { coded($0, modifiers) }
        default: return letter(final).map { Key($0, modifiers) }
        }
    }

    private static func letter(_ byte: UInt8) -> Key.Code? {
        switch byte {
        case UInt8(ascii: "A"): .up
        case UInt8(ascii: "B"): .down
        case UInt8(ascii: "C"): .right
        case UInt8(ascii: "D"): .left
        case UInt8(ascii: "H"): .home
        case UInt8(ascii: "F"): .end
        case UInt8(ascii: "P")...UInt8(ascii: "S"): .function(Int(byte - UInt8(ascii: "P")) + 1)
        default: nil
        }
    }

    private static func numbered(_ number: Int?) -> Key.Code? {
        switch number {
        case 1, 7: .home
        case 2: .insert
        case 3: .delete
        case 4, 8: .end
        case 5: .pageUp
        case 6: .pageDown
        case 11, 12, 13, 14, 15: .function((number ?? 0) - 10)
        case 17, 18, 19, 20, 21: .function((number ?? 0) - 11)
        case 23, 24: .function((number ?? 0) - 12)
        default: nil
        }
    }

    private static func coded(_ code: Int, _ modifiers: Key.Modifiers) -> Key? {
        guard let value = UInt32(exactly: code), let scalar = Unicode.Scalar(value) else { return nil }
        if value < 0x20 || value == 0x7f {
            let key = key(control: UInt8(value))
            return Key(key.code, key.modifiers.union(modifiers))
        }
        return Key(.character(scalar), modifiers.subtracting(.shift))
    }

    /// The text of a paste, with the line ends of this system.
    static func pasted(_ bytes: [UInt8]) -> String {
        var unified: [UInt8] = []
        unified.reserveCapacity(bytes.count)
        for (index, byte) in bytes.enumerated() {
            // Terminals send Return for every line end of what is pasted.
            guard byte == 0x0d else {
                if byte != 0x0a || index == 0 || bytes[index - 1] != 0x0d { unified.append(byte) }
                continue
            }
            unified.append(0x0a)
        }
        return String(decoding: unified, as: UTF8.self)
    }
}

extension Array<UInt8> {
    func ends(with suffix: [UInt8]) -> Bool {
        count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
    }
}
