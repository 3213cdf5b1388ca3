import Foundation
import Testing

@testable import CoreData

/// `validateValue(_:forKey:)` is a hook: a save asks a class that overrides it about every property.
@Suite struct ValidationHookTests {
    @Test("A class that overrides the hook is told from one that does not")
    func detection() {
        #expect(OverriddenHooks.validateValue.isOverridden(by: CheckedThing.self))
        #expect(OverriddenHooks.validateValue.isOverridden(by: MoreCheckedThing.self))
        #expect(!OverriddenHooks.validateValue.isOverridden(by: UncheckedThing.self))
        #expect(!OverriddenHooks.validateValue.isOverridden(by: NSManagedObject.self))
    }

    @Test("A save asks about optional properties without rules as well")
    func everyProperty() throws {
        let context = try Self.context(of: CheckedThing.self)
        try context.checked {
            let object = NSManagedObject.make("Thing", in: context)
            object.setValue("bad", forKey: "title")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == 4711)
            object.setValue("good", forKey: "title")
            try context.save()
        }
    }

    @Test("A missing mandatory value is found without the hook")
    func mandatory() throws {
        let context = try Self.context(of: UncheckedThing.self)
        context.checked {
            _ = NSManagedObject.make("Thing", in: context)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSValidationMissingMandatoryPropertyError)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "number")
        }
    }

    /// A stack in memory of one entity: an optional title, and a number that is mandatory where the class is `UncheckedThing`.
    private static func context(of objectClass: NSManagedObject.Type) throws -> NSManagedObjectContext {
        let (title, number) = (NSAttributeDescription(), NSAttributeDescription())
        title.name = "title"
        title.attributeType = .stringAttributeType
        number.name = "number"
        number.attributeType = .integer32AttributeType
        number.isOptional = objectClass != UncheckedThing.self
        let entity = NSEntityDescription()
        entity.name = "Thing"
        entity.managedObjectClassName = NSStringFromClass(objectClass)
        entity.properties = [title, number]
        let model = NSManagedObjectModel()
        model.entities = [entity]
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        _ = try coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil, options: nil)
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }
}

class CheckedThing: NSManagedObject {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {
        try super.validateValue(&value, forKey: key)
        if value as? String == "bad" { throw NSError(domain: "test", code: 4711) }
    }
}
final class MoreCheckedThing: CheckedThing {}
final class UncheckedThing: NSManagedObject {}

extension NSManagedObject {
    fileprivate static func make(_ name: String, in context: NSManagedObjectContext) -> NSManagedObject {
        NSEntityDescription.insertNewObject(forEntityName: name, into: context)
    }
}
