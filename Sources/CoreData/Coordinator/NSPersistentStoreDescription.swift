/// What a container needs to know to open a store. Follows Apple's `NSPersistentStoreDescription`.
open class NSPersistentStoreDescription: NSObject, NSCopying {
    /// The type of the store.
    open var type = NSSQLiteStoreType
    /// The configuration of the model whose entities the store holds, nil for all.
    open var configuration: String?
    /// Where the store is; `/dev/null` for one in memory.
    open var url: URL?
    /// The options the store is added with.
    open private(set) var options: [String: NSObject] = [
        NSMigratePersistentStoresAutomaticallyOption: NSNumber(value: true),
        NSInferMappingModelAutomaticallyOption: NSNumber(value: true),
    ]
    /// Whether the store is opened on another queue.
    open var shouldAddStoreAsynchronously = false

    /// A description of a store at that URL.
    public init(url: URL) {
        self.url = url
        super.init()
    }

    /// A description of a SQLite store in memory.
    public override convenience init() { self.init(url: URL(fileURLWithPath: "/dev/null")) }

    /// Sets an option; nil takes it out.
    open func setOption(_ option: NSObject?, forKey key: String) { options[key] = option }

    private final func flag(_ key: String) -> Bool { (options[key] as? NSNumber)?.boolValue ?? false }

    /// Whether saves fail.
    open var isReadOnly: Bool {
        get { flag(NSReadOnlyPersistentStoreOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSReadOnlyPersistentStoreOption) }
    }
    /// Seconds to wait for another process's lock.
    open var timeout: TimeInterval {
        get { (options[NSPersistentStoreTimeoutOption] as? NSNumber)?.doubleValue ?? 240 }
        set { setOption(NSNumber(value: newValue), forKey: NSPersistentStoreTimeoutOption) }
    }
    /// SQLite pragmas by name.
    open var sqlitePragmas: [String: NSObject] {
        (options[NSSQLitePragmasOption] as? NSDictionary) as? [String: NSObject] ?? [:]
    }
    /// Sets a SQLite pragma; nil takes it out.
    open func setValue(_ value: NSObject?, forPragmaNamed name: String) {
        var pragmas = sqlitePragmas
        pragmas[name] = value
        setOption(NSDictionary(dictionary: pragmas), forKey: NSSQLitePragmasOption)
    }
    /// Whether a store of another version of the model is migrated.
    open var shouldMigrateStoreAutomatically: Bool {
        get { flag(NSMigratePersistentStoresAutomaticallyOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSMigratePersistentStoresAutomaticallyOption) }
    }
    /// Whether a mapping model is inferred where none is found.
    open var shouldInferMappingModelAutomatically: Bool {
        get { flag(NSInferMappingModelAutomaticallyOption) }
        set { setOption(NSNumber(value: newValue), forKey: NSInferMappingModelAutomaticallyOption) }
    }

    /// A description that says the same.
    open func copy(with zone: NSZone? = nil) -> Any {
        let copy = NSPersistentStoreDescription()
        copy.type = type
        copy.configuration = configuration
        copy.url = url
        copy.options = options
        copy.shouldAddStoreAsynchronously = shouldAddStoreAsynchronously
        return copy
    }

    /// Type and place.
    open override var description: String {
        "<NSPersistentStoreDescription: (type: \(type), url: \(url?.absoluteString ?? "(null)"))>"
    }
}
