@testable import CoreData
import Testing

@Suite("A version hash")
struct VersionHashTests {
    typealias Change = @Sendable (NSManagedObjectModel) -> Void

    private static func title(_ model: NSManagedObjectModel) -> NSAttributeDescription {
        // Every model here is `SampleModel.items()`.
        model.entitiesByName["Item"]!.attributesByName["title"]!
    }
    private static func list(_ model: NSManagedObjectModel) -> NSRelationshipDescription {
        // As above.
        model.entitiesByName["Item"]!.relationshipsByName["list"]!
    }
    private static func item(_ model: NSManagedObjectModel) -> NSEntityDescription {
        // As above.
        model.entitiesByName["Item"]!
    }

    static let seen: [(String, Change)] = [
        ("entity name", { item($0).name = "Thing" }),
        ("abstractness", { item($0).isAbstract = true }),
        ("entity modifier", { item($0).versionHashModifier = "x" }),
        ("attribute name", { title($0).name = "text" }),
        ("optionality", { title($0).isOptional = false }),
        ("attribute type", { title($0).attributeType = .UUIDAttributeType }),
        ("external storage", { title($0).allowsExternalBinaryDataStorage = true }),
        ("tombstone", { title($0).preservesValueInHistoryOnDeletion = true }),
        ("property modifier", { title($0).versionHashModifier = "x" }),
        ("transience", { title($0).isTransient = true }),
        ("destination", { list($0).destinationEntity = item($0) }),
        ("inverse", { list($0).inverseRelationship = nil }),
        ("least count", { list($0).minCount = 1 }),
        ("greatest count", { list($0).maxCount = 0 }),
        ("order", { list($0).isOrdered = true }),
        ("constraint", { item($0).uniquenessConstraints = [["title"]] }),
        ("new attribute", { item($0).properties.append(SampleModel.attribute("new", .dateAttributeType)) }),
    ]

    static let unseen: [(String, Change)] = [
        ("class name", { item($0).managedObjectClassName = "Shop.Thing" }),
        ("default", { title($0).defaultValue = "none" }),
        (
            "validation",
            { title($0).setValidationPredicates([NSPredicate(value: true)], withValidationWarnings: ["?"]) }
        ),
        ("user info", { item($0).userInfo = ["a": 1] }),
        ("user info of a property", { title($0).userInfo = ["a": 1] }),
        ("localisation", { $0.localizationDictionary = ["Entity/Item": "Thing"] }),
        ("index", { item($0).indexes = [NSFetchIndexDescription(name: "i", elements: nil)] }),
        ("renaming", { title($0).renamingIdentifier = "old" }),
        ("transformer", { title($0).valueTransformerName = "T" }),
        ("delete rule", { list($0).deleteRule = .denyDeleteRule }),
        (
            "transient attribute",
            { item($0).properties.append(SampleModel.attribute("now", .dateAttributeType) { $0.isTransient = true }) }
        ),
    ]

    @Test func `names follow each other by the bytes of UTF-8`() {
        let ordered = ["", "Z", "a", "aa", "b", "z", "é", "語", "😀", "😀a"]
        for (index, name) in ordered.enumerated() {
            for (other, following) in ordered.enumerated() {
                #expect(VersionHash.precedes(name, following) == (index < other), "\(name) and \(following)")
            }
        }
        // Equal to Unicode, different as bytes.
        #expect(VersionHash.precedes("e\u{301}", "\u{e9}") && !VersionHash.precedes("\u{e9}", "e\u{301}"))
    }

    @Test("of a derived attribute is that of its expression, as a key path or as the function it is compiled to")
    func derived() {
        let counted = NSDerivedAttributeDescription()
        counted.derivationExpression = NSExpression(format: "pages.@count")
        let compiled = NSDerivedAttributeDescription()
        compiled.name = "other"
        compiled.derivationExpression = NSExpression(
            forFunction: "count:", arguments: [NSExpression(forKeyPath: "pages")])
        #expect(counted.versionHash == compiled.versionHash)
        counted.derivationExpression = NSExpression(format: "chat.serverId")
        // SHA-256 of "chat.serverId".
        #expect(counted.versionHash.base64EncodedString() == "5zBY6kijOdg1JPeVsXgGnO/ecwkJIYN6mPM0kpnVqoU=")
    }
}
