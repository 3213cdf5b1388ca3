import SundryKit

/// What may stand in the place of the word that is being typed, by the table of commands and what is in the lists.
struct Completion {
    /// A word, and what it stands for.
    struct Candidate {
        let word: String
        var about = ""
    }

    /// What a shell has to offer.
    enum Offer {
        case words([Candidate])
        /// The names of files, which the shell knows better.
        case files
    }

    private let line: TypedLine
    private let current: String

    /// The completion of the last of these words, the program's name aside.
    init(_ words: [String]) {
        line = TypedLine(words.dropLast())
        current = words.last ?? ""
    }

    func offer() throws -> Offer {
        if let option = line.awaitsValue { return try values(option.value ?? "", of: "") }
        if !line.takesWordsOnly, current.hasPrefix("-") { return try options() }
        guard let command = line.command else {
            return line.isUnknown ? .words([]) : matching(Self.commands)
        }
        let places = command.words.split(separator: " ")
        guard line.words < command.count.upperBound, let place = places.dropFirst(line.words).first ?? places.last
        else {
            return .words([])
        }
        return try values(place.filter(\.isLetter), of: "")
    }

    private static let commands = Command.table.filter { !$0.name.isEmpty }.map {
        Candidate(word: $0.name, about: $0.summary)
    }

    /// Options, or the value of one that is typed in the same word: `--list=Gro`, `-lGro`.
    private func options() throws -> Offer {
        if current.hasPrefix("--"), let sign = current.firstIndex(of: "=") {
            guard let option = Option.meant(by: current[..<sign].dropFirst(2)), let value = option.value else {
                return .words([])
            }
            return try values(value, of: String(current[...sign]))
        }
        if !current.hasPrefix("--"), current.count > 2 {
            guard let option = Option.allCases.first(where: { $0.letter == current.dropFirst().first }),
                let value = option.value
            else { return .words([]) }
            return try values(value, of: String(current.prefix(2)))
        }
        let allowed = (line.command?.options ?? [.plain, .version]) + Option.common
        return matching(
            allowed.filter { line.options[$0] == nil }.map { Candidate(word: "--\($0.name)", about: $0.summary) })
    }

    /// What may stand where the help says LIST, KEY, FILE and so on, after what of the word is its option's.
    private func values(_ kind: String, of start: String) throws -> Offer {
        let candidates: [Candidate]
        switch kind {
        case "FILE": return .files
        case "LIST": candidates = try lists()
        case "ITEM": candidates = try items()
        case "TEXT": candidates = try products()
        case "KEY": candidates = ItemSort.Key.allCases.map { Candidate(word: $0.word) }
        case "COMMAND": candidates = Self.commands
        case "NAME": candidates = ItemsExport.Format.allCases.map { Candidate(word: $0.rawValue) }
        case "SHELL": candidates = CompletionScript.allCases.map { Candidate(word: $0.rawValue) }
        default: candidates = []
        }
        return matching(candidates.map { Candidate(word: start + $0.word, about: $0.about) })
    }

    private func lists() throws -> [Candidate] {
        var session = line.session
        return try ItemList.all(in: session.stack().viewContext).map { Candidate(word: $0.name ?? "") }
    }

    /// What was added before.
    private func products() throws -> [Candidate] {
        var session = line.session
        return try ProductOffer(for: current, limit: 50, in: session.stack().viewContext).names
            .filter { line.takesWordsOnly || !$0.hasPrefix("-") }.map { Candidate(word: $0) }
    }

    private func items() throws -> [Candidate] {
        var session = line.session
        let isDone: Bool? =
            switch line.command?.name {
            case Command.done.name: false
            case Command.undoDone.name: true
            default: nil
            }
        return try Item.offered(for: current, done: isDone, in: session.stack().viewContext)
            .map { Candidate(word: $0.title ?? "", about: $0.list?.name ?? "") }
            // It would be taken for an option.
            .filter { line.takesWordsOnly || !$0.word.hasPrefix("-") }
    }

    private func matching(_ candidates: [Candidate]) -> Offer {
        let folded = Search.folded(current)
        var known: Set<String> = []
        return .words(
            candidates.filter { candidate in
                // What would have to be shown as an escape cannot be typed as one.
                Search.folded(candidate.word).hasPrefix(folded) && !candidate.word.isEmpty
                    && VisibleText.escaped(candidate.word) == candidate.word && known.insert(candidate.word).inserted
            })
    }
}
