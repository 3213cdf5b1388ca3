import CoreData
import Foundation
import Testing

@testable import CoreData

/// Many steps, taken back and done again in any order, with saves at any time between them.
@Suite struct UndoStormTests {
    @Test("Each step back or forth leads to just what there was", arguments: StoreKind.allCases, 0..<8)
    func storm(_ kind: StoreKind, seed: Int) throws {
        let rule: NSDeleteRule = seed.isMultiple(of: 2) ? .cascadeDeleteRule : .nullifyDeleteRule
        try ShopStack(kind, ShopModel.make(items: rule)).work { context in
            let manager = UndoManager()
            context.undoManager = manager
            var shop = UndoneShop(context: context, random: SeededNumbers(seed: UInt64(seed) &+ 1))
            var pictures = [try shop.picture()]
            for _ in 0..<40 {
                manager.beginUndoGrouping()
                for _ in 0...shop.number(below: 3) { shop.change() }
                manager.endUndoGrouping()
                let picture = try shop.picture()
                // A step that changed nothing may be no step.
                if !manager.canUndo || picture == pictures.last { continue }
                pictures.append(picture)
            }
            try #require(pictures.count > 20)
            var at = pictures.count - 1
            for _ in 0..<120 {
                switch shop.number(below: 5) {
                case 0:
                    try context.save()
                    if shop.number(below: 2) == 0 { context.refreshAllObjects() }
                case 1, 2:
                    while at > 0 {
                        context.undo()
                        if try shop.picture() != pictures[at] { break }
                    }
                    at = max(at - 1, 0)
                default:
                    while at < pictures.count - 1 {
                        context.redo()
                        if try shop.picture() != pictures[at] { break }
                    }
                    at = min(at + 1, pictures.count - 1)
                }
                try #expect(shop.picture() == pictures[at])
                try #require(context.checkInvariants() == [])
            }
            context.undoManager = nil
        }
    }
}

/// A shop that changes at random.
private struct UndoneShop {
    let context: NSManagedObjectContext
    var random: SeededNumbers
    private var made = 0

    init(context: NSManagedObjectContext, random: SeededNumbers) {
        self.context = context
        self.random = random
    }

    mutating func number(below limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

    private func all<Object: NSManagedObject>(_ name: String, by key: String) -> [Object] {
        let request = NSFetchRequest<Object>(entityName: name)
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        return (try? context.fetch(request)) ?? []
    }

    private var lists: [ShopList] { all("List", by: "name") }
    private var items: [ShopItem] { all("Item", by: "title") }
    private var tags: [ShopTag] { all("Tag", by: "name") }

    private mutating func fresh(_ kind: String) -> String {
        made += 1
        return "\(kind)\(made + 100)"
    }

    mutating func change() {
        // Few of them, so that one and the same changes often.
        let item = items.suffix(3).randomElement(using: &random)
        switch number(below: 12) {
        case 0: ShopList(context: context).name = fresh("list")
        case 1: ShopTag(context: context).name = fresh("tag")
        case 2, 3: context.add(fresh("item"), to: lists.randomElement(using: &random))
        case 4: item?.title = fresh("item")
        case 5: item?.list = lists.randomElement(using: &random)
        case 6: item?.list = nil
        case 7:
            item?.tags = NSSet(array: tags.filter { _ in number(below: 2) == 0 })
        case 8:
            for _ in 0..<3 {
                let step = ShopStep(context: context)
                step.text = fresh("step")
                step.item = item
            }
        case 9:
            item?.steps = NSOrderedSet(array: (item?.steps?.array ?? []).shuffled(using: &random))
        case 10: if let item { context.delete(item) }
        default:
            if number(below: 2) == 0 { lists.randomElement(using: &random).map(context.delete) }
            if number(below: 2) == 0 { tags.randomElement(using: &random).map(context.delete) }
        }
        if number(below: 3) == 0 { context.processPendingChanges() }
    }

    /// Everything there is, as text.
    func picture() throws -> [String] {
        context.processPendingChanges()
        let steps: [ShopStep] = all("Step", by: "text")
        return lists.map { list in "\(list.name ?? "") \(titles(list.items))" }
            + tags.map { tag in "\(tag.name ?? "") \(titles(tag.items))" }
            + steps.map { step in "\(step.text ?? "") \(step.item?.title ?? "")" }
            + items.map { item in
                let steps = (item.steps?.array as? [ShopStep])?.map { $0.text ?? "" } ?? []
                let tags = (item.tags?.allObjects as? [ShopTag])?.map { $0.name ?? "" }.sorted() ?? []
                return "\(item.title ?? "") \(item.list?.name ?? "") \(tags) \(steps)"
            }
    }

    private func titles(_ items: NSSet?) -> [String] {
        (items?.allObjects as? [ShopItem])?.map { $0.title ?? "" }.sorted() ?? []
    }
}
