/// Errors of a migration in Apple's form.
enum MigrationErrors {
    static func make(
        _ code: Int, reason: String, cause: (any Error)? = nil, from source: URL? = nil, to destination: URL? = nil
    ) -> NSError {
        var info: [String: Any] = ["reason": reason, NSLocalizedFailureReasonErrorKey: reason]
        info[NSUnderlyingErrorKey] = cause.map { $0 as NSError }
        info["sourceURL"] = source
        info["destinationURL"] = destination
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }

    /// What a coordinator says that could not migrate a store.
    static func failure(_ cause: any Error, at url: URL) -> any Error {
        let error = cause as NSError
        let known = [
            NSMigrationConstraintViolationError, NSMigrationCancelledError, NSMigrationMissingMappingModelError,
            NSMigrationMissingSourceModelError, NSManagedObjectModelReferenceNotFoundError,
            NSStagedMigrationBackwardMigrationError, NSPersistentStoreTimeoutError,
        ]
        if error.domain == NSCocoaErrorDomain, known.contains(error.code) { return error }
        let reason = error.userInfo["reason"] as? String ?? error.localizedDescription
        return make(
            NSMigrationError, reason: "Cannot migrate store: \(reason)", cause: error, from: url, to: url)
    }
}
