/// Migrates a store over several versions of its model. Follows Apple's `NSStagedMigrationManager`.
///
///     let manager = NSStagedMigrationManager([lightweightStage, customStage])
///     description.setOption(manager, forKey: NSPersistentStoreStagedMigrationManagerOptionKey)
///
/// A store begins with the stage that names its version, and goes through those after it in their order. All of it is done to
/// a copy, which takes the place of the store in the end.
///
/// - Note: Differs from Apple: a migration that ends on the way leaves the store as it was before the first stage.
open class NSStagedMigrationManager: NSObject {
    /// The stages, in their order.
    public let stages: [NSMigrationStage]
    /// The store that is being migrated, for the handlers of a stage; nil outside of them.
    open internal(set) var container: NSPersistentContainer?

    /// A manager for those stages; raises where a version is in several of them. One alone may be: where a custom stage
    /// begins with the version that the one before it ends with.
    public init(_ stages: [NSMigrationStage]) {
        self.stages = stages
        super.init()
        var seen: Set<String> = []
        for checksum in Self.checksums(of: stages) where !seen.insert(checksum).inserted {
            raise("NSInvalidArgumentException", "Duplicate version checksums across stages detected.")
        }
    }

    private static func checksums(of stages: [NSMigrationStage]) -> [String] {
        stages.enumerated().flatMap { number, stage -> [String] in
            switch stage {
            case let stage as NSLightweightMigrationStage: return stage.versionChecksums
            case let stage as NSCustomMigrationStage:
                let own = [stage.currentModel.versionChecksum, stage.nextModel.versionChecksum]
                let following = number + 1 < stages.count ? stages[number + 1] as? NSCustomMigrationStage : nil
                return following?.currentModel.versionChecksum == own[1] ? [own[0]] : own
            default: return []
            }
        }
    }
}
