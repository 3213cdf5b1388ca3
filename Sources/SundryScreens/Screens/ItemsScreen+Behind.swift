import CoreData
import SundryKit

/// The edits that may be of so much that they are made behind the screen, while keys are answered.
extension ItemsScreen {
    /// From so many items on: what takes longer than a user should wait for the next key.
    static let behindFrom = 500
    /// Said of an edit that has to wait for the one behind the screen.
    static let busy = "The last edit is still on its way."

    /// Undoes or redoes: between two keys, or behind the screen where there is much to do.
    func reverse<Reversing: UserEdit & Sendable>(
        _ edit: Reversing, isLong: Bool, _ doing: String, _ done: String
    ) throws -> Effect where Reversing.Outcome == String {
        guard isLong else {
            let summary = try items.rows.reveal { try edit.run(in: context) }
            return .say("\(done): \(summary)")
        }
        return try runBehind(edit, saying: doing) { "\(done): \($0)" }
    }

    func overwrite(by action: Action) throws -> Effect {
        switch action {
        case .undo:
            let isLong = try UndoEdit.isLong(in: context)
            return try reverse(UndoEdit(overwriting: true), isLong: isLong, "Undoing", "Undid")
        case .redo:
            let isLong = try RedoEdit.isLong(in: context)
            return try reverse(RedoEdit(overwriting: true), isLong: isLong, "Redoing", "Redid")
        default: return .done
        }
    }

    /// Ticks the chosen items. All end alike: open ones among them make all done.
    func tick(_ chosen: Chosen) throws -> Effect {
        let done = chosen.items.contains { !$0.isDone }
        let edit = CompleteItem(chosen.items, done: done)
        items.dropMarks()
        guard chosen.items.count < Self.behindFrom else {
            let effect = try runBehind(edit, saying: done ? "Ticking" : "Unticking") {
                "\(done ? "Ticked" : "Unticked") \($0.count) items\(Self.aside($0)); u takes it back."
            }
            items.rows.select(chosen.following)
            return effect
        }
        let words = chosen.words
        var remark = ""
        try items.rows.leave(for: chosen.following) { remark = Self.aside(try edit.run(in: context)) }
        guard chosen.isMarked || !remark.isEmpty else { return .done }
        return .say("\(done ? "Ticked" : "Unticked") \(words)\(remark); u takes it back.")
    }

    /// What else is to be told of items that were ticked.
    private static func aside(_ completion: Completion) -> String { completion.remark.map { ", \($0)" } ?? "" }

    /// Deletes the chosen items.
    func delete(_ chosen: Chosen) throws -> Effect {
        items.dropMarks()
        guard chosen.items.count < Self.behindFrom else {
            let effect = try runBehind(DeleteItem(chosen.items), saying: "Deleting") {
                "Deleted \($0) items; u brings back."
            }
            items.rows.select(chosen.next)
            return effect
        }
        // What is to be told of an item is asked before it goes.
        let words = chosen.words
        try items.rows.leave(for: chosen.next) { _ = try DeleteItem(chosen.items).run(in: context) }
        return .say("Deleted \(words); u brings back.")
    }

    /// Deletes the list under the cursor.
    func deleteList() throws -> Effect {
        guard let list = lists.rows.selected else { return .done }
        let done = "Deleted the list “\(Title.shortened(list.name ?? "", to: 28))” with its items; u brings back."
        let row = lists.rows.row
        let next = lists.rows.object(at: row + 1) ?? lists.rows.object(at: row - 1)
        let some = NSFetchRequest<Item>(entityName: "Item")
        some.predicate = NSPredicate(format: "list == %@", list)
        some.fetchLimit = Self.behindFrom
        guard try context.count(for: some) < Self.behindFrom else {
            let effect = try runBehind(DeleteList(list), saying: "Deleting") { done }
            lists.rows.select(next)
            return effect
        }
        try lists.rows.leave(for: next) { try DeleteList(list).run(in: context) }
        return .say(done)
    }

    /// Quits, after what is done behind the screen; asked a second time, without it.
    func close() -> Effect {
        guard isBusy, !closesWhenDone else { return .close }
        closesWhenDone = true
        return .say("Quits once the last edit is saved; pressed again, without it.")
    }

    /// The edit behind the screen is over; quitting, if it waited for that, goes on.
    func finishBehind(isDone: Bool = true) {
        isBusy = false
        defer { closesWhenDone = false }
        if isDone, closesWhenDone { onClose() }
    }

    func runBehind<Edit: UserEdit & Sendable>(
        _ edit: Edit, saying doing: String, _ done: @escaping @MainActor (Edit.Outcome) -> String
    ) throws -> Effect where Edit.Outcome: Sendable {
        guard !isBusy else { throw Problem(Self.busy) }
        isBusy = true
        let rows = items.rows
        rows.keepsFirst = rows.count == 0
        edit.runBehind(context) { [weak self] result in
            guard let self else { return }
            rows.keepsFirst = false
            switch result {
            case .success(let outcome): onMessage(done(outcome))
            case .failure(let error):
                let problem = Problem(reading: error)
                if let later = problem.later {
                    onQuestion(Edit.verb == RedoEdit.verb ? .redo : .undo, later)
                } else {
                    onMessage(problem.sentence)
                }
            }
            finishBehind(isDone: (try? result.get()) != nil)
        }
        return .say("\(doing) …")
    }
}
