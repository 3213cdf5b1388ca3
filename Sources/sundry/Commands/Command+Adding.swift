import Foundation
import SundryKit

extension Command {
    /// Items from the words of the command line, or from standard input.
    static let add = Command(
        name: "add", words: "TEXT…", count: 0...Int.max,
        summary: "add items, one for each TEXT; - reads one from each line of input",
        details: """
            Without -l the items go to the first list. Where there is no list at all yet, it is
            made: the one that -l names, else “\(ItemList.firstName)”. With -c the list is made wherever it
            is missing. Put quotes around a title of several words.

              sundry add "oat milk" "2 l milk #dairy due:fri" -l Groceries
              printf 'a line\\nanother\\n' | sundry add -

            With --staples it takes no TEXT: what is to be in the house always, and is not open on the
            list, is put there, as much of it as usual. “sundry staples” tells what that is.

            A semicolon in a TEXT separates items. What is on the list already is added up with
            what comes, where the units agree. What a TEXT leaves open is taken from the last time
            the product was added: its category, and its price where it is counted alike.

            A TEXT may say more than a title:

            \(Help.columns(EntryGuide.rows.map { ($0.example, $0.meaning) }))

            \(EntryGuide.rest)
            """,
        options: [.list, .create, .staples], makesStore: true, changesLists: true
    ) { session in
        guard !session.has(.staples) else { return try session.addStaples() }
        guard !session.words.isEmpty else {
            throw Problem("“sundry add” needs TEXT…: see sundry help add.", kind: .usage)
        }
        // As a variable of the shell is that was never set.
        guard !session.words.contains(where: { $0.allSatisfy(\.isWhitespace) }) else {
            throw Problem("Nothing was added: a text is empty; give it a title, or leave it out.", kind: .usage)
        }
        var lines: [String] = []
        for word in session.words {
            lines += word == "-" ? try TaskText.titles(Input.bytes(of: word)) : try Title.lines(of: word)
        }
        guard !lines.isEmpty else { throw Problem("There is nothing to add: the text is empty.", kind: .usage) }
        let start = Date()
        let items = try AddItem(lines: lines, to: session.target()).run(in: session.stack().viewContext)
        let entry = items.count == 1 ? QuickEntry(lines[0]) : nil
        let what = entry.map { "“\(Title.shortened($0.line))”" } ?? "\(items.count) items"
        var details = entry?.details ?? []
        if entry != nil, let time = items[0].timestamp, time < start {
            details.insert(items[0].amount.map { "\($0) now" } ?? "it was there already", at: 0)
        }
        if entry == nil, let remark = AddItem.remark(on: items, since: start) { details.append(remark) }
        let more = details.isEmpty ? "" : (entry == nil ? ", " : ": ") + details.joined(separator: ", ")
        try session.output.line(VisibleText.escaped("Added \(what) to \(items.first?.list?.name ?? "")\(more)."))
    }

    /// Items from a text.
    static let importText = Command(
        name: "import", words: "FILE", count: 1...1,
        summary: "add an item for each line of a text or Markdown task list",
        details: """
            FILE may be - for standard input. Ticked boxes (“- [x] eggs”, “☑ eggs”) come in as done;
            headings, rules and boxes without a text make no items, and are told with their numbers;
            empty lines are passed over. All comes in at once or not at all, and “sundry undo” takes
            all of it back. The first line stands on top. todo.txt, Org and CSV come in line by
            line, as they stand; iCalendar, JSON, XML and vCard are not read yet, and refused.
            """,
        options: [.list, .create, .dryRun], makesStore: true, changesLists: true
    ) { session in
        let name = session.words[0]
        let text = try TaskText(Input.bytes(of: name), name: Input.label(of: name))
        if session.has(.dryRun) {
            // What keeps the items out of the list keeps them out here.
            let list = try session.target().name(in: session.stack().viewContext)
            try session.tell(ImportReport(of: text, list: text.lines.isEmpty ? nil : list), verb: "Would add")
            return
        }
        let report = try session.stack().run(ImportItems(text, to: session.target()))
        try session.tell(report, verb: "Added")
    }
}

extension Session {
    /// Where new items go, by the options.
    fileprivate mutating func target() throws -> ListTarget {
        do {
            let context = try stack().viewContext
            if value(of: .list) == nil, let name = configuration.list {
                if let list = try? ItemList.named(name, in: context) { return .list(list) }
                let target = try ItemList.target(named: nil, in: context)
                if case .new = target { return .new(name) }
                let (missing, taken) = (Title.shortened(name), Title.shortened(try target.name(in: context)))
                Output.remark("There is no list “\(missing)”, which the config file names: “\(taken)” is taken.")
                return target
            }
            return try ItemList.target(named: value(of: .list), creating: has(.create), in: context)
        } catch let problem as Problem where problem.kind == .missing {
            throw Problem("\(problem.sentence) With --create it is made.", kind: .missing)
        }
    }

    fileprivate mutating func addStaples() throws {
        guard words.isEmpty else {
            throw Problem("Give texts or --staples, not both: see sundry help add.", kind: .usage)
        }
        let (target, context) = (try target(), try stack().viewContext)
        let items = try AddStaples(to: target).run(in: context)
        let place = try target.name(in: context)
        for item in items {
            try output.line(VisibleText.escaped("Added “\(Title.shortened(item.line))” to \(place)."))
        }
        guard items.isEmpty else { return }
        let count = try Product.staples(in: context).count
        try output.line(
            VisibleText.escaped(
                "Nothing to do: \(count == 1 ? "the one staple is" : "all \(count) staples are") on \(place)."))
    }

    /// What came in on standard output, what did not on standard error.
    fileprivate mutating func tell(_ report: ImportReport, verb: String) throws {
        let items = "\(report.added) item\(report.added == 1 ? "" : "s")"
        let place = report.list.map { " to \($0)" } ?? ""
        let skipped =
            report.skipped.isEmpty
            ? "" : ", skipped \(report.skipped.count) line\(report.skipped.count == 1 ? "" : "s")"
        try output.line(VisibleText.escaped("\(verb) \(items)\(place)\(skipped)."))
        for line in report.skipped { Output.remark("line \(line.number): \(line.reason)") }
    }
}
