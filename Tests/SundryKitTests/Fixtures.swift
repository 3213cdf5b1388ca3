import CoreData
import Foundation
import SundryKit
import Testing

/// A folder of its own for one test, gone with it.
final class TemporaryFolder {
    let url: URL

    init() throws {
        url = FileManager.default.temporaryDirectory.appendingPathComponent("sundry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: url) }

    var store: URL { url.appendingPathComponent("Lists.sqlite") }

    /// The permissions of a file in it.
    func mode(_ name: String) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.appendingPathComponent(name).path)
        return try #require(attributes[.posixPermissions] as? NSNumber).intValue
    }
}

/// A loaded stack: in memory, or on a file.
@MainActor func loadedStack(_ url: URL? = nil, author: Author = .window) throws -> SundryStack {
    let stack = SundryStack(at: url.map { .file($0) } ?? .memory, author: author)
    try stack.load()
    return stack
}

/// Everything a store holds but the journal, one line an object, read through a context of its own: what two states of a
/// store are compared by.
@MainActor func contents(of stack: SundryStack) throws -> [String] {
    let context = stack.newBackgroundContext()
    return try context.performAndWait {
        var lines: [String] = []
        for entity in ["ItemList", "Item", "Category", "Shop", "Aisle", "Tag", "Product"] {
            for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)) {
                lines.append(line(of: object))
            }
        }
        return lines.sorted()
    }
}

private func line(of object: NSManagedObject) -> String {
    var fields: [String] = [object.entity.name ?? ""]
    for name in object.entity.attributesByName.keys.sorted() {
        let value = object.value(forKey: name)
        // Dates are compared to the last bit.
        let text = (value as? Date).map { "\($0.timeIntervalSinceReferenceDate)" } ?? value.map { "\($0)" } ?? "nil"
        fields.append("\(name)=\(text)")
    }
    for (name, relationship) in object.entity.relationshipsByName.sorted(by: { $0.key < $1.key }) {
        let value = object.value(forKey: name)
        if !relationship.isToMany {
            fields.append("\(name)=\(identifier(value as? NSManagedObject))")
        } else if let ordered = value as? NSOrderedSet {
            fields.append("\(name)=\(ordered.array.map { identifier($0 as? NSManagedObject) })")
        } else {
            let members = (value as? NSSet)?.allObjects.map { identifier($0 as? NSManagedObject) } ?? []
            fields.append("\(name)=\(members.sorted())")
        }
    }
    return fields.joined(separator: " ")
}

private func identifier(_ object: NSManagedObject?) -> String {
    object.map { ($0.value(forKey: "identifier") as? UUID)?.uuidString ?? "none" } ?? "nil"
}

/// The titles of a list's items as a command shows them.
@MainActor func titles(_ stack: SundryStack, list: String? = nil, all: Bool = true, sort: ItemSort? = nil) throws
    -> [String]
{
    try Listing(of: list, all: all, sort: sort, in: stack.viewContext).items.map { $0.title ?? "" }
}
