import CoreData

extension Notification.Name {
    /// Posted, on the thread that waits, each time a save has found the store held by another process and will be tried
    /// again: the user should be told why nothing happens. Its object is the number of seconds waited so far.
    public static let sundryStoreIsHeld = Notification.Name("SundryStoreIsHeld")
}

/// How long to wait for another process that holds the store, in steps between which the user is told.
enum Waiting {
    /// Seconds a step takes: what a user notices.
    static let step = 0.5
    /// Longer than another process takes to save what anybody edits; an import of a million lines may take longer.
    private static let steps = 40

    /// Runs `body` until the store is not held any more; throws what it threw last.
    static func run<Result>(_ body: () throws -> Result) throws -> Result {
        for count in 1..<steps {
            do {
                return try body()
            } catch let error as NSError where isHeld(error) {
                NotificationCenter.default.post(name: .sundryStoreIsHeld, object: Double(count) * step)
            }
        }
        return try body()
    }

    private static func isHeld(_ error: NSError) -> Bool {
        error.domain == NSCocoaErrorDomain && error.code == NSPersistentStoreTimeoutError
    }
}

extension NSManagedObjectContext {
    /// Saves into the file that was opened, waiting for another process that holds the store, and then for the disk.
    func saveWaiting() throws {
        try storeFile?.check()
        try Waiting.run { try save() }
        try storeFile?.sync()
    }
}
