// What an exit test takes along has to be said, which older compilers do not know.
#if compiler(>=6.3)
    import CoreDataSQLite
    import Foundation
    import Testing

    @testable import CoreData

    /// What the user may not read or write; where the tests run as root, in a process that is nobody.
    @Suite struct PermissionTests {
        private let folder = ScratchFolder()
        private var url: URL { folder.url.appendingPathComponent("shared/Shop.sqlite") }

        init() throws {
            chmod(folder.url.path, 0o755)
            let shared = url.deletingLastPathComponent()
            try FileManager.default.createDirectory(at: shared, withIntermediateDirectories: true)
            let coordinator = try Self.open(url)
            let context = coordinator.newContext()
            try context.checked {
                context.add("first")
                try context.save()
            }
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        }

        private static func open(_ url: URL) throws -> NSPersistentStoreCoordinator {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
            try coordinator.addPersistentStore(type: .sqlite, at: url)
            return coordinator
        }

        private static func becomeNobody() {
            guard getuid() == 0 else { return }
            precondition(setegid(65534) == 0 && seteuid(65534) == 0)
        }

        private func bytes() throws -> Data { try Data(contentsOf: url) }

        @Test(arguments: [0o555, 0o755])
        func `a file that may not be written is read, and a save refused with 513`(folderMode: Int) async throws {
            chmod(url.path, 0o444)
            chmod(url.deletingLastPathComponent().path, mode_t(folderMode))
            let before = try bytes()
            await #expect(processExitsWith: .success) { [url = url as URL] in
                Self.becomeNobody()
                let coordinator = try Self.open(url)
                let context = coordinator.newContext()
                try context.performAndWait {
                    try #require(context.titles() == ["first"])
                    let item = context.add("second")
                    for _ in 0..<2 {
                        let error = #expect(throws: NSError.self) { try context.save() }
                        try #require(error?.domain == NSCocoaErrorDomain && error?.code == 513, "\(error!)")
                        try #require(context.insertedObjects == [item])
                    }
                    try #require(context.titles() == ["first", "second"])
                }
            }
            try #expect(bytes() == before)
        }

        @Test func `what may not be read is 257, wherever it is forbidden`() async throws {
            for path in [url.path, url.deletingLastPathComponent().path] {
                let mode = path == url.path ? mode_t(0o600) : 0o755
                chmod(path, 0)
                await #expect(processExitsWith: .success) { [url = url as URL] in
                    Self.becomeNobody()
                    let error = #expect(throws: NSError.self) { try Self.open(url) }
                    try #require(error?.domain == NSCocoaErrorDomain && error?.code == 257, "\(error!)")
                }
                chmod(path, mode)
            }
            let coordinator = try Self.open(url)
            let context = coordinator.newContext()
            try context.checked { try #expect(context.titles() == ["first"]) }
        }

        @Test func `a store cannot be made where nothing may be written, and nothing is left`() async throws {
            chmod(url.deletingLastPathComponent().path, 0o555)
            let new = url.deletingLastPathComponent().appendingPathComponent("New.sqlite")
            await #expect(processExitsWith: .success) { [new = new as URL] in
                Self.becomeNobody()
                let error = #expect(throws: NSError.self) { try Self.open(new) }
                try #require(error?.domain == NSCocoaErrorDomain && [512, 513].contains(error?.code ?? 0), "\(error!)")
            }
            #expect(!FileManager.default.fileExists(atPath: new.path))
        }

        /// Where no file may grow any more the write fails, as on a disk that has failed.
        @Test func `a file that may not grow fails the save, which can be done later`() async throws {
            await #expect(processExitsWith: .success) { [url = url as URL] in
                signal(SIGXFSZ, SIG_IGN)
                let coordinator = try Self.open(url)
                let context = coordinator.newContext()
                try context.performAndWait {
                    try #require(context.titles() == ["first"])
                    for number in 0..<200 { context.add("item \(number) " + String(repeating: "x", count: 400)) }
                    var limit = rlimit()
                    getrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                    let old = limit.rlim_cur
                    limit.rlim_cur = 60_000
                    try #require(setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit) == 0)
                    let error = #expect(throws: NSError.self) { try context.save() }
                    limit.rlim_cur = old
                    setrlimit(__rlimit_resource_t(RLIMIT_FSIZE.rawValue), &limit)
                    try #require(error?.domain == NSCocoaErrorDomain)
                    try #require((error?.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue == 10, "\(error!)")
                    try #require(context.insertedObjects.count == 200)
                    try context.save()
                }
            }
            let coordinator = try Self.open(url)
            let context = coordinator.newContext()
            try context.checked { try #expect(context.titles().count == 201) }
        }
    }
#endif
