import CoreDataModelCompiler
import Foundation
import Testing

@Suite("An @NSManaged member") struct SymbolNameTests {
    private static let types = [
        "String", "String?", "Date", "Date?", "Data?", "UUID?", "URL?", "NSNumber?", "NSDecimalNumber?", "NSSet?",
        "NSOrderedSet?", "Int16", "Int32", "Int64", "Int", "Double", "Float", "Bool", "[String]", "[String: String]",
        "[String: Any]?", "[String: Int]", "[Date]", "Set<ItemList>", "Set<Item_List_Item>?", "[ItemList]?", "ItemList",
        "ItemList?", "Item_List_Item?", "NSObject?", "Any?", "Decimal?", "[UUID: Date]", "[String: [String]]",
        "NSManagedObjectID?", "[Int32: Int32]", "NSManagedObject?", "AnyObject?", "[Data: Data]",
    ]
    private static let names = [
        "a", "itemList", "ItemList", "dateAdded", "Date", "list_items_list", "kitKitName", "Essentials",
        "foundationDate",
        "x2y", "URLString", "NSNumberValue", "managedObjectID", "theDataOfData", "String", "_hidden_Item", "ABCDef",
        "DefABC", "Kit",
    ]

    /// Two classes with every type under names that share words with it, with the module and among themselves.
    private static let source: String = {
        var lines = ["import CoreData"]
        for (offset, name) in ["ItemList", "Item_List_Item"].enumerated() {
            lines.append("open class \(name): NSManagedObject {")
            for (index, type) in types.enumerated() {
                let name = names[(index * 7 + offset) % names.count] + (index < names.count ? "" : "V\(index)")
                lines.append("    @NSManaged \(index % 5 == 4 ? "private" : "public") var \(name): \(type)")
            }
            lines += [
                "    @NSManaged public func addToItemList(_ value: Item_List_Item)",
                "    @NSManaged public func addToItemList(_ values: NSOrderedSet)",
                "    @NSManaged public func insertIntoItemList(_ value: Item_List_Item, at idx: Int)",
                "    @NSManaged public func removeFromItemList(at idx: Int)",
                "    @NSManaged public func insertIntoItemList(_ values: [Item_List_Item], at indexes: NSIndexSet)",
                "    @NSManaged public func replaceItemList(at indexes: NSIndexSet, with values: [Item_List_Item])",
                "    @NSManaged public func replaceItemList(at idx: Int, with value: Item_List_Item)",
                "}",
            ]
        }
        return lines.joined(separator: "\n")
    }()

    private static let model = """
        <model>
        <entity name="ItemList" representedClassName="ItemList">
        <relationship name="itemList" optional="YES" toMany="YES" ordered="YES" destinationEntity="II"/></entity>
        <entity name="II" representedClassName="Item_List_Item">
        <relationship name="itemList" optional="YES" toMany="YES" ordered="YES" destinationEntity="II"/></entity>
        </model>
        """

    @Test("is defined under just the name that the compiler calls it by") func names() throws {
        let (declared, defined) = try symbols(Self.source, Self.model)
        #expect(defined.count == 2 * (2 * Self.types.count + 7))
        #expect(Set(defined) == Set(declared))
    }

    /// Classes within enums, structs and classes, some in extensions, and names that need backticks or are not ASCII.
    private static let nestedSource = """
        import CoreData
        public enum Shop {
            public class Item: NSManagedObject {
                @NSManaged public var title: String?
                @NSManaged public var Item: Item?
                @NSManaged public var next: Shop.Item?
                @NSManaged public var box: SundryKit.Shop.Box.Größe?
                @NSManaged public var tag: SundryKit.Box?
                @NSManaged public var tags: Set<Tag>
                @NSManaged public var both: [Item: Shop.Box.Größe]?
                @NSManaged public var when: Foundation.Date?
                @NSManaged public func addToTags(_ value: Tag)
                @NSManaged private var hidden: Tag?
            }
            public struct Box {
                public class Größe: NSManagedObject {
                    @NSManaged public var größe: Double
                    @NSManaged public var Größe: Größe?
                    @NSManaged public var `default`: String?
                    @NSManaged public var `class`: Item?
                    @NSManaged public var `init`: Int32
                    @NSManaged public var `self`: [Item]?
                    @NSManaged public var `Type`: [Größe: Größe]?
                    @NSManaged public var 題名: String?
                    @NSManaged public var _öl: [Tag: Tag]
                    @NSManaged public var ñ2: `Type`?
                }
            }
        }
        extension Shop {
            public class Tag: NSManagedObject {}
            open class Box2: NSManagedObject {
                @NSManaged public var tag: Tag?
                public final class Lid: Box2 { @NSManaged public var of: Box2? }
            }
        }
        extension Shop.Tag {
            @NSManaged public var box: Shop.Box2.Lid?
            func use() { final class Lid: NSManagedObject {}; _ = Lid.self }
        }
        public class Box: NSManagedObject { @NSManaged public var Shop: Shop.Item? }
        open class `Type`: NSManagedObject {
            @NSManaged public var `Type`: `Type`?
            @NSManaged public var sub: Tag?
            @NSManaged public var types: [`Type`: `Type`]?
        }
        open class Tag: NSManagedObject { @NSManaged public var tag: Shop.Tag? }
        """

    private static let nestedModel = """
        <model>
        <entity name="Item" representedClassName="Item">
        <relationship name="tags" optional="YES" toMany="YES" destinationEntity="Tag"/></entity>
        <entity name="Größe" representedClassName=".Größe"/><entity name="Tag" representedClassName="Shop.Tag"/>
        <entity name="Outer" representedClassName="Box"/><entity name="Type" representedClassName="Type"/>
        <entity name="Box2" representedClassName="Box2"/><entity name="Lid" representedClassName="Shop.Box2.Lid"/>
        <entity name="Other" representedClassName="Tag"/>
        </model>
        """

    @Test("of a class within another type has that in its name, and references to what a name has already")
    func nestedNames() throws {
        let (declared, defined) = try symbols(Self.nestedSource, Self.nestedModel)
        #expect(defined.count == 55)
        let difference = Set(defined).symmetricDifference(declared).sorted()
        #expect(difference == [])
    }

    /// The symbols of accessors that the compiler wants, and those that are defined.
    private func symbols(_ source: String, _ model: String) throws -> (declared: [String], defined: [String]) {
        try Fixtures.withFolder { folder in
            // Of CoreData the compiler needs two names only, so that it need not find the module built for these tests.
            let stub =
                "@_exported import Foundation\nopen class NSManagedObject: NSObject {}\n"
                + "open class NSManagedObjectID: NSObject {}\n"
            try Data(stub.utf8).write(to: folder.appendingPathComponent("Stub.swift"))
            try Data(source.utf8).write(to: folder.appendingPathComponent("MyFile.swift"))
            let module = try Fixtures.run(
                ["swiftc", "-emit-module", "-module-name", "CoreData", "-parse-as-library", "Stub.swift"], in: folder)
            #expect(module.code == 0, "\(module.output)")
            let compiled = try Fixtures.run(
                ["swiftc", "-I", ".", "-module-name", "SundryKit", "-parse-as-library", "-emit-ir", "MyFile.swift"],
                in: folder)
            #expect(compiled.code == 0)
            let declared = compiled.output.matches(of: /declare swiftcc [^@]*@"(\$s9SundryKit[^"]*)"/).map {
                String($0.1)
            }
            let defined = try Fixtures.withModel(model) { path in
                try ModelCompiler(path: path).sources(
                    module: "SundryKit", handwritten: [HandwrittenFile(path: "MyFile.swift", text: source)])
            }
            let names = defined.flatMap { $0.text.matches(of: /@_silgen_name\("([^"]*)"\)/).map { String($0.1) } }
            return (declared, names)
        }
    }

    @Test("that cannot be defined is an error where it is declared") func errors() throws {
        let cases = [
            ("@NSManaged var b: Thing.Size", "the type 'Thing.Size' of 'b' cannot be @NSManaged"),
            ("@NSManaged var a: CGFloat", "the type 'CGFloat' of 'a' cannot be @NSManaged"),
            (
                "@NSManaged func addToThings(_ value: Item)",
                "addToThings(_:) is @NSManaged, but no accessor of a to-many relationship of 'Item'"
            ),
        ]
        for (declaration, sentence) in cases {
            let text = "import CoreData\n/* a\n comment */ class Item: NSManagedObject {\n    \(declaration)\n}\n"
            try Fixtures.withModel("<model><entity name=\"Item\" representedClassName=\"Item\"/></model>") { path in
                #expect(throws: ModelError(file: "Item.swift", line: 4, sentence: sentence)) {
                    try ModelCompiler(path: path).sources(
                        module: "M", handwritten: [HandwrittenFile(path: "Item.swift", text: text)])
                }
            }
        }
    }

    @Test("of one of two classes that have the name of an entity's is an error, unless the model has the path")
    func choices() throws {
        let text = """
            import CoreData
            enum A { class Item: NSManagedObject { @NSManaged var a: String? } }
            enum B { class Item: NSManagedObject { @NSManaged var b: String? }; class List: A.Item {} }
            enum C { class Item {}; enum List {} }
            """
        func sources(_ name: String) throws -> String {
            let model = """
                <model>
                <entity name="Item" representedClassName="\(name)"/>
                <entity name="List" representedClassName=".List"/>
                </model>
                """
            return try Fixtures.withModel(model) { path in
                try ModelCompiler(path: path).sources(
                    module: "M", handwritten: [HandwrittenFile(path: "Item.swift", text: text)]
                ).map(\.text).joined()
            }
        }
        let error = #expect(throws: ModelError.self) { try sources("Item") }
        #expect(error?.sentence == "the class 'Item' of entity 'Item' can be 'A.Item' or 'B.Item'" && error?.line == 2)
        let made = try sources("B.Item")
        #expect(made.contains("extension B.Item {") && !made.contains("extension A.Item"))
        #expect(made.contains("\"B.Item\": B.Item.self,") && made.contains("\"M.List\": B.List.self,"))
    }
}
