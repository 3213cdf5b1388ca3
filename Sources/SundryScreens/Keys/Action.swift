/// What a key can do. Each has one row in the table of `Keymap+Standard.swift`, which binds and describes it.
enum Action: String, CaseIterable, Sendable {
    // Moving.
    case moveUp, moveDown, pageUp, pageDown, halfPageUp, halfPageDown, moveToTop, moveToBottom
    // Between panes and layers.
    case otherPane, toLists, toItems, openList, close, escape, help, suspend, redraw
    // Edits.
    case add, edit, tick, delete, moveItemDown, moveItemUp, undo, redo
    // How a list is looked at.
    case filter, sortByTime, sortByTitle, sortByDue, sortByPrice, sortByCategory, sortByHand, reverseSort
    // In the line that is being typed.
    case accept, cancel, complete, completeBack, earlierText, laterText, left, right, wordLeft, wordRight, lineStart,
        lineEnd
    case deleteBackward, deleteForward, deleteWord, deleteWordForward, deleteToStart, deleteToEnd

    /// Those that change what is kept.
    static let edits: Set<Action> = [.add, .edit, .tick, .delete, .moveItemDown, .moveItemUp, .undo, .redo]
    /// Those that put a list in another order.
    static let sorts: Set<Action> = [
        .sortByTime, .sortByTitle, .sortByDue, .sortByPrice, .sortByCategory, .sortByHand, .reverseSort,
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
    /// Everywhere but in a line that is being typed.
    static let browsing: KeyArea = [.items, .lists, .help]
    static let panes: KeyArea = [.items, .lists]
}
