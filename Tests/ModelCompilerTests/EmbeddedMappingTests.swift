import CoreData
import CoreDataModelCompiler
import CoreDataSQLite
import Foundation
import Testing

/// The mapping model names it without its module.
final class ChairPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        for chair in manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance]) {
            chair.setValue((chair.value(forKey: "label") as? String ?? "") + "!", forKey: "label")
        }
    }
}

@Suite("A mapping model in the program's sources") struct EmbeddedMappingTests {
    @Test("is built in, and migrates a store of the version it is for")
    func builtIn() throws {
        try Fixtures.withFolder { folder in
            let path = URL(fileURLWithPath: Fixtures.broad).deletingLastPathComponent()
            let compiler = try ModelCompiler(path: path.appendingPathComponent("Chairs.xcdatamodeld").path)
            let former = try #require(compiler.managedObjectModel(version: "Chairs"))
            let url = folder.appendingPathComponent("Chairs.sqlite")
            try fill(url, former)
            let container = NSPersistentContainer(name: "Chairs")
            let description = NSPersistentStoreDescription(url: url)
            description.shouldInferMappingModelAutomatically = false
            container.persistentStoreDescriptions = [description]
            var failure: (any Error)?
            container.loadPersistentStores { failure = $1 }
            #expect(failure == nil)
            let rows = try Connection(path: url.path, access: .readWrite).rows(
                "SELECT c.ZLABEL, c.ZLEGS, r.ZNAME FROM ZCHAIR c LEFT JOIN ZROOM r ON r.Z_PK = c.ZPLACE ORDER BY 1"
            ) { row in (0..<3).map { row.string($0) ?? "-" } }
            #expect(rows == [["red!", "3", "kitchen"], ["white!", "4", "-"]])
            let model = container.managedObjectModel
            let found = NSMappingModel(from: nil, forSourceModel: former, destinationModel: model)
            #expect(found?.entityMappings.map(\.name) == ["ChairToChair", "RoomToRoom"])
        }
    }

    private func fill(_ url: URL, _ model: NSManagedObjectModel) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            let room = NSEntityDescription.insertNewObject(forEntityName: "Room", into: context)
            room.setValue("kitchen", forKey: "name")
            for (name, legs, place) in [("red", 3, room), ("white", 4, nil)] as [(String, Int, NSManagedObject?)] {
                let chair = NSEntityDescription.insertNewObject(forEntityName: "Chair", into: context)
                chair.setValue(name, forKey: "name")
                chair.setValue(legs, forKey: "legs")
                chair.setValue(place, forKey: "room")
            }
            try context.save()
        }
        try coordinator.remove(store)
    }
}
