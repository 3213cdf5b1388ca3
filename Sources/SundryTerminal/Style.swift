import SundryC

/// How text looks. There are no colours: the default ones, reversed, bold or dim, are readable on every theme.
public struct Style: OptionSet, Hashable, Sendable {
    /// The bits of `sundry_style`.
    public let rawValue: Int32

    /// A style of these bits.
    public init(rawValue: Int32) {
        self.rawValue = rawValue
    }

    /// Stronger strokes.
    public static let bold = Style(rawValue: Int32(bitPattern: SUNDRY_BOLD.rawValue))
    /// Fainter than the rest; where a terminal has no such thing, plain.
    public static let dim = Style(rawValue: Int32(bitPattern: SUNDRY_DIM.rawValue))
    /// Foreground and background swapped: what is selected.
    public static let reverse = Style(rawValue: Int32(bitPattern: SUNDRY_REVERSE.rawValue))
    /// A line below: what a filter matched.
    public static let underline = Style(rawValue: Int32(bitPattern: SUNDRY_UNDERLINE.rawValue))
}
