import CoreData

/// Takes recorded changes back in a context: what was inserted goes, what was deleted is made anew under its old
/// identifier, what was updated gets its former values.
///
/// An object that is gone meanwhile, a deleted one of which the journal does not know enough, or a property that the model no
/// longer has, is passed over.
struct Reversal {
    private let changes: [RecordedChange]
    private let context: NSManagedObjectContext
    private var objects: [ObjectName: NSManagedObject] = [:]
    private var kept: [String: KeptProperties] = [:]
    /// How many identifiers one look-up asks for.
    private static let batch = 500

    /// Takes the changes back; nothing is saved. Throws a problem that tells of what was done later and would be lost, unless
    /// `overwriting` says that it may be.
    static func reverse(
        _ changes: [RecordedChange], in context: NSManagedObjectContext, overwriting: Bool
    ) throws {
        var reversal = Reversal(changes: changes, context: context)
        try reversal.findObjects()
        if !overwriting { try reversal.lookForLaterChanges() }
        reversal.reviveDeleted()
        reversal.restoreValues()
        reversal.removeInserted()
    }

    private init(changes: [RecordedChange], context: NSManagedObjectContext) {
        self.changes = changes
        self.context = context
    }

    /// Throws where something was done later.
    private func lookForLaterChanges() throws {
        guard let later = LaterChanges.against(changes, objects: objects) else { return }
        throw Problem("Nothing was changed: \(later).", later: later)
    }

    /// Fetches every object that the changes name, a few hundred at a time, as it is in the store: what the context knows may be
    /// older than the edit, which another process may have saved a moment ago.
    private mutating func findObjects() throws {
        var wanted: [String: Set<UUID>] = [:]
        for change in changes {
            wanted[change.object.entity, default: []].insert(change.object.identifier)
            for name in change.mentioned { wanted[name.entity, default: []].insert(name.identifier) }
        }
        for (entity, identifiers) in wanted {
            guard NSEntityDescription.entity(forEntityName: entity, in: context) != nil else { continue }
            let identifiers = Array(identifiers)
            for start in stride(from: 0, to: identifiers.count, by: Self.batch) {
                let some = Array(identifiers[start..<min(start + Self.batch, identifiers.count)])
                let request = NSFetchRequest<NSManagedObject>(entityName: entity)
                request.predicate = NSPredicate(format: "identifier IN %@", some)
                for object in try context.fetch(request) {
                    if !object.isFault, !object.hasChanges { context.refresh(object, mergeChanges: false) }
                    objects[object.journalName] = object
                }
            }
        }
    }

    private mutating func reviveDeleted() {
        // Looked up by name once: a deleted list may have had thousands of items.
        var kinds: [String: (NSManagedObject.Type, NSEntityDescription)] = [:]
        for case .deleted(let name, let values) in changes where objects[name] == nil {
            guard isWhole(values, of: name.entity) else { continue }
            let object: NSManagedObject
            if let (objectClass, entity) = kinds[name.entity] {
                object = objectClass.init(entity: entity, insertInto: context)
            } else {
                guard NSEntityDescription.entity(forEntityName: name.entity, in: context) != nil else { continue }
                object = NSEntityDescription.insertNewObject(forEntityName: name.entity, into: context)
                kinds[name.entity] = (type(of: object), object.entity)
            }
            object.setValue(name.identifier, forKey: "identifier")
            objects[name] = object
        }
    }

    /// Whether an object of the entity can be made of those values.
    private mutating func isWhole(_ values: [String: RecordedValue], of entity: String) -> Bool {
        if kept[entity] == nil {
            kept[entity] = NSEntityDescription.entity(forEntityName: entity, in: context).map { KeptProperties(of: $0) }
        }
        return kept[entity]?.required.allSatisfy { values[$0] != nil } ?? false
    }

    private mutating func restoreValues() {
        for change in changes {
            guard let object = objects[change.object], !object.isDeleted else { continue }
            let kept = kept[change.object.entity] ?? KeptProperties(of: object.entity)
            self.kept[change.object.entity] = kept
            switch change {
            case .inserted: break
            case .updated(_, let properties):
                for property in properties {
                    restore(property.name, of: object, to: property.before, from: property.after, kept)
                }
            case .deleted(_, let values):
                // What was empty is not recorded, and may have a default value in a new object.
                for name in kept.defaults where values[name] == nil { object.setValue(nil, forKey: name) }
                for (name, value) in values { restore(name, of: object, to: value, from: .nothing, kept) }
            }
        }
    }

    private func restore(
        _ name: String, of object: NSManagedObject, to value: RecordedValue, from other: RecordedValue,
        _ kept: KeptProperties
    ) {
        switch kept.kinds[name] {
        case nil: break
        case .attribute, .object: object.setValue(plain(value), forKey: name)
        case .members:
            let members = object.mutableSetValue(forKey: name)
            for member in known(other) { members.remove(member) }
            for member in known(value) { members.add(member) }
        case .orderedMembers:
            object.setValue(NSOrderedSet(array: known(value)), forKey: name)
        }
    }

    private func removeInserted() {
        for case .inserted(let name) in changes {
            guard let object = objects[name], !object.isDeleted else { continue }
            context.delete(object)
        }
    }

    private func known(_ value: RecordedValue) -> [NSManagedObject] {
        guard case .objects(let names) = value else { return [] }
        return names.compactMap { objects[$0] }.filter { !$0.isDeleted }
    }

    private func plain(_ value: RecordedValue) -> Any? {
        switch value {
        case .nothing, .objects: nil
        case .flag(let flag): NSNumber(value: flag)
        case .integer(let integer): NSNumber(value: integer)
        case .real(let real): NSNumber(value: real)
        case .text(let text): text
        case .data(let data): data
        case .date(let date): date
        case .decimal(let digits): Decimal(string: digits).map { NSDecimalNumber(decimal: $0) }
        case .identifier(let identifier): identifier
        case .address(let address): URL(string: address)
        case .object(let name): objects[name]
        }
    }
}

extension RecordedChange {
    /// The objects that its values name.
    fileprivate var mentioned: [ObjectName] {
        func names(_ value: RecordedValue) -> [ObjectName] {
            switch value {
            case .object(let name): [name]
            case .objects(let names): names
            default: []
            }
        }
        return switch self {
        case .inserted: []
        case .updated(_, let properties): properties.flatMap { names($0.before) + names($0.after) }
        case .deleted(_, let values): values.values.flatMap(names)
        }
    }
}
