/// The keys of the full screen as a manual lists them: those that work in the same places, in the order of the keymap.
public struct KeySection: Sendable {
    /// A binding: its keys, as in `g g, Home`, and what they do.
    public struct Row: Sendable {
        /// Its keys.
        public let keys: String
        /// What they do.
        public let help: String
    }

    /// Where the keys work, as in “Items and lists”.
    public let title: String
    /// The bindings.
    public let rows: [Row]

    /// What the mouse does.
    public static let mouse = KeySection(
        title: "Mouse", rows: MouseGuide.rows.map { Row(keys: $0.what, help: $0.meaning) })

    /// All keys there are, as they are unless the user says otherwise.
    public static let all: [KeySection] = {
        let bindings = Keymap.standard.bindings
        var places: [KeyArea] = []
        for binding in bindings where !places.contains(binding.areas) { places.append(binding.areas) }
        return places.map { place in
            let rows = bindings.filter { $0.areas == place }.map { binding in
                Row(keys: binding.sequences.map(Binding.text).joined(separator: ", "), help: binding.help)
            }
            return KeySection(title: place.title, rows: rows)
        }
    }()
}

extension KeyArea {
    /// The places in words.
    fileprivate var title: String {
        let named: [(KeyArea, String)] = [
            (.items, "items"), (.lists, "lists"), (.help, "help"), (.prompt, "typing"), (.form, "editor"),
            (.history, "history"), (.trash, "trash"), (.archive, "archive"), (.shops, "shops"), (.aisles, "shelves"),
            (.page, "statistics"), (.importing, "import"),
            (.asking, "questions"),
        ]
        if self == .browsing { return "Everywhere but while typing" }
        let words = named.filter { contains($0.0) }.map(\.1)
        guard words.count < named.count else { return "Everywhere" }
        let all = words.dropLast().joined(separator: ", ") + (words.count > 1 ? " and " : "") + (words.last ?? "")
        return all.prefix(1).uppercased() + all.dropFirst()
    }
}
