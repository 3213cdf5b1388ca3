import Foundation
import SundryKit
import SundryScreens

extension Command {
    /// Who changed what and when.
    static let history = Command(
        name: "history", words: "", count: 0...0, summary: "show who changed what and when, the last change first",
        details: """
            --json writes an array of objects with the members time, author, verb, summary and undone.
            The authors are window, shell and import. Without -a the last 50 changes are shown.
            """,
        options: [.all, .filter, .json]
    ) { session in
        let count = session.has(.all) ? 0 : 50
        let edits = try Edit.latest(count, text: session.value(of: .filter), in: session.stack().viewContext)
        guard session.has(.json) else {
            for edit in edits {
                let time = edit.createdAt.map { DateText.local($0) } ?? ""
                let author = edit.authorText.padding(toLength: 6, withPad: " ", startingAt: 0)
                try session.output.line(VisibleText.escaped("\(time)  \(author)  \(edit.line)"))
            }
            return
        }
        var json = JSONText()
        json.array { json in
            for edit in edits {
                json.object { json in
                    json.member("time", edit.createdAt)
                    json.member("author", edit.authorText)
                    json.member("verb", edit.verb)
                    json.member("summary", edit.summary)
                    json.member("undone", edit.undoneAt != nil)
                }
            }
        }
        json.newline()
        try session.output.write(json.bytes)
    }

    /// What was bought, in bars.
    static let stats = Command(
        name: "stats", words: "", count: 0...0,
        summary: "show what is open, bought and spent, in bars",
        details: "Counted as bought is what was ticked, also where it was cleared away since.",
        options: [.plain]
    ) { session in
        let statistics = try Statistics(
            firstWeekday: session.configuration.firstWeekday, in: session.stack().viewContext)
        for line in StatisticsText(statistics, barWidth: 40, isPlain: session.has(.plain)).lines {
            let name = line.isHeading ? line.name : line.name.padding(toLength: 20, withPad: " ", startingAt: 0)
            let text = line.isHeading || line.name.isEmpty ? line.name : "\(name)  \(line.bar) \(line.text)"
            try session.output.line(VisibleText.escaped(text))
        }
    }

    /// Items for other programs.
    static let export = Command(
        name: "export", words: "", count: 0...0, summary: "write items for other programs",
        details: """
            NAME is markdown (unless another is named), json, csv or todo.txt. What is done is written,
            too. FILE is made or replaced; without -o the text goes to standard output.

              sundry export -F csv -o items.csv
            """,
        options: [.list, .format, .output]
    ) { session in
        let format = try ItemsExport.Format(word: session.value(of: .format) ?? ItemsExport.Format.markdown.rawValue)
        let listing = try Listing(of: session.value(of: .list), all: true, in: session.stack().viewContext)
        let bytes = ItemsExport(listing, as: format).bytes
        guard let name = session.value(of: .output) else { return try session.output.write(bytes) }
        let store = session.has(.demo) ? nil : try session.place().url?.path
        let kept = store.map { path in ["", "-wal", "-shm", "-journal"].map { path + $0 } } ?? []
        try Output.write(bytes, toFile: name, besides: kept)
        let count = listing.items.count
        try session.output.line(VisibleText.escaped("Wrote \(count) item\(count == 1 ? "" : "s") to \(name)."))
    }

    /// The settings in force.
    static let config = Command(
        name: "config", words: "", count: 0...0, summary: "show the settings, and where each comes from",
        details: """
            The file is $XDG_CONFIG_HOME/sundry/config, ~/.config standing for the folder where that is
            not set. It has a setting a line; a line that makes no sense is told of, and the rest holds:

              # where items go unless -l names a list, and what the screen begins with
              list = Groceries
              # of a price that names none
              currency = EUR
              # how the screen shows moments, as strftime(3) has it
              date = %d.%m.%Y
              first-weekday = sunday
              # yes, unless the mouse is to be left to the terminal
              mouse = no
              # a color of text, on one of the ground, and bold, dim, underline, reverse, strike;
              # red, bright-red, 0 to 255, #ff8800, default; none of them where NO_COLOR is set
              color done = green strike
              color selected = black on yellow
              # an action's keys; keys with blanks between them are pressed one after the other
              key tick = t, Ctrl-X
              key sort-by-due = s d

            This command lists the actions there are, and what can have a color.
            """
    ) { session in
        let (configuration, path) = (session.configuration, Configuration.url().path)
        func place(_ line: Int?) -> String { line.map { "line \($0) of \(path)" } ?? "as it is without a setting" }
        for (name, value, line) in configuration.rows {
            try session.output.line(VisibleText.escaped("\(name) = \(value)    # \(place(line))"))
        }
        for (name, look, line) in ConfiguredColors.rows(of: configuration) {
            try session.output.line(VisibleText.escaped("color \(name) = \(look)    # \(place(line))"))
        }
        for (action, keys, line) in ConfiguredKeys.rows(of: configuration) {
            try session.output.line(VisibleText.escaped("key \(action) = \(keys)    # \(place(line))"))
        }
        let faults =
            configuration.faults + ConfiguredColors.faults(of: configuration)
            + ConfiguredKeys.faults(of: configuration)
        for fault in faults.sorted(by: { $0.line < $1.line }) { Output.remark("\(path): \(fault.words)") }
        // What holds is told, whatever does not.
        try session.output.flush()
        if !faults.isEmpty {
            throw Problem("\(faults.count) line\(faults.count == 1 ? "" : "s") of the config file made no sense.")
        }
    }
}
