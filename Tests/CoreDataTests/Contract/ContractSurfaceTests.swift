import CoreData
import Testing

// Only CoreData is imported, for 17.10, and nothing of its inside: this is client code.

@Suite struct ContractSurfaceTests {
    private func failure(_ body: (ShopItem) -> Void = { _ in }) throws -> any Error {
        let model = ShopModel.make()
        model.entitiesByName["Item"]?.attributesByName["title"]?.isOptional = false
        return try ShopStack(.null, model).work { context in
            body(ShopItem(context: context))
            do {
                try context.save()
            } catch {
                return error
            }
            throw CancellationError()
        }
    }

    @Test("17.1 Errors are caught as NSError and by the patterns of CocoaError")
    func errors() throws {
        let failure = try failure()
        do {
            throw failure
        } catch let error as NSError {
            #expect(error.domain == NSCocoaErrorDomain && error.code == NSValidationMissingMandatoryPropertyError)
        }
        do {
            throw failure
        } catch CocoaError.validationMissingMandatoryProperty {
        } catch {
            Issue.record("The pattern fits.")
        }
        #expect((failure as NSError).userInfo[NSValidationKeyErrorKey] as? String == "title")
        let conflict = try conflict()
        do {
            throw conflict
        } catch CocoaError.managedObjectConstraintMerge {
            #expect((conflict as NSError).userInfo["conflictList"] is [NSConstraintConflict])
        } catch {
            Issue.record("The pattern fits.")
        }
    }

    private func conflict() throws -> any Error {
        try ShopStack(.null, ShopModel.make(uniqueNames: true)).work { context in
            for _ in 0..<2 { ShopTag(context: context).name = "red" }
            do {
                try context.save()
            } catch {
                return error
            }
            throw CancellationError()
        }
    }

    @Test("17.2 Sort descriptors and expressions are made of keys and of key paths")
    func descriptors() throws {
        let byKey = NSSortDescriptor(key: "title", ascending: true)
        let bySelector = NSSortDescriptor(
            key: "title", ascending: false, selector: "localizedCaseInsensitiveCompare:")
        let byPath = NSSortDescriptor(keyPath: \EmbeddedThing.title, ascending: true)
        #expect(byKey.key == "title" && byKey.ascending && bySelector.key == "title" && !bySelector.ascending)
        #expect(byPath.key == "title" && byPath.ascending)
        #expect(NSExpression(forKeyPath: \EmbeddedThing.title).keyPath == "title")
        #expect(NSPredicate(format: "%K == %@", "title", "A") == NSPredicate(format: "title == 'A'"))
    }

    /// `_kvcKeyPathString`, which some programs read, is nil on Linux for every key path, as the compiler writes it for `@objc`
    /// alone: here it is CoreData's that they find.
    @Test("17.3 Key paths have the names of their properties, over relationships as well")
    func keyPathNames() {
        #expect(NSExpression(forKeyPath: \EmbeddedThing.title).keyPath == "title")
        #expect(NSSortDescriptor(keyPath: \EmbeddedThing.next?.title, ascending: true).key == "next.title")
        #expect(NSSortDescriptor(keyPath: \EmbeddedThing.next?.next?.title, ascending: true).key == "next.next.title")
        func name<Root, Value>(_ path: KeyPath<Root, Value>) -> String? { path._kvcKeyPathString }
        #expect(name(\EmbeddedThing.title) == "title" && name(\EmbeddedThing.next?.title) == "next.title")
        #expect((\EmbeddedThing.title as AnyKeyPath)._kvcKeyPathString == "title")
        #expect((\String.count as PartialKeyPath<String>)._kvcKeyPathString == nil)
    }

    @Test("17.4 Requests are of objects, IDs, dictionaries, numbers, or of any result", arguments: StoreKind.allCases)
    func results(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let item = context.add("A")
            try context.save()
            try #expect(context.fetch(NSFetchRequest<ShopItem>(entityName: "Item")) == [item])
            try #expect(context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Item")) == [item])
            let any = NSFetchRequest<any NSFetchRequestResult>(entityName: "Item")
            try #expect(context.fetch(any).first as? ShopItem === item)
            let ids = NSFetchRequest<NSManagedObjectID>(entityName: "Item")
            ids.resultType = .managedObjectIDResultType
            try #expect(context.fetch(ids) == [item.objectID])
            let dictionaries = NSFetchRequest<NSDictionary>(entityName: "Item")
            dictionaries.resultType = .dictionaryResultType
            dictionaries.propertiesToFetch = ["title"]
            try #expect(context.fetch(dictionaries).first?["title"] as? String == "A")
            let count = NSFetchRequest<NSNumber>(entityName: "Item")
            count.resultType = .countResultType
            try #expect(context.fetch(count).first?.intValue == 1)
        }
    }

    /// A delegate that implements one method, and one that implements another.
    private final class Sparse: NSFetchedResultsControllerDelegate {
        var ended = 0
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            ended += 1
        }
    }

    @Test("17.5 A delegate implements what it needs and no more", arguments: StoreKind.allCases)
    func delegate(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let delegate = Sparse()
            controller.delegate = delegate
            try controller.performFetch()
            context.add("A")
            context.processPendingChanges()
            #expect(delegate.ended == 1 && controller.fetchedObjects?.count == 1)
        }
    }

    @Test("17.6 A subclass is made in a context, and asked for a request of its entity", arguments: StoreKind.allCases)
    func classes(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let tag = ShopTag(context: context)
            let request: NSFetchRequest<any NSFetchRequestResult> = ShopTag.fetchRequest()
            try #expect(context.fetch(request).first as? ShopTag === tag)
            #expect(tag.entity.name == "Tag")
        }
        #expect(EmbeddedThing.entity().managedObjectClassName == "Things.EmbeddedThing")
    }

    @Test("17.7 Rows of subentities have the class that the model names for them", arguments: StoreKind.allCases)
    func subentities(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind)
        try stack.work { context in
            context.add("A")
            let offer = ShopOffer(context: context)
            offer.title = "B"
            try context.save()
        }
        try stack.work { context in
            let items: [ShopItem] = try context.items()
            #expect(items.map { $0 is ShopOffer } == [false, true] && items[1] as? ShopOffer != nil)
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.includesSubentities = false
            try #expect(context.fetch(request).map(\.title) == ["A"])
        }
    }

    @Test("17.8 IDs and containers cross between queues, and a context is used inside perform")
    func sendable() async throws {
        func cross(_ value: some Sendable) {}
        let container = NSPersistentContainer(name: "Shop", managedObjectModel: ShopModel.make())
        container.persistentStoreDescriptions = [NSPersistentStoreDescription()]
        container.loadPersistentStores { _, _ in }
        cross(container)
        let context = container.newBackgroundContext()
        let id = try await context.perform {
            let item = context.add("A")
            try context.save()
            return item.objectID
        }
        cross(id)
        let title = try await container.performBackgroundTask { other in
            try (other.existingObject(with: id) as? ShopItem)?.title
        }
        #expect(title == "A")
    }

    @Test("17.9 Relationships are read and set as Set, NSSet, and NSOrderedSet", arguments: StoreKind.allCases)
    func sets(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let list = ShopList(context: context)
            let items = Set(["A", "B"].map { context.add($0) })
            list.setValue(items, forKey: "items")
            #expect(list.items as? Set<ShopItem> == items && list.value(forKey: "items") as? Set<ShopItem> == items)
            list.items = NSSet()
            #expect(list.items?.count == 0)
            list.setValue(NSSet(array: Array(items)), forKey: "items")
            #expect(list.items?.count == 2)
            let item = try #require(items.first)
            let steps = (0..<2).map { _ in ShopStep(context: context) }
            item.setValue(NSOrderedSet(array: steps), forKey: "steps")
            #expect(item.steps?.array as? [ShopStep] == steps)
            item.steps = NSOrderedSet(array: steps.reversed())
            #expect((item.value(forKey: "steps") as? NSOrderedSet)?.firstObject as? ShopStep === steps[1])
        }
    }

    @Test("17.10 CoreData brings Foundation along")
    func foundation() {
        let date: Date? = Date(timeIntervalSinceReferenceDate: 0)
        #expect(date != nil && UUID().uuidString.count == 36 && NSNumber(value: 1).intValue == 1)
    }
}
