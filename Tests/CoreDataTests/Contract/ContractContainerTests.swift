import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractContainerTests {
    private func container(_ descriptions: NSPersistentStoreDescription...) -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Shop", managedObjectModel: ShopModel.make())
        if !descriptions.isEmpty { container.persistentStoreDescriptions = descriptions }
        return container
    }

    private func inMemory() -> NSPersistentStoreDescription {
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)"))
        description.type = NSInMemoryStoreType
        return description
    }

    @Test("2.1 A container takes the model of its name, and has one description: a SQLite store in the default folder")
    func descriptions() throws {
        let container = container()
        #expect(container.persistentStoreDescriptions.count == 1)
        let description = try #require(container.persistentStoreDescriptions.first)
        #expect(description.type == NSSQLiteStoreType)
        #expect(description.url == NSPersistentContainer.defaultDirectoryURL().appendingPathComponent("Shop.sqlite"))
        #expect(NSPersistentContainer(name: "EmbeddedThings").managedObjectModel == EmbeddedThingsModel.makeModel())
        #expect(container.name == "Shop" && container.persistentStoreCoordinator.persistentStores.isEmpty)
    }

    @Test("2.2 A description made of nothing is a private store in memory; one below /dev/null is shared by name")
    func devNull() throws {
        let description = NSPersistentStoreDescription()
        #expect(description.url == URL(fileURLWithPath: "/dev/null") && description.type == NSSQLiteStoreType)
        var stacks: [NSPersistentStoreCoordinator] = []
        func titles(_ url: URL, adding title: String) throws -> [String] {
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
            stacks.append(coordinator)
            try coordinator.addPersistentStore(type: .sqlite, at: url, options: Stack.history)
            let context = NSManagedObjectContext(.privateQueue)
            context.persistentStoreCoordinator = coordinator
            return try context.checked {
                context.add(title)
                try context.save()
                return try context.titles()
            }
        }
        let own = URL(fileURLWithPath: "/dev/null")
        let shared = URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)")
        try #expect(titles(own, adding: "A") == ["A"])
        try #expect(titles(own, adding: "B") == ["B"])
        try #expect(titles(shared, adding: "A") == ["A"])
        try #expect(titles(shared, adding: "B") == ["A", "B"])
        let tokens = stacks.suffix(2).map { $0.currentPersistentHistoryToken(fromStores: nil) }
        #expect(tokens[0] != nil && tokens[0] == tokens[1])
        for coordinator in stacks { try coordinator.remove(coordinator.persistentStores[0]) }
    }

    @Test("2.2 A save into a shared store in memory is told to every coordinator that has it", .timeLimit(.minutes(15)))
    func sharedRemoteChange() async throws {
        let url = URL(fileURLWithPath: "/dev/null/\(UUID().uuidString)")
        let stacks = try (0..<2).map { _ in
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
            try coordinator.addPersistentStore(type: .sqlite, at: url, options: Stack.history)
            return coordinator
        }
        let (told, tell) = AsyncStream.makeStream(of: Int.self)
        let observers = stacks.enumerated().map { number, coordinator in
            NotificationCenter.default.addObserver(
                forName: .NSPersistentStoreRemoteChange, object: coordinator, queue: nil
            ) { _ in tell.yield(number) }
        }
        defer { observers.forEach(NotificationCenter.default.removeObserver) }
        let context = NSManagedObjectContext(.privateQueue)
        context.persistentStoreCoordinator = stacks[0]
        try await context.perform {
            context.add("A")
            try context.save()
        }
        var coordinators: Set<Int> = []
        for await number in told where coordinators.insert(number).inserted && coordinators.count == 2 { break }
        for coordinator in stacks { try coordinator.remove(coordinator.persistentStores[0]) }
    }

    @Test("2.3 A description begins with Apple's defaults, and with just the two options of migration")
    func defaults() {
        let description = NSPersistentStoreDescription(url: URL(fileURLWithPath: "/x.sqlite"))
        #expect(description.type == "SQLite" && NSSQLiteStoreType == "SQLite")
        #expect(description.shouldMigrateStoreAutomatically && description.shouldInferMappingModelAutomatically)
        #expect(!description.shouldAddStoreAsynchronously && !description.isReadOnly && description.timeout == 240)
        #expect(description.configuration == nil && description.sqlitePragmas.isEmpty)
        #expect(
            description.options == [
                "NSMigratePersistentStoresAutomaticallyOption": NSNumber(value: 1),
                "NSInferMappingModelAutomaticallyOption": NSNumber(value: 1),
            ])
    }

    @Test(
        "2.4 Loading calls the handler once for each description, before it returns unless asked otherwise",
        .timeLimit(.minutes(15)))
    func loading() async throws {
        let container = container(inMemory(), inMemory())
        nonisolated(unsafe) var told: [NSPersistentStoreDescription] = []
        container.loadPersistentStores { description, error in
            #expect(error == nil)
            told.append(description)
        }
        #expect(told == container.persistentStoreDescriptions)
        #expect(container.persistentStoreCoordinator.persistentStores.count == 2)
        let description = inMemory()
        description.shouldAddStoreAsynchronously = true
        let later = self.container(description)
        let isMain = await withCheckedContinuation { continuation in
            later.loadPersistentStores { _, _ in continuation.resume(returning: Thread.isMainThread) }
        }
        #expect(!isMain && later.persistentStoreCoordinator.persistentStores.count == 1)
    }

    @Test(
        "2.5 The view context is the main queue's, background contexts have queues of their own; none merges by itself")
    func contexts() throws {
        let container = container()
        #expect(container.viewContext.concurrencyType == .mainQueueConcurrencyType)
        #expect(!container.viewContext.automaticallyMergesChangesFromParent)
        #expect(container.viewContext.persistentStoreCoordinator === container.persistentStoreCoordinator)
        let (one, other) = (container.newBackgroundContext(), container.newBackgroundContext())
        #expect(one !== other && one.concurrencyType == .privateQueueConcurrencyType)
        #expect(one.persistentStoreCoordinator === container.persistentStoreCoordinator && one.parent == nil)
        #expect((one.mergePolicy as? NSMergePolicy) === NSMergePolicy.error)
    }

    @Test("2.6 A background task gets a private context of its own, in both forms", .timeLimit(.minutes(15)))
    func backgroundTasks() async throws {
        let container = container(inMemory())
        container.loadPersistentStores { _, _ in }
        let first = await withCheckedContinuation { continuation in
            container.performBackgroundTask { continuation.resume(returning: $0) }
        }
        let second = await container.performBackgroundTask { $0 }
        #expect(first !== second && first !== container.viewContext)
        for context in [first, second] {
            #expect(context.concurrencyType == .privateQueueConcurrencyType)
            #expect(context.persistentStoreCoordinator === container.persistentStoreCoordinator)
        }
        try await container.performBackgroundTask { context in
            context.add("A")
            try context.save()
        }
        try #expect(await container.performBackgroundTask { try $0.titles() } == ["A"])
        await #expect(throws: CocoaError.self) {
            try await container.performBackgroundTask { _ in throw CocoaError(.featureUnsupported) }
        }
    }

    /// The staged manager's key stands for stores that need no migration; it is known by its text alone.
    @Test("2.7 Every option of Apple's is kept and accepted, and pragmas are kept by name")
    func options() throws {
        try SampleFiles.withFolder { folder in
            let description = NSPersistentStoreDescription(url: folder.appendingPathComponent("Shop.sqlite"))
            let options: [String: NSObject] = [
                NSPersistentStoreTimeoutOption: NSNumber(value: 5),
                NSPersistentStoreFileProtectionKey: NSString(string: "NSFileProtectionComplete"),
                NSSQLiteManualVacuumOption: NSNumber(value: true), NSSQLiteAnalyzeOption: NSNumber(value: true),
                NSPersistentHistoryTrackingKey: NSNumber(value: true),
                NSPersistentStoreRemoteChangeNotificationPostOptionKey: NSNumber(value: true),
                "NSPersistentStoreStagedMigrationManagerOptionKey": NSObject(),
            ]
            for (key, option) in options { description.setOption(option, forKey: key) }
            description.setValue(NSString(string: "DELETE"), forPragmaNamed: "journal_mode")
            #expect(description.timeout == 5)
            #expect(description.options.merging(options) { $1 } == description.options)
            #expect(description.sqlitePragmas == ["journal_mode": NSString(string: "DELETE")])
            #expect(description.options[NSSQLitePragmasOption] != nil)
            let container = container(description)
            container.loadPersistentStores { #expect($1 == nil) }
            let store = try #require(container.persistentStoreCoordinator.persistentStores.first)
            try container.persistentStoreCoordinator.remove(store)
            description.setOption(nil, forKey: NSPersistentStoreTimeoutOption)
            description.setOption(NSNumber(value: true), forKey: NSReadOnlyPersistentStoreOption)
            #expect(description.timeout == 240 && description.isReadOnly)
            container.loadPersistentStores { #expect($1 == nil) }
            #expect(container.persistentStoreCoordinator.persistentStores.first?.isReadOnly == true)
            try container.persistentStoreCoordinator.remove(container.persistentStoreCoordinator.persistentStores[0])
        }
    }

    @Test("2.27 A description that is turned to memory keeps its URL: the type alone tells")
    func typeAlone() throws {
        try SampleFiles.withFolder { folder in
            let url = folder.appendingPathComponent("Shop.sqlite")
            let description = NSPersistentStoreDescription(url: url)
            description.type = NSInMemoryStoreType
            let container = container(description)
            container.loadPersistentStores { #expect($1 == nil) }
            #expect(description.url == url)
            #expect(container.persistentStoreCoordinator.persistentStores.first?.type == NSInMemoryStoreType)
            #expect(!FileManager.default.fileExists(atPath: url.path))
        }
    }

    @Test("2.28 The text of the option for remote changes is the one that programs pass as a literal")
    func remoteChangeOption() {
        #expect(
            NSPersistentStoreRemoteChangeNotificationPostOptionKey
                == "NSPersistentStoreRemoteChangeNotificationOptionKey")
    }
}
