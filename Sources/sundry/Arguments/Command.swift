import SundryKit

/// A command of the shell. The table of them feeds the parser and the help.
struct Command: Sendable {
    let name: String
    /// Its words in the help: `TEXT…`.
    let words: String
    /// How many words it takes.
    let count: ClosedRange<Int>
    /// One line on what it does.
    let summary: String
    /// What else there is to know; lines of at most 78 characters.
    var details = ""
    /// Its options besides those of every command.
    var options: [Option] = []
    /// Whether it makes a store where there is none. Only what adds something does.
    var makesStore = false
    /// Whether it has changed the lists once it has run.
    var changesLists = false
    /// Whether the store is closed in the end, its log copied into the file and removed.
    var closesStore = false
    let run: @Sendable (inout Session) throws -> Void

    /// As many words as one likes, one at least.
    static let some = 1...Int.max
}

extension Command {
    /// All commands, in the order of the help.
    static let table = [
        screen, add, list, done, undoDone, edit, move, remove, staples, lists, history, stats, importText, export, undo,
        redo, doctor,
        backup,
        config, completions, help, version,
    ]

    /// The command of that name.
    static func named(_ name: String) throws(Problem) -> Command {
        if let command = table.first(where: { $0.name == name && !name.isEmpty }) { return command }
        throw Problem("There is no command “\(name)”: sundry help lists them.", kind: .usage)
    }

    /// What makes these arguments none of this command; nothing where they are.
    func check(_ arguments: Arguments, words: [String]) throws(Problem) {
        let allowed = options + Option.common + (name.isEmpty ? [.version] : [])
        if let option = Option.allCases.first(where: { arguments.options[$0] != nil && !allowed.contains($0) }) {
            throw Problem("“sundry \(name)” has no option --\(option.name): see sundry help \(name).", kind: .usage)
        }
        if words.count < count.lowerBound {
            throw Problem("“sundry \(name)” needs \(self.words): see sundry help \(name).", kind: .usage)
        }
        if words.count > count.upperBound {
            throw Problem(
                "“sundry \(name)” has no use for “\(words[count.upperBound])”: see sundry help \(name).", kind: .usage)
        }
    }
}
