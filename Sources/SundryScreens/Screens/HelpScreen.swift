import Foundation
import SundryKit
import SundryTerminal

/// The keys that work on the screen beneath, made from the keymap itself.
@MainActor
final class HelpScreen: Screen {
    /// One binding as the help tells it.
    private struct Entry {
        let keys: String
        let text: String
        let isEnabled: Bool

        func holds(_ text: String) -> Bool { "\(keys) \(self.text)".range(matching: text, ignoringCase: true) != nil }
    }

    var prompt: Prompt?
    let area = KeyArea.help
    private let entries: [Entry]
    private var accepted = ""
    /// Asked for when it is drawn, not with each key.
    private var filter: String { prompt?.editor.text ?? accepted }
    /// There is nothing to choose, so the page moves, not a cursor on it.
    private var scroll = Scroll()
    /// Columns of the screen, as it was last drawn.
    private var width = 80
    /// What was looked for last, and the one of the entries shown that holds it and was gone to.
    private var (sought, match): (String, Int?) = ("", nil)
    /// Whether the page is to begin with that one when it is next drawn.
    private var isMatchNew = false

    /// The help for a screen as it is now: what cannot run says why.
    init(keymap: Keymap, of screen: any Screen) {
        let areas = [screen.area, .prompt]
        let keys = areas.flatMap { area in
            keymap.bindings.filter { !$0.areas.isDisjoint(with: area) }.map { binding in
                let keys = binding.sequences.map(Binding.text).joined(separator: ", ")
                let text = area == .prompt ? "while typing: \(binding.help)" : binding.help
                guard area != .prompt, case .disabled(let reason) = screen.availability(of: binding.action) else {
                    return Entry(keys: keys, text: text, isEnabled: true)
                }
                return Entry(keys: keys, text: "\(text) (\(reason))", isEnabled: false)
            }
        }
        let lines = EntryGuide.rows.map { example, meaning in
            Entry(keys: example, text: "while typing an item: \(meaning)", isEnabled: true)
        }
        let pointing = MouseGuide.rows.map { Entry(keys: $0.what, text: $0.meaning, isEnabled: true) }
        entries = keys + pointing + lines
    }

    var header: Header {
        Header(title: "Keys", details: filter.isEmpty ? [] : ["filter “\(filter)”"])
    }

    private var shown: [Entry] {
        let filter = filter
        guard !filter.isEmpty else { return entries }
        return entries.filter { $0.holds(filter) }
    }

    /// A line of the page; an entry takes as many as it is long.
    private struct Line {
        /// Which of the entries shown.
        let index: Int
        var keys = ""
        var text = ""
    }

    /// Where the texts begin: beside the keys, or, where there is no room for both, in lines of their own.
    private func textColumn(of shown: [Entry]) -> Int {
        width < 40 ? 2 : min(shown.map { displayWidth($0.keys) }.max() ?? 0, width / 3) + 2
    }

    /// The lines of the entries shown, broken between words.
    private func lines(of shown: [Entry]) -> [Line] {
        let column = textColumn(of: shown)
        let isNarrow = width < 40
        return shown.enumerated().flatMap { index, entry in
            let keys = Lines.broken(entry.keys, to: isNarrow ? width : column - 2).map { Line(index: index, keys: $0) }
            let texts = Lines.broken(entry.text, to: max(1, width - column)).map { Line(index: index, text: $0) }
            guard !isNarrow else { return keys + texts }
            return (0..<max(keys.count, texts.count)).map { line in
                Line(
                    index: index, keys: line < keys.count ? keys[line].keys : "",
                    text: line < texts.count ? texts[line].text : "")
            }
        }
    }

    func availability(of action: Action) -> Availability {
        guard [.nextMatch, .previousMatch].contains(action), filter.isEmpty, sought.isEmpty else { return .enabled }
        return .disabled(ItemsScreen.nothingSought)
    }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        if scroll.move(action, lines: lines(of: shown).count, count: count) {
            match = nil
            return .done
        }
        switch action {
        case .filter: prompt = Prompt(.filter, label: "/", text: filter)
        case .nextMatch: step(count ?? 1)
        case .previousMatch: step(-(count ?? 1))
        default: return try answer(action) ?? .done
        }
        return .done
    }

    /// Goes to an entry so many after the one gone to last that holds what was looked for, round the end.
    private func step(_ steps: Int) {
        let shown = shown
        let places = shown.indices.filter { filter.isEmpty ? shown[$0].holds(sought) : true }
        guard !places.isEmpty else { return }
        let lines = lines(of: shown)
        let top = lines.isEmpty ? 0 : lines[max(0, min(scroll.top, lines.count - 1))].index
        let here = match ?? (steps > 0 ? top - 1 : top)
        let first = places.count { steps > 0 ? $0 <= here : $0 < here }
        let target = steps > 0 ? first + steps - 1 : first + steps
        match = places[((target % places.count) + places.count) % places.count]
        isMatchNew = true
    }

    func promptChanged() throws {
        (match, scroll.top) = (nil, 0)
    }

    func acceptPrompt() throws -> Effect {
        accepted = filter
        prompt = nil
        return .done
    }

    func cancelPrompt() throws -> Effect {
        if !filter.isEmpty { (sought, match) = (filter, nil) }
        prompt = nil
        accepted = ""
        return .done
    }

    func paste(_ text: String) throws -> Effect {
        prompt?.editor.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        try promptChanged()
        return .done
    }

    func prepare() throws {}

    func draw(on surface: inout Surface) {
        width = surface.size.width
        let (shown, filter) = (shown, filter)
        let lines = lines(of: shown)
        guard !lines.isEmpty else {
            surface.write("No key does that; Esc shows all.", row: 0, column: 0, style: .aside)
            surface.cursor = Point(row: 0, column: 0)
            return
        }
        let matchLine = match.flatMap { match in lines.firstIndex { $0.index == match } }
        if isMatchNew, let matchLine { scroll.top = matchLine }
        isMatchNew = false
        scroll.reveal(scroll.top, of: lines.count, height: surface.size.height)
        let column = textColumn(of: shown)
        for (row, line) in lines.dropFirst(scroll.top).prefix(surface.size.height).enumerated() {
            let isEnabled = shown[line.index].isEnabled
            let style: Style = isEnabled ? [] : .dim
            surface.write(line.keys, row: row, column: 0, style: style.union(isEnabled ? .key : []))
            surface.write(
                line.text, row: row, column: column, style: style,
                emphasis: line.text.range(matching: filter.isEmpty ? sought : filter, ignoringCase: true))
        }
        let row = matchLine.map { $0 - scroll.top } ?? 0
        surface.cursor = Point(row: max(0, min(row, surface.size.height - 1)), column: 0)
    }
}
