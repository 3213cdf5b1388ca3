import SundryKit
import SundryTerminal

/// The actions of the table by their names, as they are typed behind a colon: `sort-by-due`.
struct CommandNames {
    private let bindings: [(name: String, binding: Binding)]

    /// Those that work in an area.
    init(_ keymap: Keymap, in area: KeyArea) {
        var names: Set<String> = []
        bindings = keymap.bindings.filter { !$0.areas.isDisjoint(with: area) && $0.action != .command }.compactMap {
            binding in
            let name = binding.action.name
            return names.insert(name).inserted ? (name, binding) : nil
        }
    }

    /// The names that begin with a text, and then those that hold it.
    func names(for text: String) -> [String] {
        let all = bindings.map(\.name)
        return all.filter { $0.hasPrefix(text) } + all.filter { !$0.hasPrefix(text) && $0.contains(text) }
    }

    /// What one of them does.
    func help(for name: String) -> String? { bindings.first { $0.name == name }?.binding.help }

    /// The action that a line names: by its name, or by the beginning of one alone.
    func action(for line: String) throws(Problem) -> Action {
        if let exact = bindings.first(where: { $0.name == line }) { return exact.binding.action }
        let begun = bindings.filter { $0.name.hasPrefix(line) }
        if begun.count == 1 { return begun[0].binding.action }
        guard !begun.isEmpty else {
            throw Problem("There is no command “\(Title.shortened(line, to: 24))”; Tab shows some.")
        }
        throw Problem("“\(line)” may mean \(begun.prefix(4).map(\.name).joined(separator: ", ")).")
    }
}

extension Action {
    /// Its name as it is typed, in the command line and in the config file: `sort-by-due`.
    var name: String {
        rawValue.reduce(into: "") { name, letter in
            name += letter.isUppercase ? "-\(letter.lowercased())" : String(letter)
        }
    }

    /// The action of a typed name.
    init?(name: String) {
        guard let action = Action.allCases.first(where: { $0.name == name }) else { return nil }
        self = action
    }
}
