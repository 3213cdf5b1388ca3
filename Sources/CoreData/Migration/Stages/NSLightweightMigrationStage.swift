/// Versions of a model from which a store goes on by what can be inferred. Follows Apple's `NSLightweightMigrationStage`.
///
/// A store of one of them is migrated to the model that the next custom stage begins with, or else to the coordinator's, in one step.
open class NSLightweightMigrationStage: NSMigrationStage {
    /// The checksums of the versions.
    public let versionChecksums: [String]

    /// A stage for the versions with those checksums; see `NSManagedObjectModel.versionChecksum`.
    public init(_ checksums: [String]) {
        versionChecksums = checksums
        super.init()
    }
}
