import CoreData
import Foundation
import SundryKit

/// The stores that the screen is measured on: of so many items, with prices, categories, amounts and dates, half of the titles
/// short and half longer, as in all workloads.
final class ScreenStores {
    private let folder: URL
    private var stores: [String: URL] = [:]
    private var copies = 0

    init(folder: URL) { self.folder = folder }

    /// The program, built beside the benchmarks.
    static let program = URL(fileURLWithPath: CommandLine.arguments[0]).standardizedFileURL
        .deletingLastPathComponent().appendingPathComponent("sundry")

    /// Nothing of the user's own.
    var environment: [String: String] {
        [
            "HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TERM": "xterm-256color",
            "XDG_CONFIG_HOME": folder.path, "XDG_DATA_HOME": folder.path, "XDG_CACHE_HOME": folder.path,
        ]
    }

    /// A store of so many open items in one list, beside an empty list of the name Bulk. For measuring alone; what changes it
    /// works on a copy.
    func items(_ count: Int) throws -> URL {
        try store("items-\(count)") { stack in try fill(stack, count) }
    }

    /// A store of so many edits and as many items that were bought and cleared away.
    func past(_ count: Int) throws -> URL {
        try store("past-\(count)") { stack in
            try fill(stack, count) { item, index in
                item.isDone = true
                item.completedAt = Date(timeIntervalSinceNow: -Double(index % 4_000_000))
                item.trashedAt = Date(timeIntervalSinceNow: -Double(index % 3_000_000))
            }
            try inPortions(count, stack) { index, context in
                let edit = Edit(context: context)
                edit.identifier = UUID()
                edit.verb = "add items"
                edit.summary = "add item \(index)"
                edit.author = "window"
                edit.createdAt = Date(timeIntervalSinceReferenceDate: Double(index))
                edit.changes = Data(repeating: 7, count: 120)
            }
        }
    }

    /// A text of so many lines to be imported.
    func text(lines count: Int) throws -> URL {
        let file = folder.appendingPathComponent("lines-\(count).txt")
        guard !FileManager.default.fileExists(atPath: file.path) else { return file }
        let lines = ItemSource(count: count, seed: 2).rows.enumerated().map { "\($1.title) \($0)\n" }
        try Data(lines.joined().utf8).write(to: file)
        return file
    }

    /// Hands over a copy of a store that may be changed.
    func withCopy<Result>(of store: URL, _ body: (URL) throws -> Result) throws -> Result {
        copies += 1
        let file = folder.appendingPathComponent("screen-\(copies).sqlite")
        defer {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: file.path + suffix) }
        }
        for suffix in ["", "-wal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
            try FileManager.default.copyItem(atPath: store.path + suffix, toPath: file.path + suffix)
        }
        return try body(file)
    }

    private func store(_ name: String, _ fill: (SundryStack) throws -> Void) throws -> URL {
        if let store = stores[name] { return store }
        let file = folder.appendingPathComponent("\(name).sqlite")
        let stack = SundryStack(at: .file(file))
        try stack.load()
        try fill(stack)
        stores[name] = file
        return file
    }

    private func fill(_ stack: SundryStack, _ count: Int, _ change: (Item, Int) -> Void = { _, _ in }) throws {
        let context = stack.viewContext
        let list = try AddList("Groceries").run(in: context)
        try AddList("Bulk").run(in: context)
        list.lastShownAt = Date()
        let categories = (0..<ItemSource.categoryCount).map { number in
            let category = Category(context: context)
            category.identifier = UUID()
            category.name = String(format: "Category %02d", number)
            return category
        }
        try context.save()
        let ids = (list.objectID, categories.map(\.objectID))
        let rows = ItemSource(count: count).rows
        try inPortions(count, stack) { index, context in
            let row = rows[index]
            let item = Item(context: context)
            item.identifier = UUID()
            item.title = row.title
            item.timestamp = row.timestamp
            item.list = context.object(with: ids.0) as? ItemList
            item.category = index % 3 == 0 ? nil : context.object(with: ids.1[row.category]) as? SundryKit.Category
            item.price = index % 2 == 0 ? NSDecimalNumber(value: Double(index % 1000) / 100) : nil
            item.quantity = NSDecimalNumber(value: row.quantity)
            item.amount = "\(row.quantity)"
            item.position = Double(index)
            item.dueAt = index % 5 == 0 ? row.timestamp : nil
            change(item, index)
        }
    }

    /// Makes objects on a context beside, some ten thousand at a time.
    private func inPortions(
        _ count: Int, _ stack: SundryStack, _ make: (Int, NSManagedObjectContext) throws -> Void
    ) throws {
        let portion = 50_000
        for start in stride(from: 0, to: count, by: portion) {
            let context = stack.newBackgroundContext()
            try context.performAndWait {
                for index in start..<min(start + portion, count) { try make(index, context) }
                try context.save()
            }
        }
    }
}
