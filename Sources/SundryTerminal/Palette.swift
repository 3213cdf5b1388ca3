import SundryC

/// The styles of the screen in the numbers of ncurses.
struct Palette {
    /// Attributes, and the number of a pair of colours.
    struct Ink {
        let attributes: Int32
        let pair: Int32
        /// What sets the very colours, where the pair has but the nearest of the palette: ncurses knows no others.
        let exact: String?
    }

    private struct Pair: Hashable {
        let foreground: Color?
        let background: Color?
    }

    private let theme: Theme
    private var pairs: [Pair: Int32] = [:]
    private var takesAnyColor = false
    private var inks: [Style: Ink] = [:]

    /// The inks of a theme on the terminal that is open. Where colours are not wanted there are attributes alone; where there are
    /// none, none are started, so that nothing is written that sets them.
    init(_ theme: Theme, wantsColors: Bool) {
        self.theme = theme
        guard theme.hasColors, wantsColors else { return }
        let count = Int(sundry_colors_count())
        guard count >= 8 else { return }
        takesAnyColor = sundry_colors_any()
        let grounds = theme.grounds
        var numbers: [Int32] = []
        for foreground in grounds.foregrounds {
            for background in grounds.backgrounds where foreground != nil || background != nil {
                // A terminal of eight colours has 64 pairs.
                guard pairs.count < 63 else { break }
                pairs[Pair(foreground: foreground, background: background)] = Int32(pairs.count + 1)
                numbers += [foreground, background].map { $0?.number(among: count) ?? -1 }
            }
        }
        sundry_colors_start(numbers, Int32(pairs.count))
    }

    /// The ink of a style.
    mutating func ink(of style: Style) -> Ink {
        if let ink = inks[style] { return ink }
        let look = theme.look(of: style)
        let pair = pairs[Pair(foreground: look.foreground, background: look.background)] ?? 0
        let parameters = [
            look.foreground?.parameters(isGround: false), look.background?.parameters(isGround: true),
        ].compactMap(\.self)
        let isExact = !takesAnyColor || pair == 0 || parameters.isEmpty
        let ink = Ink(
            attributes: look.attributes.rawValue, pair: pair,
            exact: isExact ? nil : "\u{1b}[" + parameters.joined(separator: ";") + "m")
        inks[style] = ink
        return ink
    }
}
