import CoreData
import Foundation
import SundryKit
import SundryTerminal

/// A layer that shows one live list of objects, with a cursor and a filter: history, trash, archive, shops. What a row says and what
/// the keys do is up to each of them.
@MainActor
class RowsScreen<Object: NSManagedObject>: Screen {
    let context: NSManagedObjectContext
    let isPlain: Bool
    let rows = LiveRows<Object>()
    var prompt: Prompt?
    private let title: String
    private let request: NSFetchRequest<Object>
    /// The attribute that the filter looks into.
    private let filterKey: String
    private var filter = ""
    private let matches = Matches<Object>()
    private var isStale = true
    private let onMessage: (String) -> Void
    /// From so many rows on they are fetched behind the screen.
    private static var longFrom: Int { 2000 }

    /// The objects of a request, filtered by the text of one attribute.
    init(
        _ title: String, _ request: NSFetchRequest<Object>, filteredBy key: String, on screen: ItemsScreen
    ) {
        self.title = title
        self.request = request
        filterKey = key
        context = screen.context
        isPlain = screen.isPlain
        onMessage = { [weak screen] in screen?.onMessage($0) }
        request.fetchBatchSize = 128
        rows.onChange = { [weak screen] in screen?.onChange() }
        matches.onChange = { [weak screen] in screen?.onChange() }
    }

    // MARK: Of each screen

    var area: KeyArea { .help }
    /// Said where there are no rows.
    var note: String { "" }
    /// What a row says, and what stands at its end.
    func text(of object: Object) -> (line: String, aside: String, isFaint: Bool) { ("", "", false) }
    /// Runs an action of this screen.
    func act(_ action: Action, count: Int) throws -> Effect { .done }
    /// Takes a line that was typed, the filter's aside.
    func take(_ text: String, for purpose: Prompt.Purpose) throws -> Effect { .done }
    /// What holds a text that is looked for.
    func predicate(holding text: String) -> NSPredicate { Search.objects(holding: text, in: filterKey) }
    /// Why an action cannot run now, where that is not plain from the rows; nil where it can.
    func reason(against action: Action) -> String? { nil }
    func completion(of line: String) throws -> LineCompletion? { nil }

    // MARK: Of all

    /// Said where there are no rows yet.
    private static var reading: String { "They are still being read." }

    var header: Header {
        let count = isReading ? "still reading" : "\(rows.count)"
        return Header(title: title, details: [count] + (filter.isEmpty ? [] : ["filter “\(filter)”"]))
    }

    /// Whether there are rows to come.
    private var isReading: Bool { rows.isWaiting || !rows.isComplete }

    func availability(of action: Action) -> Availability {
        if let refusal = refusal(of: action, in: context) { return refusal }
        if Action.ofRows.contains(action), rows.count == 0 {
            return .disabled(isReading ? Self.reading : "There is nothing here.")
        }
        if [.nextMatch, .previousMatch].contains(action), filter.isEmpty, matches.text.isEmpty {
            return .disabled(ItemsScreen.nothingSought)
        }
        return reason(against: action).map(Availability.disabled) ?? .enabled
    }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        matches.stopWaiting()
        if rows.move(action, count: count) { return .done }
        switch action {
        case .filter: prompt = Prompt(.filter, label: "/", text: filter)
        case .nextMatch: return try step(count ?? 1)
        case .previousMatch: return try step(-(count ?? 1))
        case .escape where !filter.isEmpty: setFilter("")
        default: return try answer(action, in: context) ?? act(action, count: count ?? 1)
        }
        return .done
    }

    func point(at place: Point) throws -> Bool { rows.point(at: place.row) }

    func scroll(by lines: Int, at place: Point) throws -> Effect {
        rows.scroll(by: lines)
        return .done
    }

    func promptChanged() throws {
        if let prompt, case .filter = prompt.purpose { setFilter(prompt.editor.text) }
    }

    func acceptPrompt() throws -> Effect {
        guard let prompt else { return .done }
        if case .filter = prompt.purpose {
            self.prompt = nil
            return .done
        }
        let effect = try take(prompt.editor.text, for: prompt.purpose)
        // Only now: what could not be done stays to be typed better.
        self.prompt = nil
        return effect
    }

    func cancelPrompt() throws -> Effect {
        if let prompt, case .filter = prompt.purpose { setFilter("") }
        prompt = nil
        return .done
    }

    func paste(_ text: String) throws -> Effect {
        prompt?.editor.insert(text.split(whereSeparator: \.isNewline).joined(separator: " "))
        try promptChanged()
        return .done
    }

    private func setFilter(_ text: String) {
        guard text != filter else { return }
        if text.isEmpty { matches.look(for: filter) }
        filter = text
        isStale = true
    }

    private func step(_ steps: Int) throws -> Effect {
        guard filter.isEmpty else {
            rows.step(steps)
            return .done
        }
        return try matches.step(steps, in: rows) { try show(in: $0, holding: matches.text) }
    }

    func prepare() throws {
        try rows.check()
        if case .say(let words) = try matches.resume(in: rows) { onMessage(words) }
        guard isStale else { return }
        isStale = false
        try show(in: rows, holding: filter)
    }

    /// Shows what holds a text, all where that is empty. Where there may be a million rows, the first of them come ahead.
    private func show(in rows: LiveRows<Object>, holding filter: String) throws {
        let wanted = NSFetchRequest<Object>(entityName: request.entityName ?? "")
        wanted.sortDescriptors = request.sortDescriptors
        wanted.fetchBatchSize = request.fetchBatchSize
        let match = filter.isEmpty ? nil : predicate(holding: filter)
        wanted.predicate = NSCompoundPredicate(
            andPredicateWithSubpredicates: [request.predicate, match].compactMap(\.self))
        let some = NSFetchRequest<Object>(entityName: request.entityName ?? "")
        // Of all there are, not of those that are wanted: which these are, only a look at all could tell.
        some.fetchLimit = Self.longFrom
        try rows.show(
            [RowPart(request: wanted)], in: context, isLong: try context.count(for: some) == Self.longFrom,
            selecting: [rows.selected].compactMap(\.self))
    }

    func draw(on surface: inout Surface) {
        let note =
            isReading
            ? Self.reading
            : filter.isEmpty ? note : "Nothing contains “\(Title.shortened(filter, to: 18))”; Esc shows all."
        rows.draw(on: &surface, hasFocus: true, note: note) { line, surface in
            let (text, aside, isFaint) = text(of: line.object)
            let width = surface.size.width
            var room = width - line.column
            if width >= 50, !aside.isEmpty {
                surface.write(aside, row: line.row, column: width - displayWidth(aside), style: .aside)
                room -= displayWidth(aside) + 2
            }
            let style: Style = isFaint ? .aside : []
            surface.write(
                text, row: line.row, column: line.column, width: room,
                style: line.isSelected ? style.union(.selected) : style,
                emphasis: text.range(matching: filter))
        }
    }
}
