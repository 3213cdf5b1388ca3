import CoreData
import SundryKit
import SundryTerminal

/// The categories in the order in which one comes by them in a shop.
@MainActor
final class AislesScreen: Screen {
    var prompt: Prompt?
    let area = KeyArea.aisles
    private let shop: Shop
    private let context: NSManagedObjectContext
    private var scroll = Scroll()
    private var row = 0
    private var categories: [SundryKit.Category] = []
    /// How many of them have a place in the shop; the others follow by name.
    private var placed = 0

    init(of shop: Shop, on screen: ItemsScreen) {
        self.shop = shop
        context = screen.context
    }

    var header: Header { Header(title: shop.name ?? "", details: ["order of the shelves", "\(categories.count)"]) }

    func prepare() throws {
        let selected = categories.indices.contains(row) ? categories[row] : nil
        let all = try context.fetch(Category.fetchRequest())
        let byName = Dictionary(all.map { ($0.name ?? "", $0) }) { first, _ in first }
        let order = try AisleOrder(for: shop, in: context)
        categories = order.names.compactMap { byName[$0] }
        placed = shop.isDeleted ? 0 : Set(shop.inOrder.compactMap(\.category)).count
        if let selected, let place = categories.firstIndex(of: selected) { row = place }
        row = max(0, min(row, categories.count - 1))
    }

    func availability(of action: Action) -> Availability {
        if let refusal = refusal(of: action, in: context) { return refusal }
        if categories.isEmpty, Action.ofRows.contains(action) { return .disabled("There are no categories yet.") }
        return .enabled
    }

    func perform(_ action: Action, count: Int?) throws -> Effect {
        if let target = scroll.target(of: action, from: row, rows: categories.count, count: count) {
            row = target
            return .done
        }
        switch action {
        case .moveItemDown: return try arrange(by: count ?? 1)
        case .moveItemUp: return try arrange(by: -(count ?? 1))
        default: return try answer(action, in: context) ?? .done
        }
    }

    /// Moves the category under the cursor; all down to it and to where it goes get a place in the shop.
    private func arrange(by steps: Int) throws -> Effect {
        guard categories.indices.contains(row), shop.managedObjectContext != nil, !shop.isDeleted else { return .done }
        let target = max(0, min(row + steps, categories.count - 1))
        guard target != row else { return .done }
        var order = categories
        order.insert(order.remove(at: row), at: target)
        let count = max(placed, max(row, target) + 1)
        try ArrangeAisles(shop, in: Array(order.prefix(count))).run(in: context)
        row = target
        categories = order
        return .done
    }

    func point(at place: Point) throws -> Bool {
        guard (0..<max(0, categories.count - scroll.top)).contains(place.row) else { return false }
        row = scroll.top + place.row
        return true
    }

    func draw(on surface: inout Surface) {
        guard !categories.isEmpty else {
            surface.write("No categories yet: c on an item puts it into one.", row: 0, column: 0, style: .aside)
            surface.cursor = Point(row: 0, column: 0)
            return
        }
        scroll.reveal(row, of: categories.count, height: surface.size.height)
        for line in 0..<min(surface.size.height, categories.count - scroll.top) {
            let place = scroll.top + line
            let isSelected = place == row
            if isSelected { surface.write(">", row: line, column: 0) }
            let number = place < placed ? "\(place + 1)." : "-"
            surface.write(number, row: line, column: 2, style: .aside)
            surface.write(
                categories[place].label, row: line, column: min(6, surface.size.width - 1),
                style: isSelected ? .selected : [])
        }
        surface.cursor = Point(row: row - scroll.top, column: 0)
    }
}
