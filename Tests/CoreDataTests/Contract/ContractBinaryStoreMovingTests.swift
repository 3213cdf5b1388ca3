import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Binary stores that are destroyed and replaced, in a folder of their own.
@Suite struct ContractBinaryStoreMovingTests {
    private let folder = ScratchFolder()
    private typealias Coordinator = NSPersistentStoreCoordinator

    private func url(_ name: String) -> URL { folder.url.appendingPathComponent(name) }

    private func exists(_ name: String) -> Bool { FileManager.default.fileExists(atPath: url(name).path) }

    /// A coordinator with a store of that name, which has items of those titles.
    @discardableResult
    private func stack(_ name: String, _ titles: [String] = []) throws -> Coordinator {
        let coordinator = Coordinator(managedObjectModel: ShopModel.make())
        try coordinator.addPersistentStore(type: .binary, at: url(name))
        if !titles.isEmpty { try add(titles, to: coordinator) }
        return coordinator
    }

    private func add(_ titles: [String], to coordinator: Coordinator) throws {
        let context = coordinator.newContext()
        try context.checked {
            for title in titles { context.add(title) }
            try context.save()
        }
    }

    private func titles(_ coordinator: Coordinator) throws -> [String] {
        let context = coordinator.newContext()
        return try context.checked { try context.titles() }
    }

    private func refusal(_ body: () throws -> Void) -> Int? { #expect(throws: NSError.self) { try body() }?.code }

    private func files() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.url.path).sorted()
    }

    /// Files that are no binary stores.
    private func makeStrangers() throws -> [String] {
        try Data("just a text".utf8).write(to: url("text"))
        try PropertyListSerialization.data(fromPropertyList: ["format": "another"], format: .binary, options: 0)
            .write(to: url("list"))
        try Connection(path: url("database").path, access: .create).execute("CREATE TABLE OTHER (A)")
        try FileManager.default.createDirectory(at: url("folder"), withIntermediateDirectories: true)
        return ["text", "list", "database", "folder"]
    }

    // MARK: Destroying

    @Test("2.17 Destroying a binary store removes its file, and takes it out of its coordinator")
    func destroy() throws {
        let coordinator = try stack("Shop.binary", ["A", "B"])
        let identifier = coordinator.persistentStores[0].identifier
        try coordinator.destroyPersistentStore(at: url("Shop.binary"), type: .binary)
        #expect(coordinator.persistentStores.isEmpty)
        #expect(try files() == [])
        let again = try stack("Shop.binary", ["C"])
        try #expect(titles(again) == ["C"] && again.persistentStores[0].identifier != identifier)
    }

    @Test("2.17 Destroying what is no binary store throws, and touches nothing")
    func destroyNothing() throws {
        let coordinator = try stack("Shop.binary", ["A"])
        for path in [url("none").path, url("nowhere/none").path] {
            #expect(
                refusal { try coordinator.destroyPersistentStore(at: URL(fileURLWithPath: path), type: .binary) }
                    == CocoaError.Code.fileReadNoSuchFile.rawValue)
        }
        for path in try makeStrangers().map({ url($0).path }) + ["/dev/null"] {
            let code = refusal {
                try coordinator.destroyPersistentStore(at: URL(fileURLWithPath: path), ofType: NSBinaryStoreType)
            }
            #expect(code == NSPersistentStoreInvalidTypeError, "\(path)")
            #expect(FileManager.default.fileExists(atPath: path))
        }
        let web = try #require(URL(string: "https://localhost/Shop.binary"))
        #expect(throws: NSError.self) { try coordinator.destroyPersistentStore(at: web, type: .binary) }
        let code = refusal {
            try coordinator.destroyPersistentStore(
                at: url("Shop.binary"), type: .binary, options: [NSReadOnlyPersistentStoreOption: true])
        }
        #expect(code == CocoaError.Code.fileWriteNoPermission.rawValue)
        try #expect(coordinator.persistentStores.count == 1 && titles(stack("Shop.binary")) == ["A"])
    }

    @Test("2.17 A binary store is destroyed while another has it open, which keeps what it has read and saves no more")
    func destroyInUse() throws {
        let other = try stack("Shop.binary", ["A"])
        try Coordinator().destroyPersistentStore(at: url("Shop.binary"), type: .binary)
        try #expect(titles(other) == ["A"])
        #expect(refusal { try add(["B"], to: other) } == NSPersistentStoreSaveError)
        #expect(try files() == [])
        // The file of the next store may get the number of the one that is gone.
        try stack("Shop.binary", ["C"])
        #expect(refusal { try add(["D"], to: other) } == NSPersistentStoreSaveError)
        try #expect(titles(stack("Shop.binary")) == ["C"])
    }

    @Test("2.17 A damaged binary store can be destroyed, and so can an empty file", arguments: [0, 2])
    func destroyDamaged(part: Int) throws {
        try stack("Shop.binary", ["A"])
        let content = try Data(contentsOf: url("Shop.binary"))
        try content.prefix(part == 0 ? 0 : content.count / part).write(to: url("Shop.binary"))
        #expect(refusal { try stack("Shop.binary") } == NSPersistentStoreInvalidTypeError)
        try Coordinator().destroyPersistentStore(at: url("Shop.binary"), type: .binary)
        try #expect(titles(stack("Shop.binary", ["B"])) == ["B"])
    }

    @Test("2.17 A binary store behind a link is destroyed where the link leads")
    func destroyLinked() throws {
        try stack("Shop.binary", ["A"])
        try FileManager.default.createSymbolicLink(at: url("link"), withDestinationURL: url("Shop.binary"))
        try Coordinator().destroyPersistentStore(at: url("link"), type: .binary)
        #expect(!exists("Shop.binary"))
    }

    // MARK: Replacing

    @Test("2.18 A binary store is copied over another, or to where none is, UUID and all")
    func replace() throws {
        let origin = try stack("Origin.binary", ["A", "B"])
        let target = try stack("Target.binary", ["C"])
        for name in ["Target.binary", "New.binary"] {
            try target.replacePersistentStore(
                at: url(name), withPersistentStoreFrom: url("Origin.binary"), ofType: NSBinaryStoreType)
        }
        #expect(target.persistentStores.isEmpty, "Whoever wants the store adds it again.")
        for name in ["Target.binary", "New.binary"] {
            let copy = try stack(name)
            try #expect(titles(copy) == ["A", "B"])
            #expect(copy.persistentStores[0].identifier == origin.persistentStores[0].identifier)
            let attributes = try FileManager.default.attributesOfItem(atPath: url(name).path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
        }
        #expect(try files() == ["New.binary", "Origin.binary", "Target.binary"])
        // The origin is nobody's but its own.
        try add(["D"], to: origin)
        try #expect(titles(origin) == ["A", "B", "D"] && titles(stack("Target.binary")) == ["A", "B"])
    }

    @Test("2.18 A binary store is not replaced by what is none, nor what is none by a binary store")
    func replaceByNothing() throws {
        let coordinator = try stack("Shop.binary", ["A"])
        let database = Coordinator(managedObjectModel: ShopModel.make())
        try database.addPersistentStore(type: .sqlite, at: url("Shop.sqlite"))
        func code(_ target: String, _ origin: String) -> Int? {
            refusal {
                try coordinator.replacePersistentStore(
                    at: url(target), withPersistentStoreFrom: url(origin), type: .binary)
            }
        }
        #expect(code("Shop.binary", "none") == CocoaError.Code.fileReadNoSuchFile.rawValue)
        for name in try makeStrangers() + ["Shop.sqlite"] {
            #expect(code("Shop.binary", name) == NSPersistentStoreInvalidTypeError, "\(name)")
            #expect(code(name, "Shop.binary") == NSPersistentStoreInvalidTypeError, "\(name)")
        }
        #expect(code("no/where", "Shop.binary") != nil && !exists("no"))
        try #expect(Connection(path: url("Shop.sqlite").path, access: .readOnly).has(table: "ZITEM"))
        // By itself it may be replaced, which changes nothing.
        try FileManager.default.createSymbolicLink(at: url("link"), withDestinationURL: url("Shop.binary"))
        for name in ["Shop.binary", "link"] {
            try coordinator.replacePersistentStore(
                at: url(name), withPersistentStoreFrom: url("Shop.binary"), type: .binary)
        }
        try #expect(coordinator.persistentStores.count == 1 && titles(coordinator) == ["A"])
        try add(["B"], to: coordinator)
    }

    @Test("2.18 A binary store is replaced while another has it open, which saves nothing into it any more")
    func replaceInUse() throws {
        try stack("Origin.binary", ["new"])
        let other = try stack("Target.binary", ["old"])
        try Coordinator().replacePersistentStore(
            at: url("Target.binary"), withPersistentStoreFrom: url("Origin.binary"), type: .binary)
        try #expect(titles(other) == ["old"])
        #expect(refusal { try add(["C"], to: other) } == NSPersistentStoreSaveError)
        try #expect(titles(stack("Target.binary")) == ["new"])
    }

    @Test("2.18 A binary store that is replaced again and again is read whole, the old one or the new")
    func replaceWhileRead() async throws {
        let lots = [(0..<200).map { "A\($0)" }, (0..<300).map { "B\($0)" }]
        try stack("A.binary", lots[0])
        try stack("B.binary", lots[1])
        try stack("Shop.binary", lots[0])
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                for round in 0..<20 {
                    try Coordinator().replacePersistentStore(
                        at: url("Shop.binary"), withPersistentStoreFrom: url(["B.binary", "A.binary"][round % 2]),
                        type: .binary)
                }
            }
            group.addTask {
                for _ in 0..<20 { try #expect([200, 300].contains(titles(stack("Shop.binary")).count)) }
            }
            try await group.waitForAll()
        }
        #expect(try files() == ["A.binary", "B.binary", "Shop.binary"])
    }

    @Test("2.18 Of many that save one binary store at once one gets through, and the others are told")
    func saveAtOnce() async throws {
        try stack("Shop.binary")
        for round in 0..<5 {
            let stacks = try (0..<4).map { _ in try stack("Shop.binary") }
            let saved = await withTaskGroup(of: Bool.self) { group in
                for (number, coordinator) in stacks.enumerated() {
                    group.addTask { (try? add(["\(round) \(number)"], to: coordinator)) != nil }
                }
                return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
            }
            #expect(saved == 1)
            try #expect(titles(stack("Shop.binary")).count == round + 1)
        }
    }
}
