/// Thrown by a store that is not to be migrated by what can be inferred, to the coordinator that opens it.
enum MigrationNeeded: Error, @unchecked Sendable {
    // Sendable: thrown and caught on one thread.

    /// Object by object, as a mapping model says.
    case mapping(source: NSManagedObjectModel, NSMappingModel)
    /// Stage by stage.
    case stages(NSStagedMigrationManager)
}
