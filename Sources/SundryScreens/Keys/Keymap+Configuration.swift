import SundryKit
import SundryTerminal

extension Keymap {
    /// The keys with those that the user has set, and the lines of the file that make no sense. Keys that are given to another
    /// action are taken from the one that had them in the same place, and so are those that could not be pressed any more: of
    /// `g` and `g g` only one can be.
    static func configured(by configuration: Configuration) -> (keymap: Keymap, faults: [Configuration.Fault]) {
        var bindings = Keymap.standard.bindings
        var faults: [Configuration.Fault] = []
        for setting in configuration.keys {
            guard let action = Action(name: setting.action) else {
                faults.append(.init(line: setting.line, reason: "there is no action “\(setting.action)”"))
                continue
            }
            let wrong = setting.keys.first { text in
                text.split(separator: " ").contains { Key(named: String($0)) == nil }
            }
            if let wrong {
                faults.append(.init(line: setting.line, reason: "no key is named “\(wrong)”"))
                continue
            }
            let sequences = setting.keys.map(Binding.keys)
            let areas = bindings.filter { $0.action == action }.reduce(into: KeyArea()) { $0.formUnion($1.areas) }
            bindings = bindings.compactMap { binding in
                if binding.action == action { return binding.with(sequences) }
                guard !binding.areas.isDisjoint(with: areas) else { return binding }
                return binding.with(
                    binding.sequences.filter { old in
                        !sequences.contains { $0.starts(with: old) || old.starts(with: $0) }
                    })
            }
        }
        return (Keymap(bindings: bindings), faults)
    }
}

extension Binding {
    /// The same on other keys.
    func with(_ sequences: [[Key]]) -> Binding {
        Binding(action, sequences, in: areas, label: label, menu: menu, help: help)
    }
}

/// The keys that a configuration sets, for `sundry config`.
public enum ConfiguredKeys {
    /// The actions in their order, each with its keys and the line that sets them.
    public static func rows(of configuration: Configuration) -> [(action: String, keys: String, line: Int?)] {
        let keymap = Keymap.configured(by: configuration).keymap
        var seen: Set<Action> = []
        return keymap.bindings.compactMap { binding in
            guard seen.insert(binding.action).inserted else { return nil }
            let name = binding.action.name
            let keys = binding.sequences.map(Binding.text).joined(separator: ", ")
            let line = configuration.keys.first { $0.action == name }?.line
            guard keys.isEmpty else { return (name, keys, line) }
            let taking = configuration.keys.last { setting in
                setting.keys.map(Binding.keys).contains { new in
                    Keymap.standard.bindings.contains { old in
                        old.action == binding.action
                            && old.sequences.contains { $0.starts(with: new) || new.starts(with: $0) }
                    }
                }
            }
            return (name, "(none: its keys are given to another)", taking?.line)
        }
    }

    /// The lines that set no keys, though they are meant to.
    public static func faults(of configuration: Configuration) -> [Configuration.Fault] {
        Keymap.configured(by: configuration).faults
    }
}
