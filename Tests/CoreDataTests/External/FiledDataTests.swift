import Foundation
import Testing

@testable import CoreData

/// Data in files are read when they are asked for, and stay what they were when their row was read.
@Suite struct FiledDataTests {
    private let store = PhotoStore()

    init() throws {
        try store.with { context in
            for title in ["a", "b"] { context.add(title, photo: PhotoStore.long) }
        }
    }

    private func with(_ body: (NSPersistentStoreCoordinator) throws -> Void) throws {
        let coordinator = try store.open()
        defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
        try body(coordinator)
    }

    private func items(_ context: NSManagedObjectContext) throws -> [ShopItem] {
        let request = NSFetchRequest<ShopItem>(entityName: "Item")
        request.returnsObjectsAsFaults = false
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return try context.fetch(request)
    }

    @Test func `a fetch reads no file, and what is gone when it is asked for is no data`() throws {
        try with { coordinator in
            let context = coordinator.newContext()
            try context.checked {
                let elsewhere = store.folder.url.appendingPathComponent("elsewhere")
                try FileManager.default.moveItem(at: store.files, to: elsewhere)
                let items = try items(context)
                #expect(items.map(\.title) == ["a", "b"])
                #expect(items[0].value(forKey: "photo") == nil)
                // Not for ever: the folder may lie on another disk.
                try FileManager.default.moveItem(at: elsewhere, to: store.files)
                #expect(items.map { $0.value(forKey: "photo") as? Data } == [PhotoStore.long, PhotoStore.long])
            }
        }
    }

    @Test(arguments: [true, false])
    func `an object shows what was there when its row was read, whoever changes it`(isOfOneStack: Bool) throws {
        try with { coordinator in
            try with { second in
                let (context, other) = (coordinator.newContext(), (isOfOneStack ? coordinator : second).newContext())
                try context.checked {
                    let before = try items(context)
                    try other.checked {
                        let items = try items(other)
                        items[0].setValue(PhotoStore.other, forKey: "photo")
                        other.delete(items[1])
                        try other.save()
                    }
                    try store.checkFiles(1)
                    for item in before { #expect(item.value(forKey: "photo") as? Data == PhotoStore.long) }
                    // The other stack's saves are only seen by reading again.
                    context.stalenessInterval = 0
                    context.refresh(before[0], mergeChanges: false)
                    #expect(before[0].value(forKey: "photo") as? Data == PhotoStore.other)
                }
            }
        }
    }

    @Test(arguments: [0, 5000])
    func `a file that is cut short while its data are in use does no harm`(length: Int) throws {
        try with { coordinator in
            let context = coordinator.newContext()
            try context.checked {
                let items = try items(context)
                let value = try #require(items[0].value(forKey: "photo") as? Data)
                for name in store.fileNames {
                    #expect(truncate(store.files.appendingPathComponent(name).path, off_t(length)) == 0)
                }
                #expect(value == PhotoStore.long)
                #expect(items[0].value(forKey: "photo") as? Data == PhotoStore.long)
                #expect((items[1].value(forKey: "photo") as? Data)?.count == length)
            }
        }
    }

    @Test func `a value outlives its object, the store and the file`() throws {
        var value: Data?
        try with { coordinator in
            let context = coordinator.newContext()
            try context.checked {
                value = try items(context)[0].value(forKey: "photo") as? Data
                context.reset()
            }
        }
        try FileManager.default.removeItem(at: store.files)
        #expect(value == PhotoStore.long)
        value?.append(1)
        #expect(value == PhotoStore.long + [1])
    }

    @Test func `another value of an object takes over its file, and merging compares the data`() throws {
        try with { coordinator in
            let (context, other) = (coordinator.newContext(), coordinator.newContext())
            try context.checked {
                let item = try items(context)[0]
                item.title = "renamed"
                try other.checked {
                    try items(other)[0].setValue(PhotoStore.other, forKey: "photo")
                    try other.save()
                }
                context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
                try context.save()
                #expect(item.value(forKey: "photo") as? Data == PhotoStore.other)
            }
        }
        try store.checkFiles(2)
        try #expect(store.photos() == ["renamed": PhotoStore.other, "b": PhotoStore.long])
    }

    @Test func `a chunk is full with much data, too`() throws {
        let model = PhotoStore.model()
        model.freeze()
        let layout = try #require(model.entitiesByName["Item"]?.layout)
        let chunk = RowChunk(layout: layout)
        let slot = try #require(layout.slot(named: "photo"))
        let data = UnsafeMutableRawBufferPointer.allocate(byteCount: 64 << 20, alignment: 8)
        defer { data.deallocate() }
        var rows = 0
        while !chunk.isFull {
            chunk.set(UnsafeRawBufferPointer(data), row: chunk.appendRow(primaryKey: 1, version: 1), slot: slot)
            rows += 1
        }
        #expect(rows == 5)
    }
}
