import CoreData
import SundryKit

extension ItemsScreen {
    /// Runs an action that changes what is kept, or opens the prompt for it.
    func edit(_ action: Action, count: Int) throws -> Effect {
        switch action {
        case .add: openPrompt(for: focus == .items ? .addItem(items.list) : .addList)
        case .edit: openEditor()
        case .filter: open(.filter, label: "/", text: items.filter)
        case .tick: try tick(count)
        case .delete: return try delete(count)
        case .undo: return try reverse(UndoEdit(), isLong: UndoEdit.isLong(in: context), "Undoing", "Undid")
        case .redo: return try reverse(RedoEdit(), isLong: RedoEdit.isLong(in: context), "Redoing", "Redid")
        case .sortByTime: try sort(by: .time, firstAscending: false)
        case .sortByTitle: try sort(by: .title, firstAscending: true)
        case .reverseSort: try sort(by: items.sort.key, firstAscending: items.sort.ascending)
        default: break
        }
        return .done
    }

    /// Undoes or redoes: between two keys, or behind the screen where there is much to do.
    private func reverse<Reversing: UserEdit & Sendable>(
        _ edit: Reversing, isLong: Bool, _ doing: String, _ done: String
    ) throws -> Effect where Reversing.Outcome == String {
        guard isLong else { return .say("\(done): \(try edit.run(in: context))") }
        isReversing = true
        let rows = items.rows
        rows.keepsFirst = rows.count == 0
        edit.runBehind(context) { [weak self] result in
            guard let self else { return }
            isReversing = false
            rows.keepsFirst = false
            switch result {
            case .success(let summary): onMessage("\(done): \(summary)")
            case .failure(let error): onMessage(Problem(reading: error).sentence)
            }
        }
        return .say("\(doing) …")
    }

    /// Opens a line, in which what was typed into such lines before can be gone back to.
    private func open(_ purpose: Prompt.Purpose, label: String, text: String) {
        prompt = Prompt(purpose, label: label, text: text, earlier: typed[purpose.kind])
    }

    private func openPrompt(for purpose: Prompt.Purpose) {
        switch purpose {
        case .addItem: open(purpose, label: "Add: ", text: draft.item)
        default: open(purpose, label: "New list: ", text: draft.list)
        }
    }

    private func openEditor() {
        if focus == .items, let item = items.rows.selected {
            open(.editItem(item, former: item.title ?? ""), label: "Title: ", text: item.title ?? "")
        } else if focus == .lists, let list = lists.rows.selected {
            open(.renameList(list, former: list.name ?? ""), label: "Name: ", text: list.name ?? "")
        }
    }

    /// Ticks the items from the cursor on. All end alike: open ones among them make all done.
    private func tick(_ count: Int) throws {
        let row = items.rows.row
        let chosen = items.rows.objects(from: row, count: count)
        let next = items.rows.object(at: row + chosen.count)
        try items.rows.leave(for: next) {
            _ = try CompleteItem(chosen, done: chosen.contains { !$0.isDone }).run(in: context)
        }
    }

    private func delete(_ count: Int) throws -> Effect {
        guard focus == .items else { return try deleteList() }
        let row = items.rows.row
        let chosen = items.rows.objects(from: row, count: count)
        let next = items.rows.object(at: row + chosen.count) ?? items.rows.object(at: row - 1)
        let title = Title.shortened(chosen.first?.title ?? "")
        try items.rows.leave(for: next) { _ = try DeleteItem(chosen).run(in: context) }
        return .say("Deleted \(chosen.count == 1 ? "“\(title)”" : "\(chosen.count) items"); u brings back.")
    }

    private func deleteList() throws -> Effect {
        guard let list = lists.rows.selected else { return .done }
        let name = Title.shortened(list.name ?? "", to: 28)
        let row = lists.rows.row
        let next = lists.rows.object(at: row + 1) ?? lists.rows.object(at: row - 1)
        try lists.rows.leave(for: next) { try DeleteList(list).run(in: context) }
        return .say("Deleted the list “\(name)” with its items; u brings back.")
    }

    /// Sorts by a key; by the one in use already, the other way round.
    private func sort(by key: ItemSort.Key, firstAscending: Bool) throws {
        guard let list = items.list else { return }
        let ascending = items.sort.key == key ? !items.sort.ascending : firstAscending
        try ItemSort(key, ascending: ascending).remember(for: list)
        items.show(list)
    }
}
