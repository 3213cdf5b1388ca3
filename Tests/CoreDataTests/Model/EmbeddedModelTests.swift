import CoreData
import Testing

final class EmbeddedThing: NSManagedObject {
    private static let titleKey = ManagedKey("title")
    private static let nextKey = ManagedKey("next")
    var title: String? { managedValue(for: Self.titleKey) }
    var next: EmbeddedThing? { managedValue(for: Self.nextKey) }
}

enum EmbeddedThingsModel: EmbeddedModel {
    static var name: String { "EmbeddedThings" }
    static var classes: [String: NSManagedObject.Type] { ["Things.EmbeddedThing": EmbeddedThing.self] }
    static func nameKeyPaths(in names: inout KeyPathNames) {
        names.add(\EmbeddedThing.title, \EmbeddedThing?.?.title, "title")
        names.add(\EmbeddedThing.next, \EmbeddedThing?.?.next, "next")
    }
    static func makeModel() -> NSManagedObjectModel {
        let model = SampleModel.items()
        // The first entity of that model.
        model.entities[0].managedObjectClassName = "Things.EmbeddedThing"
        return model
    }
}

@Suite("A model embedded in the program")
struct EmbeddedModelTests {
    @Test("is found by its name without being registered, and is one object")
    func isFound() throws {
        #expect(EmbeddedModels.names.contains("EmbeddedThings"))
        let model = try #require(EmbeddedModels.model(named: "EmbeddedThings"))
        #expect(model === EmbeddedModels.model(named: "EmbeddedThings"))
        #expect(model == EmbeddedThingsModel.makeModel())
        #expect(EmbeddedModels.model(named: "Nothing") == nil)
    }
}
