extension Key {
    /// The key of a name as ``description`` gives it: `x`, `Ctrl-D`, `Space`, `PgDn`, `Shift-Tab`. Nil for no such key.
    public init?(named name: String) {
        var rest = Substring(name)
        var modifiers: Modifiers = []
        for (prefix, modifier) in [("Ctrl-", Modifiers.control), ("Alt-", .alt), ("Shift-", .shift)]
        where rest.hasPrefix(prefix) && rest.count > prefix.count {
            rest = rest.dropFirst(prefix.count)
            modifiers.insert(modifier)
        }
        if let code = Key.namedCodes[String(rest)] {
            self.init(code, modifiers)
        } else if rest.first == "F", let number = Int(rest.dropFirst()), (1...24).contains(number) {
            self.init(.function(number), modifiers)
        } else if rest.unicodeScalars.count == 1, let scalar = rest.unicodeScalars.first {
            // Terminals send one code for Ctrl-D and Ctrl-Shift-D; it is named by the capital.
            let isControl = modifiers.contains(.control)
            self.init(
                .character(isControl ? scalar.properties.lowercaseMapping.unicodeScalars.first ?? scalar : scalar),
                modifiers)
        } else {
            return nil
        }
    }

    private static let namedCodes: [String: Code] = [
        "Enter": .enter, "Tab": .tab, "Esc": .escape, "Backspace": .backspace, "Del": .delete, "Ins": .insert,
        "↑": .up, "↓": .down, "←": .left, "→": .right, "Home": .home, "End": .end, "PgUp": .pageUp, "PgDn": .pageDown,
        "Space": .character(" "),
    ]
}
