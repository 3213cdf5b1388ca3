import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractFetchedPropertyTests {
    private typealias Make = SampleModel

    /// Lists whose `finds` are items that contain the list's name, and `marked` those that contain the property's mark.
    private static func model() -> NSManagedObjectModel {
        let item = Make.entity("Item", Make.attribute("title", .stringAttributeType))
        let list = Make.entity("List", Make.attribute("name", .stringAttributeType))
        list.properties += [
            property("finds", of: item, "title CONTAINS $FETCH_SOURCE.name"),
            property("marked", of: item, "title CONTAINS $FETCHED_PROPERTY.userInfo.mark"),
        ]
        let model = NSManagedObjectModel()
        model.entities = [item, list]
        return model
    }

    private static func property(
        _ name: String, of entity: NSEntityDescription, _ format: String
    ) -> NSFetchedPropertyDescription {
        let request = NSFetchRequest<any NSFetchRequestResult>()
        request.entity = entity
        request.predicate = NSPredicate(format: format)
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        let property = NSFetchedPropertyDescription()
        property.name = name
        property.userInfo = ["mark": "!"]
        property.fetchRequest = request
        return property
    }

    private func titles(_ object: NSManagedObject, _ key: String) -> [String]? {
        (object.value(forKey: key) as? [NSManagedObject])?.compactMap { $0.value(forKey: "title") as? String }
    }

    @Test(
        "1.24 A fetched property is what its request finds for its owner, until the owner is refreshed",
        arguments: StoreKind.allCases)
    func fetchedProperty(_ kind: StoreKind) throws {
        try ShopStack(kind, Self.model()).work { context in
            for title in ["ab", "a!", "b"] { _ = context.make("Item", ["title": title]) }
            let list = context.make("List", ["name": "a"])
            try context.save()
            #expect(titles(list, "finds") == ["a!", "ab"])
            #expect(titles(list, "marked") == ["a!"])
            let again = list.value(forKey: "finds") as? [NSManagedObject]
            list.setValue("!", forKey: "name")
            #expect(list.value(forKey: "finds") as? [NSManagedObject] == again && again?.count == 2)
            context.refresh(list, mergeChanges: true)
            #expect(titles(list, "finds") == ["a!"])
            try context.save()
            context.refresh(list, mergeChanges: false)
            _ = context.make("Item", ["title": "c!"])
            #expect(titles(list, "finds") == ["a!", "c!"])
            #expect(!list.hasChanges)
        }
    }

    @Test("8.21 A fetched property can be read in a child context", arguments: StoreKind.allCases)
    func inChild(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, Self.model())
        let parent = stack.context()
        try parent.checked {
            for title in ["ab", "b"] { _ = parent.make("Item", ["title": title]) }
            _ = parent.make("List", ["name": "a"])
            try parent.save()
        }
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = parent
        try child.checked {
            let list = try #require(try child.all("List").first)
            #expect(titles(list, "finds") == ["ab"])
            list.setValue("b", forKey: "name")
            child.refresh(list, mergeChanges: true)
            #expect(titles(list, "finds") == ["ab", "b"])
        }
    }
}
