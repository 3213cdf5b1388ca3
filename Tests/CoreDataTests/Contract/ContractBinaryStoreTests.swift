import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractBinaryStoreTests {
    private let folder: URL
    private var url: URL { folder.appendingPathComponent("Shop.binary") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("ContractBinary-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func coordinator(
        _ options: [AnyHashable: Any]? = nil, _ model: NSManagedObjectModel = ShopModel.make()
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .binary, at: url, options: options)
        return coordinator
    }

    private func work(_ coordinator: NSPersistentStoreCoordinator, _ body: (NSManagedObjectContext) throws -> Void)
        throws
    {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        try context.checked { try body(context) }
    }

    private func refusal(_ body: () throws -> Void) -> NSError? {
        do {
            try body()
        } catch {
            return error as NSError
        }
        return nil
    }

    @Test("2.8 A binary store keeps every kind of value and relationship in its file")
    func roundTrip() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let (day, identifier) = (Date(timeIntervalSinceReferenceDate: 0.1), UUID())
        let price = NSDecimalNumber(string: "12345678901234567890.123456789")
        var (id, uuid): (URL?, String?)
        let first = try coordinator()
        try work(first) { context in
            let list = ShopList(context: context)
            list.name = "Food"
            for number in 0..<300 { context.add("\(number)", to: list).count = Int32(number) }
            let item = context.add("Ä 🛒", to: list)
            (item.done, item.timestamp, item.price, item.identifier) = (true, day, price, identifier)
            item.setValue(NSSet(array: ["red", "blue"].map { context.make("Tag", ["name": $0]) }), forKey: "tags")
            for text in ["b", "a", "c"] {
                item.mutableOrderedSetValue(forKey: "steps").add(context.make("Step", ["text": text]))
            }
            try context.save()
            context.delete(try #require(try context.items("title == '7'").first))
            try context.save()
            id = item.objectID.uriRepresentation()
            uuid = first.persistentStores[0].identifier
        }
        let second = try coordinator()
        #expect(second.persistentStores[0].identifier == uuid)
        try work(second) { context in
            try #expect(context.items().count == 300)
            let uri = try #require(id)
            let id = try #require(second.managedObjectID(forURIRepresentation: uri))
            let item = try #require(context.object(with: id) as? ShopItem)
            #expect(item.title == "Ä 🛒" && item.done && item.timestamp == day && item.identifier == identifier)
            #expect(item.price == price && item.list?.name == "Food" && item.list?.items?.count == 300)
            #expect(
                (item.tags as? Set<NSManagedObject>)?.compactMap { $0.value(forKey: "name") as? String }.sorted() == [
                    "blue", "red",
                ])
            #expect(item.steps?.compactMap { ($0 as? ShopStep)?.text } == ["b", "a", "c"])
            // Numbers of keys are never given out twice.
            let (old, new) = (item.objectID.uriRepresentation().lastPathComponent, context.add("new"))
            try context.save()
            let number = try #require(Int(new.objectID.uriRepresentation().lastPathComponent.dropFirst()))
            #expect(number > (Int(old.dropFirst()) ?? .max) || number == 302)
        }
    }

    @Test("2.8 A save replaces the file of a binary store as a whole, and fails without losing anything")
    func atomicity() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try coordinator()
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        try work(first) { context in
            context.add("A")
            try context.save()
            let before = try Data(contentsOf: url)
            // What another store has written meanwhile is not written over.
            try work(try coordinator()) { other in
                other.add("B")
                try other.save()
            }
            #expect(try Data(contentsOf: url) != before)
            let mine = context.add("C")
            #expect(refusal { try context.save() }?.code == NSPersistentStoreSaveError)
            #expect(mine.isInserted)
        }
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["Shop.binary"])
        try work(try coordinator()) { try #expect($0.titles() == ["A", "B"]) }
        try work(try coordinator([NSReadOnlyPersistentStoreOption: true])) { context in
            context.add("D")
            #expect(refusal { try context.save() }?.code == 513)
        }
    }

    @Test("2.8 A binary store refuses other files, other models, and to be made read only")
    func refusals() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        #expect(refusal { _ = try coordinator([NSReadOnlyPersistentStoreOption: true]) }?.code == 260)
        #expect(!FileManager.default.fileExists(atPath: url.path))
        _ = try coordinator()
        #expect(refusal { _ = try coordinator(nil, ShopModel.make(uniqueNames: true)) }?.code == 134100)
        let content = try Data(contentsOf: url)
        try content.prefix(content.count / 2).write(to: url)
        #expect(refusal { _ = try coordinator() }?.code == NSPersistentStoreInvalidTypeError)
        try Connection(path: folder.appendingPathComponent("other").path, access: .create).execute("CREATE TABLE A (B)")
        try FileManager.default.removeItem(at: url)
        try FileManager.default.moveItem(at: folder.appendingPathComponent("other"), to: url)
        #expect(refusal { _ = try coordinator() }?.code == NSPersistentStoreInvalidTypeError)
    }

    @Test("2.8 A binary store behind a link is written where the link leads")
    func link() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appendingPathComponent("File.binary")
        _ = try coordinator()
        try FileManager.default.moveItem(at: url, to: file)
        try FileManager.default.createSymbolicLink(at: url, withDestinationURL: file)
        try work(try coordinator()) { context in
            context.add("A")
            try context.save()
        }
        #expect(try FileManager.default.destinationOfSymbolicLink(atPath: url.path) == file.path)
        try work(try coordinator()) { try #expect($0.titles() == ["A"]) }
    }

    @Test("2.8 Metadata of a binary store are read and set with the store and without")
    func metadata() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let first = try coordinator()
        let store = first.persistentStores[0]
        store.metadata["mine"] = "1"
        try work(first) { context in
            context.add("A")
            try context.save()
        }
        var found = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .binary, at: url)
        #expect(found["mine"] as? String == "1" && found[NSStoreTypeKey] as? String == "Binary")
        #expect(found[NSStoreUUIDKey] as? String == store.identifier)
        try NSPersistentStoreCoordinator.setMetadata(
            ["mine": "2", NSStoreModelVersionHashesKey: found[NSStoreModelVersionHashesKey] as Any], type: .binary,
            at: url)
        found = try coordinator().persistentStores[0].metadata
        #expect(found["mine"] as? String == "2" && found[NSStoreUUIDKey] as? String == store.identifier)
        try work(try coordinator()) { try #expect($0.titles() == ["A"]) }
    }
}
