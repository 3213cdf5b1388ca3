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
    /// What was looked for last, and the row of all that holds it and was gone to.
    private var (sought, match): (String, Int?) = ("", nil)

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

    func availability(of action: Action) -> Availability {
        guard [.nextMatch, .previousMatch].contains(action), filter.isEmpty, sought.isEmpty else { return .enabled }
        return .disabled(ItemsScreen.nothingSought)
    }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        if scroll.move(action, lines: shown.count, count: count) {
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

    /// Goes to a row so many after the one gone to last that holds what was looked for, round the end.
    private func step(_ steps: Int) {
        let rows = shown
        let places = rows.indices.filter { filter.isEmpty ? rows[$0].holds(sought) : true }
        guard !places.isEmpty else { return }
        let here = match ?? (steps > 0 ? scroll.top - 1 : scroll.top)
        let first = places.count { steps > 0 ? $0 <= here : $0 < here }
        let target = steps > 0 ? first + steps - 1 : first + steps
        let row = places[((target % places.count) + places.count) % places.count]
        (match, scroll.top) = (row, row)
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
        let shown = shown
        guard !shown.isEmpty else {
            surface.write("No key does that; Esc shows all.", row: 0, column: 0, style: .aside)
            surface.cursor = Point(row: 0, column: 0)
            return
        }
        scroll.reveal(scroll.top, of: shown.count, height: surface.size.height)
        let keysWidth = min(shown.map { displayWidth($0.keys) }.max() ?? 0, surface.size.width / 2)
        for (line, entry) in shown.dropFirst(scroll.top).prefix(surface.size.height).enumerated() {
            let style: Style = entry.isEnabled ? [] : .dim
            surface.write(
                entry.keys, row: line, column: 0, width: keysWidth, style: style.union(entry.isEnabled ? .key : []))
            surface.write(
                entry.text, row: line, column: keysWidth + 2, style: style,
                emphasis: entry.text.range(matching: filter.isEmpty ? sought : filter, ignoringCase: true))
        }
        let row = match.map { $0 - scroll.top } ?? 0
        surface.cursor = Point(row: max(0, min(row, surface.size.height - 1)), column: 0)
    }
}
