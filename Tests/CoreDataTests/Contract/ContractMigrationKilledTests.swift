// What an exit test takes along has to be said, which older compilers do not know.
#if compiler(>=6.3)
    import CoreDataSQLite
    import Foundation
    import Testing

    @testable import CoreData

    /// Processes that end while they migrate a store.
    @Suite struct ContractMigrationKilledTests {
        /// What is done to a store of the former model.
        enum Way: String, CaseIterable, Codable {
            case lightweight, column, mapping, stages

            var former: NSManagedObjectModel { EmbeddedCarsMapping.killed(self == .mapping, 0) }
            var later: NSManagedObjectModel { EmbeddedCarsMapping.killed(self == .mapping, self == .column ? 1 : 2) }

            var options: [AnyHashable: Any] {
                guard self == .stages else { return MigratedStore.options }
                let (one, other) = (former, later)
                let stage = NSCustomMigrationStage(
                    migratingFrom: NSManagedObjectModelReference(model: one, versionChecksum: one.versionChecksum),
                    to: NSManagedObjectModelReference(model: other, versionChecksum: other.versionChecksum))
                stage.willMigrateHandler = { manager, _ in try Self.edit(manager, "name") }
                stage.didMigrateHandler = { manager, _ in try Self.edit(manager, "title") }
                var options = MigratedStore.options
                options[NSPersistentStoreStagedMigrationManagerOptionKey] = NSStagedMigrationManager([stage])
                return options
            }

            private static func edit(_ manager: NSStagedMigrationManager, _ key: String) throws {
                let container = try #require(manager.container)
                let context = container.newBackgroundContext()
                try context.performAndWait {
                    for car in try context.named("KilledCar", by: key) {
                        car.setValue((car.text(key) ?? "") + "!", forKey: key)
                    }
                    try context.save()
                }
            }

            func migrate(_ url: URL) throws {
                let coordinator = NSPersistentStoreCoordinator(managedObjectModel: later)
                let store = try coordinator.addPersistentStore(
                    ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: options)
                try coordinator.remove(store)
            }
        }

        private static let count = 30

        private func fill(_ way: Way) throws -> MigratedStore {
            let store = MigratedStore()
            try store.with(way.former) { context in
                for number in 0..<Self.count { context.make("KilledCar", ["name": "car \(100 + number)"]) }
            }
            return store
        }

        /// Opens the store as it was left, with the model it has; it must be wholly the old one or the new.
        private func check(_ store: MigratedStore, _ way: Way, _ at: String) throws {
            let url = store.url
            let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(type: .sqlite, at: url)
            let isOld = way.former.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
            let isNew = way.later.isConfiguration(withName: nil, compatibleWithStoreMetadata: metadata)
            #expect(isOld != isNew, "\(way) \(at)")
            let plain: [AnyHashable: Any] = [NSMigratePersistentStoresAutomaticallyOption: false]
            let key = isOld || way == .column || way == .mapping ? "name" : "title"
            let suffix = way == .stages && isNew ? "!!" : ""
            try store.with(isOld ? way.former : way.later, options: plain) { context throws in
                let names = try context.named("KilledCar", by: key).map { $0.text(key) }
                #expect(names == (0..<Self.count).map { "car \(100 + $0)\(suffix)" }, "\(way) \(at)")
            }
            let connection = try Connection(path: url.path, access: .readWrite)
            #expect(try connection.value("PRAGMA integrity_check") == .text("ok"), "\(way) \(at)")
            #expect(
                try connection.value("SELECT count(*) FROM sqlite_master WHERE name LIKE 'Z_MIGRATED_%'") == .integer(0)
            )
        }

        /// How many statements a migration begins and ends.
        private func statements(_ way: Way) async throws -> Int {
            let store = try fill(way)
            let url = store.url
            let note = store.folder.url.appendingPathComponent("count")
            await #expect(processExitsWith: .success) { [way, url = url as URL, note = note as URL] in
                StatementWatch.begin { number in
                    try? Data("\(number)".utf8).write(to: note)
                }
                try way.migrate(url)
            }
            try check(store, way, "at the end")
            return try #require(Int(String(contentsOf: note, encoding: .utf8)))
        }

        @Test(
            "15.9 A process that is killed at any statement of a migration leaves the old store or the new",
            arguments: Way.allCases)
        func killed(_ way: Way) async throws {
            let count = try await statements(way)
            #expect(count > 40)
            // A process for each takes its time: with the first and the last ones, some between.
            let isSoak = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] != nil
            let step = isSoak ? 1 : max(1, count / 6)
            let numbers = Set(stride(from: 1, through: count, by: step)).union(isSoak ? [] : [count - 3, count - 1])
            for number in numbers.sorted() {
                let store = try fill(way)
                let url = store.url
                await #expect(processExitsWith: .signal(SIGKILL)) { [way, url = url as URL, number = number as Int] in
                    StatementWatch.begin { if $0 == number { kill(getpid(), SIGKILL) } }
                    try way.migrate(url)
                }
                try check(store, way, "killed at \(number) of \(count)")
                // And the next one migrates it.
                try way.migrate(store.url)
                try check(store, way, "after \(number) of \(count)")
                try store.checkThatNothingIsLeft()
            }
        }

        /// What is on the disk when a process is killed is what was written before: a copy of the files at each statement is
        /// the same, and takes no process for each.
        @Test("15.9 The files are the old store or the new at every statement of a migration", arguments: Way.allCases)
        func copied(_ way: Way) async throws {
            let store = try fill(way)
            let (folder, copies) = (store.folder.url, ScratchFolder())
            let target = copies.url
            await #expect(processExitsWith: .success) { [way, folder = folder as URL, target = target as URL] in
                StatementWatch.begin { number in
                    let copy = target.appendingPathComponent("\(number)")
                    try? FileManager.default.createDirectory(at: copy, withIntermediateDirectories: true)
                    let cp = Process()
                    cp.executableURL = URL(fileURLWithPath: "/bin/cp")
                    cp.arguments = [folder.appendingPathComponent("Store.sqlite").path, copy.path]
                    let wal = folder.appendingPathComponent("Store.sqlite-wal").path
                    if FileManager.default.fileExists(atPath: wal) { cp.arguments?.insert(wal, at: 0) }
                    try? cp.run()
                    cp.waitUntilExit()
                }
                try way.migrate(folder.appendingPathComponent("Store.sqlite"))
            }
            let names = try FileManager.default.contentsOfDirectory(atPath: target.path)
            #expect(names.count > 40)
            for name in names {
                let copy = MigratedStore()
                for suffix in ["", "-wal"] {
                    let file = target.appendingPathComponent("\(name)/Store.sqlite\(suffix)")
                    guard FileManager.default.fileExists(atPath: file.path) else { continue }
                    try FileManager.default.copyItem(atPath: file.path, toPath: copy.url.path + suffix)
                }
                try check(copy, way, "at \(name) of \(names.count)")
            }
        }
    }
#endif
