import Foundation

/// Identifiers as short as they can be typed: their first hexadecimal digits.
public enum ShortIdentifier {
    /// How many digits tell `count` objects apart, but for one case in a hundred.
    public static func length(for count: Int) -> Int {
        var length = 4
        // Two of n random identifiers agree in k digits with a chance of about n² / 2 / 16^k.
        while length < 12, Double(count) * Double(count) * 50 > pow(16, Double(length)) { length += 1 }
        return length
    }

    /// The first digits of an identifier, in lower case.
    public static func text(_ identifier: UUID?, length: Int) -> String {
        guard let identifier else { return String(repeating: "?", count: length) }
        return withUnsafeBytes(of: identifier.uuid) { bytes in
            String(
                decoding: (0..<length).map { index in
                    let digit = index % 2 == 0 ? bytes[index / 2] >> 4 : bytes[index / 2] & 0xF
                    return digit < 10 ? UInt8(ascii: "0") + digit : UInt8(ascii: "a") + digit - 10
                }, as: UTF8.self)
        }
    }

    /// The identifiers that begin with those digits, smallest and largest; nil where they are none, or fewer than four.
    public static func range(of digits: String) -> ClosedRange<UUID>? {
        let digits = Array(digits.utf8).filter { $0 != UInt8(ascii: "-") }
        guard (4...32).contains(digits.count) else { return nil }
        var (low, high): ([UInt8], [UInt8]) = ([], [])
        for index in stride(from: 0, to: 32, by: 2) {
            var (first, last): (UInt8, UInt8) = (0, 0)
            for place in index...index + 1 {
                let known = place < digits.count ? Character(Unicode.Scalar(digits[place])).hexDigitValue : nil
                if place < digits.count, known == nil { return nil }
                first = first << 4 | UInt8(known ?? 0)
                last = last << 4 | UInt8(known ?? 15)
            }
            low.append(first)
            high.append(last)
        }
        return uuid(low)...uuid(high)
    }

    private static func uuid(_ bytes: [UInt8]) -> UUID {
        var value: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &value) { $0.copyBytes(from: bytes) }
        return UUID(uuid: value)
    }
}
