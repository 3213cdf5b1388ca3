import SundryKit
import SundryTerminal

/// What there is to say of the item under the cursor, beside its list.
enum DetailsPane {
    /// Draws the fields that say something, the note broken into lines.
    static func draw(_ item: Item?, on surface: inout Surface) {
        guard let item else { return }
        let width = surface.size.width
        var row = 0
        for line in Lines.broken(item.line, to: width) {
            surface.write(line, row: row, column: 0, style: .heading)
            row += 1
        }
        row += 1
        for field in ItemField.allCases where field != .title && field != .amount {
            let text = field.text(of: item)
            guard !text.isEmpty else { continue }
            surface.write(field.label, row: row, column: 0, style: .aside)
            for line in text.split(whereSeparator: \.isNewline).flatMap({
                Lines.broken(String($0), to: max(1, width - 10))
            }) {
                surface.write(line, row: row, column: min(10, width - 1))
                row += 1
            }
        }
        if item.product?.isStaple == true {
            surface.write("Staple", row: row, column: 0, style: .dim)
            surface.write("yes", row: row, column: min(10, width - 1))
            row += 1
        }
        let moments = [("Added", item.timestamp), ("Done", item.completedAt)]
        for (label, date) in moments {
            guard let date else { continue }
            surface.write(label, row: row, column: 0, style: .aside)
            surface.write(DateText.local(date), row: row, column: min(10, width - 1))
            row += 1
        }
    }
}
