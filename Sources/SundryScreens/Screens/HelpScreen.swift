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
    }

    var prompt: Prompt?
    let area = KeyArea.help
    private let entries: [Entry]
    private var accepted = ""
    /// Asked for when it is drawn, not with each key.
    private var filter: String { prompt?.editor.text ?? accepted }
    /// There is nothing to choose, so the page moves, not a cursor on it.
    private var scroll = Scroll()

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
        entries = keys + lines
    }

    var header: Header {
        Header(title: "Keys", details: filter.isEmpty ? [] : ["filter “\(filter)”"])
    }

    private var shown: [Entry] {
        let filter = filter
        guard !filter.isEmpty else { return entries }
        return entries.filter { entry in
            "\(entry.keys) \(entry.text)".range(of: filter, options: [.caseInsensitive, .diacriticInsensitive]) != nil
        }
    }

    func availability(of action: Action) -> Availability { .enabled }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        let tops = max(1, shown.count - scroll.height + 1)
        if let target = scroll.target(of: action, from: scroll.top, rows: tops, count: count) {
            scroll.top = target
            return .done
        }
        switch action {
        case .filter: prompt = Prompt(.filter, label: "/", text: filter)
        case .close: return .close
        default: break
        }
        return .done
    }

    func promptChanged() throws {
        scroll.top = 0
    }

    func acceptPrompt() throws -> Effect {
        accepted = filter
        prompt = nil
        return .done
    }

    func cancelPrompt() throws -> Effect {
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
            surface.write("No key does that; Esc shows all.", row: 0, column: 0, style: .dim)
            surface.cursor = Point(row: 0, column: 0)
            return
        }
        scroll.reveal(scroll.top, of: shown.count, height: surface.size.height)
        let keysWidth = min(shown.map { displayWidth($0.keys) }.max() ?? 0, surface.size.width / 2)
        for (line, entry) in shown.dropFirst(scroll.top).prefix(surface.size.height).enumerated() {
            let style: Style = entry.isEnabled ? [] : .dim
            surface.write(
                entry.keys, row: line, column: 0, width: keysWidth, style: style.union(entry.isEnabled ? .bold : []))
            surface.write(entry.text, row: line, column: keysWidth + 2, style: style)
        }
        surface.cursor = Point(row: 0, column: 0)
    }
}
