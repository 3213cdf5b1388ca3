import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct StoreOpeningTests {
    private let fixture: StoreFixture

    init() throws { fixture = try StoreFixture() }

    private func expectError(_ code: Int, _ body: () throws -> Void) -> NSError? {
        let error = #expect(throws: NSError.self) { try body() }
        #expect(error?.domain == NSCocoaErrorDomain)
        #expect(error?.code == code)
        return error
    }

    @Test func `a new store has Apple's tables, numbers and indexes`() throws {
        try fixture.open().close()
        let connection = try fixture.connection()
        let tables = try connection.rows("SELECT sql FROM sqlite_master WHERE type = 'table' ORDER BY name") {
            $0.string(0)
        }
        #expect(
            tables == [
                "CREATE TABLE ZITEM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZDONE INTEGER, "
                    + "ZLIST INTEGER, Z_FOK_LIST INTEGER, ZTIMESTAMP TIMESTAMP, ZWEIGHT FLOAT, ZQUANTITY DECIMAL, "
                    + "ZTITLE VARCHAR, ZLINK VARCHAR, ZIDENTIFIER BLOB, ZEXTRA BLOB )",
                "CREATE TABLE ZITEMLIST ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZPOSITION INTEGER, "
                    + "ZCOVER INTEGER, Z3_COVER INTEGER, ZNAME VARCHAR )",
                "CREATE TABLE ZMEDIUM ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZITEM INTEGER, "
                    + "ZWIDTH INTEGER, ZLENGTH FLOAT, ZNAME VARCHAR )",
                "CREATE TABLE ZTAG ( Z_PK INTEGER PRIMARY KEY, Z_ENT INTEGER, Z_OPT INTEGER, ZNAME VARCHAR )",
                "CREATE TABLE Z_1TAGS ( Z_1ITEMS INTEGER, Z_6TAGS INTEGER, PRIMARY KEY (Z_1ITEMS, Z_6TAGS) )",
                "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
                "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
            ])
        let numbers = try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER, Z_MAX FROM Z_PRIMARYKEY ORDER BY 1") {
            "\($0.integer(0)) \($0.string(1) ?? "") \($0.integer(2)) \($0.integer(3))"
        }
        #expect(
            numbers == ["1 Item 0 0", "2 ItemList 0 0", "3 Medium 0 0", "4 Photo 3 0", "5 Sound 3 0", "6 Tag 0 0"])
        let indexes = try connection.rows(
            "SELECT sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL ORDER BY name"
        ) { $0.string(0) }
        #expect(
            indexes == [
                "CREATE INDEX ZITEMLIST_ZCOVER_INDEX ON ZITEMLIST (ZCOVER)",
                "CREATE INDEX ZITEM_ZLIST_INDEX ON ZITEM (ZLIST)",
                "CREATE INDEX ZMEDIUM_ZITEM_INDEX ON ZMEDIUM (ZITEM)",
                "CREATE INDEX ZMEDIUM_Z_ENT_INDEX ON ZMEDIUM (Z_ENT)",
                "CREATE INDEX Z_1TAGS_Z_6TAGS_INDEX ON Z_1TAGS (Z_6TAGS, Z_1ITEMS)",
                "CREATE UNIQUE INDEX Z_Item_UNIQUE_identifier ON ZITEM (ZIDENTIFIER COLLATE BINARY ASC)",
                "CREATE INDEX Z_Item_byTimestamp ON ZITEM (ZTIMESTAMP COLLATE BINARY ASC)",
            ])
        #expect(try connection.value("PRAGMA journal_mode") == .text("wal"))
        #expect(try connection.value("PRAGMA auto_vacuum") == .integer(2))
        #expect(try connection.value("PRAGMA user_version") == .integer(0))
    }

    @Test func `a new file is its owner's alone`() throws {
        try fixture.open().close()
        let mode = try FileManager.default.attributesOfItem(atPath: fixture.url.path)[.posixPermissions] as? Int
        #expect(mode == 0o600)
    }

    @Test func `metadata hold hashes, digest and checksum, and keys of others are kept`() throws {
        let store = try fixture.open()
        let metadata = try #require(store.metadata)
        #expect(metadata[NSStoreTypeKey] as? String == "SQLite")
        #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
        #expect(metadata[NSStoreModelVersionHashesKey] as? [String: Data] == fixture.model.entityVersionHashesByName)
        #expect(metadata["NSStoreModelVersionChecksumKey"] as? String == fixture.model.versionChecksum)
        #expect(metadata["NSStoreModelVersionHashesVersion"] as? Int == 3)
        #expect(metadata["_NSAutoVacuumLevel"] as? String == "2")
        store.close()
        let connection = try fixture.connection()
        var changed = try StoreMetadata(connection).content
        changed["com.example.key"] = "kept"
        try StoreMetadata(content: changed, identifier: store.identifier).write(connection)
        let reopened = try fixture.open()
        #expect(reopened.metadata["com.example.key"] as? String == "kept")
        // What is set before anybody has read them is what they are.
        let unread = try fixture.open()
        unread.metadata = ["com.example.key": "new"]
        #expect(unread.metadata["com.example.key"] as? String == "new")
        #expect(unread.unwrittenMetadata?.content["com.example.key"] as? String == "new")
    }

    @Test func `the model of a store can be read from it`() throws {
        let store = try fixture.open()
        let model = try store.connections.read { try ModelCache.read($0.connection) }
        #expect(model == fixture.model)
    }

    @Test func `a store that is opened again is the same store`() throws {
        let first = try fixture.open()
        let identifier = first.identifier
        first.close()
        #expect(try fixture.open().identifier == identifier)
    }

    @Test func `columns and join tables are taken under the names that the file has`() throws {
        try fixture.open().close()
        let connection = try fixture.connection()
        try connection.execute(
            """
            ALTER TABLE ZITEM RENAME COLUMN ZTITLE TO ZTITLE1; ALTER TABLE ZITEMLIST RENAME COLUMN ZCOVER TO ZCOVER2;
            ALTER TABLE Z_1TAGS RENAME TO Z_6ITEMS; ALTER TABLE Z_6ITEMS RENAME COLUMN Z_6TAGS TO Z_6TAGS1
            """)
        let schema = try fixture.open().schema
        #expect(schema.map(fixture.entity("Item")).columns.contains("ZTITLE1"))
        #expect(schema.map(fixture.entity("ItemList")).columns.contains("ZCOVER2"))
        guard case .join(let join)? = schema.map(fixture.entity("Item")).toMany.last else {
            Issue.record("the last to-many relationship of an item is no join table")
            return
        }
        #expect([join.table, join.ownerColumn, join.memberColumn] == ["Z_6ITEMS", "Z_1ITEMS", "Z_6TAGS1"])
    }

    @Test(arguments: [
        ("DROP TABLE ZTAG", "ZTAG"), ("ALTER TABLE ZITEM RENAME COLUMN ZTITLE TO ZOTHER", "ZITEM.ZTITLE"),
        ("DROP TABLE Z_1TAGS", "Z_1TAGS"),
    ]) func `a store that lacks a table or column is refused, and tells which`(change: String, name: String) throws {
        try fixture.open().close()
        try fixture.connection().execute(change)
        let error = expectError(134020) { _ = try fixture.open() }
        #expect(
            error?.userInfo["reason"] as? String == "The store lacks tables or columns of the model: \(name)")
    }

    @Test func `pragmas that are given come in place of the store's own`() throws {
        func pragma(_ name: String, _ store: SQLiteStore) throws -> Value? {
            let reading = try store.connections.read { try $0.connection.value("PRAGMA \(name)") }
            let writing = try store.connections.write { try $0.connection.value("PRAGMA \(name)") }
            return reading == writing ? reading : nil
        }
        let plain = try fixture.open()
        #expect(try pragma("cache_size", plain) == .integer(-16384))
        #expect(try pragma("synchronous", plain) == .integer(1))
        plain.close()
        let given = try fixture.open([NSSQLitePragmasOption: ["Cache_Size": "-100", "synchronous": "FULL"]])
        #expect(try pragma("cache_size", given) == .integer(-100))
        #expect(try pragma("synchronous", given) == .integer(2))
    }

    @Test func `a missing file is not made read only`() throws {
        let error = expectError(260) { _ = try fixture.open([NSReadOnlyPersistentStoreOption: true]) }
        #expect(error?.userInfo["reason"] as? String == "Attempt to open missing file read only")
        #expect(!FileManager.default.fileExists(atPath: fixture.url.path))
    }

    @Test func `a file that is no database is refused and left alone`() throws {
        let text = Data("just a text, and long enough to be read as the head of a database".utf8)
        try text.write(to: fixture.url)
        _ = expectError(259) { _ = try fixture.open() }
        #expect(try Data(contentsOf: fixture.url) == text)
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["Test.sqlite"])
    }

    @Test func `a database of another kind is refused`() throws {
        let connection = try Connection(path: fixture.url.path, access: .create)
        try connection.execute("CREATE TABLE OTHER (A)")
        _ = expectError(134000) { _ = try fixture.open() }
        #expect(try connection.value("SELECT count(*) FROM sqlite_master") == .integer(1))
    }

    @Test func `a missing folder is told`() throws {
        let url = fixture.folder.appendingPathComponent("missing/Test.sqlite")
        let error = expectError(512) {
            _ = try SQLiteStore(model: fixture.model, configuration: nil, url: url, options: nil)
        }
        #expect(error?.userInfo["reason"] as? String == "Failed to create file; code = 2")
    }

    @Test func `a model that does not fit is an error, and the file stays as it is`() throws {
        try fixture.open().close()
        let before = try Data(contentsOf: fixture.url)
        let other = StoreFixture.makeModel()
        other.entitiesByName["Tag"]?.properties.append(NSAttributeDescription())
        other.entitiesByName["Tag"]?.properties.last?.name = "added"
        (other.entitiesByName["Tag"]?.properties.last as? NSAttributeDescription)?.attributeType = .stringAttributeType
        other.freeze()
        func open(_ options: [AnyHashable: Any]) throws {
            _ = try SQLiteStore(model: other, configuration: nil, url: fixture.url, options: options)
        }
        let plain = expectError(134100) { try open([:]) }
        #expect(plain.map { Set($0.userInfo.keys) } == ["metadata", "reason"])
        let unmapped = expectError(134140) { try open([NSMigratePersistentStoresAutomaticallyOption: true]) }
        #expect(unmapped?.userInfo["reason"] as? String == "Can't find mapping model for migration")
        #expect(try Data(contentsOf: fixture.url) == before)
    }

    @Test func `a pragma reaches SQLite, and a wrong one fails the opening`() throws {
        let store = try fixture.open([NSSQLitePragmasOption: ["journal_mode": "DELETE", "cache_size": "-4000"]])
        #expect(try store.connections.read { try $0.connection.value("PRAGMA cache_size") } == .integer(-4000))
        store.close()
        #expect(try fixture.connection().value("PRAGMA journal_mode") == .text("delete"))
        let error = expectError(256) {
            _ = try fixture.open([NSSQLitePragmasOption: ["journal_mode": "nonsense"]])
        }
        #expect(error?.userInfo[NSSQLiteErrorDomain] != nil)
        #expect(error?.userInfo[NSFilePathErrorKey] as? String == fixture.url.path)
    }

    @Test func `metadata that leave out what makes them ours leave the store what it was`() throws {
        try fixture.open().close()
        let hashes = fixture.model.entityVersionHashesByName
        try NSPersistentStoreCoordinator.setMetadata(["key": 5], ofType: NSSQLiteStoreType, at: fixture.url)
        let store = try fixture.open()
        #expect(store.metadata["key"] as? Int == 5)
        #expect(store.metadata[NSStoreModelVersionHashesKey] as? [String: Data] == hashes)
        store.metadata = ["other": 6]
        try #require(store.unwrittenMetadata).write(fixture.connection())
        store.close()
        let again = try fixture.open()
        #expect(again.metadata["key"] == nil && again.metadata["other"] as? Int == 6)
        #expect(again.metadata[NSStoreModelVersionHashesKey] as? [String: Data] == hashes)
    }

    @Test func `metadata are read and written without opening the store`() throws {
        typealias Coordinator = NSPersistentStoreCoordinator
        _ = expectError(260) { _ = try Coordinator.metadataForPersistentStore(type: .sqlite, at: fixture.url) }
        let store = try fixture.open()
        store.close()
        var metadata = try Coordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: fixture.url)
        #expect(metadata[NSStoreUUIDKey] as? String == store.identifier)
        metadata["key"] = 5
        try Coordinator.setMetadata(metadata, type: .sqlite, at: fixture.url)
        #expect(try fixture.open().metadata["key"] as? Int == 5)
    }

    @Test func `stores in memory are private, or shared by name`() throws {
        func open(_ path: String) throws -> SQLiteStore {
            try SQLiteStore(model: fixture.model, configuration: nil, url: URL(fileURLWithPath: path), options: nil)
        }
        let (one, two) = (try open("/dev/null"), try open("/dev/null"))
        #expect(one.identifier != two.identifier)
        let name = "/dev/null/\(UUID().uuidString)"
        let (three, four) = (try open(name), try open(name))
        #expect(three.identifier == four.identifier)
        #expect(!FileManager.default.fileExists(atPath: name))
    }

    @Test func `a store with history opens read-only without the option`() throws {
        try fixture.open([NSPersistentHistoryTrackingKey: true]).close()
        let numbers = try fixture.connection().rows("SELECT Z_ENT FROM Z_PRIMARYKEY WHERE Z_ENT > 16000") {
            $0.integer(0)
        }
        #expect(numbers == [16001, 16002, 16003])
        #expect(try fixture.open().isReadOnly)
        #expect(try !fixture.open([NSPersistentHistoryTrackingKey: true]).isReadOnly)
    }

    /// The files in the folder of the store, and what is in them, but for the index of the log, which readers share.
    private func files() throws -> [String: Data] {
        let names = try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path)
        return try Dictionary(
            uniqueKeysWithValues: names.filter { !$0.hasSuffix("-shm") }.map {
                ($0, try Data(contentsOf: fixture.folder.appendingPathComponent($0)))
            })
    }

    @Test(arguments: ["delete", "wal"], [[NSReadOnlyPersistentStoreOption: true], [:]])
    func `a store that is read only, as asked or for its history, is not written in any way`(
        mode: String, options: [String: Bool]
    ) throws {
        try fixture.open([NSPersistentHistoryTrackingKey: true]).close()
        do {
            let writer = try fixture.connection()
            _ = try writer.value("PRAGMA journal_mode = \(mode)")
            try writer.execute("UPDATE Z_PRIMARYKEY SET Z_MAX = 7 WHERE Z_ENT = 1")
            writer.leaveLogOnClosing()
        }
        let before = try files()
        #expect(before["Test.sqlite-wal"]?.isEmpty == (mode == "wal" ? false : nil))
        let pragmas: [String: Any] = [
            NSSQLiteAnalyzeOption: true, NSSQLiteManualVacuumOption: true,
            NSSQLitePragmasOption: ["journal_mode": mode == "wal" ? "delete" : "wal"],
        ]
        let store = try fixture.open(pragmas.merging(options) { $1 })
        #expect(store.isReadOnly)
        let stack = try Stack(fixture, options: options)
        let context = stack.context()
        let count = try context.performAndWait {
            try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Item"))
        }
        #expect(count == 0)
        store.close()
        try stack.coordinator.remove(stack.store)
        #expect(try files() == before)
    }
}
