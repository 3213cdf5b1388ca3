import Foundation

/// Files of other programs that are texts, and whose lines are no items.
enum ForeignFormat {
    /// What such a file is, with its article; nil for a text of lines.
    static func name(of bytes: [UInt8]) -> String? {
        let start = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? bytes.dropFirst(3) : bytes[...]
        let text = start.drop { $0 == 0x20 || (0x09...0x0D).contains($0) }
        let head = String(decoding: text.prefix(16), as: UTF8.self).uppercased()
        for (mark, name) in marks where head.hasPrefix(mark) { return name }
        return isJSON(text) ? "a JSON file" : nil
    }

    private static let marks: [(String, String)] = [
        ("BEGIN:VCARD", "a vCard file"), ("BEGIN:V", "an iCalendar file"), ("<?XML", "an XML file"),
        ("<!DOCTYPE", "an HTML file"), ("<HTML", "an HTML file"), ("%PDF-", "a PDF file"), ("{\\RTF", "an RTF file"),
    ]

    /// An object or an array, whole or a line each. A task’s box and a link in Markdown begin as an array does.
    private static func isJSON(_ text: ArraySlice<UInt8>) -> Bool {
        let inner = text.dropFirst().first { $0 != 0x20 && !(0x09...0x0D).contains($0) }
        switch (text.first, inner) {
        case (UInt8(ascii: "{"), UInt8(ascii: "\"")), (UInt8(ascii: "["), UInt8(ascii: "{")): return true
        case (UInt8(ascii: "{"), UInt8(ascii: "}")): return true
        // “[]” and “[ ]” alone are a box without a task.
        case (UInt8(ascii: "["), UInt8(ascii: "]")): return false
        case (UInt8(ascii: "["), _): return (try? JSONSerialization.jsonObject(with: Data(text))) != nil
        default: return false
        }
    }
}
