import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractStoreTests {
    private let folder: URL
    private var url: URL { folder.appendingPathComponent("Shop.sqlite") }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("ContractStore-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    private func exists(_ name: String) -> Bool {
        FileManager.default.fileExists(atPath: folder.appendingPathComponent(name).path)
    }

    /// Adds the store to a new coordinator, lends it, and removes it.
    @discardableResult
    private func opened<Result>(
        _ options: [AnyHashable: Any]? = nil, _ model: NSManagedObjectModel = ShopModel.make(),
        _ body: (NSPersistentStoreCoordinator, NSPersistentStore) throws -> Result
    ) throws -> Result {
        defer { withExtendedLifetime(self) {} }
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        defer { try? coordinator.remove(store) }
        return try body(coordinator, store)
    }

    /// What adding the store throws; the coordinator is left without one.
    private func refusal(
        _ options: [AnyHashable: Any]? = nil, _ model: NSManagedObjectModel = ShopModel.make()
    ) -> NSError? {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let error = #expect(throws: NSError.self) {
            try coordinator.addPersistentStore(type: .sqlite, at: url, options: options)
        }
        #expect(coordinator.persistentStores.isEmpty && error?.domain == NSCocoaErrorDomain)
        return error
    }

    @Test("2.9 The log and its index stand beside an open file")
    func log() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened { _, _ in #expect(exists("Shop.sqlite") && exists("Shop.sqlite-wal") && exists("Shop.sqlite-shm")) }
    }

    /// The codes of unknown types and formats are those that Apple's header describes: NSPersistentStoreInvalidTypeError is
    /// "unknown persistent store type/format/version", NSFileReadCorruptFileError a file that is no database.
    @Test("2.10 A store is not added twice, nor one of an unknown type, nor a file that is none")
    func refusals() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened { coordinator, store in
            let twice = #expect(throws: NSError.self) { try coordinator.addPersistentStore(type: .sqlite, at: url) }
            #expect(twice?.code == 134081 && twice?.domain == NSCocoaErrorDomain)
            #expect(twice?.userInfo["reason"] as? String == "Can't add the same store twice")
            for (type, path) in [(NSSQLiteStoreType, "/dev/null"), (NSInMemoryStoreType, "/dev/null/memory")] {
                let url = URL(fileURLWithPath: path)
                try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
                let twice = #expect(throws: NSError.self) {
                    try coordinator.addPersistentStore(ofType: type, configurationName: nil, at: url)
                }
                #expect(twice?.code == 134081)
            }
            let unknown = #expect(throws: NSError.self) {
                try coordinator.addPersistentStore(ofType: "Paper", configurationName: nil, at: nil)
            }
            #expect(unknown?.code == 134000)
            #expect(coordinator.persistentStores.count == 3)
        }
        let text = Data("just a text, and long enough to be read as the head of a database".utf8)
        try text.write(to: url)
        #expect(refusal()?.code == 259)
        try #expect(Data(contentsOf: url) == text)
        try FileManager.default.removeItem(at: url)
        try Connection(path: url.path, access: .create).execute("CREATE TABLE OTHER (A)")
        #expect(refusal()?.code == 134000)
    }

    @Test("2.11 A store of another model, without migration, is 134100 with its metadata and the reason")
    func otherModel() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened { _, _ in }
        let error = refusal(nil, ShopModel.make(uniqueNames: true))
        #expect(error?.code == 134100 && error.map { Set($0.userInfo.keys) } == ["metadata", "reason"])
        #expect(
            error?.userInfo["reason"] as? String
                == "The model used to open the store is incompatible with the one used to create the store")
        let metadata = error?.userInfo["metadata"] as? [String: Any]
        #expect(
            metadata?[NSStoreModelVersionHashesKey] as? [String: Data] == ShopModel.make().entityVersionHashesByName)
    }

    @Test("2.12 Metadata name type, UUID, hashes and versions")
    func metadata() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = ShopModel.make()
        try opened(nil, model) { coordinator, store in
            let metadata = coordinator.metadata(for: store)
            #expect(metadata["NSStoreType"] as? String == "SQLite")
            #expect(metadata["NSStoreUUID"] as? String == store.identifier)
            #expect(metadata["NSStoreModelVersionHashes"] as? [String: Data] == model.entityVersionHashesByName)
            #expect(metadata["NSStoreModelVersionHashesVersion"] as? Int == 3)
            #expect(metadata["NSPersistenceFrameworkVersion"] as? Int ?? 0 > 0)
            #expect(metadata["NSStoreModelVersionIdentifiers"] as? [String] == [""])
            #expect(metadata["_NSAutoVacuumLevel"] as? String == "2")
        }
    }

    @Test("2.13 Metadata hold the model's checksum, and a digest of the hashes")
    func digest() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let model = ShopModel.make()
        try opened(nil, model) { _, store in
            #expect(store.metadata["NSStoreModelVersionChecksumKey"] as? String == model.versionChecksum)
            let digest = store.metadata["NSStoreModelVersionHashesDigest"] as? String
            #expect(digest.flatMap { Data(base64Encoded: $0) }?.count == 64)
        }
    }

    @Test("2.14 Metadata set on a store reach the file with the next save", arguments: [false, true])
    func metadataWithSave(_ isByStore: Bool) throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened { coordinator, store in
            if isByStore {
                store.metadata["mine"] = 7
            } else {
                coordinator.setMetadata(store.metadata.merging(["mine": 7]) { $1 }, for: store)
            }
            #expect(coordinator.metadata(for: store)["mine"] as? Int == 7)
            try opened { #expect($0.metadata(for: $1)["mine"] == nil) }
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            try context.checked {
                context.add("A")
                try context.save()
            }
        }
        try opened { #expect($0.metadata(for: $1)["mine"] as? Int == 7) }
    }

    @Test("2.15 Metadata set on a file are written at once; who has it open sees them after adding it again")
    func metadataAtOnce() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened { coordinator, store in
            var metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
            metadata["mine"] = 7
            try NSPersistentStoreCoordinator.setMetadata(metadata, ofType: NSSQLiteStoreType, at: url)
            #expect(coordinator.metadata(for: store)["mine"] == nil)
            try coordinator.remove(store)
            let again = try coordinator.addPersistentStore(type: .sqlite, at: url)
            #expect(coordinator.metadata(for: again)["mine"] as? Int == 7 && again.identifier == store.identifier)
            try coordinator.remove(again)
        }
    }

    @Test("2.16 Metadata are read from a file that nothing has open; a missing file throws")
    func metadataOfFile() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        typealias Coordinator = NSPersistentStoreCoordinator
        let missing = #expect(throws: NSError.self) {
            try Coordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
        }
        #expect(missing?.domain == NSCocoaErrorDomain && !exists("Shop.sqlite"))
        let identifier = try opened { $1.identifier }
        let metadata = try Coordinator.metadataForPersistentStore(ofType: NSSQLiteStoreType, at: url)
        #expect(metadata[NSStoreTypeKey] as? String == "SQLite" && metadata[NSStoreUUIDKey] as? String == identifier)
    }

    @Test("2.24 A missing file is not made when it is to be read only")
    func missingReadOnly() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = refusal([NSReadOnlyPersistentStoreOption: true])
        #expect(error?.code == 260)
        #expect(error?.userInfo["reason"] as? String == "Attempt to open missing file read only")
        #expect(!exists("Shop.sqlite"))
    }

    @Test("2.25 A pragma of a description reaches SQLite, an unknown option does nothing")
    func pragmas() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let description = NSPersistentStoreDescription(url: url)
        description.setValue("delete" as NSString, forPragmaNamed: "journal_mode")
        description.setOption("anything" as NSString, forKey: "NobodysOption")
        try opened(description.options) { _, _ in
            try #expect(Connection(path: url.path, access: .readOnly).value("PRAGMA journal_mode") == .text("delete"))
            #expect(!exists("Shop.sqlite-wal"))
        }
    }

    /// The size of pages and the journal mode (2 is WAL), as the head of the file has them.
    private func head() throws -> (pageSize: Int, version: UInt8) {
        let head = try Data(contentsOf: url).prefix(100)
        return (Int(head[16]) << 8 | Int(head[17]), head[18])
    }

    @Test("2.25 A store is made with pages of the size that is asked for; one that is there keeps its own")
    func pageSize() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened([NSSQLitePragmasOption: ["page_size": "8192"]]) { _, _ in }
        #expect(try head() == (8192, 2))
        #expect(try value("PRAGMA auto_vacuum") == .integer(2))
        try opened([NSSQLitePragmasOption: ["page_size": "1024"], NSSQLiteManualVacuumOption: true]) { _, _ in }
        #expect(try head() == (8192, 2))
        // With a rollback journal SQLite lays pages anew as it compacts the file.
        let pragmas = ["page_size": "1024", "journal_mode": "delete"]
        try opened([NSSQLitePragmasOption: pragmas]) { _, _ in }
        #expect(try head() == (8192, 1))
        try opened([NSSQLitePragmasOption: pragmas, NSSQLiteManualVacuumOption: true]) { _, _ in }
        #expect(try head() == (1024, 1))
    }

    @Test("2.25 A size that SQLite has no pages of is SQLite's own")
    func noPageSize() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened([NSSQLitePragmasOption: ["page_size": "1000"]]) { _, _ in }
        #expect(try head() == (4096, 2))
    }

    @Test("2.26 A pragma with a wrong value fails the load with 256, and leaves the new file behind")
    func wrongPragma() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let error = refusal([NSSQLitePragmasOption: ["journal_mode": "nonsense"]])
        #expect(error?.code == 256)
        #expect(error?.userInfo[NSFilePathErrorKey] as? String == url.path)
        #expect(error?.userInfo[NSSQLiteErrorDomain] != nil)
        #expect(exists("Shop.sqlite"))
    }

    @Test("2.29 Metadata that leave out type and UUID get them again; a UUID that is given is taken")
    func metadataKept() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        typealias Coordinator = NSPersistentStoreCoordinator
        let identifier = try opened { coordinator, store in
            coordinator.setMetadata(["mine": 1], for: store)
            #expect(coordinator.metadata(for: store)[NSStoreTypeKey] as? String == "SQLite")
            #expect(coordinator.metadata(for: store)[NSStoreUUIDKey] as? String == store.identifier)
            return store.identifier
        }
        try Coordinator.setMetadata(["mine": 2], type: .sqlite, at: url)
        var metadata = try Coordinator.metadataForPersistentStore(type: .sqlite, at: url)
        #expect(metadata[NSStoreTypeKey] as? String == "SQLite" && metadata[NSStoreUUIDKey] as? String == identifier)
        metadata[NSStoreUUIDKey] = UUID().uuidString
        try Coordinator.setMetadata(metadata, type: .sqlite, at: url)
        #expect(
            try Coordinator.metadataForPersistentStore(type: .sqlite, at: url)[NSStoreUUIDKey] as? String
                == metadata[NSStoreUUIDKey] as? String)
    }

    private func value(_ sql: String) throws -> Value? {
        try Connection(path: url.path, access: .readOnly, timeout: 1).value(sql)
    }

    @Test("2.7 A file is compacted and analysed as it is opened, where the options say so")
    func maintenance() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened { coordinator, _ in
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.checked {
                let items = (0..<500).map { context.add(String(repeating: "text \($0)", count: 20)) }
                try context.save()
                items.dropFirst(3).forEach(context.delete)
                try context.save()
            }
        }
        let pages = try #require(try value("PRAGMA page_count")?.integer)
        #expect(try value("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'") == nil)
        try opened([NSSQLiteManualVacuumOption: true, NSSQLiteAnalyzeOption: true]) { _, _ in }
        #expect(try value("PRAGMA page_count")?.integer ?? .max < pages)
        #expect(try value("PRAGMA freelist_count") == .integer(0))
        #expect(try value("SELECT 1 FROM sqlite_master WHERE name = 'sqlite_stat1'") == .integer(1))
    }

    @Test("2.7 A save waits for another program's lock no longer than the timeout says")
    func timeout() throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        try opened([NSPersistentStoreTimeoutOption: 0.05]) { coordinator, _ in
            let other = try Connection(path: url.path, access: .readWrite, timeout: 1)
            try other.execute("BEGIN IMMEDIATE")
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.checked {
                context.add("A")
                let error = #expect(throws: NSError.self) { try context.save() }
                #expect(error?.userInfo[NSSQLiteErrorDomain] as? Int == 5)
                try other.execute("COMMIT")
                try context.save()
            }
        }
    }
}
