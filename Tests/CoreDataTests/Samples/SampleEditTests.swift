import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Copies of stores that Apple's framework wrote, opened with nothing but the model they carry, edited through the stack, and
/// checked by SQL against what they were.
@Suite(.enabled(if: SampleFiles.areThere, "no samples")) struct SampleEditTests {
    /// A copy of a store that is open.
    private struct Opened {
        let url: URL
        let model: NSManagedObjectModel
        let coordinator: NSPersistentStoreCoordinator
        let before: RawStore
        let isRecorded: Bool

        var entities: [NSEntityDescription] {
            let configuration = coordinator.persistentStores[0].configurationName
            return model.entities(forConfigurationName: configuration) ?? []
        }

        /// By the name that the file has, or, where it kept the one before a change of name, by its place among all.
        func number(_ entity: NSEntityDescription) -> Int64? {
            if let found = before.entities.first(where: { $0.name == entity.name }) { return found.number }
            let names = Set(entities.map(\.name))
            let kept = before.entities.filter { !names.contains($0.name) }
            return kept.count == 1 ? kept[0].number : nil
        }
    }

    private func open(_ url: URL) throws -> Opened {
        let before = try RawStore(url)
        let model = try NSPersistentStoreCoordinator.modelForPersistentStore(at: url)
        registerTransformers(model)
        let isRecorded = before.tables["ACHANGE"] != nil
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
        let configuration = try #require(
            ([nil] + model.configurations.map(Optional.some)).first {
                model.isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata)
            })
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: configuration, at: url,
            options: isRecorded ? [NSPersistentHistoryTrackingKey: true] : nil)
        return Opened(url: url, model: model, coordinator: coordinator, before: before, isRecorded: isRecorded)
    }

    /// Transformers are the application's own; here the data are handed on as they are.
    private func registerTransformers(_ model: NSManagedObjectModel) {
        for entity in model.entities {
            for attribute in entity.attributesByName.values {
                guard let name = attribute.valueTransformerName.map({ NSValueTransformerName($0) }),
                    ValueTransformer(forName: name) == nil
                else { continue }
                ValueTransformer.setValueTransformer(HandingOn(), forName: name)
            }
        }
    }

    private func withStore(_ path: String, _ body: (Opened) throws -> Void) throws {
        try SampleFiles.withFolder { folder in
            let url = folder.appendingPathComponent((path as NSString).lastPathComponent)
            for suffix in ["", "-wal"]
            where FileManager.default.fileExists(atPath: SampleFiles.file(path).path + suffix) {
                try FileManager.default.copyItem(
                    atPath: SampleFiles.file(path).path + suffix, toPath: url.path + suffix)
                chmod(url.path + suffix, 0o600)
            }
            let opened = try open(url)
            try body(opened)
            for store in opened.coordinator.persistentStores { try opened.coordinator.remove(store) }
        }
    }

    @Test(arguments: SampleFiles.stores)
    func `an edited store keeps to the format, and what was not edited is as it was`(path: String) throws {
        try withStore(path) { opened in
            let context = opened.coordinator.newContext()
            context.transactionAuthor = "editor"
            let edits = try context.checked { try SampleEditor(context, opened.entities).run() }
            let isFilled = opened.before.entities.contains { entity in
                opened.before.table(ofEntity: entity.number).map { !opened.before.rows($0).isEmpty } ?? false
            }
            #expect(!edits.inserted.isEmpty && edits.updated.isEmpty != isFilled)
            let after = try RawStore(opened.url)
            checkRules(opened, after)
            checkRows(opened, after, edits)
            try checkHistory(opened, after, edits)
            try checkObjects(opened, edits)
        }
    }

    // MARK: Rules

    private func checkRules(_ opened: Opened, _ after: RawStore) {
        let before = opened.before
        #expect(after.violations().subtracting(before.violations()) == [])
        #expect(after.danglingKeys(opened.model).subtracting(before.danglingKeys(opened.model)) == [])
        #expect(after.schema == before.schema && after.identifier == before.identifier)
        #expect(NSDictionary(dictionary: after.metadata) == NSDictionary(dictionary: before.metadata))
        #expect(after.tables["Z_MODELCACHE"] == before.tables["Z_MODELCACHE"])
        let numbers = [after, before].map { $0.entities.map { "\($0.number) \($0.name) \($0.parent)" } }
        #expect(numbers[0] == numbers[1])
    }

    // MARK: Rows

    private func key(_ id: NSManagedObjectID) -> Int64? {
        if case .permanent(let key) = id.key { return key }
        return nil
    }

    private func checkRows(_ opened: Opened, _ after: RawStore, _ edits: SampleEditor.Edits) {
        let before = opened.before
        var touched: [String: Set<Int64>] = [:]
        func each(_ ids: Set<NSManagedObjectID>, _ body: (Int64, RawStore.Row?, RawStore.Row?, Int64) -> Void) {
            for id in ids {
                guard let number = opened.number(id.entity),
                    let table = after.table(ofEntity: number), let key = key(id)
                else {
                    Issue.record("\(id) has no row")
                    continue
                }
                touched[table, default: []].insert(key)
                body(key, before.rows(table)[key], after.rows(table)[key], number)
            }
        }
        each(edits.inserted) { key, old, new, number in
            #expect(old == nil && new?["Z_OPT"] == .integer(1) && new?["Z_ENT"] == .integer(number), "\(key)")
        }
        each(edits.deleted) { key, old, new, _ in #expect(old != nil && new == nil, "\(key)") }
        each(edits.updated) { key, old, new, number in
            #expect(new?["Z_ENT"] == .integer(number) && old?["Z_ENT"] == .integer(number))
            #expect(new?["Z_OPT"]?.integer == old?["Z_OPT"]?.integer.map { $0 + 1 }, "\(key)")
        }
        let derived = Set(
            opened.model.entities.flatMap { $0.attributesByName.values }.filter { $0 is NSDerivedAttributeDescription }
                .map { "Z" + $0.name.uppercased() })
        for number in after.entities.map(\.number) {
            guard let table = after.table(ofEntity: number) else { continue }
            let (old, new) = (before.rows(table), after.rows(table))
            for key in Set(old.keys).union(new.keys).subtracting(touched[table] ?? []) {
                // What triggers derive may follow from what was edited, and so does a place among others.
                func own(_ row: RawStore.Row?) -> RawStore.Row? {
                    row?.filter { !derived.contains($0.key) && !$0.key.hasPrefix("Z_FOK_") }
                }
                #expect(own(old[key]) == own(new[key]), "\(table) \(key)")
            }
        }
    }

    // MARK: History

    private func checkHistory(_ opened: Opened, _ after: RawStore, _ edits: SampleEditor.Edits) throws {
        guard opened.isRecorded else {
            #expect(after.tables["ACHANGE"] == nil)
            return
        }
        let before = opened.before
        let (oldTransactions, transactions) = (before.rows("ATRANSACTION"), after.rows("ATRANSACTION"))
        let added = Set(transactions.keys).subtracting(oldTransactions.keys)
        #expect(added.count == 1 && oldTransactions.allSatisfy { transactions[$0.key] == $0.value })
        let (oldChanges, changes) = (before.rows("ACHANGE"), after.rows("ACHANGE"))
        #expect(oldChanges.allSatisfy { changes[$0.key] == $0.value })
        var expected: Set<[Int64]> = []
        for (type, ids) in [(Int64(0), edits.inserted), (1, edits.updated), (2, edits.deleted)] {
            for id in ids {
                let number = try #require(opened.number(id.entity))
                expected.insert([type, number, try #require(key(id))])
            }
        }
        let new = changes.filter { oldChanges[$0.key] == nil }.values
        #expect(new.allSatisfy { $0["ZTRANSACTIONID"]?.integer == added.first })
        let found = new.map { row in ["ZCHANGETYPE", "ZENTITY", "ZENTITYPK"].map { row[$0]?.integer ?? -1 } }
        #expect(Set(found) == expected && found.count == expected.count)
        for (number, table) in [(16001, "ACHANGE"), (16002, "ATRANSACTION"), (16003, "ATRANSACTIONSTRING")] {
            let highest = (after.tables["Z_PRIMARYKEY"] ?? [:]).values.first { $0["Z_ENT"] == .integer(Int64(number)) }
            #expect(highest?["Z_MAX"]?.integer ?? 0 >= after.rows(table).keys.max() ?? 0)
        }
    }

    // MARK: Objects

    /// By a stack that has read nothing yet: what is derived follows from what there is, and orders are as they were set.
    private func checkObjects(_ opened: Opened, _ edits: SampleEditor.Edits) throws {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: opened.model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: opened.coordinator.persistentStores[0].configurationName,
            at: opened.url, options: opened.isRecorded ? [NSPersistentHistoryTrackingKey: true] : nil)
        let context = coordinator.newContext()
        try context.checked {
            for (owner, name, members) in edits.orders {
                let object = try context.existingObject(with: owner)
                let found = (object.value(forKey: name) as? NSOrderedSet)?.array.compactMap { $0 as? NSManagedObject }
                #expect(found?.map(\.objectID) == members, "\(name)")
            }
            for entity in opened.entities where !entity.isAbstract {
                for (name, attribute) in entity.attributesByName {
                    guard let attribute = attribute as? NSDerivedAttributeDescription,
                        let expression = attribute.derivationExpression
                    else { continue }
                    for object in try SampleEditor(context, [entity]).stored(entity) {
                        let derived = object.value(forKey: name)
                        let computed = expression.expressionValue(with: object, context: nil)
                        #expect(
                            "\(derived ?? "nil")" == "\(computed ?? "nil")",
                            "\(entity.name ?? "") \(name) \(expression)")
                    }
                }
            }
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    @Test func `a store without a model, or with one that cannot be read, says so`() throws {
        try SampleFiles.withFolder { folder in
            let url = folder.appendingPathComponent("Shop.sqlite")
            let missing = #expect(throws: NSError.self) {
                try NSPersistentStoreCoordinator.modelForPersistentStore(at: url)
            }
            #expect(missing?.code == CocoaError.Code.fileReadNoSuchFile.rawValue)
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
            try coordinator.remove(coordinator.addPersistentStore(type: .sqlite, at: url))
            try #expect(NSPersistentStoreCoordinator.modelForPersistentStore(at: url) == ShopModel.make())
            for statement in ["UPDATE Z_MODELCACHE SET Z_CONTENT = x'0102'", "DELETE FROM Z_MODELCACHE"] {
                try Connection(path: url.path, access: .readWrite).execute(statement)
                let error = #expect(throws: NSError.self) {
                    try NSPersistentStoreCoordinator.modelForPersistentStore(at: url)
                }
                #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSMigrationMissingSourceModelError)
            }
        }
    }
}

private final class HandingOn: ValueTransformer, @unchecked Sendable {
    // Sendable: without state.
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { value as? Data ?? Data() }
}
