import CoreData
import Foundation
import Testing

@testable import CoreData

extension GraphSchema {
    /// Variants whose rules are those of their names.
    static let (cascading, denying) = (0, 2)

    /// Runs the body in a new context of a stack with the model of a variant, and checks its bookkeeping afterwards.
    static func work(
        _ kind: StoreKind, _ variant: Int = cascading, _ body: (NSManagedObjectContext, ShopStack) throws -> Void
    ) throws {
        let stack = try ShopStack(kind, GraphSchema(variant: variant).model())
        try stack.work { try body($0, stack) }
    }
}

extension NSManagedObjectContext {
    func new(_ entity: String, _ text: String) -> NSManagedObject {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
        object.setValue(text, forKey: "text")
        return object
    }

    func find(_ text: String, _ entity: String) throws -> NSManagedObject {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = NSPredicate(format: "text == %@", text)
        return try #require(try fetch(request).first)
    }

    func inChild(_ body: (NSManagedObjectContext) throws -> Void) throws {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = self
        try child.checked { try body(child) }
    }
}

extension NSManagedObject {
    /// The texts of a relationship's members, in order of the alphabet where there is no other.
    func members(_ key: String) -> [String] {
        let value = value(forKey: key)
        let texts = { (objects: [Any]) in
            objects.map { ($0 as? NSManagedObject)?.value(forKey: "text") as? String ?? "" }
        }
        if let ordered = value as? NSOrderedSet { return texts(ordered.array) }
        return texts((value as? NSSet)?.allObjects ?? []).sorted()
    }

    func number(of relationship: String) -> Int {
        if case .toMany(let number)? = home.layout.place(of: relationship) { return number }
        return -1
    }
}
