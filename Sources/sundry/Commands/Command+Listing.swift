import SundryKit

extension Command {
    /// Items on standard output.
    static let list = Command(
        name: "list", words: "", count: 0...0, summary: "show items: what is open, with -a what is done, too",
        details: """
            A line has the short identifier of the item, its box, when it was added, its title, and
            behind two blanks each its priority, category, price and when it is due, if it has them.
            --json writes an array of objects with the members id, list, title, done, timestamp,
            completed, due, quantity, unit, price, currency, category, priority, note, recurrence
            and tags; what has no value is null, and moments are in UTC. Items without what -s
            sorts by come last in both directions, but before what is done.

              sundry list -l groceries -s title
              sundry list --all --json | jq '.[] | select(.done) | .title'
            """,
        options: [.list, .all, .sort, .filter, .json]
    ) { session in
        let sort = try session.value(of: .sort).map { word throws(Problem) in try ItemSort(word: word) }
        let listing = try Listing(
            of: session.value(of: .list), all: session.has(.all), text: session.value(of: .filter), sort: sort,
            in: session.stack().viewContext)
        if session.has(.json) {
            try session.writeJSON(listing.items)
        } else {
            try session.writeLines(listing)
        }
    }

    /// The lists themselves.
    static let lists = Command(
        name: "lists", words: "", count: 0...0, summary: "show the lists, with how much is open and done in each",
        details: "--json writes an array of objects with the members id, name, open, done and created.",
        options: [.json]
    ) { session in
        let rows = try ItemList.all(in: session.stack().viewContext).map { ($0, try $0.itemCounts()) }
        guard session.has(.json) else {
            for (list, counts) in rows {
                try session.output.line(
                    VisibleText.escaped("\(list.name ?? "")  \(counts.open) open, \(counts.done) done"))
            }
            return
        }
        var json = JSONText()
        json.array { json in
            for (list, counts) in rows {
                json.object { json in
                    json.member("id", list.identifier?.uuidString)
                    json.member("name", list.name)
                    json.member("open", counts.open)
                    json.member("done", counts.done)
                    json.member("created", list.createdAt)
                }
            }
        }
        json.newline()
        try session.output.write(json.bytes)
    }
}

extension Session {
    fileprivate mutating func writeJSON(_ items: [Item]) throws {
        var json = JSONText()
        json.array { json in
            for item in items { item.write(to: &json) }
        }
        json.newline()
        try output.write(json.bytes)
    }

    fileprivate mutating func writeLines(_ listing: Listing) throws {
        let length = ShortIdentifier.length(for: listing.groups.reduce(0) { $0 + $1.items.count })
        var dates = DateText.Minutes()
        let today = CalendarDay.today
        for group in listing.groups where !group.items.isEmpty {
            if !has(.list) { try output.line(VisibleText.escaped("\(group.list.name ?? ""):")) }
            for item in group.items {
                let box = item.isDone ? "[x]" : "[ ]"
                let time = item.timestamp.map { dates.local($0) } ?? ""
                let asides = ItemAside.allCases.compactMap { $0.text(of: item, today: today) }
                let text = ([item.line] + asides).joined(separator: "  ")
                let identifier = ShortIdentifier.text(item.identifier, length: length)
                try output.line("\(identifier)  \(box) \(time)  \(VisibleText.escaped(text))")
            }
        }
    }
}
