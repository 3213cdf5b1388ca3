import CoreData

/// Items written as a text that other programs read.
public struct ItemsExport {
    /// The formats there are.
    public enum Format: String, CaseIterable, Sendable {
        /// A task list in Markdown, a heading for each list.
        case markdown
        /// An array of objects, as `list --json` writes them.
        case json
        /// Values with commas between them, a line for each item, the names of the columns first.
        case csv
        /// A line for each item as todo.txt has it.
        case todo = "todo.txt"

        /// The format of that name.
        public init(word: String) throws(Problem) {
            guard
                let format = Format.allCases.first(where: {
                    $0.rawValue == word || $0.rawValue.hasPrefix(word) && word.count > 1
                })
            else {
                let names = Format.allCases.map(\.rawValue).joined(separator: ", ")
                throw Problem("There is no format “\(word)”; there is \(names).", kind: .usage)
            }
            self = format
        }
    }

    /// The text, in UTF-8.
    public let bytes: [UInt8]

    /// The items of a listing in a format.
    public init(_ listing: Listing, as format: Format) {
        switch format {
        case .json:
            var json = JSONText()
            json.array { json in
                for item in listing.items { item.write(to: &json) }
            }
            json.newline()
            bytes = json.bytes
        case .markdown:
            bytes = Self.lines(
                listing.groups.enumerated().flatMap { index, group in
                    (index == 0 ? [] : [""]) + ["# \(Self.oneLine(group.list.name ?? ""))", ""]
                        + group.items.map { "- [\($0.isDone ? "x" : " ")] \(Self.oneLine($0.line))" }
                })
        case .csv:
            let columns = [
                "list", "title", "quantity", "unit", "done", "added", "completed", "due", "price", "currency",
                "category",
                "priority", "tags", "recurrence", "note", "id",
            ]
            bytes = Self.lines([columns.joined(separator: ",")] + listing.items.map { Self.row($0) })
        case .todo: bytes = Self.lines(listing.items.map(Self.todo))
        }
    }

    private static func lines(_ lines: [String]) -> [UInt8] { lines.flatMap { Array($0.utf8) + [0x0A] } }

    private static func oneLine(_ text: String) -> String {
        text.split(whereSeparator: \.isNewline).joined(separator: " ")
    }

    private static func row(_ item: Item) -> String {
        let fields: [String] = [
            item.list?.name ?? "", item.title ?? "", (item.quantity as Decimal?)?.description ?? "", item.unit ?? "",
            item.isDone ? "yes" : "no", item.timestamp.map(DateText.iso) ?? "",
            item.completedAt.map(DateText.iso) ?? "",
            item.dueAt.map { item.dueIsDateOnly ? DateText.day($0) : DateText.iso($0) } ?? "",
            (item.price as Decimal?)?.description ?? "", item.currency ?? "", item.category?.name ?? "",
            item.priority == 0 ? "" : "\(item.priority)", item.tagNames.joined(separator: " "), item.recurrence ?? "",
            item.note ?? "", item.identifier?.uuidString ?? "",
        ]
        return fields.map { field in
            let isPlain = !field.contains { $0 == "," || $0 == "\"" || $0.isNewline }
            return isPlain ? field : "\"\(field.replacing("\"", with: "\"\""))\""
        }.joined(separator: ",")
    }

    /// `x 2026-12-01 2026-11-30 2 l milk +Groceries @Dairy due:2026-12-24`
    private static func todo(_ item: Item) -> String {
        var words: [String] = []
        if item.isDone {
            words.append("x")
            if let done = item.completedAt { words.append(DateText.local(done, format: "%Y-%m-%d")) }
        } else if item.priority > 0, let letter = Unicode.Scalar(UInt32(64 + item.priority)) {
            words.append("(\(letter))")
        }
        if let added = item.timestamp { words.append(DateText.local(added, format: "%Y-%m-%d")) }
        words.append(oneLine(item.line))
        func word(_ name: String) -> String { name.split(whereSeparator: \.isWhitespace).joined(separator: "-") }
        if let list = item.list?.name { words.append("+\(word(list))") }
        if let category = item.category?.name { words.append("@\(word(category))") }
        words += item.tagNames.map { "tag:\(word($0))" }
        if let due = item.dueAt {
            words.append("due:" + (item.dueIsDateOnly ? DateText.day(due) : DateText.local(due, format: "%Y-%m-%d")))
        }
        return words.joined(separator: " ")
    }
}
