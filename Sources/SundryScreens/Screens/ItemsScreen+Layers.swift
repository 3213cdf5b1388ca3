import CoreData
import Foundation
import SundryKit

/// The screens that are opened above the lists and items.
extension ItemsScreen {
    /// The screen that an action opens; nil for any other action.
    func layer(for action: Action) -> (any Screen)? {
        switch action {
        case .history: HistoryScreen(on: self)
        case .trash: TrashScreen(on: self)
        case .deletedLists: DeletedListsScreen(on: self)
        case .archive: ArchiveScreen(on: self)
        case .shops: ShopsScreen(on: self)
        case .statistics: StatisticsScreen(on: self)
        case .editAll: form.map { FormScreen($0, in: context) }
        default: nil
        }
    }

    private var form: (any FormSubject)? {
        switch focus {
        case .items: items.rows.selected.map { ItemForm(item: $0, context: context) }
        case .lists: lists.rows.selected.map { ListForm(list: $0, context: context) }
        }
    }

    /// Shows what a file would bring into the list.
    func openImport(of name: String) throws -> Effect {
        let path = FileNames.path(of: name)
        guard !path.isEmpty else { throw Problem("The name of the file is empty: name one.", kind: .usage) }
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Problem("There is no file “\(Title.shortened(name))” that can be read: check its name.")
        }
        let text = try TaskText(Array(data), name: String(path.split(separator: "/").last ?? ""))
        let target = try items.list.map(ListTarget.list) ?? ItemList.target(named: nil, in: context)
        return .open(ImportScreen(of: text, to: target, on: self))
    }

    /// Puts the list under the cursor out of sight.
    func archiveList() throws -> Effect {
        guard let list = lists.rows.selected else { return .done }
        let name = Title.shortened(list.name ?? "", to: 28)
        let next = lists.rows.object(at: lists.rows.row + 1) ?? lists.rows.object(at: lists.rows.row - 1)
        try lists.rows.leave(for: next) { try ArchiveList(list).run(in: context) }
        return .say("“\(name)” is in the archive, which o a shows; u brings back.")
    }
}

/// Names of files as they are typed.
enum FileNames {
    /// The path that a name means; `~` is the user's own folder.
    static func path(of name: String) -> String {
        let name = Title.trimmed(name)
        guard name == "~" || name.hasPrefix("~/"), let home = ProcessInfo.processInfo.environment["HOME"] else {
            return name
        }
        return home + name.dropFirst()
    }

    /// The names that begin with a typed one, folders with a slash behind them. Hidden ones only where a dot is typed.
    static func beginning(with typed: String) -> [String] {
        let folder = typed.lastIndex(of: "/").map { String(typed[...$0]) } ?? ""
        let rest = typed.dropFirst(folder.count)
        let place = folder.isEmpty ? "." : path(of: folder)
        let names = (try? FileManager.default.contentsOfDirectory(atPath: place)) ?? []
        return names.filter { $0.hasPrefix(rest) && ($0.first != "." || rest.first == ".") }.sorted().prefix(50).map {
            name in
            var isFolder: ObjCBool = false
            _ = FileManager.default.fileExists(atPath: place + "/" + name, isDirectory: &isFolder)
            return folder + name + (isFolder.boolValue ? "/" : "")
        }
    }
}
