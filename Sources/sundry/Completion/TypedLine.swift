/// The words before the one that is being typed, as far as they tell what may come. Unlike ``Arguments`` it refuses
/// nothing.
struct TypedLine {
    /// The command, once it is named.
    private(set) var command: Command?
    /// Whether what is named is no command.
    private(set) var isUnknown = false
    /// How many words it has so far.
    private(set) var words = 0
    private(set) var options: [Option: String] = [:]
    /// The option whose value is to come.
    private(set) var awaitsValue: Option?
    /// Whether `--` was typed.
    private(set) var takesWordsOnly = false

    init(_ line: some Sequence<String>) {
        for word in line { take(word) }
    }

    /// The lists that the line is about.
    var session: Session {
        Session(.list, words: [], options: options.filter { Option.common.contains($0.key) })
    }

    private mutating func take(_ word: String) {
        if let option = awaitsValue {
            (options[option], awaitsValue) = (word, nil)
        } else if takesWordsOnly || !word.hasPrefix("-") || word == "-" {
            takeWord(word)
        } else if word == "--" {
            takesWordsOnly = true
        } else if word.hasPrefix("--") {
            let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let option = Option.meant(by: parts[0]) else { return }
            set(option, to: parts.count > 1 ? parts[1] : nil)
        } else {
            takeLetters(word.dropFirst())
        }
    }

    private mutating func takeLetters(_ letters: Substring) {
        for place in letters.indices {
            guard let option = Option.allCases.first(where: { $0.letter == letters[place] }) else { return }
            let rest = letters[letters.index(after: place)...]
            set(option, to: option.value == nil || rest.isEmpty ? nil : rest)
            if option.value != nil { return }
        }
    }

    private mutating func set(_ option: Option, to value: Substring?) {
        if option.value != nil, value == nil {
            awaitsValue = option
        } else {
            options[option] = String(value ?? "")
        }
    }

    private mutating func takeWord(_ word: String) {
        if command != nil {
            words += 1
        } else {
            command = try? Command.named(word)
            isUnknown = command == nil
        }
    }
}

extension Option {
    /// The option of that name, or the only one whose name begins so.
    static func meant(by name: some StringProtocol) -> Option? {
        if let option = allCases.first(where: { $0.name == name }) { return option }
        let near = allCases.filter { $0.name.hasPrefix(name) }
        return near.count == 1 ? near[0] : nil
    }
}
