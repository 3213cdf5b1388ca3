import SundryTerminal

/// The table of all bindings, of which keys, footer and help are made.
struct Keymap: Sendable {
    let bindings: [Binding]

    /// What a sequence of keys means in an area.
    enum Meaning: Equatable {
        case action(Action)
        /// The beginning of longer sequences.
        case prefix
        case nothing
    }

    func meaning(of keys: [Key], in area: KeyArea) -> Meaning {
        var isPrefix = false
        for binding in bindings where !binding.areas.isDisjoint(with: area) {
            for sequence in binding.sequences {
                if sequence == keys { return .action(binding.action) }
                if sequence.count > keys.count && sequence.starts(with: keys) { isPrefix = true }
            }
        }
        return isPrefix ? .prefix : .nothing
    }

    /// The bindings of an area that the footer names, most useful first.
    func footer(in area: KeyArea) -> [Binding] {
        bindings.filter { $0.label != nil && !$0.areas.isDisjoint(with: area) }
    }

    /// What can follow the keys pressed so far: the rest of each sequence and its word.
    func continuations(of keys: [Key], in area: KeyArea) -> [(keys: [Key], binding: Binding)] {
        bindings.filter { !$0.areas.isDisjoint(with: area) }.flatMap { binding in
            binding.sequences.filter { $0.count > keys.count && $0.starts(with: keys) }.map {
                (Array($0.dropFirst(keys.count)), binding)
            }
        }
    }

    /// The first key sequence of an action in an area, for sentences such as “press a”.
    func key(for action: Action, in area: KeyArea) -> String? {
        let binding = bindings.first { $0.action == action && !$0.areas.isDisjoint(with: area) }
        return binding?.sequences.first.map(Binding.text)
    }
}
