/// A step from one version of a model to the next, with work before and after it. Follows Apple's `NSCustomMigrationStage`.
///
///     let stage = NSCustomMigrationStage(migratingFrom: v1, to: v2)
///     stage.willMigrateHandler = { manager, _ in
///         guard let container = manager.container else { return }
///         let context = container.newBackgroundContext()
///         try context.performAndWait {
///             …
///             try context.save()
///         }
///     }
///
/// Between the two handlers the store is migrated by what can be inferred. What either throws ends the migration.
open class NSCustomMigrationStage: NSMigrationStage {
    /// The version that a store has before.
    public let currentModel: NSManagedObjectModelReference
    /// The version that it has afterwards.
    public let nextModel: NSManagedObjectModelReference
    /// Called before; the manager's container has the store under the current model.
    open var willMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?
    /// Called afterwards; the manager's container has the store under the next model.
    open var didMigrateHandler: ((NSStagedMigrationManager, NSCustomMigrationStage) throws -> Void)?

    /// A stage from the one version to the other.
    public init(migratingFrom currentModel: NSManagedObjectModelReference, to nextModel: NSManagedObjectModelReference)
    {
        self.currentModel = currentModel
        self.nextModel = nextModel
        super.init()
    }
}
