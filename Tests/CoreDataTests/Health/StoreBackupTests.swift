import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Copies of a store in use.
@Suite struct StoreBackupTests {
    private func backUp(_ club: ClubStore, to url: URL, overwriting: Bool = false) throws {
        try NSPersistentStoreCoordinator.backUpPersistentStore(at: club.url, to: url, overwriting: overwriting)
    }

    private func names(in folder: ScratchFolder) throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    @Test func `a backup of a store in use holds all that was saved, and opens as a store`() throws {
        let club = try ClubStore()
        let coordinator = try club.open()
        let context = coordinator.newContext()
        try context.checked {
            context.make("Skill", ["title": "counting"])
            try context.save()
        }
        let folder = ScratchFolder()
        let url = folder.url.appendingPathComponent("Copy.sqlite")
        try backUp(club, to: url)
        #expect(try names(in: folder) == ["Copy.sqlite"])
        #expect(try FileManager.default.attributesOfItem(atPath: url.path)[.posixPermissions] as? NSNumber == 0o600)
        #expect(try NSPersistentStoreCoordinator.examinePersistentStore(at: url, model: club.model) == [])
        let other = NSPersistentStoreCoordinator(managedObjectModel: club.model)
        let store = try other.addPersistentStore(
            type: .sqlite, at: url, options: [NSPersistentHistoryTrackingKey: true])
        let copied = other.newContext()
        try copied.checked {
            #expect(try copied.all("Skill").count == 4)
            copied.make("Skill", ["title": "spelling"])
            try copied.save()
        }
        #expect(store.identifier == coordinator.persistentStores[0].identifier)
        try other.remove(store)
        try club.close(coordinator)
        #expect(try club.number("SELECT count(*) FROM ZSKILL") == 4)
    }

    @Test func `what is there is not overwritten unless asked for, and then by a whole store`() throws {
        let club = try ClubStore()
        let folder = ScratchFolder()
        let url = folder.url.appendingPathComponent("Copy.sqlite")
        try backUp(club, to: url)
        try club.execute("DELETE FROM ZGUEST")
        let first = try Data(contentsOf: url)
        #expect { try backUp(club, to: url) } throws: {
            ($0 as NSError).code == CocoaError.Code.fileWriteFileExists.rawValue
        }
        #expect(try Data(contentsOf: url) == first)
        try backUp(club, to: url, overwriting: true)
        #expect(try Connection(path: url.path, access: .readWrite).value("SELECT count(*) FROM ZGUEST") == .integer(0))
        #expect(try names(in: folder) == ["Copy.sqlite"])

        let text = folder.url.appendingPathComponent("letter.txt")
        try Data("Dear Ada, this is no store of anything at all.".utf8).write(to: text)
        #expect(throws: (any Error).self) { try backUp(club, to: text, overwriting: true) }
        #expect(try String(contentsOf: text, encoding: .utf8).hasPrefix("Dear Ada"))
        #expect(throws: (any Error).self) { try backUp(club, to: club.url, overwriting: true) }
    }

    @Test func `a log that was left behind is not taken for that of the backup`() throws {
        let club = try ClubStore()
        let folder = ScratchFolder()
        let url = folder.url.appendingPathComponent("Copy.sqlite")
        try Data("a log".utf8).write(to: URL(fileURLWithPath: url.path + "-wal"))
        #expect { try backUp(club, to: url) } throws: {
            ($0 as NSError).userInfo[NSFilePathErrorKey] as? String == url.path + "-wal"
        }
        #expect(try names(in: folder) == ["Copy.sqlite-wal"])
    }

    @Test func `a damaged store makes no backup`() throws {
        let club = try ClubStore(members: 400, note: String(repeating: "-", count: 60))
        try club.damagePage(with: "Blues 7-")
        let folder = ScratchFolder()
        #expect { try backUp(club, to: folder.url.appendingPathComponent("Copy.sqlite")) } throws: {
            ($0 as NSError).code == CocoaError.Code.fileReadCorruptFile.rawValue
        }
        #expect(try names(in: folder) == [])
    }

    @Test func `files of external data come along`() throws {
        let model = SampleModel.items()
        let photo = SampleModel.attribute("photo", .binaryDataAttributeType) {
            $0.allowsExternalBinaryDataStorage = true
        }
        model.entitiesByName["List"]?.properties.append(photo)
        let store = MigratedStore()
        try store.with(model) { $0.make("List", ["name": "one", "photo": Data([1])]) }
        // As Apple's framework keeps what is large.
        let name = UUID().uuidString
        let data = store.folder.url.appendingPathComponent(".Store_SUPPORT/_EXTERNAL_DATA")
        try FileManager.default.createDirectory(at: data, withIntermediateDirectories: true)
        try Data("large".utf8).write(to: data.appendingPathComponent(name))
        try Connection(path: store.url.path, access: .readWrite).execute(
            "UPDATE ZLIST SET ZPHOTO = CAST(x'02' || '\(name)' || x'00' AS BLOB)")
        let folder = ScratchFolder()
        let url = folder.url.appendingPathComponent("Copy.sqlite")
        try NSPersistentStoreCoordinator.backUpPersistentStore(at: store.url, to: url)
        #expect(
            try Data(contentsOf: folder.url.appendingPathComponent(".Copy_SUPPORT/_EXTERNAL_DATA/\(name)"))
                == Data("large".utf8))
        #expect(try NSPersistentStoreCoordinator.examinePersistentStore(at: url, model: model) == [])
        try FileManager.default.removeItem(at: data.appendingPathComponent(name))
        let found = try NSPersistentStoreCoordinator.examinePersistentStore(at: store.url, model: model)
        #expect(found.map(\.kind) == [.missingFile] && found[0].property == "photo")
    }
}
