import Synchronization

/// Migrates a store of one model to a store of another, object by object as a mapping model says. Follows Apple's
/// `NSMigrationManager`.
///
///     let manager = NSMigrationManager(sourceModel: old, destinationModel: new)
///     try manager.migrateStore(from: url, type: .sqlite, mapping: mapping, to: newURL, type: .sqlite)
///
/// Objects are of no class of the program's meanwhile, and no rule of a model holds but at the end. All of it runs on the
/// calling thread.
open class NSMigrationManager: NSObject {
    /// The model of the store that is read.
    public let sourceModel: NSManagedObjectModel
    /// The model of the store that is written.
    public let destinationModel: NSManagedObjectModel
    /// The context that the objects are read in; it has a store only during a migration.
    public let sourceContext: NSManagedObjectContext
    /// The context that the objects are made in; it has a store only during a migration.
    public let destinationContext: NSManagedObjectContext

    /// The mapping model of the migration that is going on, or the last one; empty before.
    open internal(set) var mappingModel = NSMappingModel()
    /// The entity mapping whose turn it is, or was last; one of no entity before.
    open internal(set) var currentEntityMapping = NSEntityMapping()
    /// Whether a store may be migrated as a whole, in which case no policy is asked and there is no progress: a SQLite store by
    /// a mapping that can be inferred is copied and migrated by SQL alone.
    open var usesStoreSpecificMigrationManager = true
    /// Free entries, for policies.
    open var userInfo: [AnyHashable: Any]?

    var associations = InstanceAssociations()
    private let course = Mutex(Course())

    private struct Course {
        var progress: Float = 1
        var cancellation: (any Error)?
    }

    /// A manager for migrations between those two models. Neither can be edited any more once a store is migrated.
    public init(sourceModel: NSManagedObjectModel, destinationModel: NSManagedObjectModel) {
        self.sourceModel = sourceModel
        self.destinationModel = destinationModel
        sourceContext = Self.context()
        destinationContext = Self.context()
        super.init()
    }

    private static func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(.privateQueue)
        context.settings.makesPlainObjects = true
        return context
    }

    /// Migrates the store at one URL to one at another, which is made where there is none; to one that is there the objects
    /// are added.
    ///
    /// - Throws: What a policy threw, under NSEntityMigrationPolicyError; the error given to `cancelMigrationWithError(_:)`; an
    ///   error of the stores under NSMigrationManagerSourceStoreError or NSMigrationManagerDestinationStoreError; or what the
    ///   rules of the destination model say. A store that was made is taken away again then.
    open func migrateStore(
        from sourceURL: URL, sourceType sStoreType: String, options sOptions: [AnyHashable: Any]? = nil,
        with mappings: NSMappingModel?, toDestinationURL dURL: URL, destinationType dStoreType: String,
        destinationOptions dOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrate(
            MigrationEnd(url: sourceURL, type: sStoreType, options: sOptions), with: mappings,
            to: MigrationEnd(url: dURL, type: dStoreType, options: dOptions))
    }

    /// Forgets which object was made of which.
    open func reset() { associations = InstanceAssociations() }

    /// The entity of the objects that a mapping reads.
    open func sourceEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.sourceEntityName.flatMap { sourceModel.entitiesByName[$0] }
    }

    /// The entity of the objects that a mapping makes.
    open func destinationEntity(for mEntity: NSEntityMapping) -> NSEntityDescription? {
        mEntity.destinationEntityName.flatMap { destinationModel.entitiesByName[$0] }
    }

    /// Notes that an object was made of another, so that relationships are led to it and it is given its own.
    open func associate(
        sourceInstance: NSManagedObject, withDestinationInstance destinationInstance: NSManagedObject,
        for entityMapping: NSEntityMapping
    ) {
        associations.add(sourceInstance, destinationInstance, of: entityMapping.name)
    }

    /// What a mapping has made of those objects, or of all for nil; raises for a name that no mapping has.
    open func destinationInstances(forEntityMappingName mappingName: String, sourceInstances: [NSManagedObject]?)
        -> [NSManagedObject]
    {
        requireMapping(mappingName)
        return associations.destinations(of: mappingName, sourceInstances)
    }

    /// What a mapping has made those objects, or all for nil, of; raises for a name that no mapping has.
    open func sourceInstances(forEntityMappingName mappingName: String, destinationInstances: [NSManagedObject]?)
        -> [NSManagedObject]
    {
        requireMapping(mappingName)
        return associations.sources(of: mappingName, destinationInstances)
    }

    private func requireMapping(_ name: String) {
        guard !(mappingModel.entityMappings ?? []).contains(where: { $0.name == name }) else { return }
        raise("NSInvalidArgumentException", "No mapping found with name '\(name)' in the migration's mapping model.")
    }

    // MARK: Course

    /// How far the migration is, from 0 to 1; 1 while there is none. May be asked from any thread.
    open var migrationProgress: Float { course.withLock { $0.progress } }

    /// Ends the migration that is going on, which throws that error. May be called from any thread.
    open func cancelMigrationWithError(_ error: any Error) { course.withLock { $0.cancellation = error } }

    final func note(progress: Float) { course.withLock { $0.progress = progress } }

    /// Takes back a cancellation that came when there was nothing to cancel.
    final func begin() {
        course.withLock { $0 = Course(progress: 0) }
        reset()
    }

    final var cancellation: (any Error)? { course.withLock { $0.cancellation } }
}

extension NSMigrationManager {
    /// Migrates the store at one URL to one at another.
    public final func migrateStore(
        from sourceURL: URL, type sourceType: NSPersistentStore.StoreType,
        options sourceOptions: [AnyHashable: Any]? = nil,
        mapping: NSMappingModel, to destinationURL: URL, type destinationType: NSPersistentStore.StoreType,
        options destinationOptions: [AnyHashable: Any]? = nil
    ) throws {
        try migrateStore(
            from: sourceURL, sourceType: sourceType.rawValue, options: sourceOptions, with: mapping,
            toDestinationURL: destinationURL, destinationType: destinationType.rawValue,
            destinationOptions: destinationOptions)
    }
}
