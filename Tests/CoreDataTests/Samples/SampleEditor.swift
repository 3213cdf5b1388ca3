import Foundation
import Testing

@testable import CoreData

/// Edits a store of any model: inserts an object of each entity, edits one, relates, puts ordered relationships in another
/// order, and deletes.
struct SampleEditor {
    /// What the edits are, by object.
    struct Edits {
        var inserted: Set<NSManagedObjectID> = []
        var updated: Set<NSManagedObjectID> = []
        var deleted: Set<NSManagedObjectID> = []
        /// Ordered relationships that were put in another order, with the objects as they follow each other now.
        var orders: [(owner: NSManagedObjectID, name: String, members: [NSManagedObjectID])] = []
        var related = 0
    }

    private final class Counter {
        var last = 100
        func next() -> Int {
            last += 1
            return last
        }
    }

    private let numbers = Counter()
    let context: NSManagedObjectContext
    let entities: [NSEntityDescription]

    init(_ context: NSManagedObjectContext, _ entities: [NSEntityDescription]) {
        self.context = context
        self.entities = entities.filter { !$0.isAbstract }.sorted { ($0.name ?? "") < ($1.name ?? "") }
    }

    /// Edits and saves.
    func run() throws -> Edits {
        var edits = Edits()
        for entity in entities { insert(entity) }
        for entity in entities {
            let objects = try stored(entity)
            guard let object = objects.first else { continue }
            edit(object)
            relate(object, &edits)
            if objects.count > 2, let last = objects.last { delete(last) }
        }
        context.processPendingChanges()
        for entity in entities { reorder(try stored(entity), &edits) }
        // Apple's stores have rows without values that their models ask for.
        for object in context.updatedObjects { fill(object) }
        context.processPendingChanges()
        let (inserted, deleted) = (context.insertedObjects, context.deletedObjects)
        let updated = context.updatedObjects.filter { !$0.changedValues().isEmpty }
        try context.save()
        edits.inserted = Set(inserted.map(\.objectID))
        edits.updated = Set(updated.map(\.objectID))
        edits.deleted = Set(deleted.map(\.objectID))
        return edits
    }

    /// The objects of just that entity.
    func stored(_ entity: NSEntityDescription) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity.name ?? "")
        request.includesSubentities = false
        request.includesPendingChanges = false
        return try context.fetch(request).filter { !$0.isDeleted }
    }

    @discardableResult
    private func insert(_ entity: NSEntityDescription, depth: Int = 0) -> NSManagedObject? {
        let object = NSEntityDescription.insertNewObject(forEntityName: entity.name ?? "", into: context)
        for (name, attribute) in entity.attributesByName where !(attribute is NSDerivedAttributeDescription) {
            if let value = value(of: attribute) { object.setValue(value, forKey: name) }
        }
        for (name, attribute) in entity.attributesByName where attribute is NSDerivedAttributeDescription {
            // One that is not optional wants a value before the store derives it.
            if !attribute.isOptional, let value = value(of: attribute) {
                object.setPrimitiveValue(value, forKey: name)
            }
        }
        for (name, relationship) in entity.relationshipsByName where !relationship.isOptional && depth < 3 {
            guard let destination = concrete(relationship.destinationEntity),
                let member = insert(destination, depth: depth + 1)
            else { continue }
            add(member, to: object, name, relationship)
        }
        guard (try? object.validateForInsert()) != nil else {
            context.delete(object)
            return nil
        }
        return object
    }

    private func concrete(_ entity: NSEntityDescription?) -> NSEntityDescription? {
        guard let entity else { return nil }
        return entity.isAbstract ? entity.subentities.lazy.compactMap(concrete).first : entity
    }

    /// Another one each time: it may have to be unique.
    private func value(of attribute: NSAttributeDescription) -> Any? {
        let seed = numbers.next()
        return switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType: seed
        case .doubleAttributeType, .floatAttributeType: Double(seed) + 0.5
        case .decimalAttributeType: NSDecimalNumber(string: "\(seed).25")
        case .booleanAttributeType: seed.isMultiple(of: 2)
        case .dateAttributeType: Date(timeIntervalSinceReferenceDate: Double(seed) + 0.25)
        case .stringAttributeType: "edited \(UUID().uuidString)"
        case .URIAttributeType: URL(string: "https://example.org/\(seed)")
        case .UUIDAttributeType: UUID()
        case .binaryDataAttributeType, .transformableAttributeType: Data([UInt8(truncatingIfNeeded: seed), 2, 3])
        default: nil
        }
    }

    private func edit(_ object: NSManagedObject) {
        for (name, attribute) in object.entity.attributesByName.sorted(by: { $0.key < $1.key })
        where !attribute.isTransient && !(attribute is NSDerivedAttributeDescription) {
            let before = object.value(forKey: name)
            guard let value = value(of: attribute) else { continue }
            object.setValue(value, forKey: name)
            if (try? object.validateForUpdate()) != nil { return }
            object.setValue(before, forKey: name)
        }
    }

    private func fill(_ object: NSManagedObject) {
        for (name, attribute) in object.entity.attributesByName
        where !attribute.isOptional && object.value(forKey: name) == nil {
            if let value = value(of: attribute) { object.setValue(value, forKey: name) }
        }
    }

    private func add(
        _ member: NSManagedObject, to owner: NSManagedObject, _ name: String, _ relationship: NSRelationshipDescription
    ) {
        guard relationship.isToMany else { return owner.setValue(member, forKey: name) }
        if relationship.isOrdered {
            owner.mutableOrderedSetValue(forKey: name).add(member)
        } else {
            owner.mutableSetValue(forKey: name).add(member)
        }
    }

    /// Lets each relationship lead to one more object, where the model allows.
    private func relate(_ object: NSManagedObject, _ edits: inout Edits) {
        for (name, relationship) in object.entity.relationshipsByName.sorted(by: { $0.key < $1.key }) {
            guard let destination = relationship.destinationEntity,
                let member = context.insertedObjects.first(where: { $0.entity.isKindOf(entity: destination) })
            else { continue }
            add(member, to: object, name, relationship)
            edits.related += 1
        }
    }

    /// Turns an ordered relationship round.
    private func reorder(_ objects: [NSManagedObject], _ edits: inout Edits) {
        for (name, relationship) in objects.first?.entity.relationshipsByName ?? [:] where relationship.isOrdered {
            let owner = objects.first { ($0.value(forKey: name) as? NSOrderedSet)?.count ?? 0 > 1 }
            guard let owner, let set = owner.value(forKey: name) as? NSOrderedSet else { continue }
            let members = set.array.reversed().compactMap { $0 as? NSManagedObject }
            owner.setValue(NSOrderedSet(array: members), forKey: name)
            edits.orders.append((owner.objectID, name, members.map(\.objectID)))
        }
    }

    private func delete(_ object: NSManagedObject) {
        guard (try? object.validateForDelete()) != nil else { return }
        context.delete(object)
    }
}
