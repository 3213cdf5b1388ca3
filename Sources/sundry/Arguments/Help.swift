import SundryKit

/// The help, made from the table of commands.
enum Help {
    /// What all commands have in common.
    static func overview() -> String {
        let commands = Command.table.map { ($0.usage, $0.summary) }
        return """
            sundry keeps lists: shopping lists first, any list of timestamped items as well.

            \(columns(commands))

            Options may stand anywhere; text that begins with a dash follows “--”.
            \(columns((Option.common + [.plain, .noMouse, .version]).map { ($0.usage, $0.summary) }))

            The lists are kept in $XDG_DATA_HOME/sundry/Sundry.sqlite, in SUNDRY_STORE where that is set.
            Exit codes: \(exitCodes.map { "\($0) \($1)" }.joined(separator: ", ")).
            sundry help COMMAND tells more about a command.

            """
    }

    static let exitCodes = [
        (0, "done"), (1, "it could not be done"), (2, "wrong usage"), (3, "no such item or list"),
    ]

    /// What there is to know about one command.
    static func page(of command: Command) -> String {
        var page =
            "Usage: \(command.usage)\n\n\(command.summary.first?.uppercased() ?? "")\(command.summary.dropFirst()).\n"
        if !command.details.isEmpty { page += "\n\(command.details)\n" }
        return page + "\n" + columns((command.options + Option.common).map { ($0.usage, $0.summary) }) + "\n"
    }

    /// Two columns, the first as wide as its widest line, within reason.
    static func columns(_ rows: [(String, String)]) -> String {
        let width = min(rows.map(\.0.count).max() ?? 0, 34)
        return rows.map { left, right in
            let gap =
                left.count <= width
                ? String(repeating: " ", count: width - left.count) : "\n" + String(repeating: " ", count: width + 2)
            return "  \(left)\(gap)  \(right)"
        }.joined(separator: "\n")
    }
}

extension Command {
    /// As it is typed, with its own options.
    var usage: String {
        let options = options.map { option in
            let short = option.letter.map { "-\($0)" } ?? "--\(option.name)"
            return "[\(short)\(option.value.map { " \($0)" } ?? "")]"
        }
        return (["sundry", name, words] + options).filter { !$0.isEmpty }.joined(separator: " ")
    }
}
