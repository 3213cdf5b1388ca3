/// A colour of text or of its ground.
public enum Color: Hashable, Sendable {
    /// One of the terminal's own: 0 to 7 as the user has set them, 8 to 15 brighter, then a cube of 216 and 24 greys.
    case palette(UInt8)
    /// Red, green and blue.
    case rgb(UInt8, UInt8, UInt8)

    private static let names = ["black", "red", "green", "yellow", "blue", "magenta", "cyan", "white"]

    /// The colour of a name: `red`, `bright-red`, a number up to 255, `#ff8800`. Nil for no such colour.
    public init?(named name: String) {
        let isBright = name.hasPrefix("bright-")
        if let place = Self.names.firstIndex(of: isBright ? String(name.dropFirst(7)) : name) {
            self = .palette(UInt8(place + (isBright ? 8 : 0)))
        } else if name.first == "#", name.utf8.count == 7, name.dropFirst().allSatisfy(\.isHexDigit),
            let value = UInt32(name.dropFirst(), radix: 16)
        {
            self = .rgb(UInt8(value >> 16), UInt8(value >> 8 & 255), UInt8(value & 255))
        } else if let number = UInt8(name), !name.hasPrefix("+") {
            self = .palette(number)
        } else {
            return nil
        }
    }

    /// Its name.
    public var name: String {
        switch self {
        case .palette(let number) where number < 16: (number < 8 ? "" : "bright-") + Self.names[Int(number) % 8]
        case .palette(let number): "\(number)"
        case .rgb(let red, let green, let blue):
            "#" + [red, green, blue].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
        }
    }

    /// The parameters that set it as the colour of text, or of the ground, on a terminal that takes any; nil for one of the palette.
    func parameters(isGround: Bool) -> String? {
        guard case .rgb(let red, let green, let blue) = self else { return nil }
        return "\(isGround ? 48 : 38);2;\(red);\(green);\(blue)"
    }

    /// The number of the colour in a palette of so many, or of the nearest there.
    func number(among count: Int) -> Int32 {
        switch self {
        case .palette(let number) where Int(number) < count: Int32(number)
        // Bright ones are the same, brighter.
        case .palette(let number) where number < 16: Int32(number % 8)
        default: nearest(among: count)
        }
    }

    private func nearest(among count: Int) -> Int32 {
        let (red, green, blue) = parts
        // The first sixteen are what the user has made of them, so they stand for others only where there are no more.
        let numbers = count >= 256 ? 16..<256 : 0..<min(count, 16)
        func distance(_ number: Int) -> Int {
            let (r, g, b) = Color.palette(UInt8(number)).parts
            return (r - red) * (r - red) + (g - green) * (g - green) + (b - blue) * (b - blue)
        }
        return Int32(numbers.min { distance($0) < distance($1) } ?? 0)
    }

    /// Its red, green and blue, as xterm has them.
    private var parts: (Int, Int, Int) {
        switch self {
        case .rgb(let red, let green, let blue): return (Int(red), Int(green), Int(blue))
        case .palette(let number) where number < 16:
            let full = number < 8 ? 205 : 255
            let part = { (bit: UInt8) in number & bit != 0 ? full : number == 8 ? 127 : 0 }
            return (part(1), part(2), part(4))
        case .palette(let number) where number < 232:
            let step = { (place: Int) in place == 0 ? 0 : 55 + 40 * place }
            let place = Int(number) - 16
            return (step(place / 36), step(place / 6 % 6), step(place % 6))
        case .palette(let number):
            let grey = 8 + 10 * (Int(number) - 232)
            return (grey, grey, grey)
        }
    }
}

/// Colours and attributes of a role.
public struct Look: Hashable, Sendable {
    /// The colour of the text; nil for the terminal's own.
    public var foreground: Color?
    /// The colour of the ground; nil for the terminal's own.
    public var background: Color?
    /// The attributes, without roles.
    public var attributes: Style

    /// A look of these.
    public init(foreground: Color? = nil, background: Color? = nil, attributes: Style = []) {
        (self.foreground, self.background, self.attributes) = (foreground, background, attributes)
    }
}

/// How the roles look.
public struct Theme: Hashable, Sendable {
    private var looks: [Role: Look] = [:]

    /// The theme as it is unless the user says otherwise: no colours.
    public init() {}

    /// How a role looks.
    public subscript(role: Role) -> Look {
        get { looks[role] ?? Look(attributes: role.attributes) }
        set { looks[role] = newValue }
    }

    /// How text of a style looks: of several roles those count that stand further back in ``Role``.
    func look(of style: Style) -> Look {
        var look = Look(attributes: style.intersection(.attributes))
        for role in Role.allCases where style.isSuperset(of: role.bit) {
            guard let own = looks[role] else { continue }
            look.attributes = look.attributes.subtracting(role.attributes).union(own.attributes)
            look.foreground = own.foreground ?? look.foreground
            look.background = own.background ?? look.background
        }
        return look
    }

    /// Whether there is any.
    var hasColors: Bool { looks.values.contains { $0.foreground != nil || $0.background != nil } }

    /// The colours of text, and those of the ground, of which any may meet; nil for the terminal's own.
    var grounds: (foregrounds: [Color?], backgrounds: [Color?]) {
        let own = Role.allCases.compactMap { looks[$0] }
        func distinct(_ colors: [Color?]) -> [Color?] { [nil] + Set(colors.compactMap(\.self)).map(Optional.some) }
        return (distinct(own.map(\.foreground)), distinct(own.map(\.background)))
    }
}
