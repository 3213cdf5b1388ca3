import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractValidationTests {
    /// The shop's model, its items changed.
    private func model(_ change: (NSEntityDescription) -> Void) -> NSManagedObjectModel {
        ShopModel.noting { $0.entitiesByName["Item"].map(change) }
    }

    private func saveError(_ model: NSManagedObjectModel, _ body: (ShopItem) -> Void = { _ in }) throws -> NSError? {
        try ShopStack(.memory, model).work { context in
            body(context.note("Milk"))
            do {
                try context.save()
                return nil
            } catch {
                return error as NSError
            }
        }
    }

    @Test(
        "5.1 A save validates inserts, updates and deletes, each in its way; who throws blocks it",
        arguments: StoreKind.allCases)
    func hooks(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.noting())
        try stack.work { context in
            let refusal = NSError(domain: "shop", code: 7)
            let item = context.note("A")
            for (hook, change) in [
                ("validateForInsert", { (item: ContractItem) in item.title = "B" }),
                ("validateForUpdate", { $0.title = "C" }),
                ("validateForDelete", { context.delete($0) }),
            ] {
                change(item)
                item.hooks = []
                item.inHook[hook] = { _ in throw refusal }
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error == refusal && context.hasChanges && item.hasChanges)
                #expect(item.hooks.filter { $0.hasPrefix("validate") } == [hook])
                item.inHook = [:]
                try context.save()
                #expect(!context.hasChanges)
            }
        }
    }

    @Test("5.2 One failure is thrown as it is, several as 1560 with the details")
    func severalFailures() throws {
        let one = try saveError(model { $0.attributesByName["timestamp"]?.isOptional = false })
        #expect(one?.code == 1570 && one?.userInfo[NSDetailedErrorsKey] == nil)
        let two = try saveError(
            model { for name in ["timestamp", "identifier"] { $0.attributesByName[name]?.isOptional = false } })
        #expect(two?.domain == NSCocoaErrorDomain && two?.code == 1560)
        let details = two?.userInfo["NSDetailedErrors"] as? [NSError]
        #expect(details?.map(\.code) == [1570, 1570])
        let names = details?.compactMap { $0.userInfo[NSValidationKeyErrorKey] as? String }
        #expect(names.map(Set.init) == ["identifier", "timestamp"])
    }

    @Test("5.13 validateForUpdate goes on after the first failure, and so does a save over several objects")
    func allFailures() throws {
        let model = model { for name in ["timestamp", "identifier"] { $0.attributesByName[name]?.isOptional = false } }
        try ShopStack(.memory, model).work { context in
            let items = ["A", "B"].map { context.note($0) }
            let own = #expect(throws: NSError.self) { try items[0].validateForUpdate() }
            #expect((own?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 2)
            let all = #expect(throws: NSError.self) { try context.save() }
            #expect((all?.userInfo[NSDetailedErrorsKey] as? [NSError])?.count == 4)
        }
    }

    @Test("5.3 A failure names property, object, value and predicate")
    func keys() throws {
        let predicate = NSPredicate(format: "length >= 6")
        try ShopStack(
            .memory,
            model { $0.attributesByName["title"]?.setValidationPredicates([predicate], withValidationWarnings: nil) }
        ).work { context in
            let item = context.note("Milk")
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.userInfo["NSValidationErrorKey"] as? String == "title")
            #expect(error?.userInfo["NSValidationErrorObject"] as? NSManagedObject === item)
            #expect(error?.userInfo["NSValidationErrorValue"] as? String == "Milk")
            #expect(error?.userInfo["NSValidationErrorPredicate"] as? NSPredicate == predicate)
        }
    }

    @Test(
        "5.4 Each rule fails with its code",
        arguments: [
            ("length >= 6", "title", NSValidationStringTooShortError),
            ("length <= 2", "title", NSValidationStringTooLongError),
            ("SELF MATCHES 'x.*'", "title", NSValidationStringPatternMatchingError),
            ("SELF >= 5", "count", NSValidationNumberTooSmallError),
            ("SELF <= 0", "count", NSValidationNumberTooLargeError),
            ("SELF >= CAST(1000, 'NSDate')", "timestamp", NSValidationDateTooSoonError),
            ("SELF <= CAST(10, 'NSDate')", "timestamp", NSValidationDateTooLateError),
        ])
    func codes(_ format: String, _ name: String, _ code: Int) throws {
        let error = try saveError(
            model {
                $0.attributesByName[name]?.setValidationPredicates(
                    [NSPredicate(format: format)], withValidationWarnings: nil)
            }
        ) { $0.timestamp = Date(timeIntervalSinceReferenceDate: 100) }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == code)
        #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == name)
    }

    @Test("5.4 The codes of validation are Apple's numbers")
    func numbers() {
        let codes = [
            NSManagedObjectValidationError, NSManagedObjectConstraintValidationError, NSValidationMultipleErrorsError,
            NSValidationMissingMandatoryPropertyError, NSValidationRelationshipLacksMinimumCountError,
            NSValidationRelationshipExceedsMaximumCountError, NSValidationRelationshipDeniedDeleteError,
            NSValidationNumberTooLargeError, NSValidationNumberTooSmallError, NSValidationDateTooLateError,
            NSValidationDateTooSoonError, NSValidationInvalidDateError, NSValidationStringTooLongError,
            NSValidationStringTooShortError, NSValidationStringPatternMatchingError, NSValidationInvalidURIError,
        ]
        #expect(
            codes == [
                1550, 1551, 1560, 1570, 1580, 1590, 1600, 1610, 1620, 1630, 1640, 1650, 1660, 1670, 1680, 1690,
            ])
    }

    @Test("5.5 What is mandatory is missed with 1570, members with 1580 where one is asked for; too many are 1590")
    func mandatory() throws {
        try #expect(saveError(model { $0.attributesByName["timestamp"]?.isOptional = false })?.code == 1570)
        let toOne = try saveError(model { $0.relationshipsByName["list"]?.isOptional = false })
        #expect(toOne?.code == 1570 && toOne?.userInfo[NSValidationKeyErrorKey] as? String == "list")
        func tags(_ least: Int, _ most: Int) -> NSManagedObjectModel {
            model {
                $0.relationshipsByName["tags"]?.isOptional = false
                $0.relationshipsByName["tags"]?.minCount = least
                $0.relationshipsByName["tags"]?.maxCount = most
            }
        }
        try #expect(saveError(tags(1, 0))?.code == 1580)
        try #expect(saveError(tags(0, 0)) == nil)
        let many = try saveError(tags(0, 2)) { item in
            guard let context = item.managedObjectContext else { return }
            item.tags = NSSet(array: (0..<3).map { _ in ShopTag(context: context) })
        }
        #expect(many?.code == 1590)
    }

    @Test("5.12 Too few members: the error carries the empty relationship and says so")
    func tooFew() throws {
        let error = try saveError(
            model {
                $0.relationshipsByName["tags"]?.isOptional = false
                $0.relationshipsByName["tags"]?.minCount = 1
            })
        #expect((error?.userInfo[NSValidationValueErrorKey] as? NSSet)?.count == 0)
        #expect(error?.localizedDescription.hasPrefix("Too few items in ") == true)
    }

    @Test("5.6 A value is checked by the model, then by the class, which may replace it")
    func oneValue() throws {
        let model = model {
            $0.managedObjectClassName = "CoreDataTests.CheckingItem"
            $0.attributesByName["title"]?.setValidationPredicates(
                [NSPredicate(format: "length <= 5")], withValidationWarnings: nil)
        }
        try ShopStack(.memory, model).work { context in
            let item = CheckingItem(context: context)
            var value: Any? = " a "
            try item.validateValue(&value, forKey: "title")
            #expect(value as? String == "a")
            value = "longer than five"
            let error = #expect(throws: NSError.self) { try item.validateValue(&value, forKey: "title") }
            #expect(error?.code == NSValidationStringTooLongError)
            value = "bad"
            let own = #expect(throws: NSError.self) { try item.validateValue(&value, forKey: "title") }
            #expect(own?.domain == "shop")
            context.delete(item)
        }
    }

    @Test("5.7 Limits hold at both ends, a pattern for the whole text, and warnings give code or text")
    func limits() throws {
        func check(_ name: String, _ format: String, _ value: Any, warnings: [Any]? = nil) throws -> NSError? {
            try saveError(
                model {
                    $0.attributesByName[name]?.setValidationPredicates(
                        [NSPredicate(format: format)], withValidationWarnings: warnings)
                }
            ) { $0.setValue(value, forKey: name) }
        }
        for (format, value, passes) in [
            ("SELF >= 2 AND SELF <= 4", 2, true), ("SELF >= 2 AND SELF <= 4", 4, true),
            ("SELF >= 2 AND SELF <= 4", 1, false), ("SELF >= 2 AND SELF <= 4", 5, false),
        ] { try #expect((check("count", format, value) == nil) == passes) }
        try #expect(check("title", "SELF MATCHES '[a-z]+'", "abc") == nil)
        try #expect(check("title", "SELF MATCHES '[a-z]+'", "abc1")?.code == NSValidationStringPatternMatchingError)
        try #expect(check("title", "length >= 3", "abc") == nil)
        try #expect(check("title", "length >= 3", NSNull()) == nil)
        try #expect(check("title", "SELF BEGINSWITH 'x'", "abc")?.code == NSManagedObjectValidationError)
        try #expect(check("title", "length >= 4", "abc", warnings: [NSValidationStringTooLongError])?.code == 1660)
        let said = try check("title", "length >= 4", "abc", warnings: ["Say more."])
        #expect(said?.localizedDescription == "Say more.")
    }

    @Test("5.7 Each of several rules is checked, of new objects and of changed ones, saved and unsaved values alike")
    func severalRules() throws {
        let model = model {
            $0.attributesByName["title"]?.setValidationPredicates(
                [NSPredicate(format: "length >= 2"), NSPredicate(format: "length <= 5")], withValidationWarnings: nil)
            $0.attributesByName["count"]?.setValidationPredicates(
                [NSPredicate(format: "SELF >= 1"), NSPredicate(format: "SELF <= 9")], withValidationWarnings: nil)
        }
        try ShopStack(.file, model).work { context in
            let item = context.note("Milk")
            item.setValue(3, forKey: "count")
            try context.save()
            let cases: [(String, Any, Int)] = [
                ("title", "x", NSValidationStringTooShortError), ("title", "too long", NSValidationStringTooLongError),
                ("count", 0, NSValidationNumberTooSmallError), ("count", 10, NSValidationNumberTooLargeError),
            ]
            for (name, value, code) in cases {
                item.setValue(value, forKey: name)
                #expect(#expect(throws: NSError.self) { try context.save() }?.code == code)
                context.rollback()
                let new = context.note("Eggs")
                new.setValue(2, forKey: "count")
                new.setValue(value, forKey: name)
                #expect(#expect(throws: NSError.self) { try context.save() }?.code == code)
                context.rollback()
            }
            item.setValue("Eggs", forKey: "title")
            try context.save()
        }
    }

    @Test("5.10 CocoaError.Code has Core Data's members")
    func cocoaErrors() throws {
        let codes: [CocoaError.Code: Int] = [
            .managedObjectValidation: 1550, .managedObjectConstraintValidation: 1551, .validationMultipleErrors: 1560,
            .validationMissingMandatoryProperty: 1570, .validationRelationshipLacksMinimumCount: 1580,
            .validationRelationshipExceedsMaximumCount: 1590, .validationRelationshipDeniedDelete: 1600,
            .validationNumberTooLarge: 1610, .validationStringPatternMatching: 1680,
            .managedObjectReferentialIntegrity: 133000, .managedObjectExternalRelationship: 133010,
            .managedObjectMerge: 133020, .managedObjectConstraintMerge: 133021,
            .persistentStoreIncompatibleVersionHash: 134100, .migration: 134110, .persistentHistoryTokenExpired: 134301,
        ]
        for (code, number) in codes { #expect(code.rawValue == number) }
        let error = try saveError(model { $0.attributesByName["timestamp"]?.isOptional = false })
        #expect((error as? CocoaError)?.code == .validationMissingMandatoryProperty)
        #expect(error.map { CocoaError.validationMissingMandatoryProperty ~= $0 } == true)
    }

    @Test("5.11 A missing value is told by the property's name")
    func text() throws {
        let error = try saveError(model { $0.attributesByName["timestamp"]?.isOptional = false })
        #expect(error?.localizedDescription == "timestamp is a required value.")
    }
}

/// An item that trims its title, and knows a bad one.
final class CheckingItem: ShopItem {
    override func validateValue(_ value: inout Any?, forKey key: String) throws {
        try super.validateValue(&value, forKey: key)
        guard key == "title", let text = value as? String else { return }
        if text == "bad" { throw NSError(domain: "shop", code: 1) }
        value = text.trimmingCharacters(in: .whitespaces)
    }
}
