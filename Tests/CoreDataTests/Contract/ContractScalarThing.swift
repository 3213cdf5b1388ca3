import CoreData

@testable import CoreData

/// A class with a scalar property, as generated code has them, that can say what takes the place of nil.
final class ContractScalarThing: NSManagedObject {
    private static let titleKey = ManagedKey("title")
    private static let countKey = ManagedKey("count")
    /// Without an entry what is inherited holds.
    var insteadOfNil: [String: Any] = [:]
    var title: String? { managedValue(for: Self.titleKey) }
    var count: Int32 {
        get { managedValue(for: Self.countKey) }
        set { setManagedValue(newValue, for: Self.countKey) }
    }

    override func setNilValueForKey(_ key: String) {
        guard let value = insteadOfNil[key] else { return super.setNilValueForKey(key) }
        setValue(value, forKey: key)
    }
}

enum ContractScalarThings: EmbeddedModel {
    static var name: String { "ContractScalarThings" }
    static var classes: [String: NSManagedObject.Type] { ["Things.ContractScalarThing": ContractScalarThing.self] }
    static func nameKeyPaths(in names: inout KeyPathNames) {
        names.add(\ContractScalarThing.title, \ContractScalarThing?.?.title, "title")
        names.add(\ContractScalarThing.count, \ContractScalarThing?.?.count, "count")
    }
    static func makeModel() -> NSManagedObjectModel {
        let model = SampleModel.items()
        // The first entity of that model.
        model.entities[0].managedObjectClassName = "Things.ContractScalarThing"
        return model
    }
}
