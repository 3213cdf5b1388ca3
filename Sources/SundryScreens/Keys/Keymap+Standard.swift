extension Keymap {
    /// The keys as they are unless the user says otherwise. The order is that of footer and help.
    static let standard = Keymap(bindings: edits + views + marking + screens + moves + layers + typing)

    private static let edits = [
        Binding(.add, ["a"], in: .items, label: "add", help: "add an item"),
        Binding(.add, ["a"], in: .lists, label: "add", help: "add a list"),
        Binding(.openList, ["Enter"], in: .lists, label: "open", help: "go to the items of the list"),
        Binding(.edit, ["Enter", "e"], in: .items, label: "edit", help: "edit the title"),
        Binding(.edit, ["e"], in: .lists, label: "rename", help: "rename the list"),
        Binding(.tick, ["x"], in: .items, label: "tick", help: "tick as bought, or untick"),
        Binding(.delete, ["d", "Del"], in: .items, label: "delete", help: "delete the item"),
        Binding(.delete, ["d", "Del"], in: .lists, label: "delete", help: "delete the list with its items"),
    ]

    private static let marking = [
        Binding(.mark, ["Space"], in: .items, label: "mark", help: "mark the item, or take the mark away, and step on"),
        Binding(.range, ["v"], in: .items, help: "mark from here to where v is pressed again"),
        Binding(.moveToList, ["m"], in: .items, label: "move", help: "move to another list"),
        Binding(
            .categorize, ["c"], in: .items, label: "category", help: "put into a category; into none if left empty"),
        Binding(.more, ["+", "="], in: .items, help: "more of it"),
        Binding(.less, ["-"], in: .items, help: "less of it"),
        Binding(.copy, ["y"], in: .items, help: "copy"),
        Binding(.putCopies, ["p"], in: .panes, help: "put copies of what was copied into this list"),
        Binding(.staple, ["*"], in: .items, help: "make it a staple, which is always to be in the house, or no longer"),
        Binding(.addStaples, ["S"], in: .panes, help: "put the staples that are missing on this list"),
        Binding(.clearDone, ["X"], in: .panes, help: "clear: put all that is done on the list into the trash"),
        Binding(.moveItemDown, ["J", "Shift-↓"], in: .items, help: "move the item down, in a list sorted by hand"),
        Binding(.moveItemUp, ["K", "Shift-↑"], in: .items, help: "move the item up, in a list sorted by hand"),
    ]

    private static let views = [
        Binding(.otherPane, ["Tab", "Shift-Tab"], in: .items, label: "lists", help: "go to the lists"),
        Binding(.otherPane, ["Tab", "Shift-Tab"], in: .lists, label: "items", help: "go to the items"),
        Binding(
            .sortByTime, ["s t"], in: .panes, label: "sort", menu: "time",
            help: "sort by time; once more: the other way round"),
        Binding(
            .sortByTitle, ["s n"], in: .panes, menu: "title", help: "sort by title; once more: the other way round"),
        Binding(.sortByDue, ["s d"], in: .panes, menu: "due", help: "sort by due date; what has none comes last"),
        Binding(.sortByPrice, ["s p"], in: .panes, menu: "price", help: "sort by price; what has none comes last"),
        Binding(
            .sortByCategory, ["s c"], in: .panes, menu: "category", help: "sort by category; what has none comes last"),
        Binding(.sortByHand, ["s m"], in: .panes, menu: "by hand", help: "sort by hand; J and K move items"),
        Binding(.reverseSort, ["s s"], in: .panes, menu: "turn round", help: "turn the order round"),
        Binding(
            .groupByCategory, ["g c"], in: .panes, menu: "sections by category",
            help: "sections by category, in the order of the shop's shelves"),
        Binding(
            .groupByDue, ["g d"], in: .panes, menu: "by due date",
            help: "sections by due date: overdue, today, tomorrow, within a week"),
        Binding(.ungroup, ["g n"], in: .panes, menu: "no sections", help: "no sections"),
        Binding(.zoom, ["z"], in: .panes, help: "one pane on the whole screen, or both side by side"),
        Binding(.filter, ["/"], in: [.panes, .help, .stored], label: "filter", help: "show only what contains a text"),
        Binding(
            .nextMatch, ["n"], in: [.panes, .help, .stored],
            help: "next row with what was looked for last, after the filter was left"),
        Binding(.previousMatch, ["N"], in: [.panes, .help, .stored], help: "the row with it before"),
        Binding(
            .undo, ["u"], in: [.panes, .stored, .form, .aisles], label: "undo",
            help: "undo the last edit, whoever made it"),
        Binding(.redo, ["Ctrl-R"], in: [.panes, .stored, .form, .aisles], help: "do again what was undone"),
    ]

    private static let screens = [
        Binding(.editAll, ["i"], in: .items, label: "details", help: "all there is to say of the item, to be changed"),
        Binding(
            .editAll, ["i"], in: .lists, label: "details", help: "name, symbol and shop of the list, to be changed"),
        Binding(.archiveList, ["A"], in: .lists, help: "put the list into the archive"),
        Binding(.history, ["o h"], in: .panes, menu: "history", help: "history: who changed what and when"),
        Binding(.trash, ["o t"], in: .panes, menu: "trash", help: "trash: what was deleted, to be brought back"),
        Binding(
            .deletedLists, ["o d"], in: .panes, menu: "deleted lists",
            help: "lists that were deleted, to be brought back"),
        Binding(.archive, ["o a"], in: .panes, menu: "archive", help: "archive: lists put out of sight"),
        Binding(.shops, ["o s"], in: .panes, menu: "shops", help: "shops, and the order of their shelves"),
        Binding(.statistics, ["o b"], in: .panes, menu: "bars", help: "statistics in bars"),
        Binding(.importFile, ["o i"], in: .panes, menu: "import", help: "import a text of one item a line"),
        Binding(.command, [":"], in: .browsing, help: "run an action by its name; what follows is typed into its line"),
        Binding(.edit, ["Enter", "e"], in: .form, label: "change", help: "change the field"),
        Binding(.restore, ["Enter", "r"], in: [.trash, .archive], label: "bring back", help: "bring back"),
        Binding(.deletedLists, ["Tab"], in: .trash, label: "deleted lists", help: "lists that were deleted"),
        Binding(.add, ["a"], in: .shops, label: "add", help: "add a shop"),
        Binding(.edit, ["Enter", "e"], in: .shops, label: "shelves", help: "the order of its shelves"),
        Binding(.delete, ["d", "Del"], in: .shops, label: "delete", help: "delete the shop; its lists stay"),
        Binding(.moveItemDown, ["J", "Shift-↓"], in: .aisles, label: "down", help: "move the category down"),
        Binding(.moveItemUp, ["K", "Shift-↑"], in: .aisles, label: "up", help: "move the category up"),
        Binding(.accept, ["Enter"], in: .importing, label: "import", help: "import what is shown"),
    ]

    private static let moves = [
        Binding(.moveDown, ["j", "↓"], in: .browsing, help: "next row"),
        Binding(.moveUp, ["k", "↑"], in: .browsing, help: "row before"),
        Binding(
            .moveToTop, ["g g", "Home"], in: .browsing, menu: "first row",
            help: "first row, or the row of the number typed before"),
        Binding(.moveToBottom, ["G", "End"], in: .browsing, help: "last row, or the row of the number typed before"),
        Binding(.halfPageDown, ["Ctrl-D"], in: .browsing, help: "half a page down"),
        Binding(.halfPageUp, ["Ctrl-U"], in: .browsing, help: "half a page up"),
        Binding(.pageDown, ["Ctrl-F", "PgDn"], in: .browsing, help: "a page down"),
        Binding(.pageUp, ["Ctrl-B", "PgUp"], in: .browsing, help: "a page up"),
        Binding(.toLists, ["h", "←"], in: .items, help: "go to the lists"),
        Binding(.toItems, ["l", "→"], in: .lists, help: "go to the items"),
    ]

    private static let layers = [
        Binding(.help, ["?", "F1"], in: [.panes, .layers], label: "help", help: "this help"),
        Binding(.escape, ["Esc"], in: .panes, help: "take the marks away, then the filter"),
        Binding(.close, ["q", "Ctrl-C"], in: .panes, label: "quit", help: "quit; everything is saved already"),
        Binding(.escape, ["Esc"], in: .layers, help: "take the filter away, call the import off, or close"),
        Binding(.close, ["q", "Ctrl-C"], in: .layers, label: "close", help: "close; an import goes on"),
        Binding(.close, ["q", "?", "Esc", "Ctrl-C"], in: .help, label: "close", help: "close the help"),
        Binding(.accept, ["y"], in: .asking, label: "yes", help: "do what is asked about"),
        Binding(.cancel, ["Esc", "n", "q", "Ctrl-C"], in: .asking, label: "no", help: "leave it as it is"),
        Binding(.suspend, ["Ctrl-Z"], in: [.browsing, .prompt, .asking], help: "stop; fg in the shell comes back"),
        Binding(.redraw, ["Ctrl-L"], in: [.browsing, .prompt, .asking], help: "paint the screen anew"),
    ]

    private static let typing = [
        Binding(.accept, ["Enter"], in: .prompt, label: "done", help: "done"),
        Binding(
            .cancel, ["Esc", "Ctrl-C"], in: .prompt, label: "leave",
            help: "leave; the text is there the next time, or by ↑"),
        Binding(
            .complete, ["Tab"], in: .prompt, label: "complete",
            help: "complete; once more: what else there is to choose"),
        Binding(.completeBack, ["Shift-Tab"], in: .prompt, help: "what there was to choose before"),
        Binding(.earlierText, ["↑", "Ctrl-P"], in: .prompt, help: "what was typed before"),
        Binding(.laterText, ["↓", "Ctrl-N"], in: .prompt, help: "what was typed after that"),
        Binding(.left, ["←", "Ctrl-B"], in: .prompt, help: "a letter to the left"),
        Binding(.right, ["→", "Ctrl-F"], in: .prompt, help: "a letter to the right; at the end: complete"),
        Binding(.wordLeft, ["Ctrl-←", "Alt-b", "Alt-←"], in: .prompt, help: "a word to the left"),
        Binding(.wordRight, ["Ctrl-→", "Alt-f", "Alt-→"], in: .prompt, help: "a word to the right"),
        Binding(.lineStart, ["Home", "Ctrl-A"], in: .prompt, help: "to the start"),
        Binding(.lineEnd, ["End", "Ctrl-E"], in: .prompt, help: "to the end"),
        Binding(.deleteBackward, ["Backspace"], in: .prompt, help: "delete the letter before"),
        Binding(.deleteForward, ["Del", "Ctrl-D"], in: .prompt, help: "delete the letter here"),
        Binding(.deleteWord, ["Ctrl-W", "Alt-Backspace"], in: .prompt, help: "delete the word before"),
        Binding(.deleteWordForward, ["Alt-d", "Ctrl-Del", "Alt-Del"], in: .prompt, help: "delete the word after"),
        Binding(.deleteToStart, ["Ctrl-U"], in: .prompt, help: "delete to the start"),
        Binding(.deleteToEnd, ["Ctrl-K"], in: .prompt, help: "delete to the end"),
    ]
}
