import Testing

@testable import CoreData

@Suite("11.24 A list under a cache name")
struct ListCacheTests {
    typealias Controller = NSFetchedResultsController<NSManagedObject>

    /// A store in a file with so many entries, in ten groups.
    private func filled(_ count: Int, options: [AnyHashable: Any] = [:]) throws -> Stack {
        let stack = try Stack(StoreFixture(ListModel.shared), options: options)
        try stack.save { context in
            for rank in 0..<count {
                context.entry("é\(rank)", group: rank % 7 == 0 ? nil : "g\(rank * 10 / count)", rank: rank)
            }
        }
        return stack
    }

    private func controller(
        _ context: NSManagedObjectContext, sort keys: [String] = ["group", "rank"], _ format: String? = nil,
        sections: String? = "group", cache: String? = "list"
    ) -> Controller {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
        request.predicate = format.map { NSPredicate(format: $0) }
        return Controller(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: cache)
    }

    /// What a list shows: titles by section, and the names of these.
    private struct Shown: Equatable {
        var names: [String] = []
        var titles: [[String]] = []
    }

    private func shown(_ controller: Controller) -> Shown {
        let sections = controller.sections ?? []
        return Shown(names: sections.map(\.name), titles: RecordingDelegate.titles(sections))
    }

    /// Fetches in a new context as a new launch would, and answers what is shown, with the statements that looked for entries.
    private func launch(
        _ stack: Stack, sort keys: [String] = ["group", "rank"], _ format: String? = nil, sections: String? = "group",
        cache: String? = "list", before: (NSManagedObjectContext) throws -> Void = { _ in }
    ) throws -> (shown: Shown, statements: [String]) {
        let context = stack.context()
        return try context.performAndWait {
            try before(context)
            let seen = Recorder()
            try stack.store.trace { seen.add($0) }
            let controller = controller(context, sort: keys, format, sections: sections, cache: cache)
            try controller.performFetch()
            try stack.store.trace(nil)
            return (shown(controller), seen.texts.filter { $0.contains("ZENTRY") })
        }
    }

    /// Runs a test with a folder of its own for caches, which it is given the path of.
    private func withCaches(_ body: (String) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("caches-\(UUID().uuidString)").path
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try FetchedResultsCaches.$givenFolder.withValue(folder) { try body(folder) }
    }

    @Test("is made of its file as long as the store is as it was", arguments: [50, 3000])
    func reused(count: Int) throws {
        try withCaches { _ in
            let name = "reused \(count)"
            let first = try filled(count)
            let made = try launch(first, cache: name)
            #expect(made.shown == (try launch(first, cache: nil).shown))
            #expect(!made.statements.isEmpty)
            let second = try Stack(first.fixture)
            let again = try launch(second, cache: name)
            #expect(again.shown == made.shown)
            #expect(again.statements == [])
        }
    }

    @Test("is made anew after any save, of this stack or another", arguments: [50, 3000])
    func outdated(count: Int) throws {
        try withCaches { _ in
            let name = "outdated \(count)"
            let (first, second) = try { ($0, try Stack($0.fixture)) }(filled(count))
            _ = try launch(first, cache: name)
            for stack in [first, second, first] {
                try stack.save { context in
                    context.delete(try #require(try context.all("Entry", sort: "rank").first))
                    context.entry("new", group: "g3", rank: 7)
                }
                let made = try launch(first, cache: name)
                #expect(!made.statements.isEmpty)
                #expect(made.shown == (try launch(second, cache: nil).shown))
                #expect(try launch(second, cache: name).statements == [])
            }
        }
    }

    @Test("has what is pending in its context")
    func pending() throws {
        try withCaches { _ in
            let stack = try filled(3000)
            _ = try launch(stack)
            let made = try launch(stack) { context in
                context.entry("new", group: "a", rank: 1)
                try context.all("Entry", "rank == 8").first?.setValue("z", forKey: "group")
            }
            #expect(made.shown.names == ["", "a"] + (0..<10).map { "g\($0)" } + ["z"])
            #expect(made.shown.titles.last == ["é8"])
        }
    }

    @Test("keeps sections that only objects can name, and makes none of these the next time")
    func namedSections() throws {
        try withCaches { _ in
            let stack = try filled(100)
            try stack.save { context in
                for entry in try context.all("Entry") {
                    let rank = try #require(entry.value(forKey: "rank") as? Int)
                    entry.setValue("g\(rank / 10)", forKey: "group")
                }
            }
            let made = try launch(stack, sort: ["rank"], cache: "named")
            #expect(made.shown.names == (0..<10).map { "g\($0)" })
            let context = stack.context()
            try context.performAndWait {
                let controller = controller(context, sort: ["rank"], cache: "named")
                try controller.performFetch()
                #expect(controller.sections?.map(\.numberOfObjects) == Array(repeating: 10, count: 10))
                #expect(context.registeredObjects.isEmpty)
                #expect(shown(controller) == made.shown)
            }
        }
    }

    @Test("follows the changes of its context as one that was fetched")
    func followed() throws {
        try withCaches { _ in
            let stack = try filled(3000)
            _ = try launch(stack)
            let context = stack.context()
            try context.performAndWait {
                let controller = controller(context)
                let delegate = RecordingDelegate()
                controller.delegate = delegate
                try controller.performFetch()
                delegate.start(controller)
                let moved = controller.object(at: [3, 5])
                moved.setValue("g9", forKey: "group")
                context.delete(controller.object(at: [4, 0]))
                context.entry("new", group: "g1", rank: 0)
                try context.save()
                #expect(delegate.lists == RecordingDelegate.titles(controller.sections))
                #expect(delegate.problems == [])
                #expect(shown(controller) == (try launch(stack, cache: nil).shown))
            }
        }
    }

    @Test(
        "is kept up to date on disk while it is followed, by what is saved here and by what is merged",
        arguments: [50, 3000])
    func refreshed(count: Int) throws {
        try withCaches { _ in
            try CacheRefresh.$delay.withValue(.milliseconds(0)) {
                let name = "refreshed \(count)"
                let stack = try filled(count)
                let context = stack.context()
                let delegate = RecordingDelegate()
                let controller = try context.performAndWait {
                    let controller = self.controller(context, cache: name)
                    controller.delegate = delegate
                    try controller.performFetch()
                    delegate.start(controller)
                    return controller
                }
                func expectKept(_ comment: Comment) throws {
                    #expect(CacheRefresh.underway.wait(timeout: .now() + 60) == .success)
                    let made = try launch(Stack(stack.fixture), cache: name)
                    #expect(made.statements == [], comment)
                    #expect(made.shown == context.performAndWait { shown(controller) }, comment)
                }
                try context.performAndWait {
                    context.delete(controller.object(at: [2, 0]))
                    context.entry("new", group: "g1", rank: 0)
                    controller.object(at: [3, 1]).setValue("g9", forKey: "group")
                    try context.save()
                }
                try expectKept("saved")
                let other = stack.context()
                let changed = try other.performAndWait {
                    let entry = other.entry("from elsewhere", group: "g4", rank: 1)
                    try other.save()
                    return entry.objectID
                }
                context.performAndWait {
                    NSManagedObjectContext.mergeChanges(
                        fromRemoteContextSave: [NSInsertedObjectsKey: [changed.uriRepresentation()]], into: [context])
                }
                try expectKept("merged")
            }
        }
    }

    @Test("goes without a file that is damaged, and writes it anew")
    func damaged() throws {
        try withCaches { folder in
            let stack = try filled(50)
            let made = try launch(stack)
            let path = "\(folder)/list.list"
            let whole = try #require(FileManager.default.contents(atPath: path))
            var flipped = whole
            flipped[whole.count / 2] ^= 1
            for content in [Data(), Data([1]), whole.prefix(whole.count - 1), whole + [0], flipped] {
                try content.write(to: URL(fileURLWithPath: path))
                let again = try launch(stack)
                #expect(again.shown == made.shown)
                #expect(!again.statements.isEmpty)
                #expect(FileManager.default.contents(atPath: path) == whole)
            }
        }
    }

    @Test("is fetched where its file cannot be written")
    func unwritable() throws {
        try withCaches { folder in
            try Data().write(to: URL(fileURLWithPath: folder))
            let stack = try filled(50)
            #expect(try launch(stack).shown == (try launch(stack, cache: nil).shown))
        }
    }

    @Test("without a log goes by the date of the store's file, once that is old enough")
    func rollbackJournal() throws {
        try withCaches { folder in
            let options = [NSSQLitePragmasOption: ["journal_mode": "DELETE"]]
            let stack = try filled(50, options: options)
            let path = "\(folder)/list.list"
            let made = try launch(stack)
            #expect(!FileManager.default.fileExists(atPath: path))
            let date = [FileAttributeKey.modificationDate: Date(timeIntervalSinceNow: -60)]
            try FileManager.default.setAttributes(date, ofItemAtPath: stack.fixture.url.path)
            #expect(!(try launch(stack).statements.isEmpty))
            #expect(FileManager.default.fileExists(atPath: path))
            let again = try launch(Stack(stack.fixture, options: options))
            #expect(again.shown == made.shown)
            #expect(again.statements == [])
            try stack.save { $0.entry("new", group: "g0") }
            #expect(try launch(stack).shown == (try launch(stack, cache: nil).shown))
        }
    }

    @Test("serves no other request, entity or store under its name")
    func otherSubjects() throws {
        try withCaches { _ in
            let stack = try filled(50)
            let context = stack.context()
            let entity = try #require(ListModel.shared.entitiesByName["Entry"])
            try context.performAndWait {
                try controller(context).performFetch()
                func isKept(_ stack: Stack, _ change: (inout FetchSettings, inout String?) -> Void) throws -> Bool {
                    var settings = controller(context).fetchRequest.settings
                    var sections: String? = "group"
                    change(&settings, &sections)
                    let cache = try #require(
                        ListCache("list", settings, entity, sectionNameKeyPath: sections, of: stack.store))
                    let mark = try #require(cache.mark())
                    return cache.load(mark, KeyShape(settings.sortDescriptors ?? [], entity), ["Entry": 0]) != nil
                }
                #expect(try isKept(stack) { _, _ in })
                #expect(
                    !(try isKept(stack) {
                        $1 = nil; _ = $0
                    }))
                #expect(!(try isKept(stack) { settings, _ in settings.predicate = NSPredicate(format: "rank > 1") }))
                #expect(!(try isKept(stack) { settings, _ in settings.sortDescriptors?.removeLast() }))
                #expect(!(try isKept(stack) { settings, _ in settings.includesSubentities = false }))
                #expect(!(try isKept(filled(50)) { _, _ in }))
            }
        }
    }

    @Test("is deleted by its name, or with all others")
    func deleted() throws {
        try withCaches { folder in
            let stack = try filled(50)
            for name in ["deleted a", "deleted/../b"] { _ = try launch(stack, cache: name) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder).count == 2)
            Controller.deleteCache(withName: "deleted/../b")
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["deleted%20a.list"])
            _ = try launch(stack, "rank > 3", cache: "deleted/../b")
            Controller.deleteCache(withName: nil)
            #expect(!FileManager.default.fileExists(atPath: folder))
            _ = try launch(stack, "rank > 3", cache: "deleted a")
            Controller.deleteCache(withName: "nobody's")
        }
    }

    @Test("is for its user alone to read")
    func mode() throws {
        try withCaches { folder in
            _ = try launch(filled(50))
            let mode = { (path: String) in
                try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            }
            #expect(try mode(folder) == 0o700)
            #expect(try mode("\(folder)/list.list") == 0o600)
        }
    }

    @Test("is not kept where the request may find something else the next time, or names what has no name yet")
    func fleeting() throws {
        let stack = try filled(1)
        let context = stack.context()
        try context.performAndWait {
            func request(_ format: String, _ arguments: Any...) -> CachedRequest? {
                let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
                request.predicate = NSPredicate(format: format, argumentArray: arguments)
                return CachedRequest(request.settings, sectionNameKeyPath: nil)
            }
            #expect(request("when > now()")?.isLasting == false)
            #expect(request("rank > random()")?.isLasting == false)
            #expect(request("rank > 1 AND title == uppercase('a')")?.isLasting == true)
            let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
            #expect(request("folder == %@", folder) == nil)
            try context.save()
            let fault = try #require(request("folder == %@", folder))
            folder.setValue("a name", forKey: "name")
            #expect(request("folder == %@", folder)?.text == fault.text)
            #expect(request("folder IN %@", [folder.objectID])?.isLasting == true)
        }
    }

    @Test("stands in a folder of the program's among the user's caches")
    func place() {
        let folder = { FetchedResultsCaches.folder($0, program: "shop") }
        #expect(folder(["XDG_CACHE_HOME": "/c", "HOME": "/h"]) == "/c/shop/CoreData/FetchedResults")
        #expect(folder(["XDG_CACHE_HOME": "c", "HOME": "/h"]) == "/h/.cache/shop/CoreData/FetchedResults")
    }
}
