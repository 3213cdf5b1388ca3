import CoreData
import SundryKit

extension ItemsScreen {
    /// Runs an action that changes what is kept, or opens the prompt for it.
    func edit(_ action: Action, count: Int) throws -> Effect {
        switch action {
        case .add: openPrompt(for: focus == .items ? .addItem(items.list) : .addList)
        case .edit: openEditor()
        case .filter: open(.filter, label: "/", text: items.filter)
        case .nextMatch, .previousMatch:
            focus = .items
            return try items.step(action == .nextMatch ? count : -count)
        case .tick: return try tick(items.chosen(count))
        case .delete: return focus == .items ? try delete(items.chosen(count)) : try deleteList()
        case .clearDone: return try clearDone()
        case .mark: items.toggleMarks(count)
        case .range: items.toggleRange()
        case .moveToList: open(.moveItems(items.chosen(count)), label: "Move to list: ", text: "")
        case .categorize: open(.categorize(items.chosen(count)), label: "Category: ", text: "")
        case .more: return try makeMore(count)
        case .less: return try makeMore(-count)
        case .copy: return copy(count)
        case .putCopies: return try putCopies()
        case .staple: return try markStaples(count)
        case .addStaples: return try addStaples()
        case .importFile where importing != nil: return importing.map { .open($0.comeBack()) } ?? .done
        case .importFile: open(.importFile, label: "Import file: ", text: "")
        case .archiveList: return try archiveList()
        case .groupByCategory: try group(by: .category)
        case .groupByDue: try group(by: .due)
        case .ungroup: try group(by: .none)
        case .undo: return try reverse(UndoEdit(), isLong: UndoEdit.isLong(in: context), "Undoing", "Undid")
        case .redo: return try reverse(RedoEdit(), isLong: RedoEdit.isLong(in: context), "Redoing", "Redid")
        case .sortByTime: try sort(by: .time, firstAscending: false)
        case .sortByTitle: try sort(by: .title, firstAscending: true)
        case .sortByDue: try sort(by: .due, firstAscending: true)
        case .sortByPrice: try sort(by: .price, firstAscending: true)
        case .sortByCategory: try sort(by: .category, firstAscending: true)
        case .sortByHand: try sort(by: .manual, firstAscending: true)
        case .moveItemDown: return try arrange(by: count)
        case .moveItemUp: return try arrange(by: -count)
        case .reverseSort: try sort(by: items.sort.key, firstAscending: items.sort.ascending)
        default: break
        }
        return .done
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
}
