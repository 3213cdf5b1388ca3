#if compiler(>=6.2)
    import CoreData
    import Foundation
    import Testing

    @testable import CoreData

    /// What Apple raises as an exception ends the program here; each test looks at the last words of a process of its own.
    @Suite struct ContractFetchRaisesTests {
        /// Runs a fetch of items, in a process of its own that it ends.
        private static func fetch(_ kind: StoreKind, _ change: (NSFetchRequest<NSDictionary>) -> Void) throws {
            try ShopStack(kind).work { context in
                let request = NSFetchRequest<NSDictionary>(entityName: "Item")
                change(request)
                _ = try context.fetch(request)
            }
        }

        @Test("9.11 A dictionary cannot hold a to-many relationship")
        func toManyColumn() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) {
                    $0.resultType = .dictionaryResultType
                    $0.propertiesToFetch = ["tags"]
                }
            }
            #expect(LastWords(result).tell("Invalid keypath tags passed to setPropertiesToFetch:"))
        }

        @Test(
            "9.13 Groups need dictionaries, all plain columns among what is grouped by, and come before conditions on them"
        )
        func groups() async {
            let objects = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) { $0.propertiesToGroupBy = ["title"] }
            }
            #expect(LastWords(objects).tell("GROUP BY requires NSDictionaryResultType"))
            let ungrouped = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.memory) {
                    $0.resultType = .dictionaryResultType
                    $0.propertiesToFetch = ["title", "count"]
                    $0.propertiesToGroupBy = ["title"]
                }
            }
            #expect(LastWords(ungrouped).tell("can only contain properties named in the GROUP BY"))
            let having = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) {
                    $0.resultType = .dictionaryResultType
                    $0.propertiesToFetch = ["title"]
                    $0.havingPredicate = NSPredicate(format: "title == 'A'")
                }
            }
            #expect(LastWords(having).tell("HAVING requires GROUP BY"))
        }

        @Test("9.17 A store sorts by no to-many key and by no block")
        func sorting() async {
            let toMany = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) {
                    $0.sortDescriptors = [NSSortDescriptor(key: "tags.name", ascending: true)]
                }
            }
            #expect(LastWords(toMany).tell("to-many key not allowed here"))
            let block = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) {
                    $0.sortDescriptors = [
                        NSSortDescriptor(key: "title", ascending: true, comparator: { _, _ in .orderedSame })
                    ]
                }
            }
            #expect(LastWords(block).tell("unsupported NSSortDescriptor (comparator blocks are not supported)"))
        }

        @Test("9.19 A SQLite store cannot search or sort by a transient property")
        func transient() async {
            let search = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) { $0.predicate = NSPredicate(format: "mood == 'x'") }
            }
            #expect(LastWords(search).tell("mood of Item is not stored"))
            let sort = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) {
                    $0.sortDescriptors = [NSSortDescriptor(key: "mood", ascending: true)]
                }
            }
            #expect(LastWords(sort).tell("mood of Item is not stored"))
        }

        @Test("9.21 A request names an entity that there is")
        func entities() async {
            let unknown = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { _ = try $0.fetch(NSFetchRequest<NSManagedObject>(entityName: "Nothing")) }
            }
            #expect(
                LastWords(unknown).tell("could not locate an NSEntityDescription for entity name 'Nothing'"))
            let none = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { _ = try $0.fetch(NSFetchRequest<NSManagedObject>()) }
            }
            #expect(LastWords(none).tell("A fetch request must have an entity."))
        }

        @Test("9.25 A fetch request executes itself inside of perform only")
        func executeOutside() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let stack = try ShopStack(.null)
                defer { withExtendedLifetime(stack) {} }
                _ = try NSFetchRequest<NSManagedObject>(entityName: "Item").execute()
            }
            #expect(LastWords(result).tell("must be called on the queue of a context"))
        }

        @Test("9.25 A coordinator executes requests with its own contexts only")
        func executeWithStranger() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let (stack, other) = try (ShopStack(.null), ShopStack(.null))
                defer { withExtendedLifetime(other) {} }
                let context = other.context()
                _ = try context.performAndWait {
                    try stack.coordinator.execute(NSFetchRequest<ShopItem>(entityName: "Item"), with: context)
                }
            }
            #expect(LastWords(result).tell("is of another persistent store coordinator"))
        }

        @Test("9.30 Properties to fetch are set when the entity is known")
        func entityFirst() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                NSFetchRequest<NSDictionary>().propertiesToFetch = ["title"]
            }
            #expect(LastWords(result).tell("NSInvalidArgumentException"))
        }

        @Test("9.32 A key path that the entity lacks raises at the fetch")
        func missingKey() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) { $0.predicate = NSPredicate(format: "list.color == 'x'") }
            }
            #expect(LastWords(result).tell("keypath list.color not found in entity"))
        }

        @Test("9.34 A request for dictionaries that was left to find objects traps")
        func wrongType() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ShopStack(.null).work { context in
                    context.add("A")
                    _ = try context.fetch(NSFetchRequest<NSDictionary>(entityName: "Item"))
                }
            }
            #expect(LastWords(result).tell("The request for 'NSDictionary' found"))
        }

        @Test("9.35 A to-many key without ANY raises")
        func toMany() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractFetchRaisesTests.fetch(.null) { $0.predicate = NSPredicate(format: "tags.name == 'x'") }
            }
            #expect(LastWords(result).tell("to-many key not allowed here"))
        }
    }
#endif
