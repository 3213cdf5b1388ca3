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
        try Fixtures.withFolder { folder in
            // Of CoreData the compiler needs two names only, so that it need not find the module built for these tests.
            let stub =
                "@_exported import Foundation\nopen class NSManagedObject: NSObject {}\n"
                + "open class NSManagedObjectID: NSObject {}\n"
            try Data(stub.utf8).write(to: folder.appendingPathComponent("Stub.swift"))
            try Data(Self.source.utf8).write(to: folder.appendingPathComponent("MyFile.swift"))
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
            let defined = try Fixtures.withModel(Self.model) { path in
                try ModelCompiler(path: path).sources(
                    module: "SundryKit", handwritten: [HandwrittenFile(path: "MyFile.swift", text: Self.source)])
            }
            let names = defined.flatMap { $0.text.matches(of: /@_silgen_name\("([^"]*)"\)/).map { String($0.1) } }
            #expect(names.count == 2 * (2 * Self.types.count + 7))
            #expect(Set(names) == Set(declared))
        }
    }

    @Test("that cannot be defined is an error where it is declared") func errors() throws {
        let cases = [
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
}
