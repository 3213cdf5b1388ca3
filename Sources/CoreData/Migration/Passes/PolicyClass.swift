/// From the name of a migration policy's class in a mapping model to the class.
enum PolicyClass {
    /// The standard policy for no name.
    ///
    /// A name with a module is looked for there. One without, or `.Name`, in the module of the executable and in those of the
    /// models in the program.
    static func named(_ name: String?) throws -> NSEntityMigrationPolicy.Type {
        guard let name, !name.isEmpty, name != "NSEntityMigrationPolicy" else { return NSEntityMigrationPolicy.self }
        let bare = name.hasPrefix(".") ? String(name.dropFirst()) : name
        let modules = bare.contains(".") ? [] : [ManagedObjectClass.mainModule] + EmbeddedModels.modules
        for candidate in [bare] + modules.map({ "\($0).\(bare)" }) {
            if let found = ClassNames.named(candidate) as? NSEntityMigrationPolicy.Type { return found }
        }
        throw MigrationErrors.make(
            NSEntityMigrationPolicyError,
            reason: "There is no subclass of NSEntityMigrationPolicy named '\(name)'; name it with its module")
    }
}
