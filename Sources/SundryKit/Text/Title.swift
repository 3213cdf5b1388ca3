import Foundation

/// The rules for the titles of items and the names of lists: one line, not empty, as typed but for blanks around it.
public enum Title {
    /// The longest title, in bytes of UTF-8. A longer line is no title but a text by mistake.
    public static let longest = 16_384

    /// The title that a line of typed text makes. Throws where it is empty, too long, or holds a NUL.
    public static func checked(_ text: String) throws(Problem) -> String {
        let title = trimmed(text)
        guard !title.isEmpty else { throw Problem("The text is empty: type a title.", kind: .usage) }
        if let reason = refusal(of: title.utf8) { throw Problem("The text \(reason).", kind: .usage) }
        return title
    }

    /// The name that a list may have, under the same rules.
    public static func checkedName(_ text: String) throws(Problem) -> String {
        guard !trimmed(text).isEmpty else {
            throw Problem("The name of the list is empty: give it one.", kind: .usage)
        }
        return try checked(text)
    }

    /// The titles of a text of several lines; empty lines make none.
    public static func lines(of text: String) throws(Problem) -> [String] {
        var titles: [String] = []
        for line in text.split(whereSeparator: \.isNewline) where !trimmed(line).isEmpty {
            titles.append(try checked(String(line)))
        }
        return titles
    }

    /// Why those bytes make no title, in words that follow what holds them.
    static func refusal(of bytes: some Collection<UInt8>) -> String? {
        if bytes.count > longest { return "is longer than \(longest) bytes" }
        if bytes.contains(0) { return "holds a NUL character" }
        return nil
    }

    /// Without blanks around it.
    public static func trimmed(_ text: some StringProtocol) -> String {
        guard let first = text.firstIndex(where: { !$0.isWhitespace }),
            let last = text.lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return String(text[first...last])
    }

    /// Throws where a text that was to be replaced is not what it was when the user began to type.
    static func require(_ now: String, toBe former: String?) throws(Problem) {
        guard let former, now != former else { return }
        throw Problem("It was changed to “\(shortened(now))” meanwhile: Enter again replaces that.", newer: now)
    }

    /// What names one thing or counts several, as in “delete milk” and “delete 3 items”.
    static func naming(_ titles: [String]) -> String {
        guard titles.count == 1 else { return "\(titles.count) items" }
        return shortened(titles[0])
    }

    /// At most so many columns and four times as many bytes, so that it fits into one line with what is said about it. One
    /// letter alone may have any number of bytes, with marks piled on it.
    public static func shortened(_ title: String, to limit: Int = 40) -> String {
        if title.utf8.count <= limit { return title }
        var (columns, bytes) = (0, 0)
        var end = title.startIndex
        var last = end
        for index in title.indices {
            let letter = title[index]
            // Nearly all that stands beyond here is wide: CJK, kana, hangul, emoji. To count a letter as wide that is not
            // makes the text a little shorter.
            columns += letter.unicodeScalars.first.map { $0.value >= 0x1100 ? 2 : 1 } ?? 0
            bytes += letter.utf8.count
            if columns > limit || bytes > limit * 4 { return title[..<last] + "…" }
            end = title.index(after: index)
            if columns < limit, bytes <= limit * 4 - 3 { last = end }
        }
        return title
    }
}
