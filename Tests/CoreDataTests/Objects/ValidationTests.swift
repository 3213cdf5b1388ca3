import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ValidationTests {
    private func model(_ change: (NSEntityDescription) -> Void) -> NSManagedObjectModel {
        let model = ShopModel.make()
        model.entitiesByName["Item"].map(change)
        return model
    }

    private func saveError(_ model: NSManagedObjectModel, _ body: (ShopItem) -> Void) throws -> NSError? {
        try ShopStack(.memory, model).work { context in
            body(context.add("Milk"))
            do {
                try context.save()
                return nil
            } catch {
                return error as NSError
            }
        }
    }

    @Test(
        "Each rule has its code",
        arguments: [
            ("length >= 6", "title", NSValidationStringTooShortError),
            ("length <= 2", "title", NSValidationStringTooLongError),
            ("SELF MATCHES 'x.*'", "title", NSValidationStringPatternMatchingError),
            ("SELF >= 5", "count", NSValidationNumberTooSmallError),
            ("SELF <= 0", "count", NSValidationNumberTooLargeError),
        ])
    func codes(_ format: String, _ name: String, _ code: Int) throws {
        let error = try saveError(
            model {
                $0.attributesByName[name]?.setValidationPredicates(
                    [NSPredicate(format: format)], withValidationWarnings: nil)
            }
        ) { _ in }
        #expect(error?.code == code)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == name)
        #expect(error?.userInfo[NSValidationPredicateErrorKey] is NSPredicate)
    }

    @Test("A rule that holds lets the save pass; nil is not judged")
    func passing() throws {
        let model = model {
            $0.attributesByName["title"]?.setValidationPredicates(
                [NSPredicate(format: "length >= 3")], withValidationWarnings: nil)
        }
        try #expect(saveError(model) { _ in } == nil)
        try #expect(saveError(model) { $0.title = nil } == nil)
    }

    @Test("Several failures are one error 1560 with the details")
    func several() throws {
        let error = try saveError(
            model {
                for name in ["timestamp", "identifier"] { $0.attributesByName[name]?.isOptional = false }
            }
        ) { _ in }
        #expect(error?.code == NSValidationMultipleErrorsError)
        let details = error?.userInfo[NSDetailedErrorsKey] as? [NSError]
        #expect(details?.map(\.code) == [1570, 1570])
        #expect(details?.map { $0.userInfo[NSValidationKeyErrorKey] as? String } == ["identifier", "timestamp"])
        #expect(details?.first?.localizedDescription == "identifier is a required value.")
    }

    @Test("Counts of a to-many relationship: 1580 for too few, 1590 for too many")
    func counts() throws {
        func change(_ min: Int, _ max: Int) -> NSManagedObjectModel {
            model {
                $0.relationshipsByName["tags"]?.isOptional = false
                $0.relationshipsByName["tags"]?.minCount = min
                $0.relationshipsByName["tags"]?.maxCount = max
            }
        }
        try #expect(saveError(change(1, 0)) { _ in }?.code == NSValidationRelationshipLacksMinimumCountError)
        try #expect(saveError(change(0, 0)) { _ in } == nil)
        let error = try saveError(change(0, 2)) { item in
            guard let context = item.managedObjectContext else { return }
            item.tags = NSSet(array: (0..<3).map { _ in ShopTag(context: context) })
        }
        #expect(error?.code == NSValidationRelationshipExceedsMaximumCountError)
    }
}
