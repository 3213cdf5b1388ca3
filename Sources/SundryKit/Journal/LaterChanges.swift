import CoreData

/// What was done later to the objects of an edit, and would be lost if the edit were taken back.
///
/// The last edit is undone first, so that what the journal knows of is never overwritten. Later may be what it does not know:
/// what another program wrote, what was saved at the same moment, or what was done by an edit whose record is damaged.
struct LaterChanges {
    private let objects: [ObjectName: NSManagedObject]
    private let changes: [RecordedChange]
    private var kept: [String: KeptProperties] = [:]
    /// The relationships of each entity whose members belong to one object alone.
    private var owning: [String: [String]] = [:]
    /// The objects that the edit itself has changed.
    private lazy var own = Set(changes.map(\.object))
    /// What was changed of which object, in the order in which it was met.
    private var found: [(object: NSManagedObject, words: [String])] = []

    /// What stands against taking the changes back, in words; nil where nothing does.
    static func against(_ changes: [RecordedChange], objects: [ObjectName: NSManagedObject]) -> String? {
        var later = LaterChanges(objects: objects, changes: changes)
        for change in changes {
            guard let object = objects[change.object], !object.isDeleted else { continue }
            switch change {
            case .inserted: later.lookAtMembers(of: object)
            case .updated(_, let properties): later.look(at: object, properties)
            case .deleted(_, let values): later.look(at: object, values)
            }
        }
        return later.words
    }

    private init(objects: [ObjectName: NSManagedObject], changes: [RecordedChange]) {
        (self.objects, self.changes) = (objects, changes)
    }

    /// What has another value than the edit gave it, and than it would get.
    private mutating func look(at object: NSManagedObject, _ properties: [RecordedChange.Property]) {
        let kept = keptProperties(of: object)
        var words: [String] = []
        for property in properties {
            guard let word = Self.word(for: property.name, of: object), let kind = kept.kinds[property.name] else {
                continue
            }
            // Members are put in and taken out one by one: those that came later stay.
            if case .members = kind { continue }
            let now = kept.recorded(object.value(forKey: property.name), of: property.name)
            if now.isLike(property.after) || now.isLike(property.before) { continue }
            // What it belonged to was deleted.
            if case .object(let target) = property.after, now == .nothing, objects[target] == nil { continue }
            if !words.contains(word) { words.append(word) }
        }
        if !words.isEmpty { found.append((object, words)) }
    }

    /// An object that was deleted, and is there again.
    private mutating func look(at object: NSManagedObject, _ values: [String: RecordedValue]) {
        look(at: object, values.map { RecordedChange.Property(name: $0.key, before: $0.value, after: $0.value) })
    }

    /// An object that goes takes with it what is its own, and leaves behind what belonged to it.
    private mutating func lookAtMembers(of object: NSManagedObject) {
        for name in owning(object.entity) {
            let members: [Any]
            switch object.value(forKey: name) {
            case let ordered as NSOrderedSet: members = ordered.array
            case let set as NSSet: members = set.allObjects
            default: continue
            }
            let others = members.compactMap { $0 as? NSManagedObject }.filter { !own.contains($0.journalName) }
            guard !others.isEmpty, let word = Self.word(for: name, of: object) else { continue }
            found.append((object, ["\(others.count) of its \(word)"]))
        }
    }

    /// Asked once for each entity: an import may have made a million items.
    private mutating func owning(_ entity: NSEntityDescription) -> [String] {
        let name = entity.name ?? ""
        if let known = owning[name] { return known }
        let names = entity.relationshipsByName.filter {
            $0.value.isToMany && $0.value.inverseRelationship?.isToMany == false
        }.map(\.key).sorted()
        owning[name] = names
        return names
    }

    private mutating func keptProperties(of object: NSManagedObject) -> KeptProperties {
        let name = object.entity.name ?? ""
        let properties = kept[name] ?? KeptProperties(of: object.entity)
        kept[name] = properties
        return properties
    }

    private var words: String? {
        guard let first = found.first else { return nil }
        let name = Self.name(of: first.object)
        guard found.count == 1 else { return "\(found.count) things were changed later, \(name) among them" }
        return "\(name) was changed later (\(first.words.joined(separator: ", ")))"
    }

    private static func name(of object: NSManagedObject) -> String {
        switch object {
        case let item as Item: "“\(Title.shortened(item.title ?? ""))”"
        case let list as ItemList: "the list “\(Title.shortened(list.name ?? ""))”"
        case let category as Category: "the category “\(Title.shortened(category.name ?? ""))”"
        case let shop as Shop: "the shop “\(Title.shortened(shop.name ?? ""))”"
        case let product as Product: "the product “\(Title.shortened(product.name ?? ""))”"
        default: "something"
        }
    }

    /// What a property is to the user; nil where nobody sets it by hand: of products all is learned but whether they are staples.
    private static func word(for property: String, of object: NSManagedObject) -> String? {
        switch (object, property) {
        case (is Product, "isStaple"): "staple"
        case (is Product, _), (is Edit, _): nil
        case (_, "isDone"), (_, "completedAt"): "tick"
        case (_, "quantity"), (_, "unit"), (_, "amount"): "amount"
        case (_, "price"), (_, "currency"): "price"
        case (_, "dueAt"), (_, "dueIsDateOnly"): "due date"
        case (_, "trashedAt"): "trash"
        case (_, "archivedAt"): "archive"
        case (_, "foldedName"): "name"
        case (_, "recurrence"): "recurrence"
        case (_, "position"): "place"
        case (_, "aisles"): "shelves"
        default: property
        }
    }
}

extension RecordedValue {
    /// Whether both are the same to the user. A store keeps of a decimal number what a real one can hold of it.
    fileprivate func isLike(_ other: RecordedValue) -> Bool {
        guard case .decimal(let one) = self, case .decimal(let two) = other, let one = Double(one),
            let two = Double(two)
        else { return self == other }
        return abs(one - two) <= 1e-9 * max(abs(one), abs(two))
    }
}
