extension Keymap {
    /// The keys as they are unless the user says otherwise. The order is that of footer and help.
    static let standard = Keymap(bindings: edits + views + moves + layers + typing)

    private static let edits = [
        Binding(.add, ["a"], in: .items, label: "add", help: "add an item"),
        Binding(.add, ["a"], in: .lists, label: "add", help: "add a list"),
        Binding(.openList, ["Enter"], in: .lists, label: "open", help: "go to the items of the list"),
        Binding(.edit, ["Enter", "e"], in: .items, label: "edit", help: "edit the title"),
        Binding(.edit, ["e"], in: .lists, label: "rename", help: "rename the list"),
        Binding(.tick, ["x"], in: .items, label: "tick", help: "tick as bought, or untick"),
        Binding(.delete, ["d", "Del"], in: .items, label: "delete", help: "delete the item"),
        Binding(.moveItemDown, ["J", "Shift-↓"], in: .items, help: "move the item down, in a list sorted by hand"),
        Binding(.moveItemUp, ["K", "Shift-↑"], in: .items, help: "move the item up, in a list sorted by hand"),
        Binding(.delete, ["d", "Del"], in: .lists, label: "delete", help: "delete the list with its items"),
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
        Binding(.filter, ["/"], in: [.panes, .help], label: "filter", help: "show only what contains a text"),
        Binding(.undo, ["u"], in: .panes, label: "undo", help: "undo the last edit, whoever made it"),
        Binding(.redo, ["Ctrl-R"], in: .panes, help: "do again what was undone"),
    ]

    private static let moves = [
        Binding(.moveDown, ["j", "↓"], in: .browsing, help: "next row"),
        Binding(.moveUp, ["k", "↑"], in: .browsing, help: "row before"),
        Binding(.moveToTop, ["g g", "Home"], in: .browsing, help: "first row, or the row of the number typed before"),
        Binding(.moveToBottom, ["G", "End"], in: .browsing, help: "last row, or the row of the number typed before"),
        Binding(.halfPageDown, ["Ctrl-D"], in: .browsing, help: "half a page down"),
        Binding(.halfPageUp, ["Ctrl-U"], in: .browsing, help: "half a page up"),
        Binding(.pageDown, ["Ctrl-F", "PgDn"], in: .browsing, help: "a page down"),
        Binding(.pageUp, ["Ctrl-B", "PgUp"], in: .browsing, help: "a page up"),
        Binding(.toLists, ["h", "←"], in: .items, help: "go to the lists"),
        Binding(.toItems, ["l", "→"], in: .lists, help: "go to the items"),
    ]

    private static let layers = [
        Binding(.help, ["?", "F1"], in: .panes, label: "help", help: "this help"),
        Binding(.escape, ["Esc"], in: .panes, help: "take the filter away"),
        Binding(.close, ["q", "Ctrl-C"], in: .panes, label: "quit", help: "quit; everything is saved already"),
        Binding(.close, ["q", "?", "Esc", "Ctrl-C"], in: .help, label: "close", help: "close the help"),
        Binding(.suspend, ["Ctrl-Z"], in: [.browsing, .prompt], help: "stop; fg in the shell comes back"),
        Binding(.redraw, ["Ctrl-L"], in: [.browsing, .prompt], help: "paint the screen anew"),
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
