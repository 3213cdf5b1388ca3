extension NSPersistentStoreCoordinator {
    /// The metadata of a store that need not be open; throws where there is no store.
    public static func metadataForPersistentStore(
        ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        if storeType == NSBinaryStoreType { return try BinaryStore.metadata(at: url) }
        try requireFiles(storeType, url)
        return try SQLiteStore.metadata(at: url, options: options)
    }

    /// The metadata of a store that need not be open; throws where there is no store.
    public static func metadataForPersistentStore(
        type: NSPersistentStore.StoreType, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> [String: Any] {
        try metadataForPersistentStore(ofType: type.rawValue, at: url, options: options)
    }

    /// Puts other metadata into a store at once. A coordinator that has it open sees them once the store is added again.
    public static func setMetadata(
        _ metadata: [String: Any]?, ofType storeType: String, at url: URL, options: [AnyHashable: Any]? = nil
    ) throws {
        if storeType == NSBinaryStoreType { return try BinaryStore.setMetadata(metadata, at: url) }
        try requireFiles(storeType, url)
        try SQLiteStore.setMetadata(metadata, at: url, options: options)
    }

    /// Puts other metadata into a store at once.
    public static func setMetadata(
        _ metadata: [String: Any]?, type: NSPersistentStore.StoreType, at url: URL,
        options: [AnyHashable: Any]? = nil
    ) throws {
        try setMetadata(metadata, ofType: type.rawValue, at: url, options: options)
    }

    /// The model that a SQLite store carries with it: what it can be opened with where no other is at hand.
    ///
    ///     let model = try NSPersistentStoreCoordinator.modelForPersistentStore(at: url)
    ///     let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
    ///     try coordinator.addPersistentStore(type: .sqlite, at: url)
    ///
    /// Apple's framework keeps such a model in its stores as well. Objects are of the classes that the model names, as far as the
    /// program has them, else `NSManagedObject`s. A store of a part of its model holds a configuration's entities alone: see
    /// `NSManagedObjectModel.isConfiguration(withName:compatibleWithStoreMetadata:)`.
    ///
    /// Throws NSMigrationMissingSourceModelError where the store carries none that can be read.
    /// - Note: Differs from Apple, which has no such method.
    public static func modelForPersistentStore(
        at url: URL, options: [AnyHashable: Any]? = nil
    ) throws -> NSManagedObjectModel { try SQLiteStore.model(at: url, options: options) }

    static func requireFiles(_ storeType: String, _ url: URL) throws {
        guard storeType == NSSQLiteStoreType else {
            throw StoreKinds.error(
                NSPersistentStoreInvalidTypeError,
                reason: "This is done to stores in files alone, not to those of the type '\(storeType)'", url: url)
        }
    }
}
