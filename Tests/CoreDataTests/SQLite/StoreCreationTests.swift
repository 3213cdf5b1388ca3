import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// A store that is not there yet, opened by many at once, or on a disk that cannot hold it.
@Suite struct StoreCreationTests {
    private static let openers = 6

    /// The fixture's model, with values that outlive their rows, so that history has columns of its own to make.
    private static func makeModel() -> NSManagedObjectModel {
        let model = StoreFixture.makeModel()
        for name in ["title", "identifier"] {
            model.entitiesByName["Item"]?.attributesByName[name]?.preservesValueInHistoryOnDeletion = true
        }
        return model
    }

    /// Opens the fixture's store on several threads at once and saves an item by each; answers the stores' identifiers.
    private func openAtOnce(_ fixture: StoreFixture, options: [AnyHashable: Any]) async throws -> [String] {
        try await withThrowingTaskGroup(of: String.self) { group in
            let url = fixture.url
            for number in 0..<Self.openers {
                let threadOptions = SendableOptions(options)
                group.addTask {
                    let model = Self.makeModel()
                    let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
                    let store = try coordinator.addPersistentStore(
                        ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: threadOptions.options)
                    let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
                    context.persistentStoreCoordinator = coordinator
                    try context.performAndWait {
                        _ = context.make("Item", ["title": "item \(number)", "identifier": UUID()])
                        try context.save()
                    }
                    let identifier = store.identifier ?? ""
                    try coordinator.remove(store)
                    return identifier
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
    }

    private struct SendableOptions: @unchecked Sendable {
        // Sendable: the values are numbers and texts that nobody changes.
        let options: [AnyHashable: Any]
        init(_ options: [AnyHashable: Any]) { self.options = options }
    }

    private func expectOneWholeStore(_ fixture: StoreFixture, _ identifiers: [String]) throws {
        #expect(Set(identifiers).count == 1)
        let connection = try fixture.connection()
        #expect(try connection.value("SELECT Z_UUID FROM Z_METADATA") == identifiers.first.map(Value.text))
        let titles = try connection.rows("SELECT ZTITLE FROM ZITEM ORDER BY ZTITLE") { $0.string(0) }
        #expect(titles == (0..<Self.openers).map { "item \($0)" })
        #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
    }

    @Test(arguments: ["missing", "empty", "without history", "without a log"])
    func `many open a store at once and all get the same one`(_ state: String) async throws {
        for _ in 0..<20 {
            let fixture = try StoreFixture(Self.makeModel())
            switch state {
            case "empty": try Data().write(to: fixture.url)
            case "without history": try fixture.open().close()
            case "without a log": try fixture.open([NSSQLitePragmasOption: ["journal_mode": "DELETE"]]).close()
            default: break
            }
            let identifiers = try await openAtOnce(fixture, options: Stack.history)
            try expectOneWholeStore(fixture, identifiers)
            let columns = try fixture.connection().rows("SELECT name FROM pragma_table_info('ACHANGE')") {
                $0.string(0)
            }
            #expect(columns.suffix(2) == ["ZTOMBSTONE0", "ZTOMBSTONE1"])
        }
    }

    @Test func `a file that was made in vain stays, empty and alone, and can be used`() throws {
        let fixture = try StoreFixture()
        #expect(throws: NSError.self) { try fixture.open([NSSQLitePragmasOption: ["journal_mode": "nonsense"]]) }
        #expect(try FileManager.default.contentsOfDirectory(atPath: fixture.folder.path) == ["Test.sqlite"])
        #expect(try Data(contentsOf: fixture.url).isEmpty)
        try fixture.open().close()
    }

    @Test func `a file that was there before is left where nothing can be made in it`() throws {
        let fixture = try StoreFixture()
        try Data().write(to: fixture.url)
        #expect(throws: NSError.self) { try fixture.open([NSSQLitePragmasOption: ["journal_mode": "nonsense"]]) }
        #expect(FileManager.default.fileExists(atPath: fixture.url.path))
    }

    @Test func `looking at a file leaves the locks on it alone`() throws {
        let fixture = try StoreFixture()
        let options = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
        let store = try fixture.open(options)
        try store.connections.write { session in
            try session.connection.write {
                let before = try locks(on: fixture.url)
                #expect(before > 0)
                _ = try NSPersistentStoreCoordinator.metadataForPersistentStore(
                    ofType: NSSQLiteStoreType, at: fixture.url)
                try fixture.open(options).close()
                #expect(try locks(on: fixture.url) == before)
            }
        }
    }

    /// How many locks the kernel keeps on a file.
    private func locks(on url: URL) throws -> Int {
        let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
        let inode = try #require(attributes[.systemFileNumber] as? Int)
        let locks = try String(contentsOfFile: "/proc/locks", encoding: .utf8)
        return locks.split(separator: "\n").count { $0.contains(":\(inode) ") }
    }

    @Test func `who opens a missing store waits for the one who makes it`() throws {
        let fixture = try StoreFixture()
        try FolderLock.hold(fixture.folder.path, timeout: 5) { isHeld in
            #expect(isHeld)
            let error = #expect(throws: NSError.self) { try fixture.open([NSPersistentStoreTimeoutOption: 0.02]) }
            #expect(error?.code == NSPersistentStoreTimeoutError)
            #expect(!FileManager.default.fileExists(atPath: fixture.url.path))
        }
        try fixture.open().close()
    }
}
