/// The values of a statement's parameters, found where its text with the values put in differs from the one without: SQLite tells
/// nobody what is bound.
enum BoundValues {
    /// By number, from 0 on, in SQL's notation; texts in double quotes, blobs as `<hex>`.
    static func read(_ sql: String, _ expanded: String) -> [(number: Int, value: String)] {
        let (text, full) = (Array(sql.utf8), Array(expanded.utf8))
        var found: [Int: String] = [:]
        var (at, place, last) = (0, 0, 0)
        while at < text.count, place < full.count {
            switch text[at] {
            case UInt8(ascii: "'"), UInt8(ascii: "\""):
                let end = endOfQuoted(text, at)
                place += end - at
                at = end
            case UInt8(ascii: "?"):
                at += 1
                var digits = 0
                while at < text.count, let digit = digit(text[at]) {
                    digits = digits * 10 + digit
                    at += 1
                }
                last = digits > 0 ? digits : last + 1
                let end = endOfValue(full, place)
                found[last - 1] = value(full[place..<end])
                place = end
            default:
                at += 1
                place += 1
            }
        }
        return found.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }
    }

    private static func digit(_ byte: UInt8) -> Int? {
        byte >= UInt8(ascii: "0") && byte <= UInt8(ascii: "9") ? Int(byte - UInt8(ascii: "0")) : nil
    }

    /// Behind the quote that ends what one begins; two of them stand for one.
    private static func endOfQuoted(_ text: [UInt8], _ start: Int) -> Int {
        var end = start + 1
        while end < text.count {
            if text[end] != text[start] {
                end += 1
            } else if end + 1 < text.count, text[end + 1] == text[start] {
                end += 2
            } else {
                return end + 1
            }
        }
        return end
    }

    private static func endOfValue(_ text: [UInt8], _ start: Int) -> Int {
        if text[start] == UInt8(ascii: "'") { return endOfQuoted(text, start) }
        if start + 1 < text.count, text[start] == UInt8(ascii: "x"), text[start + 1] == UInt8(ascii: "'") {
            return endOfQuoted(text, start + 1)
        }
        let parts = UInt8(ascii: "0")...UInt8(ascii: "9")
        var end = start
        while end < text.count {
            switch text[end] {
            case parts, UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "."):
                end += 1
            // A sign begins a number or its exponent.
            case UInt8(ascii: "-"), UInt8(ascii: "+"):
                guard end == start || text[end - 1] | 0x20 == UInt8(ascii: "e") else { return end }
                end += 1
            default: return end
            }
        }
        return end
    }

    private static func value(_ bytes: ArraySlice<UInt8>) -> String {
        let text = String(decoding: bytes, as: UTF8.self)
        if text.hasPrefix("x'") { return "<\(text.dropFirst(2).dropLast())>" }
        guard text.hasPrefix("'") else { return text }
        var inner = ""
        var isSecond = false
        for character in text.dropFirst().dropLast().unicodeScalars {
            isSecond = character == "'" && !isSecond
            if !isSecond { inner.unicodeScalars.append(character) }
        }
        return "\"\(inner)\""
    }
}
