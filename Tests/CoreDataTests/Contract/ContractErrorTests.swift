import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractErrorTests {
    @Test("16.1 What SQLite says stands under its domain")
    func sqlite() throws {
        let stack = try ShopStack(.file)
        // Any store's URL is there.
        try Connection(path: stack.store.url!.path, access: .readWrite, timeout: 5).execute("DROP TABLE ZITEM")
        stack.work { context in
            let error = #expect(throws: NSError.self) { try context.items() }
            #expect(error?.domain == NSCocoaErrorDomain && error?.userInfo["NSSQLiteErrorDomain"] as? Int == 1)
        }
    }

    /// Apple's header names the predicate's key beside its three siblings, of which logs show the texts; by their pattern its
    /// text is NSValidationErrorPredicate.
    @Test("16.2 Keys have Apple's texts")
    func keys() {
        #expect(NSDetailedErrorsKey == "NSDetailedErrors" && NSValidationObjectErrorKey == "NSValidationErrorObject")
        #expect(NSValidationKeyErrorKey == "NSValidationErrorKey")
        #expect(NSValidationValueErrorKey == "NSValidationErrorValue")
        #expect(NSValidationPredicateErrorKey == "NSValidationErrorPredicate")
        #expect(
            NSPersistentStoreSaveConflictsErrorKey == "conflictList" && NSSQLiteErrorDomain == "NSSQLiteErrorDomain")
    }

    @Test("16.3 Codes are global numbers that an error's code compares with")
    func comparing() throws {
        let model = ShopModel.make()
        model.entitiesByName["Item"]?.attributesByName["title"]?.isOptional = false
        try ShopStack(.null, model).work { context in
            _ = ShopItem(context: context)
            do {
                try context.save()
                Issue.record("The save throws.")
            } catch let error as NSError {
                let code: Int = NSValidationMissingMandatoryPropertyError
                #expect(error.code == code)
            }
        }
    }

    @Test("16.4 The codes from 132000 on are Apple's numbers")
    func numbers() {
        let codes = [
            NSManagedObjectContextLockingError: 132000, NSPersistentStoreCoordinatorLockingError: 132010,
            NSManagedObjectReferentialIntegrityError: 133000, NSManagedObjectExternalRelationshipError: 133010,
            NSManagedObjectMergeError: 133020, NSManagedObjectConstraintMergeError: 133021,
            NSPersistentStoreInvalidTypeError: 134000, NSPersistentStoreTypeMismatchError: 134010,
            NSPersistentStoreIncompatibleSchemaError: 134020, NSPersistentStoreSaveError: 134030,
            NSPersistentStoreIncompleteSaveError: 134040, NSPersistentStoreSaveConflictsError: 134050,
            NSCoreDataError: 134060, NSPersistentStoreOperationError: 134070, NSPersistentStoreOpenError: 134080,
            NSPersistentStoreTimeoutError: 134090, NSPersistentStoreUnsupportedRequestTypeError: 134091,
            NSPersistentStoreIncompatibleVersionHashError: 134100, NSMigrationError: 134110,
            NSMigrationConstraintViolationError: 134111, NSMigrationCancelledError: 134120,
            NSMigrationMissingSourceModelError: 134130, NSMigrationMissingMappingModelError: 134140,
            NSMigrationManagerSourceStoreError: 134150, NSMigrationManagerDestinationStoreError: 134160,
            NSEntityMigrationPolicyError: 134170, NSSQLiteError: 134180, NSInferredMappingModelError: 134190,
            NSExternalRecordImportError: 134200, NSPersistentHistoryTokenExpiredError: 134301,
        ]
        for (code, number) in codes { #expect(code == number) }
        #expect(codes.count == 30)
    }

    @Test("16.5 Cocoa's codes of files stand for a wrong pragma, a missing file and a store that is read only")
    func files() throws {
        try SampleFiles.withFolder { folder in
            let url = folder.appendingPathComponent("Shop.sqlite")
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
            func code(_ options: [AnyHashable: Any]) -> Int? {
                #expect(throws: NSError.self) {
                    try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
                }?.code
            }
            #expect(code([NSReadOnlyPersistentStoreOption: true]) == 260)
            #expect(code([NSSQLitePragmasOption: ["journal_mode": "nonsense"]]) == 256)
            try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
            let store = try coordinator.addPersistentStore(
                type: .sqlite, at: url, options: [NSReadOnlyPersistentStoreOption: true])
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            context.performAndWait {
                context.add("A")
                #expect(#expect(throws: NSError.self) { try context.save() }?.code == 513)
            }
            try coordinator.remove(store)
        }
    }
}
