/// What a key can do. Each has one row in the table of `Keymap+Standard.swift`, which binds and describes it.
enum Action: String, CaseIterable, Sendable {
    // Moving.
    case moveUp, moveDown, pageUp, pageDown, halfPageUp, halfPageDown, moveToTop, moveToBottom
    // Between panes and layers.
    case otherPane, toLists, toItems, openList, close, escape, help, suspend, redraw
    // Edits.
    case add, edit, tick, delete, clearDone, moveItemDown, moveItemUp, moveToList, categorize, more, less
    case copy, putCopies, staple, addStaples, editAll, archiveList, restore, undo, redo
    // What the next action is about.
    case mark, range
    // How a list is looked at.
    case filter, nextMatch, previousMatch, sortByTime, sortByTitle, sortByDue, sortByPrice, sortByCategory, sortByHand,
        reverseSort
    case groupByCategory, groupByDue, ungroup, zoom
    // Other screens.
    case command, history, trash, deletedLists, archive, shops, statistics, importFile
    // In the line that is being typed.
    case accept, cancel, complete, completeBack, earlierText, laterText, left, right, wordLeft, wordRight, lineStart,
        lineEnd
    case deleteBackward, deleteForward, deleteWord, deleteWordForward, deleteToStart, deleteToEnd

    /// Those that change what is kept.
    static let edits: Set<Action> = [
        .add, .edit, .tick, .delete, .clearDone, .moveItemDown, .moveItemUp, .moveToList, .categorize, .more, .less,
        .putCopies, .staple, .addStaples, .archiveList, .restore, .undo, .redo,
    ]
    /// Those that do what cannot be left again by Escape: they change what is kept, or end the program.
    static let atOnce = edits.subtracting([.add, .edit, .moveToList, .categorize]).union([.close, .accept, .suspend])
    /// Those that take a row, on screens of rows.
    static let ofRows: Set<Action> = [.edit, .delete, .restore, .moveItemDown, .moveItemUp]
    /// Those that are about the marked items, or the one under the cursor.
    static let ofItems: Set<Action> = [
        .tick, .delete, .edit, .editAll, .moveToList, .categorize, .more, .less, .copy, .staple, .mark, .range,
        .moveItemDown,
        .moveItemUp,
    ]
    /// Those that put a list in another order.
    static let sorts: Set<Action> = [
        .sortByTime, .sortByTitle, .sortByDue, .sortByPrice, .sortByCategory, .sortByHand, .reverseSort,
        .groupByCategory, .groupByDue, .ungroup,
    ]
}

/// Whether an action can run here and now.
enum Availability: Equatable, Sendable {
    case enabled
    /// It cannot, for this reason: a sentence for the user.
    case disabled(String)
}

/// The places where keys have a meaning; what has the focus decides.
struct KeyArea: OptionSet, Hashable, Sendable {
    let rawValue: Int

    static let items = KeyArea(rawValue: 1)
    static let lists = KeyArea(rawValue: 2)
    static let help = KeyArea(rawValue: 4)
    static let prompt = KeyArea(rawValue: 8)
    static let form = KeyArea(rawValue: 16)
    static let history = KeyArea(rawValue: 32)
    static let trash = KeyArea(rawValue: 64)
    static let shops = KeyArea(rawValue: 128)
    static let aisles = KeyArea(rawValue: 256)
    static let page = KeyArea(rawValue: 512)
    static let importing = KeyArea(rawValue: 1024)
    /// The answer to a question.
    static let asking = KeyArea(rawValue: 2048)
    /// The lists in the archive, or those that were deleted.
    static let archive = KeyArea(rawValue: 4096)
    /// The screens above the lists and items, the help aside.
    static let layers: KeyArea = [.form, .history, .trash, .archive, .shops, .aisles, .page, .importing]
    /// Those of them that show rows of the store.
    static let stored: KeyArea = [.history, .trash, .archive, .shops]
    /// Everywhere but in a line that is being typed, and where a question waits for its answer.
    static let browsing: KeyArea = [.panes, .help, .layers]
    static let panes: KeyArea = [.items, .lists]
}
