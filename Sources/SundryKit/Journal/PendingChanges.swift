import CoreData

/// Takes from a context what it is about to save, for the journal: generically, by the model alone.
///
/// The many side of a one-to-many relationship is left out, for its other side says the same.
struct PendingChanges {
    private let context: NSManagedObjectContext
    private var kept: [String: KeptProperties] = [:]

    /// The changes of a context, deletions propagated. New objects that lack an identifier get one.
    ///
    /// - Parameter gone: deleted objects that are no change of the user's.
    static func changes(
        of context: NSManagedObjectContext, besides gone: Set<NSManagedObject>
    ) -> [RecordedChange] {
        context.processPendingChanges()
        var pending = PendingChanges(context: context)
        return pending.changes(besides: gone)
    }

    private init(context: NSManagedObjectContext) { self.context = context }

    private mutating func changes(besides gone: Set<NSManagedObject>) -> [RecordedChange] {
        let (inserted, updated, deleted) = (context.insertedObjects, context.updatedObjects, context.deletedObjects)
        var changes: [RecordedChange] = []
        changes.reserveCapacity(inserted.count + updated.count + deleted.count)
        for object in inserted { changes.append(.inserted(object.journalName)) }
        for object in deleted where !gone.contains(object) {
            if let change = deletion(of: object) { changes.append(change) }
        }
        for object in updated {
            if let change = update(of: object) { changes.append(change) }
        }
        return changes
    }

    /// nil for an object whose row was gone already when it was looked at: it counts as deleted, and nobody knows what it was.
    private mutating func deletion(of object: NSManagedObject) -> RecordedChange? {
        let kept = properties(of: object.entity)
        let committed = object.committedValues(forKeys: kept.names)
        guard let identifier = committed["identifier"] as? UUID else { return nil }
        var values: [String: RecordedValue] = [:]
        for name in kept.names where name != "identifier" {
            let value = kept.recorded(committed[name], of: name)
            if value != .nothing { values[name] = value }
        }
        return .deleted(ObjectName(entity: object.entity.name ?? "", identifier: identifier), values)
    }

    private mutating func update(of object: NSManagedObject) -> RecordedChange? {
        let kept = properties(of: object.entity)
        // `changedValues` would load every member of a relationship that is left out.
        let names = kept.isWhole ? kept.names.filter(Set(object.changedValues().keys).contains) : kept.names
        let committed = object.committedValues(forKeys: names)
        var properties: [RecordedChange.Property] = []
        for name in names {
            let before = kept.recorded(committed[name], of: name)
            let after = kept.recorded(object.value(forKey: name), of: name)
            guard before != after else { continue }
            if case .members = kept.kinds[name], case .objects(let old) = before, case .objects(let new) = after {
                let (old, new) = (Set(old), Set(new))
                guard old != new else { continue }
                properties.append(
                    .init(
                        name: name, before: .objects(Array(old.subtracting(new))),
                        after: .objects(Array(new.subtracting(old)))))
            } else {
                properties.append(.init(name: name, before: before, after: after))
            }
        }
        return properties.isEmpty ? nil : .updated(object.journalName, properties)
    }

    private mutating func properties(of entity: NSEntityDescription) -> KeptProperties {
        let name = entity.name ?? ""
        if let known = kept[name] { return known }
        let properties = KeptProperties(of: entity)
        kept[name] = properties
        return properties
    }
}

/// The properties of an entity that the journal keeps.
struct KeptProperties {
    /// What a property is, as far as it matters for its values.
    enum Kind {
        case attribute(NSAttributeType)
        case object
        /// An unordered set, whose other side is a set too.
        case members
        case orderedMembers
    }

    private(set) var kinds: [String: Kind] = [:]
    private(set) var names: [String] = []
    /// The attributes that may be empty, and are not in a new object.
    private(set) var defaults: [String] = []
    /// The attributes, the identifier aside, without which there is no object.
    private(set) var required: [String] = []
    /// Whether no relationship is left out.
    private(set) var isWhole = true

    init(of entity: NSEntityDescription) {
        for (name, attribute) in entity.attributesByName where !attribute.isTransient {
            kinds[name] = .attribute(attribute.attributeType)
            if attribute.isOptional, attribute.defaultValue != nil { defaults.append(name) }
            if !attribute.isOptional, attribute.defaultValue == nil, name != "identifier" { required.append(name) }
        }
        for (name, relationship) in entity.relationshipsByName {
            if !relationship.isToMany {
                kinds[name] = .object
            } else if relationship.isOrdered {
                kinds[name] = .orderedMembers
            } else if relationship.inverseRelationship?.isToMany ?? true {
                kinds[name] = .members
            } else {
                isWhole = false
            }
        }
        names = kinds.keys.sorted()
    }

    /// A property's value as the journal keeps it.
    func recorded(_ value: Any?, of name: String) -> RecordedValue {
        guard let value, !(value is NSNull), let kind = kinds[name] else { return .nothing }
        switch kind {
        case .attribute(let type): return RecordedValue(value, type: type)
        case .object: return (value as? NSManagedObject).map { .object($0.journalName) } ?? .nothing
        case .members, .orderedMembers: return .objects(Self.members(value).map(\.journalName))
        }
    }

    private static func members(_ value: Any) -> [NSManagedObject] {
        switch value {
        case let ordered as NSOrderedSet: ordered.array.compactMap { $0 as? NSManagedObject }
        case let set as Set<NSManagedObject>: Array(set)
        case let set as NSSet: set.allObjects.compactMap { $0 as? NSManagedObject }
        default: []
        }
    }
}

extension RecordedValue {
    /// An attribute's value.
    fileprivate init(_ value: Any, type: NSAttributeType) {
        switch type {
        case .booleanAttributeType: self = (value as? NSNumber).map { .flag($0.boolValue) } ?? .nothing
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType:
            self = (value as? NSNumber).map { .integer($0.int64Value) } ?? .nothing
        case .doubleAttributeType, .floatAttributeType:
            self = (value as? NSNumber).map { .real($0.doubleValue) } ?? .nothing
        case .decimalAttributeType:
            self = (value as? NSDecimalNumber).map { .decimal($0.decimalValue.description) } ?? .nothing
        case .stringAttributeType: self = (value as? String).map { .text($0) } ?? .nothing
        case .dateAttributeType: self = (value as? Date).map { .date($0) } ?? .nothing
        case .binaryDataAttributeType: self = (value as? Data).map { .data($0) } ?? .nothing
        case .UUIDAttributeType: self = (value as? UUID).map { .identifier($0) } ?? .nothing
        case .URIAttributeType: self = (value as? URL).map { .address($0.absoluteString) } ?? .nothing
        default:
            // The model has no transformable and no composite attribute; a test of the model says so.
            self = .nothing
        }
    }
}

extension NSManagedObject {
    /// Entity and identifier. Every entity of the model has an identifier; an object that lacks one yet gets it here.
    var journalName: ObjectName {
        let identifier: UUID
        // Nearly all objects of a large edit are items, whose class knows the way by number instead of by name.
        if let known = (self as? Item)?.identifier {
            identifier = known
        } else if let known = (primitiveValue(forKey: "identifier") ?? value(forKey: "identifier")) as? UUID {
            identifier = known
        } else {
            identifier = UUID()
            setValue(identifier, forKey: "identifier")
        }
        return ObjectName(entity: entity.name ?? "", identifier: identifier)
    }
}
