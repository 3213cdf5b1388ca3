extension NSPersistentStoreCoordinator {
    /// Moves a store to another place, and to another type if need be.
    @discardableResult
    public final func migratePersistentStore(
        _ store: NSPersistentStore, to storeURL: URL, options: [AnyHashable: Any]? = nil,
        type: NSPersistentStore.StoreType
    ) throws -> NSPersistentStore {
        try migratePersistentStore(store, to: storeURL, options: options, withType: type.rawValue)
    }

    /// Empties the store at that URL, or removes the file of a binary store; throws where there is none.
    public final func destroyPersistentStore(
        at url: URL, type: NSPersistentStore.StoreType, options: [AnyHashable: Any]? = nil
    ) throws {
        try destroyPersistentStore(at: url, ofType: type.rawValue, options: options)
    }

    /// Copies a store over the one at the destination, or to where none is.
    public final func replacePersistentStore(
        at destinationURL: URL, destinationOptions: [AnyHashable: Any]? = nil, withPersistentStoreFrom sourceURL: URL,
        sourceOptions: [AnyHashable: Any]? = nil, type: NSPersistentStore.StoreType
    ) throws {
        try replacePersistentStore(
            at: destinationURL, destinationOptions: destinationOptions, withPersistentStoreFrom: sourceURL,
            sourceOptions: sourceOptions, ofType: type.rawValue)
    }

    final func destroyStore(at url: URL, _ type: String, _ options: [AnyHashable: Any]?) throws {
        if type == NSBinaryStoreType { return try destroyBinaryStore(at: url, options) }
        try Self.requireFiles(type, url)
        let target = try StoreTarget(url, options)
        try target.checkThatItCanBeEmptied()
        try removeStore(at: url)
        try target.removeContent()
    }

    final func replaceStore(
        at url: URL, _ options: [AnyHashable: Any]?, from source: URL, _ sourceOptions: [AnyHashable: Any]?,
        _ type: String
    ) throws {
        if type == NSBinaryStoreType { return try replaceBinaryStore(at: url, options, from: source) }
        try Self.requireFiles(type, url)
        let target = try StoreTarget(url, options)
        let origin = try StoreOrigin(source, sourceOptions)
        if origin.location == StoreLocation(url) { return }
        try target.checkThatItCanBeWritten()
        try removeStore(at: url)
        try target.copyContent(of: origin.connection, external: ExternalData(origin.location))
    }

    private final func destroyBinaryStore(at url: URL, _ options: [AnyHashable: Any]?) throws {
        let target = try BinaryTarget(url, options)
        try target.checkThatItCanBeRemoved()
        try removeStore(at: url)
        try target.remove()
    }

    private final func replaceBinaryStore(
        at url: URL, _ options: [AnyHashable: Any]?, from source: URL
    ) throws {
        let target = try BinaryTarget(url, options)
        let content = try BinaryTarget.content(at: source)
        if target.isStore(at: source) { return }
        try target.checkThatItCanBeWritten()
        try removeStore(at: url)
        try target.write(content)
    }

    private final func removeStore(at url: URL) throws {
        if let store = persistentStore(for: url) { try remove(store) }
    }
}
