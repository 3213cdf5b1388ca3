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
    private var isStale = true

    /// The objects of a request, filtered by the text of one attribute.
    init(
        _ title: String, _ request: NSFetchRequest<Object>, filteredBy key: String, on screen: ItemsScreen
    ) {
        self.title = title
        self.request = request
        filterKey = key
        context = screen.context
        isPlain = screen.isPlain
        request.fetchBatchSize = 128
        rows.onChange = { [weak screen] in screen?.onChange() }
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
    /// Why an action cannot run now, where that is not plain from the rows; nil where it can.
    func reason(against action: Action) -> String? { nil }
    func completion(of line: String) throws -> LineCompletion? { nil }

    // MARK: Of all

    var header: Header {
        _ = rows.count
        return Header(title: title, details: ["\(rows.count)"] + (filter.isEmpty ? [] : ["filter “\(filter)”"]))
    }

    func availability(of action: Action) -> Availability {
        if Action.edits.contains(action), context.isReadOnly { return .disabled(Problem.readOnly.sentence) }
        if Action.ofRows.contains(action), rows.count == 0 { return .disabled("There is nothing here.") }
        return reason(against: action).map(Availability.disabled) ?? .enabled
    }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        if rows.move(action, count: count) { return .done }
        switch action {
        case .close: return .close
        case .help: return .help
        case .filter: prompt = Prompt(.filter, label: "/", text: filter)
        case .escape:
            guard !filter.isEmpty else { return .close }
            setFilter("")
        case .undo: return .say("Undid: \(try UndoEdit().run(in: context))")
        case .redo: return .say("Redid: \(try RedoEdit().run(in: context))")
        default: return try act(action, count: count ?? 1)
        }
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
        filter = text
        isStale = true
    }

    func prepare() throws {
        guard isStale else { return }
        isStale = false
        let wanted = NSFetchRequest<Object>(entityName: request.entityName ?? "")
        wanted.sortDescriptors = request.sortDescriptors
        wanted.fetchBatchSize = request.fetchBatchSize
        let match = filter.isEmpty ? nil : NSPredicate(format: "%K CONTAINS[cd] %@", filterKey, filter)
        wanted.predicate = NSCompoundPredicate(
            andPredicateWithSubpredicates: [request.predicate, match].compactMap(\.self))
        try rows.show([RowPart(request: wanted)], in: context, selecting: [rows.selected].compactMap(\.self))
    }

    func draw(on surface: inout Surface) {
        let note = filter.isEmpty ? note : "Nothing contains “\(Title.shortened(filter, to: 18))”; Esc shows all."
        rows.draw(on: &surface, hasFocus: true, note: note) { line, surface in
            let (text, aside, isFaint) = text(of: line.object)
            let width = surface.size.width
            var room = width - line.column
            if width >= 50, !aside.isEmpty {
                surface.write(aside, row: line.row, column: width - displayWidth(aside), style: .dim)
                room -= displayWidth(aside) + 2
            }
            let style: Style = isFaint ? .dim : []
            surface.write(
                text, row: line.row, column: line.column, width: room,
                style: line.isSelected ? style.union(.reverse) : style)
        }
    }
}
