/// Rows and columns, counted from the upper left corner.
public struct Point: Hashable, Sendable {
    /// Counted from 0 at the top.
    public var row: Int
    /// Counted from 0 at the left.
    public var column: Int

    /// The place in this row and column.
    public init(row: Int, column: Int) {
        self.row = row
        self.column = column
    }
}

/// The extent of a screen in cells.
public struct Size: Hashable, Sendable {
    /// Columns; at least 1.
    public var width: Int
    /// Rows; at least 1.
    public var height: Int

    /// An extent, at least 1 × 1.
    public init(width: Int, height: Int) {
        self.width = max(1, width)
        self.height = max(1, height)
    }
}

/// A picture of the screen: a grid of cells, drawn upon by the screens and put to the terminal in one go.
///
/// Drawing never traps: what lies outside is clipped.
public struct Surface: Equatable, Sendable {
    /// One place of the grid.
    public struct Cell: Equatable, Sendable {
        /// What stands there; nil in the right half of a wide glyph.
        public internal(set) var glyph: Glyph?
        /// How it looks.
        public internal(set) var style: Style

        static let blank = Cell(glyph: Glyph(" ", width: 1), style: [])
    }

    /// The extent of the picture.
    public let size: Size
    /// Where the hardware cursor stands, for screen readers and braille displays; nil hides it.
    public var cursor: Point?
    private var cells: [Cell]

    /// An empty picture.
    public init(size: Size) {
        self.size = size
        cells = Array(repeating: .blank, count: size.width * size.height)
    }

    /// The cells of a row.
    public func row(_ row: Int) -> ArraySlice<Cell> {
        cells[row * size.width..<(row + 1) * size.width]
    }

    /// Puts a glyph, and blanks the other half of a wide one that it cuts. Ignored where it does not fit.
    mutating func set(_ glyph: Glyph, style: Style, row: Int, column: Int) {
        guard row >= 0, row < size.height, column >= 0, column + glyph.width <= size.width else { return }
        let start = row * size.width
        let range = column..<column + glyph.width
        if cells[start + range.lowerBound].glyph == nil, column > 0 {
            cells[start + column - 1].glyph = Cell.blank.glyph
        }
        if range.upperBound < size.width, cells[start + range.upperBound].glyph == nil {
            cells[start + range.upperBound].glyph = Cell.blank.glyph
        }
        cells[start + column] = Cell(glyph: glyph, style: style)
        if glyph.width == 2 { cells[start + column + 1] = Cell(glyph: nil, style: style) }
    }

    /// Adds to the style of cells that are there already.
    public mutating func decorate(row: Int, columns: Range<Int>, with style: Style) {
        guard row >= 0, row < size.height else { return }
        for column in columns.clamped(to: 0..<size.width) {
            cells[row * size.width + column].style.formUnion(style)
        }
    }
}
