import SundryKit
import SundryTerminal

extension Theme {
    /// The looks that the user has set, and the lines of the file that make no sense.
    static func configured(by configuration: Configuration) -> (theme: Theme, faults: [Configuration.Fault]) {
        var theme = Theme()
        var faults: [Configuration.Fault] = []
        for setting in configuration.colors {
            do throws(Problem) {
                guard let role = Role.allCases.first(where: { $0.name == setting.name }) else {
                    let names = Role.allCases.map(\.name).joined(separator: ", ")
                    throw Problem("nothing is named “\(setting.name)” that could have a color; there is \(names)")
                }
                theme[role] = try Look(setting.look)
            } catch {
                faults.append(.init(line: setting.line, reason: error.sentence))
            }
        }
        return (theme, faults)
    }
}

extension Role {
    /// Its name in the config file.
    var name: String { "\(self)" }
}

extension Look {
    private static let words: [(name: String, style: Style)] = [
        ("bold", .bold), ("dim", .dim), ("underline", .underline), ("reverse", .reverse), ("strike", .strike),
    ]

    /// A look in words: `green`, `black on yellow bold`, `default on #203040`, `underline`. What is not named is as the terminal
    /// has it.
    init(_ text: String) throws(Problem) {
        self.init()
        var (isGround, colorCount) = (false, 0)
        for word in text.lowercased().split(whereSeparator: \.isWhitespace).map(String.init) {
            if word == "on", !isGround {
                isGround = true
            } else if let style = Self.words.first(where: { $0.name == word })?.style {
                attributes.formUnion(style)
            } else if word == "default" || Color(named: word) != nil {
                guard colorCount < (isGround ? 2 : 1) else { throw Problem("“\(word)” is a color too many") }
                colorCount = isGround ? 2 : 1
                if isGround { background = Color(named: word) } else { foreground = Color(named: word) }
            } else if word != "plain" {
                throw Problem(
                    "“\(word)” is neither a color (red, bright-red, 0 to 255, #ff8800, default) nor bold, dim, underline, reverse, strike or plain"
                )
            }
        }
        if isGround, colorCount < 2 { throw Problem("there is no color behind “on”") }
    }

    /// The look in words.
    var text: String {
        var words = foreground.map { [$0.name] } ?? (background == nil ? [] : ["default"])
        if let background { words += ["on", background.name] }
        words += Self.words.filter { attributes.isSuperset(of: $0.style) }.map(\.name)
        return words.isEmpty ? "plain" : words.joined(separator: " ")
    }
}

/// The looks that a configuration sets, for `sundry config`.
public enum ConfiguredColors {
    /// What is on the screen, each with its look and the line that sets it.
    public static func rows(of configuration: Configuration) -> [(name: String, look: String, line: Int?)] {
        let theme = Theme.configured(by: configuration).theme
        return Role.allCases.map { role in
            (role.name, theme[role].text, configuration.colors.first { $0.name == role.name }?.line)
        }
    }

    /// The lines that set no look, though they are meant to.
    public static func faults(of configuration: Configuration) -> [Configuration.Fault] {
        Theme.configured(by: configuration).faults
    }
}
