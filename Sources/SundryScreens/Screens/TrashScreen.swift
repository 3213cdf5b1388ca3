import CoreData
import SundryKit

/// What was deleted, to be brought back.
final class TrashScreen: RowsScreen<Item> {
    private weak var screen: ItemsScreen?

    /// The items in the trash, the one deleted last first.
    init(on screen: ItemsScreen) {
        self.screen = screen
        let request = NSFetchRequest<Item>(entityName: "Item")
        request.predicate = NSPredicate(format: "trashedAt != nil")
        request.sortDescriptors = [
            NSSortDescriptor(key: "trashedAt", ascending: false), NSSortDescriptor(key: "timestamp", ascending: false),
        ]
        super.init("Trash", request, filteredBy: "title", on: screen)
    }

    override var area: KeyArea { .trash }
    override var note: String { "The trash is empty; Tab shows lists that were deleted." }

    override func text(of item: Item) -> (line: String, aside: String, isFaint: Bool) {
        let box = item.isDone ? "[x]" : "[ ]"
        let list = item.list.map { Title.shortened($0.name ?? "", to: 20) } ?? ""
        return ("\(box) \(item.line)", "\(list)  \(item.trashedAt.map { DateText.local($0) } ?? "")", item.isDone)
    }

    override func act(_ action: Action, count: Int) throws -> Effect {
        if action == .deletedLists, let screen { return .open(DeletedListsScreen(on: screen)) }
        guard action == .restore else { return .done }
        let row = rows.row
        let items = rows.objects(from: row, count: count)
        let words = items.count == 1 ? "“\(Title.shortened(items[0].title ?? ""))”" : "\(items.count) items"
        let next = rows.object(at: row + items.count) ?? rows.object(at: row - 1)
        try rows.leave(for: next) { _ = try RestoreItem(items).run(in: context) }
        return .say("Brought back \(words)\(Self.place(of: items)); u takes that back.")
    }

    /// Where to look for items that are not among the lists.
    private static func place(of items: [Item]) -> String {
        let away = Set(items.compactMap(\.list).filter { $0.archivedAt != nil })
        guard let list = away.first else { return "" }
        let name = Title.shortened(list.name ?? "", to: 20)
        return away.count == 1 ? " into “\(name)”, which is in the archive" : " into lists in the archive"
    }
}
