import CoreDataModelCompiler
import Foundation
import Testing

@Suite("Generated sources") struct GeneratedSourceTests {
    private static let model = """
        <model userDefinedModelVersionIdentifier="1">
        <entity name="Item" representedClassName="Item" codeGenerationType="class">
        <attribute name="done" attributeType="Boolean" defaultValueString="NO" usesScalarValueType="YES"/>
        <attribute name="in" optional="YES" attributeType="Date"/>
        <relationship name="list" optional="YES" maxCount="1" destinationEntity="List" inverseName="items"/>
        </entity>
        <entity name="List" representedClassName="Data" codeGenerationType="category">
        <attribute name="blob" optional="YES" attributeType="Binary"/>
        <relationship name="items" optional="YES" toMany="YES" deletionRule="Cascade" destinationEntity="Item" inverseName="list"/>
        </entity>
        </model>
        """

    private func sources() throws -> [String: String] {
        try Fixtures.withModel(Self.model) { path in
            let files = try ModelCompiler(path: path).sources(module: "Shop")
            return Dictionary(uniqueKeysWithValues: files.map { ($0.name, $0.text) })
        }
    }

    @Test("are one file for each class, for its properties, and for the model") func names() throws {
        #expect(
            try sources().keys.sorted() == [
                "Data+CoreDataProperties.swift", "Item+CoreDataClass.swift", "Item+CoreDataProperties.swift",
                "ModelModel.swift",
            ])
    }

    @Test("read like written by hand") func picture() throws {
        let sources = try sources()
        #expect(
            sources["Item+CoreDataClass.swift"] == """
                // Written by xcdatamodelc from Model.xcdatamodel; edit the model, not this file.
                import CoreData

                /// An object of the entity "Item".
                open class Item: NSManagedObject {}

                """)
        #expect(
            sources["Item+CoreDataProperties.swift"] == """
                // Written by xcdatamodelc from Model.xcdatamodel; edit the model, not this file.
                import CoreData

                extension Item {
                    /// A request for all objects of the entity "Item".
                    public class func fetchRequest() -> NSFetchRequest<Item> {
                        NSFetchRequest<Item>(entityName: "Item")
                    }

                    /// Required, Boolean, false unless set.
                    public var done: Bool {
                        get { managedValue(for: ManagedKeys.done) }
                        set { setManagedValue(newValue, for: ManagedKeys.done) }
                    }

                    /// Optional, Date.
                    public var `in`: Date? {
                        get { managedValue(for: ManagedKeys.`in`) }
                        set { setManagedValue(newValue, for: ManagedKeys.`in`) }
                    }

                    /// To one: Data, inverse of `items`, which a deletion lets go.
                    public var list: Data? {
                        get { managedValue(for: ManagedKeys.list) }
                        set { setManagedValue(newValue, for: ManagedKeys.list) }
                    }

                    private enum ManagedKeys {
                        static let done = ManagedKey("done")
                        static let `in` = ManagedKey("in")
                        static let list = ManagedKey("list")
                    }
                }

                extension Item: Identifiable {}

                """)
    }

    @Test("name Foundation's type where a class of the model has its name") func shadowing() throws {
        #expect(try sources()["Data+CoreDataProperties.swift"]?.contains("public var blob: Foundation.Data?") == true)
    }

    @Test("have the accessors of a to-many relationship") func members() throws {
        let text = try #require(try sources()["Data+CoreDataProperties.swift"])
        for signature in [
            "addToItems(_ value: Item)", "removeFromItems(_ value: Item)", "addToItems(_ values: NSSet)",
            "removeFromItems(_ values: NSSet)",
        ] {
            #expect(text.contains("    public func \(signature) {"))
        }
    }

    @Test("build the model and name its classes with their module") func embedded() throws {
        #expect(
            try sources()["ModelModel.swift"] == """
                // Written by xcdatamodelc from Model.xcdatamodel; edit the model, not this file.
                import CoreData

                /// The model "Model", which `NSPersistentContainer(name: "Model")` finds without a file.
                public enum ModelModel: EmbeddedModel {
                    /// The name of the model file.
                    public static var name: String { "Model" }

                    /// The classes of the model's objects.
                    public static var classes: [String: NSManagedObject.Type] {
                        [
                            "Shop.Item": Item.self,
                            "Shop.Data": Data.self,
                        ]
                    }

                    /// The names of the properties that key paths lead to.
                    public static func nameKeyPaths(in names: inout KeyPathNames) {
                        names.add(\\Item.done, \\Item?.?.done, "done")
                        names.add(\\Item.`in`, \\Item?.?.`in`, "in")
                        names.add(\\Item.list, \\Item?.?.list, "list")
                        names.add(\\Data.blob, \\Data?.?.blob, "blob")
                        names.add(\\Data.items, \\Data?.?.items, "items")
                    }

                    /// Builds the model; it can be edited until it is used.
                    public static func makeModel() -> NSManagedObjectModel {
                        let model = EmbeddedModelBuilder(versionIdentifiers: ["1"])
                        addItem(to: model)
                        addList(to: model)
                        return model.build()
                    }

                    private static func addItem(to model: EmbeddedModelBuilder) {
                        let entity = model.entity("Item", class: "Shop.Item")
                        entity.attribute("done", .booleanAttributeType, default: false)
                        entity.attribute("in", .dateAttributeType, optional: true)
                        entity.relationship("list", to: "List", inverse: "items", maxCount: 1, optional: true)
                    }

                    private static func addList(to model: EmbeddedModelBuilder) {
                        let entity = model.entity("List", class: "Shop.Data")
                        entity.attribute("blob", .binaryDataAttributeType, optional: true)
                        entity.relationship("items", to: "Item", inverse: "list", deleteRule: .cascadeDeleteRule, optional: true)
                    }
                }

                """)
    }

    @Test("are left alone when they would not change") func rewriting() throws {
        try Fixtures.withModel(Self.model) { path in
            let folder = path + "/out"
            let compiler = try ModelCompiler(path: path)
            try compiler.writeSources(to: folder, module: "Shop")
            let file = URL(fileURLWithPath: folder + "/Item+CoreDataClass.swift")
            let past = Date(timeIntervalSinceReferenceDate: 0)
            try FileManager.default.setAttributes([.modificationDate: past], ofItemAtPath: file.path)
            try compiler.writeSources(to: folder, module: "Shop")
            let date = try FileManager.default.attributesOfItem(atPath: file.path)[.modificationDate] as? Date
            #expect(date == past)
            try compiler.writeSources(to: folder, module: "Store")
            let model = try String(contentsOfFile: folder + "/ModelModel.swift", encoding: .utf8)
            #expect(model.contains("\"Store.Item\": Item.self"))
        }
    }
}
