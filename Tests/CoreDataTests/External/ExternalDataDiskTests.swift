import Foundation
import Testing

@testable import CoreData

/// Files of large data on a disk without room.
@Suite(.enabled(if: SmallDisk.isAllowed, "file systems may not be mounted here")) struct ExternalDataDiskTests {
    @Test func `large data without room for their file fail the save, which can be done later`() throws {
        let disk = try SmallDisk()
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: PhotoStore.model())
        let store = try coordinator.addPersistentStore(
            type: .sqlite, at: disk.url.appendingPathComponent("Shop.sqlite"))
        let context = coordinator.newContext()
        try context.checked {
            disk.fill()
            let item = context.add("photo", photo: PhotoStore.long)
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.domain == NSCocoaErrorDomain)
            #expect(error?.code == CocoaError.Code.fileWriteOutOfSpace.rawValue)
            #expect(context.insertedObjects == [item])
            disk.makeRoom()
            let files = disk.url.appendingPathComponent(".Shop_SUPPORT/_EXTERNAL_DATA")
            #expect((try? FileManager.default.contentsOfDirectory(atPath: files.path)) ?? [] == [])
            try context.save()
            try #expect(FileManager.default.contentsOfDirectory(atPath: files.path).count == 1)
        }
        try coordinator.remove(store)
    }
}
