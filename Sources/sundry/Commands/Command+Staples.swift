import Foundation
import SundryKit

extension Command {
    /// What is always to be in the house.
    static let staples = Command(
        name: "staples", words: "[TEXT…]", count: 0...Int.max,
        summary: "show what is always to be in the house, or make each TEXT a staple",
        details: """
            A TEXT is the name of what is bought, with all that “sundry add” understands before and
            behind it: how much is usual, its category, its price. “sundry add --staples” puts what
            is missing on a list.

              sundry staples "2 l milk #dairy" bread
              sundry add --staples -l Groceries
              sundry staples --drop bread

            --json writes an array of objects with the members name, quantity, unit, category, price
            and currency.
            """,
        options: [.drop, .json], makesStore: true, changesLists: true
    ) { session in
        guard session.words.isEmpty else { return try session.markStaples() }
        guard !session.has(.drop) else {
            throw Problem("Name what is to be a staple no longer: see sundry help staples.", kind: .usage)
        }
        let staples = try Product.staples(in: session.stack().viewContext)
        guard session.has(.json) else {
            for product in staples {
                let category = product.category?.name.map { "  #\($0)" } ?? ""
                try session.output.line(VisibleText.escaped(product.line + category))
            }
            return
        }
        var json = JSONText()
        json.array { json in
            for product in staples {
                json.object { json in
                    json.member("name", product.name)
                    json.member("quantity", product.usualQuantity as Decimal?)
                    json.member("unit", product.defaultUnit)
                    json.member("category", product.category?.name)
                    json.member("price", product.lastPrice as Decimal?)
                    json.member("currency", product.currency)
                }
            }
        }
        json.newline()
        try session.output.write(json.bytes)
    }
}

extension Session {
    fileprivate mutating func markStaples() throws {
        var lines: [String] = []
        for word in words { lines += try EntryLines.split(Title.checked(word)) }
        let changed = try MarkStaple(lines: lines, isStaple: !has(.drop)).run(in: stack().viewContext)
        let what = changed.count == 1 ? "“\(Title.shortened(changed[0]))”" : "\(changed.count) products"
        let verb = changed.count == 1 ? "is" : "are"
        let sentence =
            changed.isEmpty
            ? "Nothing to do: it is so already."
            : "\(what) \(verb) \(has(.drop) ? "no staple any more" : changed.count == 1 ? "a staple now" : "staples now")."
        try output.line(VisibleText.escaped(sentence))
    }
}
