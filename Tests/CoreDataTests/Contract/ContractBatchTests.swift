import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractBatchTests {
    // MARK: Results

    @Test("14.2 Results are a status unless IDs or a count are asked for", arguments: Batch.kinds)
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
            let insert = Batch.insert(["A", "B"])
            #expect(insert.requestType == .batchInsertRequestType && insert.entityName == "Item")
            let status = try #require(context.execute(insert) as? NSBatchInsertResult)
            #expect(status.resultType == .statusOnly && status.result as? Bool == true && status.result as? Int == nil)
            insert.resultType = .count
            try #expect((context.execute(insert) as? NSBatchInsertResult)?.result as? Int == 2)
            insert.resultType = .objectIDs
            try #expect(Batch.ids(context.execute(insert)).count == 2)

            let update = NSBatchUpdateRequest(entityName: "Item")
            update.propertiesToUpdate = ["count": 3]
            try #expect((context.execute(update) as? NSBatchUpdateResult)?.result as? Bool == true)
            update.resultType = .updatedObjectsCountResultType
            try #expect((context.execute(update) as? NSBatchUpdateResult)?.result as? Int == 6)
            update.resultType = .updatedObjectIDsResultType
            try #expect(Set(Batch.ids(context.execute(update))) == Set(context.items().map(\.objectID)))

            // As people write it, with nothing that says what the search answers.
            #expect(
                NSBatchDeleteRequest(fetchRequest: NSFetchRequest(entityName: "Item")).fetchRequest.entityName == "Item"
            )
            let delete = NSBatchDeleteRequest(fetchRequest: Batch.search("Item", "title == 'A'"))
            delete.resultType = .resultTypeObjectIDs
            let expected = try Set(context.items("title == 'A'").map(\.objectID))
            try #expect(Set(Batch.ids(context.execute(delete))) == expected)
            delete.resultType = .resultTypeCount
            try #expect((context.execute(delete) as? NSBatchDeleteResult)?.result as? Int == 0)
            delete.resultType = .resultTypeStatusOnly
            try #expect((context.execute(delete) as? NSBatchDeleteResult)?.result as? Bool == true)
        }
    }

    // MARK: Inserting

    @Test("14.3 Rows are given as dictionaries, or set one by one until a handler says stop", arguments: Batch.kinds)
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

    @Test("14.4 A missing value, or a unique one that is taken, and nothing is inserted", arguments: Batch.kinds)
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
        arguments: Batch.kinds)
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
            try #expect(Batch.ids(context.execute(kept)).count == 1)
            try #expect(tags(context) == ["blue 2 nil", "green 9 nil", "red 1 first"])
        }
        try stack.work { context in
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            let replacing = NSBatchInsertRequest(entityName: "Tag", objects: second + [["name": "white"]])
            replacing.resultType = .objectIDs
            let ids = try Batch.ids(context.execute(replacing))
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

    @Test("5.9 A batch is not validated, but for mandatory attributes", arguments: Batch.kinds)
    func notValidated(_ kind: StoreKind) throws {
        let model = ShopModel.noting { model in
            model.entitiesByName["Item"]?.attributesByName["title"]?
                .setValidationPredicates([NSPredicate(format: "length <= 3")], withValidationWarnings: [1660])
            model.entitiesByName["Item"]?.attributesByName["count"]?.isOptional = false
        }
        let stack = try ShopStack(kind, model)
        try stack.work { context in
            try context.execute(Batch.insert(["much too long"]))
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
            try context.execute(NSBatchDeleteRequest(fetchRequest: Batch.search()))
            try #expect(context.count(for: Batch.search()) == 0)
        }
    }

    @Test("14.5 What is not given has its default; keys that name no attribute are passed over", arguments: Batch.kinds)
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

    @Test(
        "14.6 An update sets constants and expressions, of subentities too unless told otherwise",
        arguments: Batch.kinds)
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

    @Test("14.14 A constant of a wrong type is taken as SQLite takes it", arguments: Batch.kinds)
    func misfits(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let store = try #require(stack.store as? SQLiteStore)
        try stack.work { context in
            try context.execute(Batch.insert(["A"]))
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
        arguments: Batch.kinds)
    func delete(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            for title in ["A", "B", "C", "D"] { context.add(title) }
            let offer = ShopOffer(context: context)
            offer.title = "B"
            try context.save()
            let request = Batch.search("Item", "title == 'B'")
            request.includesSubentities = false
            let delete = NSBatchDeleteRequest(fetchRequest: request)
            #expect(delete.fetchRequest.resultType == .managedObjectIDResultType && delete.fetchRequest !== request)
            try context.execute(delete)
            context.reset()
            try #expect(context.titles() == ["A", "B", "C", "D"])
            let last = Batch.search()
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

    @Test(
        "14.8 Members go along with their owner or lose it, as the rule says; links go in any case",
        arguments: Batch.kinds)
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
            let delete = NSBatchDeleteRequest(fetchRequest: Batch.search("List", "name == 'gone'"))
            delete.resultType = .resultTypeCount
            try #expect((context.execute(delete) as? NSBatchDeleteResult)?.result as? Int == 1)
            context.reset()
            try #expect(context.titles() == ["D"])
            try #expect(context.count(for: Batch.search("Step")) == 1 && context.count(for: Batch.search("List")) == 1)
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
            try context.execute(NSBatchDeleteRequest(fetchRequest: Batch.search("List")))
            context.reset()
            try #expect(context.items().map(\.list) == [nil])
        }
        let denying = try ShopStack(kind, ShopModel.make(items: .denyDeleteRule))
        try denying.work { context in
            context.add("A", to: ShopList(context: context))
            _ = ShopList(context: context)
            try context.save()
            let error = #expect(throws: NSError.self) {
                try context.execute(NSBatchDeleteRequest(fetchRequest: Batch.search("List")))
            }
            #expect(error?.code == 1600)
            try #expect(context.count(for: Batch.search("List")) == 2)
            try context.execute(NSBatchDeleteRequest(fetchRequest: Batch.search("List", "items.@count == 0")))
            try #expect(context.count(for: Batch.search("List")) == 1)
        }
    }
}

extension ShopItem {
    fileprivate static func fetchRequest(of name: String) -> NSFetchRequest<ShopItem> {
        NSFetchRequest(entityName: name)
    }
}
