/// A stage of a migration: an `NSLightweightMigrationStage` or an `NSCustomMigrationStage`. Follows Apple's `NSMigrationStage`.
open class NSMigrationStage: NSObject {
    /// What the stage is for, for people.
    open var label: String?

    override init() { super.init() }
}
