import SundryKit

extension Command {
    static let meaning = """
        An ITEM is its title, a part that no other item shows, or the identifier that
        “sundry list” shows, its first four digits or more. Capitals do not matter where no
        item has them.
        """

    /// Ticks items.
    static let done = Command(
        name: "done", words: "ITEM…", count: some, summary: "tick items",
        details: meaning + """

            Of several that ITEM fits, only those that are open are meant. What recurs comes back:
            the next item of the series is added by the same edit, for the next date after today,
            and “sundry undo” takes both back.
            """,
        changesLists: true
    ) { session in try session.complete(true) }

    /// Takes the tick away.
    static let undoDone = Command(
        name: "undo-done", words: "ITEM…", count: some, summary: "make ticked items open again",
        details: meaning + """

            Of several that ITEM fits, only those that are ticked are meant. Where the item recurs, the
            one that came after it goes, unless something was done to it.
            """,
        changesLists: true
    ) { session in try session.complete(false) }

    /// Puts items into the trash.
    static let remove = Command(
        name: "remove", words: "ITEM…", count: some, summary: "put items into the trash", details: meaning,
        changesLists: true
    ) { session in
        let items = try session.items()
        let count = try DeleteItem(items).run(in: session.stack().viewContext)
        try session.tell("Removed", items, count)
    }

    /// Takes the last edit back.
    static let undo = Command(
        name: "undo", words: "", count: 0...0, summary: "take back the last edit, whoever made it",
        details: """
            Where that would overwrite what was done later, and is in no history, it tells of it and does
            nothing; with --force it does.
            """,
        options: [.force], changesLists: true
    ) { session in
        let summary = try session.reverse(UndoEdit(overwriting: session.has(.force)))
        try session.output.line(VisibleText.escaped("Undid: \(summary)."))
    }

    /// Does again what was taken back.
    static let redo = Command(
        name: "redo", words: "", count: 0...0, summary: "do again what was undone last",
        details: """
            Where that would overwrite what was done later, and is in no history, it tells of it and does
            nothing; with --force it does.
            """,
        options: [.force], changesLists: true
    ) { session in
        let summary = try session.reverse(RedoEdit(overwriting: session.has(.force)))
        try session.output.line(VisibleText.escaped("Redid: \(summary)."))
    }
}

extension Session {
    /// Undoes or redoes; tells how to do it all the same where it would overwrite what was done later.
    fileprivate mutating func reverse<Edit: UserEdit>(_ edit: Edit) throws -> String where Edit.Outcome == String {
        do {
            return try edit.run(in: stack().viewContext)
        } catch let problem as Problem {
            guard let later = problem.later else { throw problem }
            throw Problem("Nothing was changed: \(later); with --force that is overwritten.")
        }
    }

    /// The items that the words mean, each once: those that are done, or open, where `done` says which.
    mutating func items(done: Bool? = nil) throws -> [Item] {
        let context = try stack().viewContext
        var items: [Item] = []
        for word in words {
            let item = try Item.meant(by: word, done: done, in: context)
            if !items.contains(item) { items.append(item) }
        }
        return items
    }

    fileprivate mutating func complete(_ done: Bool) throws {
        let items = try items(done: !done)
        let completion = try CompleteItem(items, done: done).run(in: stack().viewContext)
        try tell(done ? "Ticked" : "Unticked", items, completion.count, completion.remark)
    }

    fileprivate mutating func tell(_ verb: String, _ items: [Item], _ count: Int, _ remark: String? = nil) throws {
        let what =
            items.count == 1 ? "“\(Title.shortened(items[0].title ?? ""))”" : "\(count) item\(count == 1 ? "" : "s")"
        let nothing =
            count == 0 ? "Nothing to do: it is so already." : "\(verb) \(what)\(remark.map { "; \($0)" } ?? "")."
        try output.line(VisibleText.escaped(nothing))
    }
}
