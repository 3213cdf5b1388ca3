import SundryC

/// How text looks: its attributes, and the roles by which the user may give it colours.
public struct Style: OptionSet, Hashable, Sendable {
    /// The bits of `sundry_style`, and from ``Role`` on those of the roles.
    public let rawValue: Int32

    /// A style of these bits.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Stronger strokes.
    public static let bold = Style(rawValue: Int32(bitPattern: SUNDRY_BOLD.rawValue))
    /// Fainter than the rest; where a terminal has no such thing, plain.
    public static let dim = Style(rawValue: Int32(bitPattern: SUNDRY_DIM.rawValue))
    /// Foreground and background swapped.
    public static let reverse = Style(rawValue: Int32(bitPattern: SUNDRY_REVERSE.rawValue))
    /// A line below.
    public static let underline = Style(rawValue: Int32(bitPattern: SUNDRY_UNDERLINE.rawValue))
    /// A line through it; where a terminal has no such thing, plain.
    public static let strike = Style(rawValue: Int32(bitPattern: SUNDRY_STRIKE.rawValue))

    /// What is no role.
    static let attributes: Style = [.bold, .dim, .reverse, .underline, .strike]
}

/// What a text on the screen is. None of it is told by its look alone.
public enum Role: Int, CaseIterable, Sendable {
    /// The name of a screen, what stands above a section, what stands beside a text, what is done, what is overdue, the sign of a
    /// mark, a key that works, what is told in the bottom line, what divides panes, what a filter matched, where the cursor is.
    case title, heading, aside, done, overdue, mark, key, message, border, match, selected

    /// How it looks unless the user says otherwise: in the colours of the terminal, so that every theme is readable.
    public var attributes: Style {
        switch self {
        case .title, .heading, .key, .message, .overdue: .bold
        case .aside, .border: .dim
        case .done: [.dim, .strike]
        case .mark: []
        case .match: .underline
        case .selected: .reverse
        }
    }

    var bit: Style { Style(rawValue: 1 << Int32(8 + rawValue)) }
}

extension Style {
    /// The look of a role, which the user may change.
    public static func role(_ role: Role) -> Style { role.attributes.union(role.bit) }

    /// The name of a screen.
    public static let title = Style.role(.title)
    /// What stands above a section.
    public static let heading = Style.role(.heading)
    /// What stands beside a text, and notes.
    public static let aside = Style.role(.aside)
    /// What is done.
    public static let done = Style.role(.done)
    /// What was due before today.
    public static let overdue = Style.role(.overdue)
    /// The sign of a mark.
    public static let mark = Style.role(.mark)
    /// A key that works.
    public static let key = Style.role(.key)
    /// What is told in the bottom line, and what stands before a line that is typed.
    public static let message = Style.role(.message)
    /// What divides panes.
    public static let border = Style.role(.border)
    /// What a filter matched.
    public static let match = Style.role(.match)
    /// Where the cursor is.
    public static let selected = Style.role(.selected)
}
