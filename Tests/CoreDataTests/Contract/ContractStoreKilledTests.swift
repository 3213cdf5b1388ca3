// What an exit test takes along has to be said, which older compilers do not know.
#if compiler(>=6.3)
    import CoreData
    import CoreDataSQLite
    import Foundation
    import Testing

    @testable import CoreData

    @Suite struct ContractStoreKilledTests {
        private let folder = ScratchFolder()

        private func fill(_ url: URL, _ titles: [String]) throws -> NSPersistentStoreCoordinator {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
            try coordinator.addPersistentStore(type: .sqlite, at: url)
            let context = coordinator.newContext()
            try context.checked {
                for title in titles { context.add(title) }
                try context.save()
            }
            return coordinator
        }

        /// Ends the process as soon as the log of the store that is being replaced has grown.
        @Test("2.18 A process that is killed while it replaces a store leaves the old one")
        func killed() async throws {
            let origin = folder.url.appendingPathComponent("Origin.sqlite")
            let target = folder.url.appendingPathComponent("Target.sqlite")
            _ = try fill(origin, (0..<30_000).map { "new \($0)" })
            let open = try fill(target, ["old"])
            await #expect(processExitsWith: .signal(SIGKILL)) { [origin = origin as URL, target = target as URL] in
                let log = target.path + "-wal"
                let before = try FileManager.default.attributesOfItem(atPath: log)[.size] as? Int ?? 0
                Thread.detachNewThread {
                    var status = stat()
                    while stat(log, &status) != 0 || Int(status.st_size) < before + 200_000 {}
                    kill(getpid(), SIGKILL)
                }
                try NSPersistentStoreCoordinator().replacePersistentStore(
                    at: target, withPersistentStoreFrom: origin, type: .sqlite)
                // Not reached but by a copy that was quicker than the other thread.
                while true {}
            }
            let context = open.newContext()
            let left = try context.checked { try context.titles() }
            #expect(left == ["old"] || left.count == 30_000)
            try #expect(
                Connection(path: target.path, access: .readWrite).value("PRAGMA integrity_check") == .text("ok"))
        }
    }
#endif
