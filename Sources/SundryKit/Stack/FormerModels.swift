import CoreData

extension SundryContainer {
    /// The checksums of the versions of the model before this one.
    static let formerChecksums: Set = ["0zMdO4+RGfltGpgzNJOAwvJBrrMguwEHRKjhOJ/vQn0="]

    /// Opens the store, making it where it is missing. One of an earlier version of the model is migrated, in the file and in
    /// one transaction: a copy of it beforehand would protect from nothing. A window of an earlier program that has it open
    /// goes on showing it, and is told at its next edit.
    func open() throws {
        do {
            try loadStores()
        } catch let error as NSError where Self.isOfFormerModel(error) {
            persistentStoreDescriptions.first?.shouldMigrateStoreAutomatically = true
            defer { persistentStoreDescriptions.first?.shouldMigrateStoreAutomatically = false }
            try loadStores()
        }
    }

    private func loadStores() throws {
        var failure: (any Error)?
        loadPersistentStores { _, error in failure = failure ?? error }
        if let failure { throw failure }
    }

    private static func isOfFormerModel(_ error: NSError) -> Bool {
        guard error.domain == NSCocoaErrorDomain, error.code == NSPersistentStoreIncompatibleVersionHashError,
            let metadata = error.userInfo["metadata"] as? [String: Any],
            let checksum = metadata["NSStoreModelVersionChecksumKey"] as? String
        else { return false }
        return formerChecksums.contains(checksum)
    }
}
