extension Surface {
    /// Copies another picture into this one, its upper left corner at `origin`; its cursor comes along.
    public mutating func paste(_ other: Surface, at origin: Point) {
        for row in 0..<other.size.height {
            for (column, cell) in other.row(row).enumerated() {
                guard let glyph = cell.glyph else { continue }
                set(glyph, style: cell.style, row: origin.row + row, column: origin.column + column)
            }
        }
        if let cursor = other.cursor {
            self.cursor = Point(row: origin.row + cursor.row, column: origin.column + cursor.column)
        }
    }
}
