import CoreData
import SundryKit

/// Who changed what and when: this window, the shell, an import.
final class HistoryScreen: RowsScreen<Edit> {
    /// All edits there are, the last one first.
    init(on screen: ItemsScreen) {
        let request = NSFetchRequest<Edit>(entityName: "Edit")
        request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
        super.init("History", request, filteredBy: "summary", on: screen)
    }

    override var area: KeyArea { .history }
    override var note: String { "Nothing was changed yet." }

    override func predicate(holding text: String) -> NSPredicate { Search.edits(holding: text) }

    override func text(of edit: Edit) -> (line: String, aside: String, isFaint: Bool) {
        let author = edit.authorText
        return (edit.line, "\(author)  \(edit.createdAt.map { DateText.local($0) } ?? "")", edit.undoneAt != nil)
    }
}
