/// Moves a store of a coordinator to another place or type.
///
///     add      | the new store: a copy of the file where both are files and there is none yet, else filled object by object
///     remove   | the old one; objects of contexts move over to the rows that stand for theirs
///     tell     | what the old IDs have become, between what a coordinator tells of any store added and removed
struct StoreMigration {
    private let store: NSPersistentStore
    private let coordinator: NSPersistentStoreCoordinator

    init(of store: NSPersistentStore, in coordinator: NSPersistentStoreCoordinator) {
        self.store = store
        self.coordinator = coordinator
    }

    func run(to url: URL, _ options: [AnyHashable: Any]?, _ type: String) throws -> NSPersistentStore {
        guard coordinator.persistentStores.contains(where: { $0 === store }) else {
            throw NSPersistentStoreCoordinator.notOneOfOurs
        }
        let copied = try copyFile(to: url, options, type)
        let new = try coordinator.addPersistentStore(
            ofType: type, configurationName: store.holdsAllEntities ? nil : store.configurationName, at: url,
            options: options)
        let keys: MigratedKeys
        do {
            keys = try copied ? MigratedKeys(sameIn: store, families) : copyObjects(to: new)
        } catch {
            try? coordinator.remove(new)
            throw error
        }
        try coordinator.remove(store) {
            $0.moveObjects(from: store, to: new, keys)
        } afterwards: {
            NotificationCenter.default.post(
                name: .NSPersistentStoreCoordinatorStoresDidChange, object: coordinator,
                userInfo: [NSUUIDChangedPersistentStoresKey: [store, new, keys.pairs(from: store, to: new)] as [Any]])
        }
        return new
    }

    /// The topmost entities that the store holds.
    private var families: [NSEntityDescription] {
        let configuration = store.holdsAllEntities ? nil : store.configurationName
        let entities = coordinator.managedObjectModel.entities(forConfigurationName: configuration) ?? []
        var seen: Set<ObjectIdentifier> = []
        return entities.map(\.layout.rootEntity).filter { seen.insert(ObjectIdentifier($0)).inserted }
    }

    /// Whether the whole file could be copied, every key as it is.
    private func copyFile(to url: URL, _ options: [AnyHashable: Any]?, _ type: String) throws -> Bool {
        guard type == NSSQLiteStoreType, let store = store as? SQLiteStore, StoreLocation(url).path != nil,
            coordinator.persistentStore(for: url) == nil
        else { return false }
        let target = try StoreTarget(url, options)
        guard target.isVacant else { return false }
        try store.copyContent(to: target)
        return true
    }

    private func copyObjects(to new: NSPersistentStore) throws -> MigratedKeys {
        // What an application has put into the metadata goes along.
        coordinator.setMetadata(new.metadata.merging(store.metadata) { own, _ in own }, for: new)
        let context = NSManagedObjectContext(.privateQueue)
        context.settings.makesPlainObjects = true
        context.persistentStoreCoordinator = coordinator
        return try context.performAndWait {
            try ObjectMigration(context, from: store, to: new).run(families)
        }
    }
}

/// Which keys the rows of a store have got in another, family by family.
struct MigratedKeys: Sendable {
    private struct Family: Sendable {
        let entity: NSEntityDescription
        var old: [Int64] = []
        /// The concrete entities of the rows, nil where there is but one.
        var layouts: [EntityLayout]?
        /// nil where every key is as it was.
        var new: [Int64: Int64]?
    }
    private var families: [Family] = []

    init() {}

    /// All rows of a store under the keys they have.
    init(sameIn store: NSPersistentStore, _ roots: [NSEntityDescription]) throws {
        for root in roots {
            let found = try store.fetchKeys(FetchPlan(entity: root))
            families.append(Family(entity: root, old: found.primaryKeys, layouts: found.layouts))
        }
    }

    /// Whether every row has the key it had.
    var areTheSame: Bool { families.allSatisfy { $0.new == nil } }

    mutating func add(_ root: NSEntityDescription, _ rows: [(old: Int64, new: Int64, layout: EntityLayout)]) {
        families.append(
            Family(
                entity: root, old: rows.map(\.old), layouts: rows.map(\.layout),
                new: Dictionary(rows.map { ($0.old, $0.new) }, uniquingKeysWith: { $1 })))
    }

    /// nil for a row that was not there.
    func key(of old: Int64, in root: NSEntityDescription) -> Int64? {
        guard let family = families.first(where: { $0.entity === root }) else { return nil }
        return family.new.map { $0[old] } ?? old
    }

    /// Each old ID with the new one behind it.
    func pairs(from store: NSPersistentStore, to new: NSPersistentStore) -> [NSManagedObjectID] {
        var pairs: [NSManagedObjectID] = []
        for family in families {
            for (at, old) in family.old.enumerated() {
                let entity = family.layouts?[at].entity ?? family.entity
                guard let key = key(of: old, in: family.entity) else { continue }
                pairs.append(NSManagedObjectID(entity: entity, store: store, key: .permanent(old)))
                pairs.append(NSManagedObjectID(entity: entity, store: new, key: .permanent(key)))
            }
        }
        return pairs
    }
}

/// Copies the objects of one store into another, in a context of its own whose objects are of no class of the program's.
private struct ObjectMigration {
    private let context: NSManagedObjectContext
    private let store: NSPersistentStore
    private let new: NSPersistentStore

    init(_ context: NSManagedObjectContext, from store: NSPersistentStore, to new: NSPersistentStore) {
        self.context = context
        self.store = store
        self.new = new
    }

    func run(_ families: [NSEntityDescription]) throws -> MigratedKeys {
        var copies: [NSManagedObject: NSManagedObject] = [:]
        var groups: [(root: NSEntityDescription, objects: [NSManagedObject])] = []
        for root in families {
            let objects = try context.objects(for: store.fetchRows(FetchPlan(entity: root)), from: store)
            for object in objects { copies[object] = copy(object) }
            groups.append((root, objects))
        }
        for (object, copy) in copies { relate(copy, like: object, copies) }
        try context.writeQuietly()
        var keys = MigratedKeys()
        for (root, objects) in groups {
            keys.add(
                root,
                objects.compactMap { object in
                    copies[object].map { (object.key, $0.key, object.home.layout) }
                })
        }
        return keys
    }

    private func copy(_ object: NSManagedObject) -> NSManagedObject {
        let copy = NSManagedObject(entity: object.entity, insertInto: context)
        context.assign(copy, to: new)
        for (name, attribute) in object.entity.attributesByName where !attribute.isTransient {
            copy.setPrimitiveValue(object.primitiveValue(forKey: name), forKey: name)
        }
        return copy
    }

    private func relate(
        _ copy: NSManagedObject, like object: NSManagedObject, _ copies: [NSManagedObject: NSManagedObject]
    ) {
        for (name, relationship) in object.entity.relationshipsByName where !relationship.isTransient {
            guard relationship.isToMany else {
                let destination = object.value(forKey: name) as? NSManagedObject
                copy.setValue(destination.flatMap { copies[$0] }, forKey: name)
                continue
            }
            if relationship.isOrdered {
                let members = (object.value(forKey: name) as? NSOrderedSet)?.array as? [NSManagedObject] ?? []
                copy.setValue(NSOrderedSet(array: members.compactMap { copies[$0] }), forKey: name)
            } else if relationship.inverseRelationship?.isToMany ?? true {
                // The other side of any other sets it.
                let members = (object.value(forKey: name) as? NSSet)?.allObjects as? [NSManagedObject] ?? []
                copy.setValue(NSSet(array: members.compactMap { copies[$0] }), forKey: name)
            }
        }
    }
}
