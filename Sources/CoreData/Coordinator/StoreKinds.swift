/// The kinds of stores there are, by type.
enum StoreKinds {
    /// Opens a store of that type, or makes it.
    static func open(
        type: String, model: NSManagedObjectModel, configuration: String?, url: URL?, options: [AnyHashable: Any]?
    ) throws -> NSPersistentStore {
        if let configuration, model.entities(forConfigurationName: configuration) == nil {
            throw error(
                NSPersistentStoreInvalidTypeError, reason: "The model has no configuration '\(configuration)'", url: url
            )
        }
        switch type {
        case NSSQLiteStoreType:
            guard let url else {
                throw error(NSPersistentStoreInvalidTypeError, reason: "A SQLite store needs a URL", url: nil)
            }
            return try SQLiteStore(model: model, configuration: configuration, url: url, options: options)
        case NSInMemoryStoreType, NSBinaryStoreType:
            if let property = computedProperty(of: model.entities(forConfigurationName: configuration) ?? []) {
                throw error(
                    NSPersistentStoreIncompatibleSchemaError,
                    reason: "Only SQLite stores hold derived and composite attributes such as '\(property.name)'",
                    url: url)
            }
            if type == NSInMemoryStoreType {
                return InMemoryStore(model: model, configuration: configuration, url: url, options: options)
            }
            guard let url, url.isFileURL else {
                throw error(
                    NSPersistentStoreInvalidTypeError, reason: "A binary store needs the URL of a file", url: url)
            }
            return try BinaryStore(model: model, configuration: configuration, url: url, options: options)
        default:
            throw error(
                NSPersistentStoreInvalidTypeError, reason: "There is no store of the type '\(type)'", url: url)
        }
    }

    private static func computedProperty(of entities: [NSEntityDescription]) -> NSPropertyDescription? {
        entities.lazy.flatMap(\.properties).first {
            $0 is NSDerivedAttributeDescription || $0 is NSCompositeAttributeDescription
        }
    }

    static func error(_ code: Int, reason: String, url: URL?) -> NSError {
        var userInfo: [String: Any] = ["reason": reason, NSLocalizedFailureReasonErrorKey: reason]
        userInfo[NSURLErrorKey] = url
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: userInfo)
    }
}

extension NSPersistentStore {
    /// The type of a store, in newer code.
    public struct StoreType: RawRepresentable, Hashable, Sendable {
        /// Apple's text.
        public let rawValue: String
        /// The type of that text.
        public init(rawValue: String) { self.rawValue = rawValue }

        /// A SQLite file.
        public static let sqlite = StoreType(rawValue: NSSQLiteStoreType)
        /// A file that is read and written as a whole.
        public static let binary = StoreType(rawValue: NSBinaryStoreType)
        /// In memory.
        public static let inMemory = StoreType(rawValue: NSInMemoryStoreType)
    }
}
