import Foundation

/// A text of one item a line, or a Markdown task list, read and ready to be imported.
///
///     let text = try TaskText(bytes, name: "shopping.md")
///     let report = try ImportItems(text, to: .new("Groceries")).run(in: stack.newBackgroundContext())
public struct TaskText: Sendable {
    /// A line that makes an item.
    public struct Line: Sendable, Equatable {
        /// Its number in the text, from 1 on.
        public let number: Int
        /// The item's title.
        public let title: String
        /// Whether its box is ticked.
        public let isDone: Bool
    }

    /// A line that makes none.
    public struct SkippedLine: Sendable, Equatable {
        /// Its number in the text, from 1 on.
        public let number: Int
        /// Why it makes no item.
        public let reason: String
    }

    /// Where the text comes from, to be told in the journal.
    public let name: String
    /// The lines that make items, in their order.
    public private(set) var lines: [Line] = []
    /// The lines that are neither items nor empty.
    public private(set) var skipped: [SkippedLine] = []

    /// Reads the bytes of a text: UTF-8, UTF-16 with a mark, or Latin-1, with any ends of lines.
    ///
    /// Throws where they are no text, or a file of another program whose lines are no items.
    public init(_ bytes: [UInt8], name: String) throws(Problem) {
        self.name = name
        let shown = name.isEmpty ? "This" : "“\(Title.shortened(name))”"
        let text = try TextDecoding(bytes, name: shown)
        if let format = ForeignFormat.name(of: text.bytes) {
            throw Problem("\(shown) is \(format), which is not read yet: give a text with one item a line.")
        }
        var (lines, skipped): ([Line], [SkippedLine]) = ([], [])
        text.forEachLine { number, line in
            switch LineGrammar(line) {
            case .item(let title, let done): lines.append(Line(number: number, title: title, isDone: done))
            case .skipped(let reason): skipped.append(SkippedLine(number: number, reason: reason))
            case .blank: break
            }
        }
        (self.lines, self.skipped) = (lines, skipped)
    }

    /// The lines of a text as they were typed, with no Markdown in them: what `add -` reads.
    public static func titles(_ bytes: [UInt8]) throws(Problem) -> [String] {
        var texts: [String] = []
        try TextDecoding(bytes, name: "The input").forEachLine { _, line in
            texts.append(String(decoding: line, as: UTF8.self))
        }
        return try texts.filter { !Title.trimmed($0).isEmpty }.map { text throws(Problem) in try Title.checked(text) }
    }
}
