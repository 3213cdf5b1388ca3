#if compiler(>=6.2)
    import CoreData
    import Foundation
    import Testing

    @testable import CoreData

    /// What Apple raises as an exception ends the program here; each test looks at the last words of a process of its own.
    @Suite struct ContractModelRaisesTests {
        @Test("1.2 A model in use cannot be changed, nor its entities or properties; a copy can")
        func immutability() async throws {
            let model = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let model = SampleModel.items()
                _ = NSPersistentStoreCoordinator(managedObjectModel: model)
                model.versionIdentifiers = ["2"]
            }
            #expect(LastWords(model).tell("Can't modify an immutable model."))
            let entity = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let model = SampleModel.items()
                _ = NSPersistentStoreCoordinator(managedObjectModel: model)
                model.entities[0].isAbstract = true
            }
            #expect(LastWords(entity).tell("Can't modify an immutable model."))
            let property = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let model = SampleModel.items()
                _ = NSPersistentStoreCoordinator(managedObjectModel: model)
                model.entities[0].properties[0].isOptional = false
            }
            #expect(LastWords(property).tell("Can't modify an immutable model."))
            let used = SampleModel.items()
            _ = NSPersistentStoreCoordinator(managedObjectModel: used)
            let copy = try #require(used.copy() as? NSManagedObjectModel)
            #expect(copy == used)
            copy.entities[0].properties[0].isOptional = false
            copy.entities[0].isAbstract = true
            copy.entities.removeLast()
            #expect(copy != used && copy.entities.count == 2)
        }

        @Test("1.5 Two different entities of one name cannot be merged")
        func merging() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let other = SampleModel.items()
                other.entities[0].isAbstract = true
                _ = NSManagedObjectModel(byMerging: [SampleModel.items(), other])
            }
            #expect(LastWords(result).tell("Can't merge models with two different entities named 'Item'"))
        }

        /// Apple's page on the method does not say that a variable must be given; that of `withSubstitutionVariables(_:)`
        /// says an exception is raised for one that is missing.
        @Test("1.7 A template's variable without a value raises")
        func missingVariable() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let values = ["TEXT": "mi"]
                _ = SampleModel.everything().fetchRequestFromTemplate(withName: "Begin", substitutionVariables: values)
            }
            #expect(LastWords(result).tell("LEAST"))
        }

        @Test("1.16 There are no objects of an abstract entity")
        func abstractEntity() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let model = SampleModel.items()
                model.entitiesByName["Item"]?.isAbstract = true
                try ShopStack(.null, model).work { _ = $0.make("Item") }
            }
            #expect(LastWords(result).tell("abstract entity"))
        }

        @Test("1.17 No uniqueness constraint can name a to-many relationship")
        func constraints() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let model = SampleModel.items()
                model.entitiesByName["List"]?.uniquenessConstraints = [["items"]]
                _ = NSPersistentStoreCoordinator(managedObjectModel: model)
            }
            #expect(LastWords(result).tell("Unsupported uniqueness constraint"))
        }

        @Test("1.26 A transformer that is missing is told, not read as nil")
        func missingTransformer() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let model = NSManagedObjectModel()
                let text = SampleModel.attribute("text", .transformableAttributeType) {
                    $0.valueTransformerName = "Nobody"
                }
                model.entities = [SampleModel.entity("Thing", text)]
                try ShopStack(.null, model).work {
                    _ = $0.make("Thing", ["text": "abc"])
                    try $0.save()
                }
            }
            #expect(LastWords(result).tell("Nobody"))
        }

        @Test("1.29 A relationship that its entity does not list does not exist for key-value coding")
        func unlisted() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                let model = SampleModel.items()
                let forgotten = SampleModel.relationship("forgotten", to: model.entities[0])
                try ShopStack(.null, model).work {
                    $0.make("List", ["name": "L"]).setValue(nil, forKey: forgotten.name)
                }
            }
            #expect(LastWords(result).tell("NSUnknownKeyException"))
        }
    }

    /// What a process of an exit test wrote as it ended.
    struct LastWords {
        private let text: String

        init(_ result: ExitTest.Result?) {
            text = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
        }

        /// Whether the sentence is among them.
        func tell(_ sentence: String) -> Bool { text.contains(sentence) }
    }
#endif
