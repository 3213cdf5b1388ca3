import CoreData
import SundryKit

/// The lists that were put out of sight.
final class ArchiveScreen: RowsScreen<ItemList> {
    /// The lists in the archive, the one put there last first.
    init(on screen: ItemsScreen) {
        let request = NSFetchRequest<ItemList>(entityName: "ItemList")
        request.predicate = NSPredicate(format: "archivedAt != nil")
        request.sortDescriptors = [NSSortDescriptor(key: "archivedAt", ascending: false)]
        super.init("Archive", request, filteredBy: "name", on: screen)
    }

    override var area: KeyArea { .archive }
    override var note: String { "The archive is empty: A puts a list there." }

    override func text(of list: ItemList) -> (line: String, aside: String, isFaint: Bool) {
        (list.label, list.archivedAt.map { DateText.local($0) } ?? "", false)
    }

    override func act(_ action: Action, count: Int) throws -> Effect {
        guard action == .restore, let list = rows.selected else { return .done }
        let name = Title.shortened(list.name ?? "")
        let next = rows.object(at: rows.row + 1) ?? rows.object(at: rows.row - 1)
        try rows.leave(for: next) { try ArchiveList(list, archived: false).run(in: context) }
        return .say("The list “\(name)” is back; u takes that back.")
    }
}
