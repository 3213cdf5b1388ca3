import SundryKit

extension Command {
    /// Changes an item.
    static let edit = Command(
        name: "edit", words: "ITEM TEXT…", count: 2...Int.max, summary: "change what TEXT says of an item",
        details: meaning + """

            Of several that ITEM fits, only those that are open are meant.

            The TEXTs make one line, read as “sundry add” reads it: what it says is set, what it does
            not speak of stays. Words that say nothing else are the new title; without any, the title
            stays. A number alone is how many. Tags are added to those there are.

              sundry edit milk "oat milk" 2 l
              sundry edit "oat milk" due:fri '#dairy' '$1.29'
              sundry edit "oat milk" price: due:

            A field’s name with a colon and nothing behind it takes the field away, with a text it sets
            the field: \(clearing).
            The text ends where it makes no sense for the field any more, or with the next name; what
            follows note: is the note.
            What follows = is a title as it stands.
            """,
        changesLists: true
    ) { session in
        let context = try session.stack().viewContext
        // Of what recurs those that are done have the same title.
        let item = try Item.meant(by: session.words[0], done: false, in: context)
        let title = Title.shortened(item.title ?? "")
        let revision = try ItemRevision(session.words.dropFirst().joined(separator: " "))
        let changed = try ReviseItem(item, revision).run(in: context)
        guard !changed.isEmpty else { return try session.output.line("Nothing to do: it is so already.") }
        let now = changed.map { field in
            let text = field.text(of: item)
            return "\(field.label.lowercased()) \(text.isEmpty ? "none" : Title.shortened(text))"
        }
        try session.output.line(VisibleText.escaped("Changed “\(title)”: \(now.joined(separator: ", "))."))
    }

    private static let clearing = ItemRevision.clearing.map(\.word).joined(separator: ", ")

    /// Puts items into another list.
    static let move = Command(
        name: "move", words: "ITEM…", count: some, summary: "put items into the list that -l names",
        details: meaning + """

            Of several that ITEM fits, only those that are open are meant. With -c the list is made
            where there is none of that name.
            """,
        options: [.list, .create], changesLists: true
    ) { session in
        guard let name = session.value(of: .list) else {
            throw Problem("“sundry move” needs -l LIST: see sundry help move.", kind: .usage)
        }
        let items = try session.items(done: false)
        let context = try session.stack().viewContext
        let target: ListTarget
        do {
            target = try ItemList.target(named: name, creating: session.has(.create), in: context)
        } catch let problem as Problem where problem.kind == .missing {
            throw Problem("\(problem.sentence) With --create it is made.", kind: .missing)
        }
        let count = try MoveItem(items, to: target).run(in: context)
        let place = try target.name(in: context)
        guard count > 0 else {
            return try session.output.line(VisibleText.escaped("Nothing to do: \(place) has it already."))
        }
        let what =
            items.count == 1 ? "“\(Title.shortened(items[0].title ?? ""))”" : "\(count) item\(count == 1 ? "" : "s")"
        try session.output.line(VisibleText.escaped("Moved \(what) to \(place)."))
    }
}
