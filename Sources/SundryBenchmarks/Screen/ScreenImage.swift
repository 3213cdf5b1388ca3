/// What stands on the screen of a terminal of the type `xterm-256color`, as far as ncurses makes use of it: letters one cell
/// wide, in no colour.
struct ScreenImage {
    private enum State { case ground, escape, charset, control, text }

    let width: Int
    let height: Int
    private(set) var row = 0
    private(set) var column = 0
    private var cells: [[Unicode.Scalar]]
    private var state = State.ground
    private var parameters = ""
    private var character: [UInt8] = []
    private var lastWritten: Unicode.Scalar = " "
    /// The rows that scroll.
    private var region: Range<Int>

    init(width: Int, height: Int) {
        (self.width, self.height) = (width, height)
        region = 0..<height
        cells = Array(repeating: Array(repeating: " ", count: width), count: height)
    }

    /// The text of a row, without the blanks at its end.
    func line(_ row: Int) -> String {
        var line = String(String.UnicodeScalarView(cells[row]))
        while line.last == " " { line.removeLast() }
        return line
    }

    var lines: [String] { (0..<height).map(line) }

    mutating func feed(_ bytes: some Sequence<UInt8>) {
        for byte in bytes { step(byte) }
    }

    private mutating func step(_ byte: UInt8) {
        switch state {
        case .ground: ground(byte)
        case .escape:
            switch byte {
            case UInt8(ascii: "["): (state, parameters) = (.control, "")
            case UInt8(ascii: "]"): state = .text
            case UInt8(ascii: "("), UInt8(ascii: ")"): state = .charset
            case UInt8(ascii: "M"):
                if row == region.lowerBound { scroll(region, by: -1) } else { row = max(0, row - 1) }
                state = .ground
            default: state = .ground
            }
        case .charset: state = .ground
        case .text: if byte == 7 || byte == 0x1b { state = byte == 7 ? .ground : .escape }
        case .control:
            guard byte >= 0x40 else { return parameters.append(Character(Unicode.Scalar(byte))) }
            state = .ground
            control(byte)
        }
    }

    private mutating func ground(_ byte: UInt8) {
        switch byte {
        case 0x1b: state = .escape
        case 8: column = max(0, column - 1)
        case 9: column = min(width - 1, (column / 8 + 1) * 8)
        case 10: if row == region.upperBound - 1 { scroll(region, by: 1) } else { row = min(height - 1, row + 1) }
        case 13: column = 0
        case 0..<32: break
        case 0x80...:
            character.append(byte)
            let text = String(decoding: character, as: UTF8.self).unicodeScalars
            guard text.count == 1, let scalar = text.first, scalar != "\u{fffd}" else { return }
            character = []
            write(scalar)
        default: write(Unicode.Scalar(byte))
        }
    }

    private mutating func write(_ scalar: Unicode.Scalar) {
        if column >= width { (row, column) = (min(height - 1, row + 1), 0) }
        cells[row][column] = scalar
        lastWritten = scalar
        column += 1
    }

    private mutating func control(_ final: UInt8) {
        let numbers = parameters.split(separator: ";", omittingEmptySubsequences: false).map { Int($0) }
        let first = numbers.first.flatMap(\.self)
        let count = max(1, first ?? 1)
        switch Character(Unicode.Scalar(final)) {
        case "H", "f":
            row = min(height, count) - 1
            column = min(width, max(1, (numbers.count > 1 ? numbers[1] : nil) ?? 1)) - 1
        case "A": row = max(0, row - count)
        case "B": row = min(height - 1, row + count)
        case "C": column = min(width - 1, column + count)
        case "D": column = max(0, min(column, width) - count)
        case "G": column = min(width, count) - 1
        case "Z": for _ in 0..<count { column = max(0, (min(column, width) - 1) / 8 * 8) }
        case "d": row = min(height, count) - 1
        case "K": erase(row, first == 1 || first == 2 ? 0 : column, first == 1 ? column + 1 : width)
        case "J":
            if first == 2 || first == 3 { for row in 0..<height { erase(row, 0, width) } }
            guard first == nil || first == 0 else { return }
            erase(row, column, width)
            for row in row + 1..<max(row + 1, height) { erase(row, 0, width) }
        case "r":
            let last = (numbers.count > 1 ? numbers[1] : nil) ?? height
            if count < last, last <= height { region = count - 1..<last }
            (row, column) = (0, 0)
        case "S": scroll(region, by: count)
        case "T": scroll(region, by: -count)
        case "M": if region.contains(row) { scroll(row..<region.upperBound, by: count) }
        case "L": if region.contains(row) { scroll(row..<region.upperBound, by: -count) }
        case "X": erase(row, column, column + count)
        case "P", "@":
            guard column < width else { return }
            let moved = min(count, width - column)
            let blanks = [Unicode.Scalar](repeating: " ", count: moved)
            if final == UInt8(ascii: "P") {
                cells[row].removeSubrange(column..<column + moved)
                cells[row] += blanks
            } else {
                cells[row].insert(contentsOf: blanks, at: column)
                cells[row].removeLast(moved)
            }
        case "b": for _ in 0..<count { write(lastWritten) }
        default: break
        }
    }

    /// Moves rows up, or down where the count is negative; blank ones come in.
    private mutating func scroll(_ rows: Range<Int>, by count: Int) {
        let old = cells
        for row in rows {
            let from = row + count
            cells[row] = rows.contains(from) ? old[from] : [Unicode.Scalar](repeating: " ", count: width)
        }
    }

    private mutating func erase(_ row: Int, _ start: Int, _ end: Int) {
        for column in max(0, start)..<max(max(0, start), min(end, width)) { cells[row][column] = " " }
    }
}
