import CoreData
import SundryKit

/// The lists that were deleted, to be brought back with their items.
final class DeletedListsScreen: RowsScreen<Edit> {
    private weak var screen: ItemsScreen?

    /// The deletions of lists that nobody has taken back, the last one first.
    init(on screen: ItemsScreen) {
        self.screen = screen
        super.init("Deleted lists", RestoreList.deletions(), filteredBy: "summary", on: screen)
    }

    override var area: KeyArea { .archive }
    override var note: String { "No list was deleted." }

    override func text(of deletion: Edit) -> (line: String, aside: String, isFaint: Bool) {
        (deletion.deletedList, deletion.createdAt.map { DateText.local($0) } ?? "", false)
    }

    override func act(_ action: Action, count: Int) throws -> Effect {
        guard action == .restore, let deletion = rows.selected else { return .done }
        let next = rows.object(at: rows.row + 1) ?? rows.object(at: rows.row - 1)
        let edit = RestoreList(deletion)
        func words(_ name: String) -> String { "The list “\(Title.shortened(name))” is back; u takes that back." }
        if deletion.isLong, let screen {
            let effect = try screen.runBehind(edit, saying: "Bringing back", words)
            rows.select(next)
            return effect
        }
        var name = ""
        try rows.leave(for: next) { name = try edit.run(in: context) }
        return .say(words(name))
    }
}
