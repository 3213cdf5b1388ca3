import CoreData
import SundryKit

/// All there is to say of an item.
@MainActor
struct ItemForm: FormSubject {
    let item: Item
    let context: NSManagedObjectContext

    var title: String { item.line }
    var isThere: Bool { item.isThere }
    var fields: [(label: String, text: String, example: String)] {
        ItemField.allCases.map { ($0.label, $0.text(of: item), $0.example) }
    }

    func set(_ field: Int, to text: String, from former: String) throws {
        try EditField(item, ItemField.allCases[field], to: text, from: former).run(in: context)
    }

    func names(for field: Int) throws -> [String] {
        guard ItemField.allCases[field] == .category else { return [] }
        return try AisleOrder(for: item.list?.shop, in: context).names
    }
}
