import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractBatchTests {
    private static let kinds = [StoreKind.file, .null]

    private static func insert(_ titles: [String]) -> NSBatchInsertRequest {
        NSBatchInsertRequest(entityName: "Item", objects: titles.map { ["title": $0] })
    }

    private func ids(_ result: NSPersistentStoreResult) throws -> [NSManagedObjectID] {
        switch result {
        case let result as NSBatchInsertResult: try #require(result.result as? [NSManagedObjectID])
        case let result as NSBatchUpdateResult: try #require(result.result as? [NSManagedObjectID])
        case let result as NSBatchDeleteResult: try #require(result.result as? [NSManagedObjectID])
        default: throw CancellationError()
        }
    }

    private func search(_ entity: String = "Item", _ format: String? = nil) -> NSFetchRequest<any NSFetchRequestResult>
    {
        let request = NSFetchRequest<any NSFetchRequestResult>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        return request
    }

    // MARK: Results

    @Test("14.2 Results are a status unless IDs or a count are asked for", arguments: kinds)
    func results(_ kind: StoreKind) throws {
        #expect(NSBatchInsertRequestResultType.statusOnly.rawValue == 0)
        #expect(NSBatchInsertRequestResultType.objectIDs.rawValue == 1)
        #expect(NSBatchInsertRequestResultType.count.rawValue == 2)
        #expect(NSBatchDeleteRequestResultType.resultTypeStatusOnly.rawValue == 0)
        #expect(NSBatchDeleteRequestResultType.resultTypeObjectIDs.rawValue == 1)
        #expect(NSBatchDeleteRequestResultType.resultTypeCount.rawValue == 2)
        #expect(NSBatchUpdateRequestResultType.statusOnlyResultType.rawValue == 0)
        #expect(NSBatchUpdateRequestResultType.updatedObjectIDsResultType.rawValue == 1)
        #expect(NSBatchUpdateRequestResultType.updatedObjectsCountResultType.rawValue == 2)
        try ShopStack(kind).work { context in
            let insert = Self.insert(["A", "B"])
            #expect(insert.requestType == .batchInsertRequestType && insert.entityName == "Item")
            let status = try #require(context.execute(insert) as? NSBatchInsertResult)
            #expect(status.resultType == .statusOnly && status.result as? Bool == true && status.result as? Int == nil)
            insert.resultType = .count
            try #expect((context.execute(insert) as? NSBatchInsertResult)?.result as? Int == 2)
            insert.resultType = .objectIDs
            try #expect(ids(context.execute(insert)).count == 2)

            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["count": 3]
            try #expect((context.execute(update) as? NSBatchUpdateResult)?.result as? Bool == true)
            update.resultType = .updatedObjectsCountResultType
            try #expect((context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 6)
            update.resultType = .updatedObjectIDsResultType
            try #expect(Set(ids(context.execute(update))) == Set(context.items().map(\.objectID)))

            // As people write it, with nothing that says what the search answers.
            #expect(
                NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Item")).fetchRequest.entityName == "Item"
            )
            let delete = NSBatchDeleteRequest(fetchRequest: search("Item", "title == 'A'"))
            delete.resultType = .resultTypeObjectIDs
            let expected = try Set(context.items("title == 'A'").map(\.objectID))
            try #expect(Set(ids(context.execute(delete))) == expected)
            delete.resultType = .resultTypeCount
            try #expect((context.execute(delete) as? NSBatchDeleteResult)?.result as? Int == 0)
            delete.resultType = .resultTypeStatusOnly
            try #expect((context.execute(delete) as? NSBatchDeleteResult)?.result as? Bool == true)
        }
    }

    // MARK: Inserting

    @Test("14.3 Rows are given as dictionaries, or set one by one until a handler says stop", arguments: kinds)
    func forms(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let entity = try #require(stack.model.entitiesByName["Item"])
            let dictionaries: [[String: Any]] = [
                ["title": "A", "count": 5, "done": true, "weight": 1.5], ["title": "B", "count": NSNumber(value: 6)],
                ["title": NSNull(), "count": Int32(7)],
            ]
            try context.execute(NSBatchInsertRequest(entity: entity, objects: dictionaries))
            var calls = 0
            var sizes: [Int] = []
            try context.execute(
                NSBatchInsertRequest(
                    entity: entity,
                    dictionaryHandler: { dictionary in
                        sizes.append(dictionary.count)
                        calls += 1
                        dictionary["title"] = "D\(calls)"
                        dictionary["timestamp"] = Date(timeIntervalSinceReferenceDate: Double(calls))
                        return calls == 3
                    }))
            #expect(calls == 3 && sizes == [0, 0, 0])
            var made = 0
            try context.execute(
                NSBatchInsertRequest(
                    entityName: "Offer",
                    managedObjectHandler: { object in
                        guard made < 600 else { return true }
                        made += 1
                        guard let offer = object as? ShopOffer else { return true }
                        #expect(offer.count == 1 && offer.title == nil && offer.managedObjectContext == nil)
                        if made == 1 { offer.title = "only the first" }
                        offer.count = Int32(made)
                        offer.setValue("S", forKey: "shop")
                        return false
                    }))
        }
        try stack.work { context in
            try #expect(context.titles("title BEGINSWITH 'D'") == ["D1", "D2"])
            let items = try context.items("title IN {'A', 'B'} OR count == 7 AND entity.name == 'Item'")
            #expect(items.map(\.count) == [7, 5, 6] && items.map(\.done) == [false, true, false])
            #expect(items[1].value(forKey: "weight") as? Double == 1.5)
            let offers = try context.items("entity.name == 'Offer'", sort: "count")
            #expect(offers.count == 600 && offers.map(\.title).filter { $0 != nil } == ["only the first"])
            #expect(offers.map(\.count) == (1...600).map(Int32.init))
            #expect(offers.allSatisfy { $0.value(forKey: "shop") as? String == "S" })
        }
    }

    private static func strict() -> NSManagedObjectModel {
        let model = ShopModel.make(uniqueNames: true)
        model.entitiesByName["Item"]?.attributesByName["title"]?.isOptional = false
        return model
    }

    @Test("14.4 A missing value, or a unique one that is taken, and nothing is inserted", arguments: kinds)
    func refusals(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, Self.strict())
        try stack.work { context in
            let rows: [[String: Any]] = [["title": "A"], ["count": 1], ["title": "B"]]
            let error = #expect(throws: NSError.self) {
                try context.execute(NSBatchInsertRequest(entityName: "Item", objects: rows))
            }
            #expect(error?.domain == NSCocoaErrorDomain && error?.code == 1570)
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == "title")
            #expect(error?.userInfo[NSValidationObjectErrorKey] != nil)
            #expect(error?.userInfo[NSValidationValueErrorKey] is NSNull && error?.userInfo["reason"] != nil)
            try #expect(context.items().isEmpty)
            let tags: [[String: Any]] = [["name": "red"], ["name": "blue"], ["name": "red"]]
            let taken = #expect(throws: NSError.self) {
                try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: tags))
            }
            #expect(taken?.code == NSManagedObjectConstraintMergeError)
            try #expect(context.count(for: NSFetchRequest<ShopTag>(entityName: "Tag")) == 0)
            // The keys of what was refused are not missed.
            try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: [["name": "red"]]))
            try #expect(context.count(for: NSFetchRequest<ShopTag>(entityName: "Tag")) == 1)
        }
    }

    private static func colours() -> NSManagedObjectModel {
        let model = ShopModel.make(uniqueNames: true)
        typealias Make = SampleModel
        let tag = model.entitiesByName["Tag"]
        tag?.properties.append(Make.attribute("shade", .integer32AttributeType) { $0.defaultValue = 9 })
        tag?.properties.append(Make.attribute("note", .stringAttributeType))
        return model
    }

    @Test(
        "14.4 A context whose objects win gives taken rows the new values, one whose store wins leaves them",
        arguments: kinds)
    func merging(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, Self.colours(), options: [NSPersistentHistoryTrackingKey: true])
        let first: [[String: Any]] = [["name": "red", "shade": 1, "note": "first"], ["name": "blue", "shade": 2]]
        let second: [[String: Any]] = [["name": "green"], ["name": "red"], ["name": "blue", "shade": 3]]
        func tags(_ context: NSManagedObjectContext) throws -> [String] {
            let request = NSFetchRequest<ShopTag>(entityName: "Tag")
            request.sortDescriptors = [NSSortDescriptor(key: "name", ascending: true)]
            return try context.fetch(request).map {
                "\($0.name ?? "") \($0.value(forKey: "shade") ?? "nil") \($0.value(forKey: "note") ?? "nil")"
            }
        }
        try stack.work { context in
            try context.execute(NSBatchInsertRequest(entityName: "Tag", objects: first))
            context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
            let kept = NSBatchInsertRequest(entityName: "Tag", objects: second)
            kept.resultType = .objectIDs
            try #expect(ids(context.execute(kept)).count == 1)
            try #expect(tags(context) == ["blue 2 nil", "green 9 nil", "red 1 first"])
        }
        try stack.work { context in
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let replacing = NSBatchInsertRequest(entityName: "Tag", objects: second + [["name": "white"]])
            replacing.resultType = .objectIDs
            let ids = try ids(context.execute(replacing))
            #expect(ids.count == 4 && Set(ids).count == 4)
            try #expect(tags(context) == ["blue 3 nil", "green 9 nil", "red 9 nil", "white 9 nil"])
            let history = try context.execute(
                NSPersistentHistoryChangeRequest.fetchHistory(after: nil as NSPersistentHistoryToken?))
            let transactions = try #require(
                (history as? NSPersistentHistoryResult)?.result as? [NSPersistentHistoryTransaction])
            #expect(
                transactions.map { $0.changes?.map(\.changeType) } == [
                    [.insert, .insert], [.insert], [.insert, .update, .update, .update],
                ])
        }
    }

    @Test("5.9 A batch is not validated, but for mandatory attributes", arguments: kinds)
    func notValidated(_ kind: StoreKind) throws {
        let model = ShopModel.noting { model in
            model.entitiesByName["Item"]?.attributesByName["title"]?
                .setValidationPredicates([NSPredicate(format: "length <= 3")], withValidationWarnings: [1660])
            model.entitiesByName["Item"]?.attributesByName["count"]?.isOptional = false
        }
        let stack = try ShopStack(kind, model)
        try stack.work { context in
            try context.execute(Self.insert(["much too long"]))
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["title": "longer still", "count": NSNull()]
            try context.execute(update)
            let item = try #require(context.items().first as? ContractItem)
            #expect(item.title == "longer still" && item.value(forKey: "count") == nil)
            #expect(!item.hooks.contains("validateForInsert") && !item.hooks.contains("willSave"))
            #expect(throws: NSError.self) {
                try context.execute(
                    NSBatchInsertRequest(entityName: "Item", objects: [["title": "A", "count": NSNull()]]))
            }
            try context.execute(NSBatchDeleteRequest(fetchRequest: search()))
            try #expect(context.count(for: search()) == 0)
        }
    }

    @Test("14.5 What is not given has its default; keys that name no attribute are passed over", arguments: kinds)
    func defaults(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let list = ShopList(context: context)
            try context.save()
            let uuid = UUID()
            try context.execute(
                NSBatchInsertRequest(
                    entityName: "Item",
                    objects: [
                        [
                            "title": "A", "nothing": 1, "list": list, "mood": "transient", "identifier": uuid,
                            "price": NSDecimalNumber(string: "1.20"), "photo": Data([1, 2]),
                            "site": URL(fileURLWithPath: "/x"),
                        ]
                    ]))
            let item = try #require(context.items().first)
            #expect(item.count == 1 && !item.done && item.list == nil && item.identifier == uuid)
            #expect(item.price == NSDecimalNumber(string: "1.20"))
            #expect(item.value(forKey: "photo") as? Data == Data([1, 2]))
            #expect(item.value(forKey: "site") as? URL == URL(fileURLWithPath: "/x"))
            // Keys go on from where saves have come to.
            let next = context.add("B")
            try context.save()
            #expect(next.objectID.objectKey == item.objectID.objectKey + 1)
        }
    }

    // MARK: Updating

    @Test("14.6 An update sets constants and expressions, of subentities too unless told otherwise", arguments: kinds)
    func update(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let (old, new) = (ShopList(context: context), ShopList(context: context))
            (old.name, new.name) = ("old", "new")
            for (index, title) in ["A", "B", "C"].enumerated() { context.add(title, to: old).count = Int32(index) }
            let offer = ShopOffer(context: context)
            (offer.title, offer.list, offer.count) = ("D", old, 3)
            try context.save()
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.resultType = .updatedObjectsCountResultType
            update.predicate = NSPredicate(format: "list.name == 'old' AND count >= 1")
            update.propertiesToUpdate = [
                "count": NSExpression(format: "count * 10"), "title": NSExpression(forConstantValue: "X"),
                "list": new.objectID, "done": true,
            ]
            try #expect((context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 3)
            let everything = NSBatchUpdateRequest(entity: try #require(stack.model.entitiesByName["Item"]))
            everything.includesSubentities = false
            everything.propertiesToUpdate = [
                try #require(stack.model.entitiesByName["Item"]?.attributesByName["weight"]): 2.5
            ]
            everything.resultType = .updatedObjectsCountResultType
            try #expect((context.execute(everything) as? NSBatchUpdateResult)?.result as? Int == 3)
        }
        try stack.work { context in
            let items = try context.items(nil, sort: "count")
            #expect(items.map(\.count) == [0, 10, 20, 30] && items.map(\.title) == ["A", "X", "X", "X"])
            #expect(items.map { $0.list?.name } == ["old", "new", "new", "new"])
            #expect(items.map(\.done) == [false, true, true, true])
            #expect(items.map { $0.value(forKey: "weight") as? Double } == [2.5, 2.5, 2.5, nil])
            try #expect(context.items("count == 1").isEmpty)
        }
    }

    @Test("14.14 A constant of a wrong type is taken as SQLite takes it", arguments: kinds)
    func misfits(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let store = try #require(stack.store as? SQLiteStore)
        try stack.work { context in
            try context.execute(Self.insert(["A"]))
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["count": "no number", "title": 12]
            try context.execute(update)
            let types = try store.connections.read {
                try $0.connection.value("SELECT typeof(ZCOUNT) || ' ' || typeof(ZTITLE) FROM ZITEM")
            }
            #expect(types == .text("integer text"), "As a program that reads the column alone expects it.")
            let item = try #require(context.items().first)
            #expect(item.count == 0 && item.title == "12")
            update.propertiesToUpdate = ["count": "7 of them"]
            try context.execute(update)
            context.refreshAllObjects()
            context.reset()
            try #expect(context.items().first?.count == 7)
        }
    }

    // MARK: Deleting

    @Test(
        "14.7 A search is deleted with its predicate, order and limit, and with subentities unless told otherwise",
        arguments: kinds)
    func delete(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            for title in ["A", "B", "C", "D"] { context.add(title) }
            let offer = ShopOffer(context: context)
            offer.title = "B"
            try context.save()
            let request = search("Item", "title == 'B'")
            request.includesSubentities = false
            let delete = NSBatchDeleteRequest(fetchRequest: request)
            #expect(delete.fetchRequest.resultType == .managedObjectIDResultType && delete.fetchRequest !== request)
            try context.execute(delete)
            context.reset()
            try #expect(context.titles() == ["A", "B", "C", "D"])
            let last = search()
            last.sortDescriptors = [NSSortDescriptor(key: "title", ascending: false)]
            last.fetchLimit = 2
            try context.execute(NSBatchDeleteRequest(fetchRequest: last))
            context.reset()
            try #expect(context.titles() == ["A", "B"])
            let ids = try context.items().map(\.objectID)
            #expect(throws: (any Error).self, "They are of two entities.") {
                try context.execute(NSBatchDeleteRequest(objectIDs: ids))
            }
            let byID = NSBatchDeleteRequest(objectIDs: [ids[1]])
            byID.resultType = .resultTypeCount
            try #expect((context.execute(byID) as? NSBatchDeleteResult)?.result as? Int == 1)
            context.reset()
            try #expect(context.titles() == ["A"])
            try context.execute(NSBatchDeleteRequest(fetchRequest: ShopItem.fetchRequest(of: "Item")))
            context.reset()
            try #expect(context.titles() == [])
        }
    }

    @Test("14.8 Members go along with their owner or lose it, as the rule says; links go in any case", arguments: kinds)
    func rules(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.make(items: .cascadeDeleteRule))
        let tagged = try #require(stack.model.entitiesByName["Tag"])
        try stack.work { context in
            let (list, other) = (ShopList(context: context), ShopList(context: context))
            (list.name, other.name) = ("gone", "stays")
            let items = ["A", "B", "C"].map { context.add($0, to: list) } + [context.add("D", to: other)]
            items[0].steps = NSOrderedSet(array: (0..<2).map { _ in ShopStep(context: context) })
            items[3].steps = NSOrderedSet(array: [ShopStep(context: context)])
            let tag = ShopTag(context: context)
            tag.items = NSSet(array: items)
            try context.save()
            let delete = NSBatchDeleteRequest(fetchRequest: search("List", "name == 'gone'"))
            delete.resultType = .resultTypeCount
            try #expect((context.execute(delete) as? NSBatchDeleteResult)?.result as? Int == 1)
            context.reset()
            try #expect(context.titles() == ["D"])
            try #expect(context.count(for: search("Step")) == 1 && context.count(for: search("List")) == 1)
            try #expect((context.items()[0].tags?.anyObject() as? ShopTag)?.items?.count == 1)
            let store = try #require(stack.store as? SQLiteStore)
            let map = store.schema.map(tagged)
            for case .join(let join) in map.toMany {
                let links = try store.connections.read {
                    try $0.connection.value("SELECT count(*) FROM \(join.table)")
                }
                #expect(links == .integer(1))
            }
        }
        let nullifying = try ShopStack(kind, ShopModel.make(items: .nullifyDeleteRule))
        try nullifying.work { context in
            let list = ShopList(context: context)
            context.add("A", to: list)
            try context.save()
            try context.execute(NSBatchDeleteRequest(fetchRequest: search("List")))
            context.reset()
            try #expect(context.items().map(\.list) == [nil])
        }
        let denying = try ShopStack(kind, ShopModel.make(items: .denyDeleteRule))
        try denying.work { context in
            context.add("A", to: ShopList(context: context))
            _ = ShopList(context: context)
            try context.save()
            let error = #expect(throws: NSError.self) {
                try context.execute(NSBatchDeleteRequest(fetchRequest: search("List")))
            }
            #expect(error?.code == 1600)
            try #expect(context.count(for: search("List")) == 2)
            try context.execute(NSBatchDeleteRequest(fetchRequest: search("List", "items.@count == 0")))
            try #expect(context.count(for: search("List")) == 1)
        }
    }

    // MARK: Contexts

    @Test("14.9 Contexts know nothing of a batch until they merge it", arguments: kinds)
    func merge(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            for title in ["A", "B", "C"] { context.add(title) }
            try context.save()
            let items = try context.items()
            _ = items.map(\.title)
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["title": "X"]
            update.predicate = NSPredicate(format: "title == 'A'")
            update.resultType = .updatedObjectIDsResultType
            let updated = try ids(context.execute(update))
            let delete = NSBatchDeleteRequest(objectIDs: [items[1].objectID])
            delete.resultType = .resultTypeObjectIDs
            let deleted = try ids(context.execute(delete))
            let insert = Self.insert(["N"])
            insert.resultType = .objectIDs
            let inserted = try ids(context.execute(insert))
            #expect(items.map(\.title) == ["A", "B", "C"] && !context.hasChanges && !items[1].isDeleted)
            context.refresh(items[0], mergeChanges: false)
            #expect(items[0].title == "A", "The row in memory is as old as the object.")
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [
                    NSUpdatedObjectsKey: updated, NSDeletedObjectsKey: deleted, NSInsertedObjectsKey: inserted,
                ], into: [context])
            #expect(items[0].title == "X" && items[1].isDeleted)
            #expect((context.object(with: inserted[0]) as? ShopItem)?.title == "N")
        }
    }

    @Test("14.10 A batch has a transaction of its own in the history, and posts no save", arguments: [StoreKind.file])
    func history(_ kind: StoreKind) async throws {
        let model = ShopModel.make(items: .cascadeDeleteRule)
        model.entitiesByName["Item"]?.attributesByName["title"]?.preservesValueInHistoryOnDeletion = true
        let stack = try ShopStack(
            kind, model,
            options: [
                NSPersistentHistoryTrackingKey: true, NSPersistentStoreRemoteChangeNotificationPostOptionKey: true,
            ])
        let context = stack.context()
        let token = stack.coordinator.currentPersistentHistoryToken(fromStores: nil)
        await withCheckedContinuation { (done: CheckedContinuation<Void, Never>) in
            let observer = Once(done)
            observer.observe(stack.coordinator)
            context.perform {
                let saves = context.posts(.NSManagedObjectContextDidSave) {
                    context.transactionAuthor = "importer"
                    try? self.writeAll(context)
                }
                #expect(saves.count == 1, "That of the list alone.")
            }
        }
        try context.checked {
            let request = NSPersistentHistoryChangeRequest.fetchHistory(after: token)
            let result = try context.execute(request) as? NSPersistentHistoryResult
            let transactions = try #require(result?.result as? [NSPersistentHistoryTransaction])
            #expect(transactions.map { $0.changes?.count } == [1, 2, 2, 3])
            #expect(transactions.allSatisfy { $0.author == "importer" })
            let changes = transactions.compactMap(\.changes)
            #expect(changes[1].allSatisfy { $0.changeType == .insert && $0.updatedProperties == nil })
            #expect(changes[2].allSatisfy { $0.changeType == .update })
            #expect(
                changes[2].map { Set(($0.updatedProperties ?? []).map(\.name)) } == [
                    ["count", "list"], ["count", "list"],
                ])
            #expect(changes[3].allSatisfy { $0.changeType == .delete })
            let tombstones = changes[3].compactMap { $0.tombstone?["title"] as? String }
            #expect(tombstones.sorted() == ["A", "B"])
            let numbers = changes.flatMap(\.self).map(\.changeID)
            #expect(Set(numbers).count == numbers.count)
        }
    }

    private func writeAll(_ context: NSManagedObjectContext) throws {
        let list = ShopList(context: context)
        try context.save()
        try context.execute(Self.insert(["A", "B"]))
        let update = NSBatchUpdateRequest(entityName: "Item")
        update.propertiesToUpdate = ["count": NSExpression(format: "count + 1"), "list": list]
        try context.execute(update)
        // Nothing is found: nothing is left of it.
        update.predicate = NSPredicate(value: false)
        try context.execute(update)
        try context.execute(NSBatchDeleteRequest(fetchRequest: search("List")))
    }

    private final class Once: @unchecked Sendable {
        // Sendable: guarded by the lock.
        private let lock = NSLock()
        private var continuation: CheckedContinuation<Void, Never>?
        private var observer: (any NSObjectProtocol)?

        init(_ continuation: CheckedContinuation<Void, Never>) { self.continuation = continuation }

        func observe(_ coordinator: NSPersistentStoreCoordinator) {
            observer = NotificationCenter.default.addObserver(
                forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
            ) { _ in
                self.lock.withLock {
                    self.continuation?.resume()
                    self.continuation = nil
                    self.observer.map(NotificationCenter.default.removeObserver)
                    self.observer = nil
                }
            }
        }
    }

    @Test("14.11 What is pending in the context is neither saved nor touched", arguments: kinds)
    func pending(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let saved = context.add("A")
            try context.save()
            saved.title = "changed"
            context.add("new")
            try context.execute(Self.insert(["N"]))
            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["count": 7]
            try context.execute(update)
            #expect(context.insertedObjects.count == 1 && saved.title == "changed" && context.updatedObjects == [saved])
            try #expect(stack.work { try $0.titles() } == ["A", "N"])
        }
    }

    @Test("14.12 An object whose row is gone stays readable; saving a change of it is a conflict", arguments: kinds)
    func gone(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            try context.execute(NSBatchDeleteRequest(fetchRequest: search()))
            #expect(item.title == "A" && !item.isDeleted)
            item.title = "B"
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
        }
    }

    @Test("14.13 The IDs of inserted rows are permanent, and lead to the rows", arguments: kinds)
    func permanentIDs(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let insert = Self.insert((0..<700).map { "\($0)" })
            insert.resultType = .objectIDs
            let ids = try ids(context.execute(insert))
            #expect(ids.count == 700 && ids.allSatisfy { !$0.isTemporaryID })
            try #expect((context.existingObject(with: ids[650]) as? ShopItem)?.title == "650")
        }
    }

    @Test("14.9 A controller hears of a batch insert that is merged")
    func controller() throws {
        try ShopStack(.file).work { context in
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            final class Delegate: NSFetchedResultsControllerDelegate {
                func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}
            }
            let delegate = Delegate()
            controller.delegate = delegate
            try controller.performFetch()
            let insert = Self.insert(["B", "A", "C"])
            insert.resultType = .objectIDs
            let ids = try ids(context.execute(insert))
            #expect(controller.fetchedObjects?.count == 0)
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSInsertedObjectsKey: ids], into: [context])
            #expect(controller.fetchedObjects?.map(\.title) == ["A", "B", "C"])
        }
    }
}

extension ShopItem {
    fileprivate static func fetchRequest(of name: String) -> NSFetchRequest<ShopItem> {
        NSFetchRequest(entityName: name)
    }
}
