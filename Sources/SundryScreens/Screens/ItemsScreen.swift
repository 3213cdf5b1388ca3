import CoreData
import Foundation
import SundryKit
import SundryTerminal

/// The lists on the left and the items of the one under the cursor on the right, or one of the two on a narrow screen.
@MainActor
final class ItemsScreen: Screen {
    /// Which of the panes has the keys.
    enum Focus { case items, lists }

    let context: NSManagedObjectContext
    let lists: ListsPane
    let items: ItemsPane
    var focus = Focus.items
    var prompt: Prompt?
    /// The text of an item or a list that was typed and left, for the next time.
    var draft: (item: String, list: String) = ("", "")
    /// All that was typed into lines, to go back to.
    var typed = TypedTexts()
    /// The items that were copied, to be put into a list.
    var copied: [Item] = []
    /// Whether one pane has the whole screen, however wide that is.
    var isZoomed = false
    /// Where the panes were drawn last.
    var columns = PaneColumns(width: 0, isZoomed: false, focus: .items)
    let isPlain: Bool
    let settings: Configuration

    /// Called when the data changed under the screen.
    var onChange: () -> Void = {}
    /// Called with what an edit behind the screen has come to.
    var onMessage: (String) -> Void = { _ in }
    /// Called when what was to be undone or redone behind the screen would overwrite what was done later: that, in words.
    var onQuestion: (Action, String) -> Void = { _, _ in }
    /// Called when an edit behind the screen is done that quitting waited for.
    var onClose: () -> Void = {}
    /// Whether an edit is on its way behind the screen.
    var isBusy = false
    /// The import that is on its way, whether its screen is open or not.
    var importing: ImportScreen?
    /// Whether to quit once it is done.
    var closesWhenDone = false
    /// Whether the filter's line holds what is not looked for yet.
    var isFilterTyped = false

    /// The screen of the lists of a context, which lives on the main queue. Lists of `longFrom` items and more are fetched
    /// behind the screen.
    init(
        context: NSManagedObjectContext, isPlain: Bool = false, longFrom: Int = 20_000,
        settings: Configuration = Configuration()
    ) {
        self.context = context
        self.isPlain = isPlain
        self.settings = settings
        lists = ListsPane(context: context, first: settings.list)
        items = ItemsPane(context: context, longFrom: longFrom, dateFormat: settings.date)
        lists.rows.onChange = { [weak self] in self?.onChange() }
        items.onChange = { [weak self] in self?.onChange() }
    }

    var area: KeyArea { focus == .items ? .items : .lists }

    var header: Header {
        guard let list = items.list else { return Header(title: "sundry") }
        var header = Header(title: list.label)
        header.details.append(counts)
        // What is left out on a narrow screen comes last.
        if context.isReadOnly { header.details.append("read-only") }
        if !items.filter.isEmpty { header.details.append("filter “\(items.filter)”") }
        if items.markCount > 0 { header.details.append("\(items.markCount) marked") }
        header.details.append(items.sort.words)
        if let words = items.grouping.words { header.details.append(words) }
        if let words = importing?.progressText { header.details.append(words) }
        if let total = items.total { header.details.append(total) }
        return header
    }

    /// How many items are shown, once that is known.
    private var counts: String {
        if items.isSearching { return "looking" }
        if items.isReading { return "still reading" }
        let (open, all) = (items.openCount, items.rows.count)
        return open == all ? "\(open) open" : "\(open) open, \(all - open) done"
    }

    private var whyThereIsNoItem: String {
        if items.isReading { return Self.reading }
        return items.filter.isEmpty ? "There is no item here; a adds one." : "No item matches; Esc shows all."
    }

    /// The window is about to close: the next one begins with the list that this one shows.
    func noteShown() { lists.rows.selected?.noteShown() }

    func prepare() throws {
        takeFilter()
        let isFirst = !lists.isReady
        try lists.prepare()
        if isFirst, let words = lists.missing { onMessage(words) }
        items.show(lists.rows.selected)
        try items.prepare()
        // What is told of it comes after the key, as what is told of an edit behind the screen.
        if case .say(let words) = try items.matches.resume(in: items.rows) { onMessage(words) }
    }

    func availability(of action: Action) -> Availability {
        if let refusal = refusal(of: action, in: context) { return refusal }
        return switch action {
        case .undo where isBusy, .redo where isBusy: .disabled(Self.busy)
        case .moveItemDown where whyNothingMoves != nil, .moveItemUp where whyNothingMoves != nil:
            .disabled(whyNothingMoves ?? "")
        case _ where focus == .items && items.isSearching && Action.ofItems.contains(action):
            .disabled("Still looking for “\(items.filter)”.")
        case _ where focus == .items && items.rows.count == 0 && Action.ofItems.contains(action):
            .disabled(whyThereIsNoItem)
        case .nextMatch where !canStep, .previousMatch where !canStep: .disabled(Self.nothingSought)
        case .putCopies where copied.isEmpty: .disabled("Nothing was copied yet: y copies an item.")
        case .edit where focus == .lists && lists.rows.count == 0,
            .delete where focus == .lists && lists.rows.count == 0, .archiveList where lists.rows.count == 0,
            .editAll where focus == .lists && lists.rows.count == 0,
            .openList where lists.rows.count == 0, .filter where lists.rows.count == 0,
            _ where lists.rows.count == 0 && Action.sorts.contains(action):
            .disabled("There is no list yet; a adds one.")
        default: .enabled
        }
    }

    private var canStep: Bool { !items.filter.isEmpty || !items.matches.text.isEmpty }
    /// Why there is no next match.
    static let nothingSought = "Nothing was looked for yet: / looks for a text."

    func perform(_ action: Action, count: Int?) throws -> Effect {
        items.matches.stopWaiting()
        let moved = focus == .items ? items.rows.move(action, count: count) : lists.rows.move(action, count: count)
        if moved { return .done }
        switch action {
        case .otherPane: focus = focus == .items ? .lists : .items
        case .toLists: focus = .lists
        case .toItems, .openList: focus = .items
        case .close: return close()
        case .help: return .help
        case .zoom: isZoomed.toggle()
        case .escape: if !items.dropMarks() { items.clearFilter(returning: false) }
        default:
            if let layer = layer(for: action) { return .open(layer) }
            return try edit(action, count: count ?? 1)
        }
        return .done
    }
}
