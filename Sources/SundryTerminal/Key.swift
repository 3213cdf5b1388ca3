/// One key press.
public struct Key: Hashable, Sendable {
    /// The key itself, whatever is held down with it.
    public enum Code: Hashable, Sendable {
        /// A letter, digit, sign or blank.
        case character(Unicode.Scalar)
        /// The keys that have a name.
        case enter, tab, escape, backspace, delete, insert
        /// The keys that move.
        case up, down, left, right, home, end, pageUp, pageDown
        /// F1 and its brothers.
        case function(Int)
    }

    /// What is held down.
    public struct Modifiers: OptionSet, Hashable, Sendable {
        /// The bits that terminals send, less one.
        public let rawValue: UInt8

        /// Modifiers of these bits.
        public init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Shift; with characters it shows in the character itself.
        public static let shift = Modifiers(rawValue: 1)
        /// Alt, or Escape before the key.
        public static let alt = Modifiers(rawValue: 2)
        /// Control.
        public static let control = Modifiers(rawValue: 4)
    }

    /// The key.
    public let code: Code
    /// What is held down with it.
    public let modifiers: Modifiers

    /// A key press.
    public init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// The key of a character.
    public static func character(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar)) }
    /// Control and a letter, given in lower case.
    public static func control(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar), .control) }
    /// Alt and a letter.
    public static func alt(_ scalar: Unicode.Scalar) -> Key { Key(.character(scalar), .alt) }

    /// The character to insert when nothing else is bound to the key.
    public var insertedScalar: Unicode.Scalar? {
        guard case .character(let scalar) = code, modifiers.isEmpty else { return nil }
        return scalar
    }
}

extension Key {
    /// The key without Alt, where terminals send it as Escape and the key: pressed one after the other, over a slow line,
    /// the two arrive like that as well. Nil for keys whose sequences name Alt.
    public var afterEscape: Key? {
        guard modifiers.contains(.alt) else { return nil }
        switch code {
        case .character, .enter, .tab, .backspace: return Key(code, modifiers.subtracting(.alt))
        default: return nil
        }
    }
}

extension Key: CustomStringConvertible {
    /// The key as help and footer name it: `Ctrl-D`, `Enter`, `x`.
    public var description: String {
        var name = ""
        if modifiers.contains(.control) { name += "Ctrl-" }
        if modifiers.contains(.alt) { name += "Alt-" }
        if modifiers.contains(.shift) { name += "Shift-" }
        switch code {
        case .character(" "): return name + "Space"
        case .character(let scalar):
            return name + (modifiers.contains(.control) ? String(scalar).uppercased() : String(scalar))
        case .enter: return name + "Enter"
        case .tab: return name + "Tab"
        case .escape: return name + "Esc"
        case .backspace: return name + "Backspace"
        case .delete: return name + "Del"
        case .insert: return name + "Ins"
        case .up: return name + "↑"
        case .down: return name + "↓"
        case .left: return name + "←"
        case .right: return name + "→"
        case .home: return name + "Home"
        case .end: return name + "End"
        case .pageUp: return name + "PgUp"
        case .pageDown: return name + "PgDn"
        case .function(let number): return name + "F\(number)"
        }
    }
}

/// What comes from the terminal.
public enum Input: Hashable, Sendable {
    /// A key was pressed.
    case key(Key)
    /// A text was pasted: one event, whatever it contains. Line ends are `\n`.
    case paste(String)
    /// Something was done with the mouse.
    case pointing(Pointing)
    /// The terminal is gone.
    case end
}
