import Foundation

/// Turns the bytes of a text, of whatever origin, into lines of UTF-8.
///
/// Lines end with LF, CR LF or CR. A byte order mark tells UTF-8 and UTF-16; a line that is no UTF-8 is read as
/// Windows-1252, of which Latin-1's printable characters are part.
struct TextDecoding {
    /// The text, in UTF-8 save for lines in an encoding of Windows.
    let bytes: [UInt8]
    /// Whether every line is UTF-8, which is quicker to ask of the whole than of each.
    private let isValid: Bool

    /// Throws where the bytes are no text. `name` is what the sentence about that begins with.
    init(_ bytes: [UInt8], name: String) throws(Problem) {
        self.bytes = Self.utf16(bytes) ?? bytes
        isValid = String(validating: self.bytes, as: UTF8.self) != nil
        if let nul = self.bytes.firstIndex(of: 0) {
            let line = self.bytes[..<nul].count { $0 == UInt8(ascii: "\n") } + 1
            throw Problem(
                "\(name) is no text, for line \(line) holds a NUL character: give a text with one item a line.")
        }
    }

    /// Hands over each line with its number, from 1 on.
    func forEachLine(_ body: (Int, ArraySlice<UInt8>) -> Void) {
        var start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
        var number = 1
        for (index, byte) in bytes.enumerated() where byte == 0x0A || byte == 0x0D {
            // The second half of CR LF has ended its line already.
            if byte == 0x0A, index > 0, index == start, bytes[index - 1] == 0x0D {
                start = index + 1
                continue
            }
            body(number, utf8(bytes[start..<index]))
            number += 1
            start = index + 1
        }
        if start < bytes.count { body(number, utf8(bytes[start...])) }
    }

    private static func utf16(_ bytes: [UInt8]) -> [UInt8]? {
        let bigEndian = bytes.starts(with: [0xFE, 0xFF])
        guard bigEndian || bytes.starts(with: [0xFF, 0xFE]) else { return nil }
        var units: [UInt16] = []
        units.reserveCapacity(bytes.count / 2)
        for index in stride(from: 2, to: bytes.count - 1, by: 2) {
            let (first, second) = (UInt16(bytes[index]), UInt16(bytes[index + 1]))
            units.append(bigEndian ? first << 8 | second : second << 8 | first)
        }
        return Array(String(decoding: units, as: UTF16.self).utf8)
    }

    private func utf8(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
        if isValid || String(validating: line, as: UTF8.self) != nil { return line }
        var text = ""
        for byte in line { text.unicodeScalars.append(Self.scalar(of: byte)) }
        return Array(text.utf8)[...]
    }

    /// Windows-1252's characters from 0x80 to 0x9F; 0 where it has none.
    private static let windows: [UInt16] = [
        0x20AC, 0, 0x201A, 0x0192, 0x201E, 0x2026, 0x2020, 0x2021, 0x02C6, 0x2030, 0x0160, 0x2039, 0x0152, 0, 0x017D, 0,
        0, 0x2018, 0x2019, 0x201C, 0x201D, 0x2022, 0x2013, 0x2014, 0x02DC, 0x2122, 0x0161, 0x203A, 0x0153, 0, 0x017E,
        0x0178,
    ]

    private static func scalar(of byte: UInt8) -> Unicode.Scalar {
        guard (0x80...0x9F).contains(byte) else { return Unicode.Scalar(byte) }
        let code = windows[Int(byte) - 0x80]
        return (code == 0 ? nil : Unicode.Scalar(code)) ?? Unicode.Scalar(byte)
    }
}
