import SundryTerminal

/// The keys of a command that is not complete yet: a count, and the beginning of a sequence.
struct PendingKeys {
    private(set) var keys: [Key] = []
    private(set) var count: Int?

    /// What a key made of it.
    enum Outcome: Equatable {
        case action(Action, count: Int?)
        /// More keys are awaited.
        case waiting
        /// No binding; the keys as they were pressed.
        case unbound([Key])
        /// Escape took back what was pending.
        case dropped
    }

    /// A count beyond this is a cat on the keyboard.
    private static let largestCount = 9_999_999

    mutating func press(_ key: Key, in area: KeyArea, of keymap: Keymap) -> Outcome {
        if let digit = digit(of: key), area.isDisjoint(with: .prompt), keys.isEmpty, digit > 0 || count != nil {
            count = min((count ?? 0) * 10 + digit, Self.largestCount)
            return .waiting
        }
        if key == Key(.escape), !keys.isEmpty || count != nil {
            reset()
            return .dropped
        }
        keys.append(key)
        switch keymap.meaning(of: keys, in: area) {
        case .prefix: return .waiting
        case .action(let action):
            defer { reset() }
            return .action(action, count: count)
        case .nothing:
            defer { reset() }
            return .unbound(keys)
        }
    }

    mutating func reset() {
        self = PendingKeys()
    }

    private func digit(of key: Key) -> Int? {
        key.insertedScalar.flatMap { ("0"..."9").contains($0) ? Int($0.value) - 0x30 : nil }
    }
}
