import SundryTerminal

extension Stage {
    /// The picture of the whole screen: header, body, and the line of keys, prompt or message. On a screen of two rows
    /// the header goes, on one of a single row the keys too.
    func draw(size: Size) -> Surface {
        var surface = Surface(size: size)
        let headerRows = size.height >= 3 ? 1 : 0
        let footerRows = size.height >= 2 ? 1 : 0
        var body = Surface(size: Size(width: size.width, height: size.height - headerRows - footerRows))
        top.draw(on: &body)
        surface.paste(body, at: Point(row: headerRows, column: 0))
        frame = Frame(bodyRow: headerRows, bodyHeight: body.size.height)
        if headerRows > 0 { drawHeader(on: &surface) }
        drawFooter(on: &surface, row: size.height - 1, isWanted: footerRows > 0)
        return surface
    }

    private func drawHeader(on surface: inout Surface) {
        let header = top.header
        var column = surface.write(header.title, row: 0, column: 0, style: .title)
        let separator = isPlain ? " - " : " · "
        for detail in header.details where column + displayWidth(detail) + 3 <= surface.size.width {
            column += surface.write(separator + detail, row: 0, column: column, style: .aside)
        }
    }

    private func drawFooter(on surface: inout Surface, row: Int, isWanted: Bool) {
        if let prompt = top.prompt {
            if row > 0 {
                if let message {
                    drawMessage(message, on: &surface, row: row - 1)
                } else if let hint = commandHint ?? top.hint {
                    drawMessage(hint, on: &surface, row: row - 1, style: .aside)
                }
            }
            prompt.draw(on: &surface, row: row)
        } else if let message = message ?? question?.text {
            // Where there is no room for a footer, a message still matters more than the row it covers.
            drawMessage(message, on: &surface, row: row)
        } else if !pending.keys.isEmpty {
            drawContinuations(on: &surface, row: row)
        } else if isWanted {
            drawKeys(on: &surface, row: row)
        }
    }

    private func drawMessage(_ message: String, on surface: inout Surface, row: Int, style: Style = .message) {
        surface.fill(row: row, columns: 0..<surface.size.width)
        surface.write(message, row: row, column: 0, style: style)
    }

    /// The menu of a prefix key: what may follow.
    private func drawContinuations(on surface: inout Surface, row: Int) {
        surface.fill(row: row, columns: 0..<surface.size.width)
        var column = surface.write(Binding.text(pending.keys) + " …", row: row, column: 0, style: .bold)
        for (keys, binding) in keymap.continuations(of: pending.keys, in: area) {
            column += 2
            let start = column
            column += surface.write(Binding.text(keys), row: row, column: column, style: .key)
            column += 1
            column += surface.write(binding.menu ?? binding.help, row: row, column: column)
            frame.spots.append(.init(row: row, columns: start..<column, keys: keys))
        }
    }

    /// The keys that work here: as many as there is room for, dim where they cannot run now.
    private func drawKeys(on surface: inout Surface, row: Int) {
        var column = 0
        if let count = pending.count {
            column += surface.write("\(count) …", row: row, column: 0, style: .bold) + 2
        }
        // Help comes last and is never the one left out.
        let bindings = keymap.footer(in: area)
        let last = bindings.filter { $0.action == .help || $0.action == .close }
        let reserved = last.reduce(0) { $0 + width(of: $1) + 2 }
        var shown: [Binding] = []
        var used = column
        for binding in bindings where binding.action != .help && binding.action != .close {
            let width = width(of: binding) + 2
            guard used + width + reserved <= surface.size.width + 2 else { continue }
            used += width
            shown.append(binding)
        }
        for binding in shown + last {
            let isEnabled = top.availability(of: binding.action) == .enabled
            let start = column
            column += surface.write(key(of: binding), row: row, column: column, style: isEnabled ? .key : .dim) + 1
            column += surface.write(binding.label ?? "", row: row, column: column, style: isEnabled ? [] : .dim) + 2
            // The first key of several opens their menu.
            let first = binding.sequences.first?.first
            frame.spots.append(
                .init(row: row, columns: start..<max(start, column - 2), keys: [first].compactMap(\.self)))
        }
    }

    private func key(of binding: Binding) -> String { binding.sequences.first?.first?.description ?? "" }

    private func width(of binding: Binding) -> Int {
        displayWidth(key(of: binding)) + 1 + displayWidth(binding.label ?? "")
    }
}
