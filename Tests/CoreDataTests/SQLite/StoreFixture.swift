import CoreDataSQLite
import Foundation

@testable import CoreData

/// A store of a small model in a folder of its own: lists with ordered items, items with tags, and a family of media.
final class StoreFixture {
    let folder: URL
    let model: NSManagedObjectModel
    var url: URL { folder.appendingPathComponent("Test.sqlite") }

    init(_ model: NSManagedObjectModel = StoreFixture.makeModel()) throws {
        self.model = model
        model.freeze()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    func open(_ options: [AnyHashable: Any] = [:]) throws -> SQLiteStore {
        try SQLiteStore(model: model, configuration: nil, url: url, options: options)
    }

    /// A connection of our own to the file.
    func connection() throws -> Connection { try Connection(path: url.path, access: .readWrite, timeout: 5) }

    func entity(_ name: String) -> NSEntityDescription {
        guard let entity = model.entitiesByName[name] else { preconditionFailure("no entity \(name)") }
        return entity
    }

    func plan(
        _ entity: String, _ format: String? = nil, _ arguments: [Any] = [], sort: [NSSortDescriptor] = []
    ) -> FetchPlan {
        var plan = FetchPlan(entity: self.entity(entity))
        plan.predicate = format.map { NSPredicate(format: $0, argumentArray: arguments) }
        plan.sortDescriptors = sort
        return plan
    }

    // MARK: Model

    static func makeModel() -> NSManagedObjectModel {
        let list = makeEntity("ItemList", [("name", .stringAttributeType), ("position", .integer16AttributeType)])
        let item = makeEntity(
            "Item",
            [
                ("title", .stringAttributeType), ("timestamp", .dateAttributeType), ("done", .booleanAttributeType),
                ("quantity", .decimalAttributeType), ("weight", .doubleAttributeType), ("link", .URIAttributeType),
                ("identifier", .UUIDAttributeType), ("extra", .binaryDataAttributeType),
            ])
        let tag = makeEntity("Tag", [("name", .stringAttributeType)])
        let medium = makeEntity("Medium", [("name", .stringAttributeType)])
        let photo = makeEntity("Photo", [("width", .integer32AttributeType)])
        let sound = makeEntity("Sound", [("length", .doubleAttributeType)])
        medium.subentities = [photo, sound]
        relate((list, "items", toMany: true, ordered: true), (item, "list", toMany: false, ordered: false))
        relate((item, "tags", toMany: true, ordered: false), (tag, "items", toMany: true, ordered: false))
        relate((medium, "item", toMany: false, ordered: false), (item, "media", toMany: true, ordered: false))
        relate((list, "cover", toMany: false, ordered: false), (medium, "covered", toMany: true, ordered: false))
        item.uniquenessConstraints = [["identifier"]]
        item.indexes = [
            NSFetchIndexDescription(
                name: "byTimestamp",
                elements: [
                    NSFetchIndexElementDescription(
                        property: item.attributesByName["timestamp"]!, collationType: .binary)
                ])
        ]
        let model = NSManagedObjectModel()
        model.entities = [list, item, tag, medium, photo, sound]
        return model
    }

    static func makeEntity(_ name: String, _ attributes: [(String, NSAttributeType)]) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            attribute.name = name
            attribute.attributeType = type
            return attribute
        }
        return entity
    }

    static func relate(
        _ one: (NSEntityDescription, String, toMany: Bool, ordered: Bool),
        _ other: (NSEntityDescription, String, toMany: Bool, ordered: Bool)
    ) {
        let (left, right) = (NSRelationshipDescription(), NSRelationshipDescription())
        for (relationship, own, far) in [(left, one, other), (right, other, one)] {
            relationship.name = own.1
            relationship.destinationEntity = far.0
            relationship.maxCount = own.toMany ? 0 : 1
            relationship.isOrdered = own.ordered
            own.0.properties.append(relationship)
        }
        left.inverseRelationship = right
        right.inverseRelationship = left
    }
}
