#if compiler(>=6.2)
    import CoreData
    import Foundation
    import Testing

    @testable import CoreData

    private struct Numbered {
        let number: Int
        subscript(factor: Int) -> Int? { factor * number }
    }

    /// What Apple raises as an exception ends the program here; each test looks at the last words of a process of its own.
    @Suite struct ContractObjectRaisesTests {
        @Test("3.4 An entity that no model has cannot be inserted; a class that no model names cannot either")
        func unknownEntity() async {
            let named = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { _ = $0.make("Nothing") }
            }
            #expect(LastWords(named).tell("could not locate an entity named 'Nothing'"))
            let unclaimed = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { _ = UncheckedThing(context: $0) }
            }
            #expect(LastWords(unclaimed).tell("must have a valid NSEntityDescription"))
        }

        @Test("3.4 A class that several models name has no entity of its own")
        func ambiguousEntity() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let stacks = try (0..<2).map { _ in try ShopStack(.null) }
                try stacks[1].work { context in
                    // In a context there is no question which model is meant.
                    guard ShopTag(context: context).entity === stacks[1].model.entitiesByName["Tag"] else { exit(0) }
                    _ = try context.fetch(ShopTag.fetchRequest())
                }
                _ = ShopTag.entity()
            }
            #expect(
                LastWords(result).tell("Multiple NSEntityDescriptions claim the NSManagedObject subclass 'ShopTag'"))
        }

        @Test("A key path that nothing knows the name of is nothing to sort by")
        func namelessKeyPath() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                _ = NSSortDescriptor(keyPath: \Numbered[2], ascending: true)
            }
            #expect(LastWords(result).tell("Could not extract a String from KeyPath"))
            // Foundation's own initialiser, which the compiler takes for what can be compared, lets it pass.
            let fetched = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { context in
                    let request = ShopItem.fetchRequest()
                    request.sortDescriptors = [NSSortDescriptor(keyPath: \ShopItem.description.count, ascending: true)]
                    _ = try context.fetch(request)
                }
            }
            #expect(LastWords(fetched).tell("Could not extract a String from KeyPath"))
        }

        @Test("3.8 A fault without a row raises where inaccessible faults are not to be deleted")
        func inaccessibleFault() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { context in
                    context.shouldDeleteInaccessibleFaults = false
                    let item = context.add("A")
                    try context.obtainPermanentIDs(for: [item])
                    let id = item.objectID
                    context.reset()
                    _ = context.object(with: id).value(forKey: "title")
                }
            }
            #expect(LastWords(result).tell("CoreData could not fulfill a fault for"))
        }

        @Test("3.30 nil for a scalar property raises unless the class has an answer")
        func nilForScalar() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null, ContractScalarThings.makeModel()).work {
                    $0.make("Item").setValue(nil, forKey: "count")
                }
            }
            #expect(LastWords(result).tell("could not set nil as the value for the key count."))
        }

        @Test("3.30 A key that the model does not know raises, to read and to set")
        func unknownKey() async {
            let reading = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { _ = $0.add("A").value(forKey: "nothing") }
            }
            #expect(LastWords(reading).tell("NSUnknownKeyException"))
            let setting = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { $0.add("A").setValue(1, forKey: "nothing") }
            }
            #expect(LastWords(setting).tell("NSUnknownKeyException"))
        }

        @Test("2.23 A fault of a store that was removed raises when it fires")
        func removedStore() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let stack = try ShopStack(.null)
                try stack.work { context in
                    let item = context.add("A")
                    try context.save()
                    context.refresh(item, mergeChanges: false)
                    try stack.coordinator.remove(stack.store)
                    _ = item.title
                }
            }
            #expect(LastWords(result).tell("CoreData could not fulfill a fault for"))
        }

        @Test("4.4 Objects of two contexts cannot be related")
        func twoContexts() async {
            let toOne = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let stack = try ShopStack(.null)
                stack.work { context in
                    let item = context.add("A")
                    stack.work { item.list = ShopList(context: $0) }
                }
            }
            #expect(
                LastWords(toOne).tell(
                    "Illegal attempt to establish a relationship 'list' between objects in different contexts"))
            let toMany = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let stack = try ShopStack(.null)
                stack.work { context in
                    let item = context.add("A")
                    stack.work { item.mutableSetValue(forKey: "tags").add(ShopTag(context: $0)) }
                }
            }
            #expect(
                LastWords(toMany).tell(
                    "Illegal attempt to establish a relationship 'tags' between objects in different contexts"))
        }

        @Test("5.8 A value of the wrong class is refused where it is set")
        func wrongClass() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { $0.add("A").setValue(Date(), forKey: "title") }
            }
            #expect(LastWords(result).tell("Unacceptable type of value for attribute: property = \"title\""))
        }

        @Test("6.12 A context cannot save where its coordinator has no store")
        func noStores() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let context = NSManagedObjectContext(.privateQueue)
                context.persistentStoreCoordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
                try context.performAndWait {
                    _ = context.add("A")
                    try context.save()
                }
            }
            #expect(LastWords(result).tell("This NSPersistentStoreCoordinator has no persistent stores"))
            #expect(LastWords(result).tell("It cannot perform a save operation."))
        }

        @Test("6.15 A willSave that always dirties its object ends after 1000 rounds")
        func endlessWillSave() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null, ShopModel.noting()).work { context in
                    let item = context.note("A")
                    item.inHook["willSave"] = { $0.count += 1 }
                    try context.save()
                }
            }
            #expect(
                LastWords(result).tell(
                    "Failed to process pending changes before save. The context is still dirty after 1000 attempts."))
        }
    }
#endif
