/// What was done with the mouse.
public struct Pointing: Hashable, Sendable {
    /// What was done.
    public enum Kind: Hashable, Sendable {
        /// The first button was pressed: once, or a second time at the same place.
        case press(clicks: Int)
        /// The wheel was turned by a notch.
        case wheelUp, wheelDown
    }

    /// What was done.
    public var kind: Kind
    /// Where, counted from 0.
    public let place: Point

    /// Something done at a place.
    public init(_ kind: Kind, at place: Point) {
        (self.kind, self.place) = (kind, place)
    }

    /// What a terminal tells by its code of buttons, and column and row from 1 on. Nil for what nobody waits for: other buttons,
    /// releases, movement.
    init?(button: Int, column: Int, row: Int, isRelease: Bool) {
        guard !isRelease, column > 0, row > 0, button & 32 == 0 else { return nil }
        let place = Point(row: row - 1, column: column - 1)
        // 4, 8 and 16 are what is held down with it.
        switch button & ~28 {
        case 0: self.init(.press(clicks: 1), at: place)
        case 64: self.init(.wheelUp, at: place)
        case 65: self.init(.wheelDown, at: place)
        default: return nil
        }
    }
}

/// Tells a double click, which no terminal does.
struct ClickCount {
    private var last: (place: Point, time: ContinuousClock.Instant)?
    private static let span = Duration.milliseconds(400)

    /// The same with the number of clicks.
    mutating func counted(_ pointing: Pointing, now: ContinuousClock.Instant = .now) -> Pointing {
        guard case .press = pointing.kind else {
            last = nil
            return pointing
        }
        if let last, last.place.row == pointing.place.row, abs(last.place.column - pointing.place.column) <= 1,
            now - last.time <= Self.span
        {
            self.last = nil
            return Pointing(.press(clicks: 2), at: pointing.place)
        }
        last = (pointing.place, now)
        return pointing
    }
}
