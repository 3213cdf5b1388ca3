import CoreData
import SundryKit

/// All there is to say of a list.
@MainActor
struct ListForm: FormSubject {
    let list: ItemList
    let context: NSManagedObjectContext

    var title: String { list.label }
    var isThere: Bool { list.isThere }
    var fields: [(label: String, text: String, example: String)] {
        [
            ("Name", list.name ?? "", "what the list is called"),
            ("Symbol", list.symbol ?? "", "a picture or a letter before the name; nothing for none"),
            (
                "Shop", list.shop?.name ?? "",
                "where it is bought: sections by category come in the order of its shelves"
            ),
        ]
    }

    func set(_ field: Int, to text: String, from former: String) throws {
        switch field {
        case 0: try RenameList(list, to: text, from: former).run(in: context)
        case 1: try EditList(list, .symbol(text), from: former).run(in: context)
        default: try EditList(list, .shop(text), from: former).run(in: context)
        }
    }

    func names(for field: Int) throws -> [String] {
        guard field == 2 else { return [] }
        return try context.fetch(Shop.fetchRequest()).compactMap(\.name).sorted()
    }
}
