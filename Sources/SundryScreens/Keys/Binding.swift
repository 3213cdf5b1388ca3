import SundryTerminal

/// One row of the keymap: an action, its keys, where they work, and how footer and help call it.
struct Binding: Sendable {
    let action: Action
    /// Each a sequence of keys, pressed one after the other; the first is the one the footer shows.
    let sequences: [[Key]]
    let areas: KeyArea
    /// The word in the footer; nil for what is too common to be told there.
    let label: String?
    /// The word in the menu of the key that its sequence begins with; what the help says, where that is nil.
    let menu: String?
    /// The sentence in the help.
    let help: String

    /// A binding of sequences written as in `g g`, `Ctrl-D`.
    init(
        _ action: Action, _ sequences: [String], in areas: KeyArea, label: String? = nil, menu: String? = nil,
        help: String
    ) {
        self.init(action, sequences.map { Binding.keys($0) }, in: areas, label: label, menu: menu, help: help)
    }

    /// A binding of sequences of keys.
    init(
        _ action: Action, _ sequences: [[Key]], in areas: KeyArea, label: String? = nil, menu: String? = nil,
        help: String
    ) {
        self.action = action
        self.sequences = sequences
        self.areas = areas
        self.label = label
        self.menu = menu
        self.help = help
    }

    /// The keys of a written sequence. A name that is none is a mistake in the table, found by the first test.
    static func keys(_ text: String) -> [Key] {
        text.split(separator: " ").map { name in
            guard let key = Key(named: String(name)) else { preconditionFailure("no key is named “\(name)”") }
            return key
        }
    }

    /// A sequence as it is shown: `g g`.
    static func text(_ sequence: [Key]) -> String {
        sequence.map(\.description).joined(separator: " ")
    }
}
