/// The identity maps of one context: one instance for one ID.
///
/// Unchanged objects are held weakly: an object takes itself out when it goes.
final class ObjectRegistry {
    private struct Key: Hashable {
        let store: ObjectIdentifier?
        let entity: ObjectIdentifier
    }
    /// Unretained: the context owns its registry. Set once, by the context's initialiser.
    unowned(unsafe) private var context: NSManagedObjectContext?
    private var homes: [Key: ObjectHome] = [:]
    private var families: [Key: RegisteredFamily] = [:]
    /// The home found last for a new object: inserts come in runs of one class.
    private var lastInsertedHome: ObjectHome?

    func serve(_ context: NSManagedObjectContext) { self.context = context }

    /// The home of objects of a concrete entity, from a store or (nil) unsaved.
    func home(of entity: NSEntityDescription, in store: NSPersistentStore?) -> ObjectHome {
        let key = Key(store: store.map { ObjectIdentifier($0) }, entity: ObjectIdentifier(entity))
        if let home = homes[key] { return home }
        guard let context else { raise("NSInternalInconsistencyException", "The registry serves no context.") }
        let layout = Self.layout(of: entity)
        let home = ObjectHome(
            layout: layout, family: family(root: layout.rootEntity, store: store), store: store, context: context)
        homes[key] = home
        return home
    }

    private static func layout(of entity: NSEntityDescription) -> EntityLayout {
        if entity.layout == nil { entity.managedObjectModel?.freeze() }
        guard let layout = entity.layout else {
            raise(
                "NSInvalidArgumentException",
                "The entity '\(entity.name ?? "")' belongs to no model, so no object can be made of it.")
        }
        return layout
    }

    /// The identity map of a family.
    func family(root: NSEntityDescription, store: NSPersistentStore?) -> RegisteredFamily {
        let key = Key(store: store.map { ObjectIdentifier($0) }, entity: ObjectIdentifier(root))
        if let family = families[key] { return family }
        let family = RegisteredFamily()
        families[key] = family
        return family
    }

    /// The home of new objects of an entity.
    func insertionHome(of layout: EntityLayout) -> ObjectHome {
        if let home = lastInsertedHome, home.layout === layout { return home }
        let home = home(of: layout.entity, in: nil)
        lastInsertedHome = home
        return home
    }

    /// The entity of the last new object, if it has that class.
    func lastInserted(of objectClass: NSManagedObject.Type) -> NSEntityDescription? {
        guard let home = lastInsertedHome, home.objectClass == objectClass else { return nil }
        return home.entity
    }

    /// Every registered object.
    var objects: [NSManagedObject] { families.values.flatMap(\.all) }

    /// Every registered object of a store.
    func objects(of store: NSPersistentStore) -> [NSManagedObject] {
        families.filter { $0.key.store == ObjectIdentifier(store) }.flatMap(\.value.all)
    }

    var count: Int { families.values.reduce(0) { $0 + $1.count } }

    /// Mistakes in counting, none if all is well.
    var familyFaults: [String] { families.values.flatMap(\.faultsOfCount) }

    /// Lets go of every object: they have no context from now on.
    func removeAll() {
        for home in homes.values { home.orphan() }
        homes = [:]
        families = [:]
        lastInsertedHome = nil
    }

    /// Lets go of the homes of a store that was removed.
    func remove(_ store: NSPersistentStore) -> [NSManagedObject] {
        let identifier = ObjectIdentifier(store)
        let gone = families.filter { $0.key.store == identifier }.flatMap(\.value.all)
        for (key, home) in homes where key.store == identifier {
            home.orphan()
            homes[key] = nil
        }
        families = families.filter { $0.key.store != identifier }
        return gone
    }
}
