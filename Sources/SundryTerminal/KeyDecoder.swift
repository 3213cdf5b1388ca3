/// Makes keys of the bytes that a terminal sends, in whatever pieces they arrive.
///
/// A byte at a time changes the state; text is put together from UTF-8, an escape sequence becomes one key (or
/// nothing, if no key is known by it), and all between the two marks of a bracketed paste becomes one text.
public struct KeyDecoder: Sendable {
    private enum State {
        case ground
        /// Inside a character: what came of it, how many bytes are to come, and whether an Escape came before it.
        case character([UInt8], missing: Int, isAlt: Bool)
        case escape
        /// After `ESC [`, or `ESC O`: the bytes from there on.
        case control([UInt8])
        case single
        /// After `ESC [ M`: the three bytes of an older mouse.
        case pointing([UInt8])
        case paste([UInt8])
    }

    private var state = State.ground

    /// A decoder that waits for the first byte of something.
    public init() {}

    /// Whether an Escape came that may be a key of its own or the start of a sequence: only time can tell.
    public var isAmbiguous: Bool {
        switch state {
        case .escape, .control, .single, .pointing: true
        case .ground, .character, .paste: false
        }
    }

    /// Feeds some bytes, and returns what they complete.
    public mutating func decode(_ bytes: some Sequence<UInt8>) -> [Input] {
        var result: [Input] = []
        for byte in bytes { step(byte, into: &result) }
        return result
    }

    /// Nothing came for a while: the Escape was a key.
    public mutating func flush() -> [Input] {
        defer { if isAmbiguous { state = .ground } }
        switch state {
        case .escape: return [.key(Key(.escape))]
        case .single: return [.key(.alt("O"))]
        case .control(let bytes) where bytes.isEmpty: return [.key(.alt("["))]
        // The torso of a sequence means nothing; its letters must not run as commands.
        default: return []
        }
    }

    private mutating func step(_ byte: UInt8, into result: inout [Input]) {
        switch state {
        case .ground: ground(byte, into: &result)
        case .character(let bytes, let missing, let isAlt): character(bytes, missing, isAlt, byte, into: &result)
        case .escape: escape(byte, into: &result)
        case .single:
            state = .ground
            if let key = KeyDecoder.key(single: byte) { result.append(.key(key)) }
        case .control(let bytes): control(bytes, byte, into: &result)
        case .pointing(let bytes): pointing(bytes + [byte], into: &result)
        case .paste(var bytes):
            // Taken out of the state first, for appending in place: a paste may be long.
            state = .ground
            bytes.append(byte)
            if byte == UInt8(ascii: "~"), bytes.ends(with: KeyDecoder.endOfPaste) {
                bytes.removeLast(KeyDecoder.endOfPaste.count)
                result.append(.paste(KeyDecoder.pasted(bytes)))
            } else {
                state = .paste(bytes)
            }
        }
    }

    private mutating func ground(_ byte: UInt8, into result: inout [Input]) {
        switch byte {
        case 0x1b: state = .escape
        case 0x00...0x1f, 0x7f: result.append(.key(KeyDecoder.key(control: byte)))
        case 0x20..<0x7f: result.append(.key(.character(Unicode.Scalar(byte))))
        default: begin(byte, isAlt: false, into: &result)
        }
    }

    /// The first byte of a character beyond ASCII.
    private mutating func begin(_ byte: UInt8, isAlt: Bool, into result: inout [Input]) {
        switch byte {
        case 0xc2...0xdf: state = .character([byte], missing: 1, isAlt: isAlt)
        case 0xe0...0xef: state = .character([byte], missing: 2, isAlt: isAlt)
        case 0xf0...0xf4: state = .character([byte], missing: 3, isAlt: isAlt)
        default: append("\u{fffd}", isAlt, to: &result)
        }
    }

    private func append(_ scalar: Unicode.Scalar, _ isAlt: Bool, to result: inout [Input]) {
        result.append(.key(isAlt ? .alt(scalar) : .character(scalar)))
    }

    private mutating func character(
        _ bytes: [UInt8], _ missing: Int, _ isAlt: Bool, _ byte: UInt8, into result: inout [Input]
    ) {
        guard (0x80...0xbf).contains(byte) else {
            state = .ground
            append("\u{fffd}", isAlt, to: &result)
            return ground(byte, into: &result)
        }
        let all = bytes + [byte]
        guard missing == 1 else {
            state = .character(all, missing: missing - 1, isAlt: isAlt)
            return
        }
        state = .ground
        // Overlong forms and surrogates decode to more than one replacement character; one key was pressed.
        append(String(decoding: all, as: UTF8.self).unicodeScalars.first ?? "\u{fffd}", isAlt, to: &result)
    }

    private mutating func escape(_ byte: UInt8, into result: inout [Input]) {
        switch byte {
        case 0x1b: result.append(.key(Key(.escape)))
        case UInt8(ascii: "["): state = .control([])
        case UInt8(ascii: "O"): state = .single
        case 0x00...0x1f, 0x7f:
            state = .ground
            let key = KeyDecoder.key(control: byte)
            result.append(.key(Key(key.code, key.modifiers.union(.alt))))
        case 0x20..<0x7f:
            state = .ground
            result.append(.key(.alt(Unicode.Scalar(byte))))
        default:
            state = .ground
            begin(byte, isAlt: true, into: &result)
        }
    }

    private mutating func control(_ bytes: [UInt8], _ byte: UInt8, into result: inout [Input]) {
        switch byte {
        case 0x1b:
            state = .escape
        case UInt8(ascii: "[") where bytes.isEmpty:
            // The Linux console sends F1 as `ESC [ [ A`.
            state = .control([byte])
        case 0x20...0x3f where bytes.count < 64 && bytes.first != UInt8(ascii: "["):
            state = .control(bytes + [byte])
        case UInt8(ascii: "~") where bytes == KeyDecoder.startOfPaste:
            state = .paste([])
        case UInt8(ascii: "M") where bytes.isEmpty:
            state = .pointing([])
        case UInt8(ascii: "M") where bytes.first == UInt8(ascii: "<"),
            UInt8(ascii: "m") where bytes.first == UInt8(ascii: "<"):
            state = .ground
            let numbers = bytes.dropFirst().split(separator: UInt8(ascii: ";")).map {
                Int(String(decoding: $0, as: UTF8.self)) ?? 0
            }
            guard numbers.count == 3 else { return }
            append(numbers, isRelease: byte == UInt8(ascii: "m"), to: &result)
        default:
            state = .ground
            if let key = KeyDecoder.key(sequence: bytes, final: byte) { result.append(.key(key)) }
        }
    }

    private mutating func pointing(_ bytes: [UInt8], into result: inout [Input]) {
        guard bytes.count == 3 else {
            state = .pointing(bytes)
            return
        }
        state = .ground
        // Each is sent with 32 added; a release has the two lowest bits.
        append(bytes.map { Int($0) - 32 }, isRelease: bytes[0] & 0b0100_0011 == 0b11, to: &result)
    }

    private func append(_ numbers: [Int], isRelease: Bool, to result: inout [Input]) {
        guard
            let pointing = Pointing(button: numbers[0], column: numbers[1], row: numbers[2], isRelease: isRelease)
        else { return }
        result.append(.pointing(pointing))
    }
}
