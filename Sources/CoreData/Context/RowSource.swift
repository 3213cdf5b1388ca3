/// What a context reads from and saves to.
enum RowSource {
    case none
    case coordinator(NSPersistentStoreCoordinator)
    case parent(NSManagedObjectContext)

    /// The coordinator at the end of the chain of parents.
    var coordinator: NSPersistentStoreCoordinator? {
        switch self {
        case .none: nil
        case .coordinator(let coordinator): coordinator
        case .parent(let parent): parent.source.coordinator
        }
    }
}

/// A context's settings, Apple's names; kept apart so that the context's own state stays small.
struct ContextSettings {
    var name: String?
    var transactionAuthor: String?
    var mergePolicy: Any = NSMergePolicy.error
    var automaticallyMergesChangesFromParent = false
    var shouldDeleteInaccessibleFaults = true
    var propagatesDeletesAtEndOfEvent = true
    var retainsRegisteredObjects = false
    var stalenessInterval: TimeInterval = -1
    /// Whether objects are of no class of the program's, whose hooks would be called.
    var makesPlainObjects = false
}
