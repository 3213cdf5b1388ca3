import CoreData
import Foundation

/// A store of an older model: migrated object by object by a policy, and stage by stage.
enum MigrationShape {
    static func run() throws {
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("Notes.sqlite")
            try write(["2 milk", "bread"], to: url)
            let later = folder.appendingPathComponent("Later.sqlite")
            try migrate(url, to: later)
            let notes = try read("title", at: later, split)
            try expect(notes == ["bread 1", "milk 2"], "texts are split, not \(notes)")
        }
        try withTemporaryFolder { folder in
            let url = folder.appendingPathComponent("Notes.sqlite")
            try write(["milk", nil], to: url)
            let stage = NSCustomMigrationStage(migratingFrom: reference(to: first), to: reference(to: titled))
            stage.willMigrateHandler = fillTexts
            let manager = NSStagedMigrationManager([stage])
            let options: [AnyHashable: Any] = [
                NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true,
                NSPersistentStoreStagedMigrationManagerOptionKey: manager,
            ]
            let titles = try read("title", at: url, titled, options)
            try expect(titles == ["milk", "untitled"], "texts are filled in, not \(titles)")
        }
    }

    // MARK: Object by object

    private static func migrate(_ url: URL, to later: URL) throws {
        let note = NSEntityMapping()
        note.name = "NoteToNote"
        note.mappingType = .customEntityMappingType
        note.sourceEntityName = "Note"
        note.destinationEntityName = "Note"
        note.entityMigrationPolicyClassName = NSStringFromClass(AmountPolicy.self)
        let title = NSPropertyMapping()
        title.name = "title"
        title.valueExpression = NSExpression(format: "$source.text")
        note.attributeMappings = [title]
        let mapping = NSMappingModel()
        mapping.entityMappings = [note]
        let manager = NSMigrationManager(sourceModel: first, destinationModel: split)
        try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: later, type: .sqlite)
    }

    // MARK: Stage by stage

    private static func fillTexts(_ manager: NSStagedMigrationManager, _ stage: NSCustomMigrationStage) throws {
        guard let container = manager.container else { return }
        let context = container.newBackgroundContext()
        try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.predicate = NSPredicate(format: "text == nil")
            for note in try context.fetch(request) { note.setValue("untitled", forKey: "text") }
            try context.save()
        }
    }

    private static func reference(to model: NSManagedObjectModel) -> NSManagedObjectModelReference {
        NSManagedObjectModelReference(model: model, versionChecksum: model.versionChecksum)
    }

    // MARK: Models and stores

    private static let first = model([attribute("text", .stringAttributeType)])
    private static let split = model([
        attribute("title", .stringAttributeType), attribute("amount", .integer32AttributeType, isOptional: false),
    ])
    private static let titled = model([attribute("title", .stringAttributeType, was: "text", isOptional: false)])

    private static func model(_ attributes: [NSAttributeDescription]) -> NSManagedObjectModel {
        let note = NSEntityDescription()
        note.name = "Note"
        note.properties = attributes
        let model = NSManagedObjectModel()
        model.entities = [note]
        return model
    }

    private static func attribute(
        _ name: String, _ type: NSAttributeType, was former: String? = nil, isOptional: Bool = true
    ) -> NSAttributeDescription {
        let attribute = NSAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.isOptional = isOptional
        if let former { attribute.renamingIdentifier = former }
        return attribute
    }

    private static func write(_ texts: [String?], to url: URL) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: first)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        try context.performAndWait {
            for text in texts {
                NSEntityDescription.insertNewObject(forEntityName: "Note", into: context).setValue(text, forKey: "text")
            }
            try context.save()
        }
        try coordinator.remove(store)
    }

    private static func read(
        _ key: String, at url: URL, _ model: NSManagedObjectModel, _ options: [AnyHashable: Any]? = nil
    ) throws -> [String] {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            let request = NSFetchRequest<NSManagedObject>(entityName: "Note")
            request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
            return try context.fetch(request).map { note in
                let amount = note.entity.attributesByName["amount"] == nil ? nil : note.value(forKey: "amount") as? Int
                return "\(note.value(forKey: key) ?? "nil")" + (amount.map { " \($0)" } ?? "")
            }
        }
    }
}

/// Makes two attributes of what was one.
final class AmountPolicy: NSEntityMigrationPolicy {
    override func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        try super.createDestinationInstances(forSource: sInstance, in: mapping, manager: manager)
        let made = manager.destinationInstances(forEntityMappingName: mapping.name, sourceInstances: [sInstance])
        let words = (sInstance.value(forKey: "text") as? String ?? "").split(separator: " ", maxSplits: 1)
        let amount = words.count == 2 ? Int(words[0]) : nil
        made.first?.setValue(amount ?? 1, forKey: "amount")
        if amount != nil { made.first?.setValue(String(words[1]), forKey: "title") }
    }
}
