import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Files that are not what they were, not where they were, or no stores.
@Suite struct MisplacedFileTests {
    private let folder = ScratchFolder()
    private var url: URL { folder.url.appendingPathComponent("Shop.sqlite") }

    private func open(
        _ model: NSManagedObjectModel = ShopModel.make(), at url: URL? = nil, options: [AnyHashable: Any]? = nil
    ) throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(type: .sqlite, at: url ?? self.url, options: options)
        return coordinator
    }

    private func fill(_ titles: [String], at url: URL? = nil) throws {
        let coordinator = try open(at: url)
        let context = coordinator.newContext()
        try context.checked {
            for title in titles { context.add(title) }
            try context.save()
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    private func titles() throws -> [String] {
        let coordinator = try open()
        defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
        let context = coordinator.newContext()
        return try context.checked { try context.titles() }
    }

    /// What opening throws; nothing is changed by it.
    private func refusal() throws -> NSError? {
        let before = try contents()
        let error = #expect(throws: NSError.self) { try open() }
        #expect(error?.domain == NSCocoaErrorDomain && (error?.userInfo["reason"] as? String)?.isEmpty == false)
        try #expect(contents() == before)
        return error
    }

    private func contents() throws -> [String: Data] {
        let names = try FileManager.default.subpathsOfDirectory(atPath: folder.url.path)
        return Dictionary(
            uniqueKeysWithValues: names.filter { !$0.hasSuffix("-shm") }.compactMap { name in
                (try? Data(contentsOf: folder.url.appendingPathComponent(name))).map { (name, $0) }
            })
    }

    // MARK: Written past SQLite

    /// Saves into a store whose file was written over meanwhile, in place; what lies there stays as it is.
    private func expectRefusedSave(
        journal: String, after damage: () throws -> Void, sourceLocation: SourceLocation = #_sourceLocation
    ) throws {
        let options = [NSSQLitePragmasOption: ["journal_mode": journal]]
        let coordinator = try open(options: options)
        let context = coordinator.newContext()
        try context.checked {
            context.add("first")
            try context.save()
            try damage()
            let before = try Data(contentsOf: url)
            let item = context.add("second")
            let error = #expect(throws: NSError.self, sourceLocation: sourceLocation) { try context.save() }
            // Where SQLite sees the damage itself, it tells of that.
            let codes = [NSPersistentStoreOperationError, CocoaError.Code.fileReadCorruptFile.rawValue]
            #expect(
                error?.domain == NSCocoaErrorDomain && codes.contains(error?.code ?? 0),
                "\(error.map { "\($0)" } ?? "")",
                sourceLocation: sourceLocation)
            #expect(context.insertedObjects == [item] && context.hasChanges, sourceLocation: sourceLocation)
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            try #expect(Data(contentsOf: url) == before, sourceLocation: sourceLocation)
            context.reset()
        }
    }

    /// Writes into the file by its own name, as `cp` does.
    private func overwrite(with data: Data) throws {
        let file = try FileHandle(forWritingTo: url)
        try file.truncate(atOffset: 0)
        try file.write(contentsOf: data)
        try file.close()
    }

    /// Writes the log back into the file, as another process may at any time.
    private func writeBack(passively: Bool = false) throws {
        let connection = try Connection(path: url.path, access: .readWrite)
        _ = try connection.value("PRAGMA wal_checkpoint(\(passively ? "PASSIVE" : "TRUNCATE"))")
    }

    @Test(arguments: ["wal", "delete"])
    func `a save into a file that was cut or written over in place fails, and touches nothing`(journal: String) throws {
        let other = folder.url.appendingPathComponent("Other.sqlite")
        try fill(["a", "b"], at: other)
        let foreign = try Data(contentsOf: other)
        for isWrittenBack in [true, false] {
            let damages: [() throws -> Void] = [
                { try overwrite(with: Data()) }, { try overwrite(with: Data(repeating: 0x61, count: 10_000)) },
                { try overwrite(with: foreign) },
                { try overwrite(with: Data(contentsOf: url).prefix(isWrittenBack ? 20_000 : 2000)) },
            ]
            for damage in damages {
                for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
                try fill((0..<200).map { "item \($0)" })
                try expectRefusedSave(journal: journal) {
                    if isWrittenBack, journal == "wal" { try writeBack() }
                    try damage()
                }
            }
        }
    }

    @Test(arguments: ["wal", "delete"])
    func `what other processes do to the file through SQLite keeps no save from it`(journal: String) throws {
        let coordinator = try open(options: [NSSQLitePragmasOption: ["journal_mode": journal]])
        let context = coordinator.newContext()
        let others: [(Connection) throws -> Void] = [
            { _ = try $0.value("PRAGMA wal_checkpoint(PASSIVE)") }, { try $0.execute("VACUUM") },
            { _ = try $0.value("PRAGMA wal_checkpoint(TRUNCATE)") },
            { try $0.execute("DELETE FROM ZITEM WHERE Z_PK % 2") },
            { try $0.execute("PRAGMA incremental_vacuum") }, { try $0.execute("CREATE INDEX more ON ZITEM (ZTITLE)") },
            { try $0.execute("UPDATE Z_METADATA SET Z_VERSION = Z_VERSION") }, { try $0.execute("DROP INDEX more") },
        ]
        try context.checked {
            for round in 0..<4 {
                for other in others {
                    for number in 0..<20 { context.add("item \(round) \(number)") }
                    try context.save()
                    try other(Connection(path: url.path, access: .readWrite))
                    context.add("after")
                    try context.save()
                }
            }
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            context.reset()
        }
        #expect(try titles().count { $0 == "after" } > 0)
    }

    @Test func `a save while another process writes a log back that makes the file larger goes on`() throws {
        try fill(["a"])
        let coordinator = try open()
        let context = coordinator.newContext()
        try context.checked {
            for number in 0..<300 { context.add("item \(number)") }
            try context.save()
            // The first page of the log, which names more pages than the file has: all that is there at that moment.
            let log = try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal"))
            let size = 4096
            let frames = Array(stride(from: 32, to: log.count, by: 24 + size))
            let first = try #require(frames.last { log[$0..<$0 + 4].elementsEqual([0, 0, 0, 1]) })
            let file = try FileHandle(forWritingTo: url)
            let before = try file.seekToEnd()
            try file.seek(toOffset: 0)
            try file.write(contentsOf: log[(first + 24)..<(first + 24 + size)])
            try file.close()
            #expect(log[first + 24 + 28..<first + 24 + 32].reduce(0) { $0 << 8 | Int($1) } * size > Int(before))
            context.add("after")
            try context.save()
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            context.reset()
        }
        #expect(try titles().count == 302)
    }

    @Test(arguments: ["wal", "delete"])
    func `a store whose UUID is changed while it is open goes on`(journal: String) throws {
        let options = [NSSQLitePragmasOption: ["journal_mode": journal]]
        try fill(["a"])
        let coordinator = try open(options: options)
        let store = try #require(coordinator.persistentStores.first)
        let context = coordinator.newContext()
        try context.checked {
            context.add("b")
            try context.save()
            coordinator.setMetadata([NSStoreUUIDKey: UUID().uuidString, "mine": 1], for: store)
            for title in ["c", "d", "e"] {
                context.add(title)
                try context.save()
                if title == "c", journal == "wal" {
                    // As a crash leaves it, the file has the old UUID and its log the new one.
                    let copy = folder.url.appendingPathComponent("Crashed.sqlite")
                    for suffix in ["", "-wal"] {
                        try FileManager.default.copyItem(atPath: url.path + suffix, toPath: copy.path + suffix)
                    }
                    let crashed = try open(at: copy)
                    for store in crashed.persistentStores { try crashed.remove(store) }
                }
                if journal == "wal" { try writeBack(passively: true) }
            }
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            context.reset()
        }
        #expect(try titles() == ["a", "b", "c", "d", "e"])
    }

    /// A copy of the files of a store as a crash leaves them, with a log that was not written back.
    private func crashed(
        _ titles: [String], times: Int = 1, later: [String] = [], named name: String
    ) throws -> URL {
        let place = folder.url.appendingPathComponent(name)
        try FileManager.default.createDirectory(at: place, withIntermediateDirectories: true)
        for _ in 0..<times { try fill(titles, at: place.appendingPathComponent("Shop.sqlite")) }
        let coordinator = try open(at: place.appendingPathComponent("Shop.sqlite"))
        let context = coordinator.newContext()
        let copy = folder.url.appendingPathComponent(name + " copy")
        try context.checked {
            for title in later { context.add(title) }
            try context.save()
            try FileManager.default.copyItem(at: place, to: copy)
            try? FileManager.default.removeItem(at: copy.appendingPathComponent("Shop.sqlite-shm"))
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        return copy.appendingPathComponent("Shop.sqlite")
    }

    private func move(_ source: URL, suffix: String) throws {
        try FileManager.default.copyItem(atPath: source.path + suffix, toPath: url.path + suffix)
    }

    @Test func `a log that was written over another file is refused, and both stay as they are`() throws {
        let one = try crashed(["a", "b"], later: ["c"], named: "one")
        let longer = try crashed((0..<500).map { "item \($0)" }, times: 3, later: ["end"], named: "longer")
        for (file, log) in [(one, longer), (longer, one)] {
            try move(file, suffix: "")
            try move(log, suffix: "-wal")
            let error = try refusal()
            #expect(error?.code == CocoaError.Code.fileReadCorruptFile.rawValue)
            #expect(error?.userInfo[NSFilePathErrorKey] as? String == url.path + "-wal")
            try FileManager.default.removeItem(atPath: url.path + "-wal")
            #expect(try titles().count >= 2, "and without it all is there")
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
        }
        // With its own log, and a copy put back that is older than the log.
        try move(one, suffix: "")
        try move(one, suffix: "-wal")
        #expect(try titles() == ["a", "b", "c"])
        let older = try Data(contentsOf: url)
        try fill(["d"])
        for _ in 0..<3 { try fill((0..<300).map { "more \($0)" }) }
        let coordinator = try open()
        let context = coordinator.newContext()
        try context.checked {
            context.add("last")
            try context.save()
            let log = try Data(contentsOf: URL(fileURLWithPath: url.path + "-wal"))
            for store in coordinator.persistentStores { try coordinator.remove(store) }
            context.reset()
            try? FileManager.default.removeItem(atPath: url.path + "-shm")
            try log.write(to: URL(fileURLWithPath: url.path + "-wal"))
        }
        try overwrite(with: older)
        #expect(try refusal()?.code == CocoaError.Code.fileReadCorruptFile.rawValue)
    }

    // MARK: In place of the file

    @Test func `a folder in place of the file is no store, and stays`() throws {
        try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
        try Data("x".utf8).write(to: url.appendingPathComponent("inside"))
        let error = try refusal()
        #expect(error?.code == CocoaError.Code.fileReadCorruptFile.rawValue)
        #expect(throws: NSError.self) {
            try NSPersistentStoreCoordinator().destroyPersistentStore(at: url, type: .sqlite)
        }
        #expect(FileManager.default.fileExists(atPath: url.appendingPathComponent("inside").path))
    }

    @Test func `a link that leads nowhere, and one that leads to itself, are told`() throws {
        for target in ["missing/Shop.sqlite", "Shop.sqlite"] {
            try FileManager.default.createSymbolicLink(atPath: url.path, withDestinationPath: target)
            let error = #expect(throws: NSError.self) { try open() }
            #expect(error?.domain == NSCocoaErrorDomain, "\(target)")
            try FileManager.default.removeItem(at: url)
        }
    }

    @Test func `metadata that cannot be read are damage`() throws {
        for statement in ["UPDATE Z_METADATA SET Z_PLIST = x'0102'", "DELETE FROM Z_METADATA"] {
            try? FileManager.default.removeItem(at: url)
            try fill(["a"])
            try Connection(path: url.path, access: .readWrite).execute(statement)
            let error = try refusal()
            #expect([259, 134000].contains(error?.code ?? 0), "\(statement): \(error.map { "\($0)" } ?? "")")
        }
    }

    @Test func `a store of a newer model is refused with its metadata, and not touched`() throws {
        let newer = ShopModel.make()
        newer.entitiesByName["Item"]?.properties.append(SampleModel.attribute("added", .stringAttributeType))
        let coordinator = try open(newer)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        let error = try refusal()
        #expect(error?.code == NSPersistentStoreIncompatibleVersionHashError)
        #expect(error?.userInfo["metadata"] != nil)
    }

    // MARK: Under an open store

    /// A context with an edit that is not saved, of a store with one item.
    private func edited(_ mode: String) throws -> (NSPersistentStoreCoordinator, NSManagedObjectContext, ShopItem) {
        let options = [NSSQLitePragmasOption: ["journal_mode": mode]]
        let first = try open(options: options)
        let context = first.newContext()
        let item = try context.checked {
            let item = context.add("first")
            try context.save()
            item.title = "edited"
            context.add("added")
            return item
        }
        return (first, context, item)
    }

    private func expectRefused(_ context: NSManagedObjectContext, _ item: ShopItem) {
        context.checked {
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain, "\(error.map { "\($0)" } ?? "")")
            #expect(context.updatedObjects == [item] && context.insertedObjects.count == 1 && item.title == "edited")
        }
    }

    @Test(arguments: ["wal", "delete"])
    func `a store whose file was deleted is not saved into the void; put back, it is`(mode: String) throws {
        let (coordinator, context, item) = try edited(mode)
        let away = ScratchFolder()
        for suffix in ["", "-wal", "-shm"] where FileManager.default.fileExists(atPath: url.path + suffix) {
            try FileManager.default.moveItem(atPath: url.path + suffix, toPath: away.url.path + "/Shop" + suffix)
        }
        expectRefused(context, item)
        #expect(
            try FileManager.default.contentsOfDirectory(atPath: folder.url.path).filter { !$0.hasSuffix("-journal") }
                == [])
        for suffix in ["", "-wal", "-shm"]
        where FileManager.default.fileExists(atPath: away.url.path + "/Shop" + suffix) {
            try FileManager.default.moveItem(atPath: away.url.path + "/Shop" + suffix, toPath: url.path + suffix)
        }
        try context.checked { try context.save() }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        try #expect(titles() == ["added", "edited"])
    }

    @Test(arguments: ["wal", "delete"])
    func `a store in the place of the one that was opened is not written`(mode: String) throws {
        let other = folder.url.appendingPathComponent("Other.sqlite")
        try fill(["other"], at: other)
        let (coordinator, context, item) = try edited(mode)
        for suffix in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
        #expect(rename(other.path, url.path) == 0)
        let bytes = try Data(contentsOf: url)
        expectRefused(context, item)
        try #expect(Data(contentsOf: url) == bytes)
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        try #expect(titles() == ["other"])
    }

    // MARK: The log

    /// A store with "saved" in its file and "logged" in its log alone, copied as it lies there.
    private func withLog(_ change: (URL) throws -> Void) throws {
        let origin = ScratchFolder()
        let source = origin.url.appendingPathComponent("Shop.sqlite")
        try fill(["saved"], at: source)
        let coordinator = try open(at: source)
        let context = coordinator.newContext()
        try context.checked {
            context.add("logged")
            try context.save()
        }
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(atPath: source.path + suffix, toPath: url.path + suffix)
        }
        for store in coordinator.persistentStores { try coordinator.remove(store) }
        try change(URL(fileURLWithPath: url.path + "-wal"))
    }

    @Test func `what stands in the log is read, without it the file as it was, and half of it counts for nothing`()
        throws
    {
        try withLog { _ in }
        try #expect(titles() == ["logged", "saved"])
        for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
        try withLog { try FileManager.default.removeItem(at: $0) }
        try #expect(titles() == ["saved"])
        let damages: [(inout Data) -> Void] = [
            { $0.removeLast(2000) }, { $0[100] ^= 0xFF }, { $0[12] ^= 1 },
            { $0 = Data(repeating: 0xAB, count: $0.count) },
            { $0 = $0.prefix(20) },
        ]
        for damage in damages {
            for suffix in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: url.path + suffix) }
            try withLog { log in
                var bytes = try Data(contentsOf: log)
                damage(&bytes)
                try bytes.write(to: log)
            }
            try #expect(titles() == ["saved"])
            try #expect(Connection(path: url.path, access: .readWrite).value("PRAGMA integrity_check") == .text("ok"))
        }
    }
}
