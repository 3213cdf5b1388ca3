import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Stores that Apple's framework wrote, opened with the model of a later one of the same application.
@Suite(.enabled(if: SampleFiles.areThere, "no samples")) struct SampleMigrationTests {
    private static let steps = [
        ("alemar11__CoreDataPlus__SampleModel_V1.sqlite", "alemar11__CoreDataPlus__SampleModel_V2.sqlite"),
        ("duckduckgo__BrowserServicesKit__Bookmarks_V3.sqlite", "duckduckgo__BrowserServicesKit__Bookmarks_V4.sqlite"),
        ("objcio__core-data__Moody.moody", "objcio__core-data__Moody_2.moody"),
        ("objcio__core-data__Moody_2.moody", "objcio__core-data__Moody_3.moody"),
        ("objcio__core-data__Moody_3.moody", "objcio__core-data__Moody_4.moody"),
        ("objcio__core-data__Moody_4.moody", "objcio__core-data__Moody_5.moody"),
    ]

    /// An object under its entity and key: what it holds in attributes, and what its relationships lead to.
    private typealias Contents = [String: [String: AnyHashable]]

    private func key(_ object: NSManagedObject) -> String { object.objectID.uriRepresentation().lastPathComponent }

    /// - Parameter pair: of an entity of the model; nil for one that the other model lacks. Names are those of the destination.
    private func contents(
        _ context: NSManagedObjectContext, _ model: NSManagedObjectModel,
        _ pair: (NSEntityDescription) -> InferredMapping.Pair?
    ) throws -> Contents {
        var contents: Contents = [:]
        for entity in model.entities where !entity.isAbstract {
            guard let pair = pair(entity) else { continue }
            let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
            request.includesSubentities = false
            for object in try context.fetch(request) {
                var values: [String: AnyHashable] = [:]
                for (name, source) in pair.properties {
                    // What a transformer of the application makes is not for us to read.
                    if (source as? NSAttributeDescription)?.attributeType == .transformableAttributeType { continue }
                    let value = object.value(forKey: pair.destination === entity ? name : source.name)
                    switch value {
                    case let member as NSManagedObject: values[name] = [key(member)]
                    case let members as NSOrderedSet:
                        values[name] = members.compactMap { ($0 as? NSManagedObject).map(key) }
                    case let members as NSSet:
                        values[name] = members.compactMap { ($0 as? NSManagedObject).map(key) }.sorted()
                    case nil: values[name] = source is NSRelationshipDescription ? [String]() : "nil"
                    case let value?: values[name] = "\(value)"
                    }
                }
                contents["\(pair.destination.name ?? "") \(key(object))"] = values
            }
        }
        return contents
    }

    @Test("15.8 The rows of Apple's stores are all there after a migration, with what they held", arguments: steps)
    func step(_ former: String, _ later: String) throws {
        let model = try SampleFiles.withCopy(of: "stores/\(later)") { try #require(try ModelCache.read($0)) }
        let store = MigratedStore()
        let source = try SampleFiles.withCopy(of: "stores/\(former)") { connection in
            try connection.execute("VACUUM INTO '\(store.url.path)'")
            return try #require(try ModelCache.read(connection))
        }
        // As the migration finds it: both models in use.
        for used in [model, source] { used.freeze() }
        let mapping = try InferredMapping(from: source.entities, to: model.entities)
        let before = try store.with(source) { try contents($0, source) { mapping.pair(from: $0) } }
        let after = try store.migrate(to: model) { try contents($0, model) { mapping.pair(to: $0) } }
        #expect(before.count > 5)
        #expect(after == before)
    }
}
