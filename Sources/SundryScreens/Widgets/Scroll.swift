/// The window of lines through which rows are seen.
struct Scroll: Equatable {
    /// The row on the first line. May lie outside until `reveal` is called.
    var top = 0
    /// The number of lines, as it was last drawn.
    private(set) var height = 1

    /// Scrolls as little as possible until a row is seen, and no blank lines remain above ones that could be filled.
    mutating func reveal(_ row: Int, of count: Int, height: Int) {
        self.height = max(1, height)
        top = min(max(top, row - self.height + 1), row)
        top = max(0, min(top, count - self.height))
    }

    /// Follows a row that other rows have moved: it stays on its line. But where the first row was seen, it is seen
    /// afterwards, as long as that leaves the followed one within the lines: what comes above it is no secret.
    mutating func follow(from former: Int, to row: Int) {
        guard top > 0 || row >= height else { return top = 0 }
        top += row - former
    }

    /// Moves the window itself as the movement actions say, where no row is chosen among so many lines. False for any other.
    mutating func move(_ action: Action, lines: Int, count: Int?) -> Bool {
        guard let target = target(of: action, from: top, rows: max(1, lines - height + 1), count: count) else {
            return false
        }
        top = target
        return true
    }

    /// The row that a movement leads to; nil for actions that are none.
    func target(of action: Action, from row: Int, rows: Int, count: Int?) -> Int? {
        let times = count ?? 1
        let half = max(1, height / 2)
        let page = max(1, height - 1)
        let target: Int
        switch action {
        case .moveUp: target = row - times
        case .moveDown: target = row + times
        case .halfPageUp: target = row - half * times
        case .halfPageDown: target = row + half * times
        case .pageUp: target = row - page * times
        case .pageDown: target = row + page * times
        case .moveToTop: target = (count ?? 1) - 1
        case .moveToBottom: target = (count ?? rows) - 1
        default: return nil
        }
        return max(0, min(target, rows - 1))
    }
}
