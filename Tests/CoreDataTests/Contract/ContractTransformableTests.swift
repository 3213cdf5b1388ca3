import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractTransformableTests {
    private typealias Make = SampleModel

    private static func model(_ transformer: NSValueTransformerName) -> NSManagedObjectModel {
        let color = Make.attribute("color", .transformableAttributeType) {
            $0.valueTransformerName = transformer.rawValue
        }
        let model = NSManagedObjectModel()
        model.entities = [Make.entity("Thing", color)]
        return model
    }

    @Test("1.26 A transformer that unarchives securely is used from data to value, and keeps values of its classes")
    func secure() throws {
        let name = NSValueTransformerName("ContractColors")
        ValueTransformer.setValueTransformer(ContractColors(), forName: name)
        let stack = try ShopStack(.file, Self.model(name))
        try stack.work { context in
            _ = context.make("Thing", ["color": ContractColor(red: 7)])
            try context.save()
        }
        try stack.work { context in
            let thing = try #require(try context.all("Thing").first)
            #expect((thing.value(forKey: "color") as? ContractColor)?.red == 7)
        }
    }

    @Test("1.26 Data of a class that is not allowed read as nil")
    func otherClass() throws {
        let name = NSValueTransformerName("ContractColorsLater")
        ValueTransformer.setValueTransformer(ContractColors(), forName: name)
        let stack = try ShopStack(.file, Self.model(name))
        try stack.work { context in
            _ = context.make("Thing", ["color": ContractColor(red: 7)])
            try context.save()
            // The name is this test's alone.
            ValueTransformer.setValueTransformer(NSSecureUnarchiveFromDataTransformer(), forName: name)
        }
        try stack.work { context in
            let thing = try #require(try context.all("Thing").first)
            #expect(thing.value(forKey: "color") == nil)
        }
    }

    @Test("1.26 The archiver that is the default takes what property lists are made of, and URLs, UUIDs and null")
    func standard() throws {
        let transformer = try #require(ValueTransformer(forName: .secureUnarchiveFromDataTransformerName))
        let values: [NSObject] = [
            ["a", 1] as NSArray, ["k": Date(timeIntervalSince1970: 1)] as NSDictionary, Set(["x"]) as NSSet,
            NSUUID(), URL(fileURLWithPath: "/a") as NSURL, Data([1]) as NSData, NSNull(),
        ]
        for value in values {
            let data = try #require(transformer.reverseTransformedValue(value) as? Data)
            #expect(transformer.transformedValue(data) as? NSObject == value)
        }
        #expect(transformer.transformedValue(nil) == nil && transformer.reverseTransformedValue(nil) == nil)
        #expect(transformer.transformedValue(Data([1, 2, 3])) == nil)
        let hidden = ["a": [ContractColor(red: 1)]] as NSDictionary
        let data = try NSKeyedArchiver.archivedData(withRootObject: hidden, requiringSecureCoding: true)
        #expect(transformer.transformedValue(data) == nil)
    }

    @Test("1.26 The archiver that is the default refuses other classes")
    func refused() async {
        let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
            _ = NSSecureUnarchiveFromDataTransformer().reverseTransformedValue(ContractColor(red: 1))
        }
        #expect(LastWords(result).tell("is not among allowed top level class list"))
    }
}

/// Something that archives itself securely.
final class ContractColor: NSObject, NSSecureCoding {
    let red: Int

    init(red: Int) { self.red = red }

    static var supportsSecureCoding: Bool { true }
    init?(coder: NSCoder) { red = coder.decodeInteger(forKey: "red") }
    func encode(with coder: NSCoder) { coder.encode(red, forKey: "red") }
}

final class ContractColors: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
    // Sendable: without state.
    override class var allowedTopLevelClasses: [AnyClass] { [ContractColor.self] }
}
