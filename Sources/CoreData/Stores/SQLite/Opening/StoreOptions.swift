/// The options of a SQLite store, read out of the dictionary a coordinator was given.
struct StoreOptions {
    var isReadOnly = false
    var timeout = 240.0
    /// In the order of their names, so that every connection is set up alike.
    var pragmas: [(name: String, value: String)] = []
    var tracksHistory = false
    var postsRemoteChanges = false
    var migrates = false
    var infersMapping = false
    /// Whether mapping models are looked for.
    var findsMapping = true
    var stages: NSStagedMigrationManager?
    var ignoresVersions = false
    var vacuums = false
    var analyzes = false

    init(_ options: [AnyHashable: Any]?) {
        // Few are given of the many that there are.
        for (key, value) in options ?? [:] {
            switch key.base as? String {
            case NSReadOnlyPersistentStoreOption: isReadOnly = Self.flag(value)
            case NSPersistentStoreTimeoutOption: timeout = Self.number(value) ?? timeout
            case NSPersistentHistoryTrackingKey: tracksHistory = Self.flag(value)
            case NSPersistentStoreRemoteChangeNotificationPostOptionKey: postsRemoteChanges = Self.flag(value)
            case NSMigratePersistentStoresAutomaticallyOption: migrates = Self.flag(value)
            case NSInferMappingModelAutomaticallyOption: infersMapping = Self.flag(value)
            case Self.infersAlone: findsMapping = !Self.flag(value)
            case NSPersistentStoreStagedMigrationManagerOptionKey: stages = value as? NSStagedMigrationManager
            case NSIgnorePersistentStoreVersioningOption: ignoresVersions = Self.flag(value)
            case NSSQLiteManualVacuumOption: vacuums = Self.flag(value)
            case NSSQLiteAnalyzeOption: analyzes = Self.flag(value)
            case NSSQLitePragmasOption: pragmas = Self.pragmas(value)
            default: break
            }
        }
    }

    /// Not for applications: only what can be inferred counts.
    private static let infersAlone = "CoreDataInferMappingModelAlone"

    /// The options to open a store with that is to be migrated at once, by what can be inferred.
    static func inferring(_ options: [AnyHashable: Any]?) -> [AnyHashable: Any] {
        var options = options ?? [:]
        options[NSPersistentStoreStagedMigrationManagerOptionKey] = nil
        for key in [NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption, infersAlone] {
            options[key] = true
        }
        return options
    }

    private static func flag(_ value: Any) -> Bool {
        switch value {
        // First what it nearly always is, a class: bridging one to a Swift type takes many times as long as asking for its class.
        case let value as NSNumber: value.boolValue
        case let value as Bool: value
        // History tracking may be given as a dictionary of settings: present is on.
        case let value as [AnyHashable: Any]: !value.isEmpty
        case let value as String: ["1", "YES", "true", "yes"].contains(value)
        default: false
        }
    }

    private static func number(_ value: Any) -> Double? {
        (value as? NSNumber)?.doubleValue ?? (value as? Double) ?? (value as? Int).map(Double.init)
            ?? (value as? String).flatMap(Double.init)
    }

    private static func pragmas(_ value: Any) -> [(name: String, value: String)] {
        // What it nearly always is needs no conversion.
        if let given = value as? [String: String] { return given.map { ($0.key, $0.value) }.sorted { $0.0 < $1.0 } }
        guard let given = value as? [AnyHashable: Any] else { return [] }
        return given.map { ("\($0.key.base)", "\($0.value)") }.sorted { $0.0 < $1.0 }
    }

    /// The journal mode asked for, in lower case; WAL unless set.
    var journalMode: String { pragma("journal_mode")?.lowercased() ?? "wal" }
    /// The size of a page asked for, of a store that is made.
    var pageSize: Int? { pragma("page_size").flatMap { Int($0) } }

    private func pragma(_ name: String) -> String? { pragmas.first { $0.name.lowercased() == name }?.value }
}
