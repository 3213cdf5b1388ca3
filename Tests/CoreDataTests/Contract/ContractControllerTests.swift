import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractControllerTests {
    typealias Controller = NSFetchedResultsController<NSManagedObject>

    static func controller(
        _ context: NSManagedObjectContext, sort keys: [String] = ["rank"], _ format: String? = nil,
        sections: String? = nil, limit: Int = 0, batchSize: Int = 0, cache: String? = nil
    ) -> Controller {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
        request.predicate = format.map { NSPredicate(format: $0) }
        request.fetchLimit = limit
        request.fetchBatchSize = batchSize
        return NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: cache)
    }

    static func titles(_ controller: Controller) -> [String] {
        (controller.fetchedObjects ?? []).map(RecordingDelegate.title)
    }

    /// Runs a test in a context of a store of its own.
    static func work(_ kind: ListModel.Kind = .sqlite, _ body: (NSManagedObjectContext) throws -> Void) throws {
        let context = try ListModel.container(kind).newBackgroundContext()
        try context.performAndWait {
            try body(context)
            #expect(context.checkInvariants() == [])
        }
    }

    @Test("11.1 An empty array of sort descriptors is accepted")
    func noSorting() throws {
        try Self.work { context in
            context.entry("a")
            let controller = Self.controller(context, sort: [])
            try controller.performFetch()
            #expect(Self.titles(controller) == ["a"])
        }
    }

    @Test("11.2 Before the fetch there is nothing, after it paths, objects and arrays agree")
    func agreement() throws {
        try Self.work { context in
            for (number, title) in ["a", "b", "c"].enumerated() {
                context.entry(title, group: number < 2 ? "x" : "y", rank: number)
            }
            let controller = Self.controller(context, sort: ["group", "rank"], sections: "group")
            #expect(controller.fetchedObjects == nil && controller.sections == nil)
            try controller.performFetch()
            let sections = try #require(controller.sections)
            for (number, section) in sections.enumerated() {
                for (item, object) in (section.objects ?? []).enumerated() {
                    let path = IndexPath(item: item, section: number)
                    #expect(controller.object(at: path) === object as? NSManagedObject)
                    #expect(controller.indexPath(forObject: controller.object(at: path)) == path)
                }
            }
            #expect(sections.flatMap { $0.objects ?? [] }.count == controller.fetchedObjects?.count)
            #expect(controller.indexPath(forObject: context.entry("absent")) == nil)
        }
    }

    @Test("11.3 Without a delegate, or with one that hears of no change, the results stay as they were")
    func tracking() throws {
        final class TitlesOnly: NSFetchedResultsControllerDelegate {
            func controller(
                _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
                sectionIndexTitleForSectionName sectionName: String
            ) -> String? { "*" }
        }
        try Self.work { context in
            context.entry("a", rank: 1)
            let controller = Self.controller(context)
            try controller.performFetch()
            context.entry("b", rank: 2)
            context.processPendingChanges()
            #expect(Self.titles(controller) == ["a"])
            let titles = TitlesOnly()
            controller.delegate = titles
            try controller.performFetch()
            context.entry("c", rank: 3)
            context.processPendingChanges()
            context.entry("d", rank: 4)
            context.processPendingChanges()
            #expect(Self.titles(controller) == ["a", "b"])
            #expect(controller.sections?.first?.numberOfObjects == 2)
            #expect(controller.sections?.first?.indexTitle == "*")
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            context.entry("e", rank: 5)
            context.processPendingChanges()
            #expect(Self.titles(controller) == ["a", "b", "c", "d", "e"])
        }
    }

    @Test("11.6 Numbers of the kinds of change")
    func numbers() {
        #expect(NSFetchedResultsChangeType.insert.rawValue == 1 && NSFetchedResultsChangeType.delete.rawValue == 2)
        #expect(NSFetchedResultsChangeType.move.rawValue == 3 && NSFetchedResultsChangeType.update.rawValue == 4)
    }

    @Test(
        "11.14 Without a key path there is one section; a date makes one for each date",
        arguments: ListModel.Kind.allCases)
    func sections(_ kind: ListModel.Kind) throws {
        try Self.work(kind) { context in
            let days = [100.0, 200.5, 200.5, 300]
            for (number, day) in days.enumerated() {
                context.entry("e\(number)", rank: number)
                    .setValue(Date(timeIntervalSinceReferenceDate: day), forKey: "when")
            }
            try context.save()
            let plain = Self.controller(context)
            try plain.performFetch()
            #expect(plain.sections?.map(\.name) == [""] && plain.sections?.first?.numberOfObjects == 4)
            let dated = Self.controller(context, sort: ["when"], sections: "when")
            try dated.performFetch()
            #expect(dated.sections?.map(\.numberOfObjects) == [1, 2, 1])
            #expect(dated.sections?.first?.name == String(describing: Date(timeIntervalSinceReferenceDate: 100)))
        }
    }

    @Test("11.14 Sections follow any key path: numbers, relationships, transient values", arguments: StoreKind.allCases)
    func sectionKeyPaths(_ kind: StoreKind) throws {
        try ShopStack(kind).work { context in
            let lists = ["x", "y"].map { name in
                let list = ShopList(context: context)
                list.name = name
                return list
            }
            let items = [("a", 1, 0), ("b", 2, 0), ("c", 2, 1)].map { title, count, list in
                let item = context.add(title, to: lists[list])
                item.count = Int32(count)
                item.setValue(count == 1 ? "calm" : "wild", forKey: "mood")
                return item
            }
            try context.save()
            func made(_ sections: String, _ keys: [String]) throws -> NSFetchedResultsController<ShopItem> {
                let request = NSFetchRequest<ShopItem>(entityName: "Item")
                request.sortDescriptors = keys.map { NSSortDescriptor(key: $0, ascending: true) }
                let controller = NSFetchedResultsController(
                    fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: sections, cacheName: nil)
                controller.delegate = delegate
                try controller.performFetch()
                return controller
            }
            let delegate = RecordingDelegate()
            let (count, list) = (try made("count", ["count"]), try made("list.name", ["list.name", "count"]))
            let mood = try made("mood", ["count"])
            #expect(count.sections?.map(\.name) == ["1", "2"])
            #expect(list.sections?.map(\.name) == ["x", "y"])
            #expect(mood.sections?.map(\.name) == ["calm", "wild"])
            items[1].list = lists[1]
            items[0].setValue("wild", forKey: "mood")
            context.processPendingChanges()
            #expect(list.sections?.map(\.numberOfObjects) == [1, 2])
            #expect(mood.sections?.map(\.name) == ["wild"])
        }
    }

    @Test("11.15 Objects of a section that do not stand together fail the fetch")
    func disorder() throws {
        try Self.work { context in
            for (index, group) in ["a", "b", "a"].enumerated() { context.entry("e", group: group, rank: index) }
            let error = #expect(throws: NSError.self) {
                try Self.controller(context, sections: "group").performFetch()
            }
            #expect(error?.code == 134060 && error?.domain == NSCocoaErrorDomain)
            #expect(
                error?.userInfo["reason"] as? String
                    == "The fetched object at index 2 has an out of order section name 'a. Objects must be sorted by section name'"
            )
        }
    }

    @Test("11.16 Index titles are first letters, of the controller's own or the delegate's choice")
    func indexTitles() throws {
        final class Starred: NSFetchedResultsController<NSManagedObject> {
            override func sectionIndexTitle(forSectionName sectionName: String) -> String? { "*" + sectionName }
        }
        final class Dashed: NSFetchedResultsControllerDelegate {
            func controller(
                _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
                sectionIndexTitleForSectionName sectionName: String
            ) -> String? { "-" + sectionName }
        }
        try Self.work { context in
            for (number, group) in ["apples", "avocados", "beets"].enumerated() {
                context.entry("e", group: group, rank: number)
            }
            let controller = Self.controller(context, sort: ["group"], sections: "group")
            try controller.performFetch()
            #expect(controller.sectionIndexTitle(forSectionName: "apples") == "A")
            #expect(controller.sections?.map(\.indexTitle) == ["A", "A", "B"])
            #expect(controller.sectionIndexTitles == ["A", "B"])
            #expect(controller.section(forSectionIndexTitle: "B", at: 1) == 2)
            let starred = Starred(
                fetchRequest: controller.fetchRequest, managedObjectContext: context, sectionNameKeyPath: "group",
                cacheName: nil)
            try starred.performFetch()
            #expect(starred.sectionIndexTitles == ["*apples", "*avocados", "*beets"])
            let delegate = Dashed()
            starred.delegate = delegate
            #expect(starred.sectionIndexTitles == ["-apples", "-avocados", "-beets"])
        }
    }

    @Test("11.24 A cache is deleted by its name before its request may change")
    func cache() throws {
        try Self.work { context in
            context.entry("a", group: "x")
            let name = "ContractControllerTests.cache"
            func fetch(_ format: String?) throws -> [String] {
                let controller = Self.controller(context, sort: ["group"], format, sections: "group", cache: name)
                #expect(controller.cacheName == name)
                try controller.performFetch()
                return controller.sections?.map(\.name) ?? []
            }
            try #expect(fetch(nil) == ["x"])
            try #expect(fetch(nil) == ["x"])
            NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
            try #expect(fetch("title == 'b'") == [])
            NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
            try #expect(fetch(nil) == ["x"])
            NSFetchedResultsController<NSManagedObject>.deleteCache(withName: name)
        }
    }

    @Test("11.25 A changed request counts from the next fetch on")
    func changedRequest() throws {
        try Self.work { context in
            for number in 0..<4 { context.entry("e\(number)", rank: number) }
            let controller = Self.controller(context)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            controller.fetchRequest.predicate = NSPredicate(format: "rank > 1")
            context.entry("new", rank: -1)
            context.processPendingChanges()
            #expect(Self.titles(controller) == ["new", "e0", "e1", "e2", "e3"])
            try controller.performFetch()
            #expect(Self.titles(controller) == ["e2", "e3"])
        }
    }

    @Test("11.26 A limit holds for the fetch, and later objects may go beyond it", arguments: [0, 2])
    func limit(_ batchSize: Int) throws {
        try Self.work { context in
            for number in 0..<5 { context.entry("e\(number)", rank: number) }
            try context.save()
            let controller = Self.controller(context, limit: 3, batchSize: batchSize)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.start(controller)
            #expect(Self.titles(controller) == ["e0", "e1", "e2"])
            context.entry("new", rank: 1)
            try context.save()
            #expect(Self.titles(controller) == ["e0", "e1", "new", "e2"] && delegate.problems == [])
        }
    }

    @Test("11.27 An array of fetched objects does not change")
    func arrays() throws {
        try Self.work { context in
            context.entry("a")
            let controller = Self.controller(context)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            let before = controller.fetchedObjects
            context.entry("b", rank: 1)
            context.processPendingChanges()
            #expect(before?.count == 1 && controller.fetchedObjects?.count == 2)
        }
    }
}
