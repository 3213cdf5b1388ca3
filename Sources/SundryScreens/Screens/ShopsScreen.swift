import CoreData
import SundryKit

/// The shops; in each the categories have an order of their own.
final class ShopsScreen: RowsScreen<Shop> {
    private let screen: ItemsScreen

    /// The shops by name.
    init(on screen: ItemsScreen) {
        self.screen = screen
        let request = NSFetchRequest<Shop>(entityName: "Shop")
        request.sortDescriptors = [
            NSSortDescriptor(
                key: "name", ascending: true, selector: NSSelectorFromString("localizedStandardCompare:"))
        ]
        super.init("Shops", request, filteredBy: "name", on: screen)
    }

    override var area: KeyArea { .shops }
    override var note: String { "No shops yet: a adds one; i on a list says where it is bought." }

    override func text(of shop: Shop) -> (line: String, aside: String, isFaint: Bool) {
        let lists = (shop.lists?.allObjects ?? []).compactMap { ($0 as? ItemList)?.name }.sorted()
        return (shop.name ?? "", lists.joined(separator: ", "), false)
    }

    override func act(_ action: Action, count: Int) throws -> Effect {
        switch action {
        case .add: prompt = Prompt(.field, label: "New shop: ")
        case .edit: return rows.selected.map { .open(AislesScreen(of: $0, on: screen)) } ?? .done
        case .delete:
            guard let shop = rows.selected else { return .done }
            let name = Title.shortened(shop.name ?? "")
            let next = rows.object(at: rows.row + 1) ?? rows.object(at: rows.row - 1)
            try rows.leave(for: next) { try DeleteShop(shop).run(in: context) }
            return .say("Deleted the shop “\(name)”; u brings back.")
        default: break
        }
        return .done
    }

    override func take(_ text: String, for purpose: Prompt.Purpose) throws -> Effect {
        rows.select(try AddShop(text).run(in: context))
        return .done
    }
}
