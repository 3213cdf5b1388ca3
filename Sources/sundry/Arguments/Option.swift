/// An option of the command line, long and short. The table of commands, the parser and the help all read it from here.
enum Option: Int, CaseIterable {
    case list, all, sort, filter, json, dryRun, create, staples, drop, format, output, repair, force, man, plain,
        noMouse, store,
        demo, help, version

    /// Those that every command takes.
    static let common: [Option] = [.store, .demo, .help]

    /// Its name after `--`.
    var name: String { Self.names[rawValue] }

    /// As texts, not as the names of the cases: those take longer to ask for than the arguments to take apart.
    private static let names = [
        "list", "all", "sort", "filter", "json", "dry-run", "create", "staples", "drop", "format", "output", "repair",
        "force", "man",
        "plain", "no-mouse",
        "store",
        "demo", "help",
        "version",
    ]

    /// Its letter after `-`, where it has one.
    var letter: Character? {
        switch self {
        case .list: "l"
        case .all: "a"
        case .sort: "s"
        case .filter: "f"
        case .json: "j"
        case .dryRun: "n"
        case .create: "c"
        case .format: "F"
        case .output: "o"
        case .help: "h"
        case .version: "V"
        case .staples, .drop, .repair, .force, .man, .plain, .noMouse, .store, .demo: nil
        }
    }

    /// What stands for its value in the help; nil where it takes none.
    var value: String? {
        switch self {
        case .list: "LIST"
        case .sort: "KEY"
        case .filter: "TEXT"
        case .format: "NAME"
        case .output: "FILE"
        case .store: "FILE"
        default: nil
        }
    }

    /// What it does.
    var summary: String {
        switch self {
        case .list: "the list that is meant; capitals and accents do not matter"
        case .all: "what is done, too"
        case .sort: "time, title, due, price, category or manual; -KEY for descending"
        case .filter: "only items that show TEXT in amount or title; capitals matter if typed"
        case .json: "as JSON, for programs"
        case .dryRun: "say what would come in, and change nothing"
        case .create: "make the list where there is none of that name"
        case .staples: "the staples that are not open on the list, in place of texts"
        case .drop: "make them staples no longer"
        case .format: "in which format: markdown, json, csv or todo.txt"
        case .output: "into FILE instead of standard output"
        case .repair: "put right what is wrong, on a copy that takes the place of the store"
        case .force: "overwrite what is in the way"
        case .man: "print all of it as a manual page, for man -l -"
        case .plain: "draw no boxes and no block characters"
        case .noMouse: "leave the mouse to the terminal; with it, Shift selects text as ever"
        case .store: "keep the lists in FILE instead of SUNDRY_STORE or your data folder"
        case .demo: "use the demo's lists, in memory; nothing is kept"
        case .help: "show this help"
        case .version: "show the version"
        }
    }

    /// As it is typed: `-l, --list LIST`.
    var usage: String {
        (letter.map { "-\($0), " } ?? "    ") + "--\(name)" + (value.map { " \($0)" } ?? "")
    }
}
