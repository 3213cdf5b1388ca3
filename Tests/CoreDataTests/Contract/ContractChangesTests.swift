import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractChangesTests {
    @Test(
        "3.14 A value set to what it was makes the object updated, with nothing changed", arguments: StoreKind.allCases)
    func sameValue(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            item.title = "A"
            #expect(item.isUpdated && item.hasChanges && context.hasChanges)
            #expect(item.changedValues().isEmpty && !item.hasPersistentChangedValues)
            try context.save()
            item.title = "B"
            #expect(item.hasPersistentChangedValues && item.changedValues().count == 1)
            item.title = "A"
            #expect(item.isUpdated && context.hasChanges)
            #expect(item.changedValues().isEmpty && !item.hasPersistentChangedValues)
        }
    }

    @Test("3.15 A change of a transient property alone is a change, but nothing to save", arguments: StoreKind.allCases)
    func transientChange(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            item.setValue("good", forKey: "mood")
            #expect(item.hasChanges && context.hasChanges && !item.hasPersistentChangedValues)
            #expect(item.changedValues().isEmpty)
        }
    }

    @Test(
        "3.16 changedValues are the pending values, committedValues the saved ones, with NSNull for nil",
        arguments: StoreKind.allCases)
    func changedValues(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let (list, item) = (ShopList(context: context), context.add("A"))
            item.timestamp = Date(timeIntervalSinceReferenceDate: 5)
            try context.save()
            item.title = "B"
            item.timestamp = nil
            item.list = list
            let changed = item.changedValues()
            #expect(Set(changed.keys) == ["title", "timestamp", "list"])
            #expect(changed["title"] as? String == "B" && changed["timestamp"] is NSNull)
            #expect(changed["list"] as? ShopList === list)
            let committed = item.committedValues(forKeys: ["title", "timestamp", "list", "price"])
            #expect(Set(committed.keys) == ["title", "timestamp", "list", "price"])
            #expect(committed["title"] as? String == "A")
            #expect(committed["timestamp"] as? Date == Date(timeIntervalSinceReferenceDate: 5))
            #expect(committed["list"] is NSNull && committed["price"] is NSNull)
            #expect(item.committedValues(forKeys: nil)["title"] as? String == "A")
            #expect(item.committedValues(forKeys: nil)["count"] as? Int == 1)
            try context.save()
            #expect(item.changedValues().isEmpty)
            #expect(item.committedValues(forKeys: ["title"])["title"] as? String == "B")
        }
    }

    /// One page of Apple's says "new values", the method's own page (nsmanagedobject/1506472-changedvaluesforcurrentevent)
    /// "whose values are the old value of the persistent properties", and programs read them so, in the notification.
    @Test(
        "3.16 changedValuesForCurrentEvent has the old values of what changed since the last notification",
        arguments: StoreKind.allCases)
    func eventValues(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let (list, item) = (ShopList(context: context), context.add("A"))
            item.list = list
            try context.save()
            item.title = "B"
            item.title = "C"
            #expect(item.changedValuesForCurrentEvent() as? [String: String] == ["title": "A"])
            nonisolated(unsafe) var heard: [String: Any] = [:]
            let changed = UnsafeTransfer(item)
            let observer = NotificationCenter.default.addObserver(
                forName: .NSManagedObjectContextObjectsDidChange, object: context, queue: nil
            ) { _ in heard = changed.value.changedValuesForCurrentEvent() }
            context.processPendingChanges()
            NotificationCenter.default.removeObserver(observer)
            #expect(heard as? [String: String] == ["title": "A"])
            #expect(item.changedValuesForCurrentEvent().isEmpty)
            item.title = "D"
            item.count = 3
            item.list = nil
            let values = item.changedValuesForCurrentEvent()
            #expect(Set(values.keys) == ["title", "count", "list"])
            #expect(values["title"] as? String == "C" && values["count"] as? Int == 1)
            #expect(values["list"] as? ShopList === list)
            #expect((list.changedValuesForCurrentEvent()["items"] as? NSSet)?.contains(item) == true)
            #expect(Set(item.changedValues().keys) == ["title", "count", "list"])
        }
    }

    @Test("3.17 Until the first save a new object has no committed values", arguments: StoreKind.allCases)
    func committedOfNew(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            for key in ["title", "count", "list"] {
                let value = item.committedValues(forKeys: [key])[key]
                #expect(value == nil || value is NSNull)
            }
            try context.save()
            #expect(item.committedValues(forKeys: ["title"])["title"] as? String == "A")
        }
    }

    @Test("3.18 A primitive value is no change, and is not saved by itself", arguments: StoreKind.allCases)
    func primitiveValue(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            let item = context.add("A")
            try context.save()
            item.setPrimitiveValue("B", forKey: "title")
            #expect(item.title == "B" && item.primitiveValue(forKey: "title") as? String == "B")
            #expect(item.changedValues().isEmpty && !item.hasChanges && !context.hasChanges)
            try context.save()
        }
        try stack.work { try #expect($0.titles() == ["A"]) }
    }

    @Test(
        "3.26 A transient value survives the save, and is lost by refaulting and by a reset",
        arguments: StoreKind.allCases)
    func transientValue(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            item.setValue("good", forKey: "mood")
            try context.save()
            #expect(item.value(forKey: "mood") as? String == "good")
            context.refresh(item, mergeChanges: false)
            #expect(item.value(forKey: "mood") == nil)
            item.setValue("bad", forKey: "mood")
            context.reset()
            #expect(item.primitiveValue(forKey: "mood") == nil)
        }
    }

    @Test(
        "3.26 A transient attribute with a default has that in a new object, and whenever one comes from a fault",
        arguments: StoreKind.allCases)
    func transientDefault(_ kind: StoreKind) throws {
        let model = ShopModel.make()
        let mood = SampleModel.attribute("temper", .stringAttributeType) {
            $0.isTransient = true
            $0.isOptional = false
            $0.defaultValue = "calm"
        }
        model.entitiesByName["Tag"]?.properties.append(mood)
        let stack = try ShopStack(kind, model)
        try stack.work { context in
            let tag = ShopTag(context: context)
            #expect(tag.value(forKey: "temper") as? String == "calm")
            tag.name = "a"
            try context.save()
            tag.setValue("wild", forKey: "temper")
            context.refresh(tag, mergeChanges: false)
            #expect(tag.value(forKey: "temper") as? String == "calm")
            tag.setValue(nil, forKey: "temper")
            tag.name = "c"
            #expect(tag.value(forKey: "temper") == nil && tag.primitiveValue(forKey: "temper") == nil)
            #expect {
                try context.save()
            } throws: {
                ($0 as NSError).code == NSValidationMissingMandatoryPropertyError
            }
            context.rollback()
        }
        try stack.work { context in
            let tag = try #require(context.fetch(NSFetchRequest<ShopTag>(entityName: "Tag")).first)
            #expect(tag.value(forKey: "temper") as? String == "calm")
            tag.name = "b"
            try context.save()
        }
    }

    @Test("3.34 Setters called in awakeFromFetch make nothing dirty and set no inverse", arguments: StoreKind.allCases)
    func awakingUntracked(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.noting())
        try stack.work { context in
            let (list, item) = (ShopList(context: context), context.note("A"))
            try context.save()
            item.inHook["awakeFromFetch"] = {
                $0.title = "B"
                $0.list = list
            }
            context.refresh(item, mergeChanges: false)
            #expect(item.title == "B" && item.list === list)
            #expect(!item.hasChanges && !list.hasChanges && !context.hasChanges && item.changedValues().isEmpty)
            #expect(list.items?.count == 0)
            context.refresh(item, mergeChanges: false)
        }
    }

    @Test("3.35 What didSave changes leaves the context dirty", arguments: StoreKind.allCases)
    func changedInDidSave(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, ShopModel.noting())
        try stack.work { context in
            let item = context.note("A")
            item.inHook["didSave"] = { $0.title = "B" }
            try context.save()
            #expect(context.hasChanges && item.isUpdated && Set(item.changedValues().keys) == ["title"])
            try stack.work { try #expect($0.titles() == ["A"]) }
            item.inHook = [:]
            try context.save()
            #expect(!context.hasChanges)
        }
        try stack.work { try #expect($0.titles() == ["B"]) }
    }

    @Test("3.37 A primitive value of a relationship leaves the inverse alone", arguments: StoreKind.allCases)
    func primitiveRelationship(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        let context = stack.context()
        try context.performAndWait {
            let (list, item) = (ShopList(context: context), context.add("A"))
            try context.save()
            item.setPrimitiveValue(list, forKey: "list")
            #expect(item.list === list && list.items?.count == 0 && !list.hasChanges)
            let other = ShopList(context: context)
            other.setPrimitiveValue(NSSet(object: item), forKey: "items")
            #expect(other.items?.contains(item) == true && item.list === list)
        }
    }

    @Test("3.38 Changes of properties that no model knows are ignored by default")
    func unmodelled() throws {
        #expect(NSManagedObject.contextShouldIgnoreUnmodeledPropertyChanges)
        try ShopStack(.null, ShopModel.noting()).work { context in
            let item = context.note("A")
            try context.save()
            item.titleAwaking = "other"
            #expect(!item.hasChanges && !context.hasChanges)
        }
    }

    /// A transcript of this printed true beside prose that says false; the object has no change left, so it is false here.
    @Test(
        "3.39 A context whose only changed object was refreshed without its changes has none",
        arguments: StoreKind.allCases)
    func refreshedAway(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            item.title = "B"
            #expect(context.hasChanges)
            context.refresh(item, mergeChanges: false)
            #expect(!context.hasChanges && item.title == "A")
        }
    }
}
