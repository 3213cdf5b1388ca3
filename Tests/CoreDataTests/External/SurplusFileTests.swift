import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Files of external data and rows that do not fit each other.
@Suite struct SurplusFileTests {
    private let store = PhotoStore()
    private var surplus: URL { store.files.appendingPathComponent(UUID().uuidString) }

    init() throws {
        try store.with { context in
            for title in ["a", "b"] { context.add(title, photo: PhotoStore.long) }
        }
    }

    private func findings() throws -> [StoreFinding] {
        try NSPersistentStoreCoordinator.examinePersistentStore(at: store.url, model: PhotoStore.model())
    }

    private func repair() throws -> StoreRepair {
        try NSPersistentStoreCoordinator.repairPersistentStore(at: store.url, model: PhotoStore.model())
    }

    @Test func `files that no row leads to are told, and removed by repairing`() throws {
        #expect(try findings() == [])
        let (first, second) = (surplus, surplus)
        for file in [first, second] { try Data("left".utf8).write(to: file) }
        let before = store.fileNames
        let found = try findings()
        #expect(found.map(\.kind) == [.surplusFile] && found.first?.count == 2 && found.first?.isRepairable == true)
        #expect(found.first?.description == "2 files that no row leads to")
        #expect(store.fileNames == before)
        let repair = try repair()
        #expect(repair.hasReplaced && repair.remaining == [] && repair.changes == found)
        try store.checkFiles(2)
        try #expect(store.photos() == ["a": PhotoStore.long, "b": PhotoStore.long])
    }

    @Test func `the file of a save that is going on is not surplus`() throws {
        let raw = try Connection(path: store.url.path, access: .readWrite)
        let file = surplus
        try raw.execute("BEGIN IMMEDIATE")
        try Data("new".utf8).write(to: file)
        #expect(try findings() == [])
        raw.rollback()
        #expect(try findings().map(\.kind) == [.surplusFile])
    }

    @Test func `files beside two stores that share their folder are let be`() throws {
        try Data("other".utf8).write(to: surplus)
        try Data().write(to: store.folder.url.appendingPathComponent("Photos.db"))
        #expect(try findings() == [])
        #expect(store.fileNames.count == 3)
    }

    @Test func `a backup that would lack a file is not made`() throws {
        let folder = ScratchFolder()
        let copy = folder.url.appendingPathComponent("Copy.sqlite")
        let lost = try #require(store.fileNames.min())
        try FileManager.default.removeItem(at: store.files.appendingPathComponent(lost))
        let error = #expect(throws: NSError.self) {
            try NSPersistentStoreCoordinator.backUpPersistentStore(at: store.url, to: copy)
        }
        #expect(error?.code == CocoaError.Code.fileReadNoSuchFile.rawValue)
        #expect((error?.userInfo[NSFilePathErrorKey] as? String)?.hasSuffix(lost) == true)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == [])
        #expect(try repair().changes.map(\.kind) == [.missingFile])
        try NSPersistentStoreCoordinator.backUpPersistentStore(at: store.url, to: copy)
        #expect(try store.references(copy).count == 1)
    }
}
