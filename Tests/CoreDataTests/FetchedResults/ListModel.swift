import CoreData

/// A model of its own for the tests of lists: entries in folders.
enum ListModel {
    /// One model for the process: an entity belongs to one.
    static let shared: NSManagedObjectModel = {
        let model = NSManagedObjectModel()
        let entry = NSEntityDescription()
        entry.name = "Entry"
        let folder = NSEntityDescription()
        folder.name = "Folder"
        let owner = NSRelationshipDescription()
        owner.name = "folder"
        owner.destinationEntity = folder
        owner.maxCount = 1
        owner.isOptional = true
        let members = NSRelationshipDescription()
        members.name = "entries"
        members.destinationEntity = entry
        members.isOptional = true
        owner.inverseRelationship = members
        members.inverseRelationship = owner
        entry.properties = [
            attribute("title", .stringAttributeType), attribute("group", .stringAttributeType),
            attribute("rank", .integer64AttributeType), attribute("when", .dateAttributeType),
            attribute("done", .booleanAttributeType), owner,
        ]
        folder.properties = [attribute("name", .stringAttributeType), members]
        model.entities = [entry, folder]
        return model
    }()

    private static func attribute(_ name: String, _ type: NSAttributeType) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = true
        return attribute
    }

    /// Where a container keeps its objects.
    enum Kind: CaseIterable {
        case sqlite
        case inMemory
    }

    /// A container with an empty store that leaves no file behind.
    static func container(_ kind: Kind = .sqlite) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Lists", managedObjectModel: shared)
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null"))
        description.type = kind == .sqlite ? NSSQLiteStoreType : NSInMemoryStoreType
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }
}

extension NSManagedObjectContext {
    /// A new entry.
    @discardableResult
    func entry(_ title: String, group: String? = nil, rank: Int = 0, done: Bool = false) -> NSManagedObject {
        let entry = NSEntityDescription.insertNewObject(forEntityName: "Entry", into: self)
        entry.setValue(title, forKey: "title")
        entry.setValue(group, forKey: "group")
        entry.setValue(rank, forKey: "rank")
        entry.setValue(done, forKey: "done")
        return entry
    }
}
