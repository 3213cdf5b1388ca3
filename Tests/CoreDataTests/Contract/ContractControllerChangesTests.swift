import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractControllerChangesTests {
    private typealias Controller = NSFetchedResultsController<NSManagedObject>

    /// Follows a list, and hands over what its delegate heard.
    private func follow(
        _ kind: ListModel.Kind = .sqlite, sort keys: [String] = ["rank"], where format: String? = nil,
        sections: String? = nil, fill: (NSManagedObjectContext) throws -> Void,
        then body: (NSManagedObjectContext, Controller, RecordingDelegate) throws -> Void
    ) throws {
        try ContractControllerTests.work(kind) { context in
            try fill(context)
            let controller = ContractControllerTests.controller(context, sort: keys, format, sections: sections)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.start(controller)
            try body(context, controller, delegate)
            #expect(delegate.problems == [])
        }
    }

    /// Entries in the order of their titles.
    private func entries(_ context: NSManagedObjectContext) throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Entry")
        request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
        return try context.fetch(request)
    }

    private func fill(_ context: NSManagedObjectContext, _ count: Int = 4, step: Int = 10) throws {
        for number in 0..<count { context.entry("e\(number)", rank: number * step) }
        try context.save()
    }

    @Test("11.4 Where nothing changes nobody is called", arguments: ListModel.Kind.allCases)
    func nothing(_ kind: ListModel.Kind) throws {
        try follow(kind, fill: { try fill($0) }) { context, _, delegate in
            context.processPendingChanges()
            try context.save()
            let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
            folder.setValue("of no concern", forKey: "name")
            try context.save()
            #expect(delegate.takeLog() == [])
        }
    }

    @Test("11.5 Everything of an event stands in one bracket: sections, then objects")
    func order() throws {
        try follow(sort: ["group", "rank"], sections: "group") { context in
            context.entry("a", group: "x", rank: 0)
            try context.save()
        } then: { context, _, delegate in
            try entries(context)[0].setValue("y", forKey: "group")
            context.entry("b", group: "z", rank: 1)
            context.processPendingChanges()
            #expect(
                delegate.takeLog() == [
                    "will", "section delete x 0 0", "section insert y 0 1", "section insert z 1 1", "insert b - 1.0",
                    "move a 0.0 0.0", "did",
                ])
        }
    }

    @Test("11.7 Paths of what left are in the old layout, of what came in the new one")
    func paths() throws {
        try follow(fill: { try fill($0) }) { context, _, delegate in
            let all = try entries(context)
            context.delete(all[0])
            all[3].setValue(5, forKey: "rank")
            all[2].setValue("e2 changed", forKey: "title")
            context.entry("new", rank: 15)
            try context.save()
            #expect(
                delegate.takeLog() == [
                    "will", "delete e0 0.0 -", "insert new - 0.2", "move e3 0.3 0.0", "update e2 changed 0.2 0.2",
                    "did",
                ])
        }
    }

    @Test("11.8 A mixed batch makes just as many calls as there are changes", arguments: ListModel.Kind.allCases)
    func mixed(_ kind: ListModel.Kind) throws {
        try follow(kind, fill: { try fill($0, 5) }) { context, _, delegate in
            let all = try entries(context)
            context.delete(all[0])
            for number in 1...2 { all[number].setValue("edited \(number)", forKey: "title") }
            all[4].setValue(-1, forKey: "rank")
            context.entry("n1", rank: 100)
            context.entry("n2", rank: 101)
            try context.save()
            let log = delegate.takeLog()
            func count(_ kind: String) -> Int { log.filter { $0.hasPrefix(kind) }.count }
            #expect(count("insert") == 2 && count("delete") == 1 && count("move") == 1 && count("update") == 2)
            #expect(log.count == 8 && log.first == "will" && log.last == "did")
        }
    }

    @Test("11.9 A new sort key that leaves the object where it is makes an update")
    func keptPlace() throws {
        try follow(fill: { try fill($0) }) { context, _, delegate in
            try entries(context)[1].setValue(11, forKey: "rank")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "update e1 0.1 0.1", "did"])
        }
    }

    @Test("11.10 What is shifted by others is no news, unless its own key was changed as well")
    func shifted() throws {
        try follow(fill: { try fill($0) }) { context, controller, delegate in
            let all = try entries(context)
            context.delete(all[0])
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "delete e0 0.0 -", "did"])
            all[1].setValue(35, forKey: "rank")
            all[3].setValue(5, forKey: "rank")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "move e3 0.2 0.0", "move e1 0.0 0.2", "did"])
            #expect(ContractControllerTests.titles(controller) == ["e3", "e2", "e1"])
        }
    }

    @Test("11.11 Objects leave and enter the predicate, and until didChange the list is the old one")
    func predicate() throws {
        try follow(where: "done == NO", fill: { try fill($0) }) { context, controller, delegate in
            let all = try entries(context)
            all[0].setValue(true, forKey: "done")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "delete e0 0.0 -", "did"])
            #expect(delegate.listsBefore == [["e0", "e1", "e2", "e3"]])
            all[0].setValue(false, forKey: "done")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "insert e0 - 0.0", "did"])
            #expect(delegate.listsBefore == [["e1", "e2", "e3"]])
            #expect(ContractControllerTests.titles(controller) == ["e0", "e1", "e2", "e3"])
        }
    }

    @Test("11.12 Sections come with their objects and go without any")
    func sections() throws {
        try follow(sort: ["group", "rank"], sections: "group") { context in
            for (number, group) in ["a", "b", "c"].enumerated() {
                context.entry("e\(number)", group: group, rank: number)
            }
            try context.save()
        } then: { context, _, delegate in
            let all = try entries(context)
            context.delete(all[0])
            all[1].setValue("d", forKey: "group")
            context.entry("new", group: "d", rank: 9)
            context.processPendingChanges()
            #expect(
                delegate.takeLog().filter { $0.hasPrefix("section") } == [
                    "section delete a 0 0", "section delete b 1 0", "section insert d 1 2",
                ])
        }
    }

    @Test("11.13 The only row of a section moves from the section that goes to its place in the new list")
    func soleRow() throws {
        try follow(sort: ["group", "rank"], sections: "group") { context in
            context.entry("e0", group: "a", rank: 5)
            context.entry("e1", group: "b", rank: 1)
            try context.save()
        } then: { context, _, delegate in
            try entries(context)[0].setValue("b", forKey: "group")
            context.processPendingChanges()
            #expect(delegate.takeLog() == ["will", "section delete a 0 0", "move e0 0.0 0.1", "did"])
        }
    }

    @Test("11.17 Refreshing makes no inserts or deletes, reset none at all, and an object that is void leaves")
    func refreshing() throws {
        try follow(fill: { try fill($0) }) { context, controller, delegate in
            _ = controller.fetchedObjects?.map(RecordingDelegate.title)
            context.refreshAllObjects()
            context.processPendingChanges()
            #expect(delegate.takeLog().allSatisfy { !$0.hasPrefix("insert") && !$0.hasPrefix("delete") })
            context.reset()
            #expect(delegate.takeLog() == [] && controller.fetchedObjects == nil)
            try controller.performFetch()
            #expect(controller.fetchedObjects?.count == 4)
        }
        let stack = try ShopStack(.null)
        let second = try stack.coordinator.addPersistentStore(
            ofType: NSInMemoryStoreType, configurationName: nil, at: nil)
        try stack.work { context in
            context.add("A")
            context.assign(context.add("B"), to: second)
            try context.save()
            let request = NSFetchRequest<ShopItem>(entityName: "Item")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            let delegate = RecordingDelegate()
            controller.delegate = delegate
            try controller.performFetch()
            let held = controller.fetchedObjects
            #expect(held?.count == 2)
            try stack.coordinator.remove(second)
            context.processPendingChanges()
            #expect(controller.fetchedObjects?.map(\.title) == ["A"])
            #expect(delegate.takeLog().filter { $0.hasPrefix("delete") }.count == 1)
        }
    }

    @Test("11.18 An edited object keeps its place until the event is processed")
    func lateness() throws {
        try follow(fill: { try fill($0) }) { context, controller, _ in
            let all = try entries(context)
            all[0].setValue(100, forKey: "rank")
            #expect(controller.indexPath(forObject: all[0]) == [0, 0])
            context.processPendingChanges()
            #expect(controller.indexPath(forObject: all[0]) == [0, 3])
        }
    }

    @Test("11.19 What another context saved is heard once it is merged; other entities do not count")
    func merging() throws {
        try follow(fill: { try fill($0) }) { context, _, delegate in
            let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            other.persistentStoreCoordinator = context.persistentStoreCoordinator
            try saved(in: other, mergedInto: context) {
                let all = try entries(other)
                all[1].setValue("e1 edited", forKey: "title")
                other.entry("new", rank: 100)
                NSEntityDescription.insertNewObject(forEntityName: "Folder", into: other)
                    .setValue("of no concern", forKey: "name")
            }
            #expect(delegate.takeLog() == ["will", "insert new - 0.4", "update e1 edited 0.1 0.1", "did"])
        }
    }

    /// Saves what a body does in a context, and merges it into another one.
    private func saved(
        in other: NSManagedObjectContext, mergedInto context: NSManagedObjectContext, _ body: () throws -> Void
    ) throws {
        let note = try other.performAndWait {
            let posts = try other.posts(NSManagedObjectContext.didSaveObjectIDsNotification) {
                try body()
                try other.save()
            }
            return posts[0]
        }
        context.mergeChanges(
            fromContextDidSave: Notification(
                name: NSManagedObjectContext.didSaveObjectIDsNotification, object: other, userInfo: note))
    }

    @Test("11.20 What a batch wrote is heard once it is merged")
    func batches() throws {
        try follow(fill: { _ in }) { context, _, delegate in
            let request = NSBatchInsertRequest(
                entityName: "Entry", objects: (0..<3).map { ["title": "b\($0)", "rank": $0] })
            request.resultType = .objectIDs
            let result = try context.execute(request) as? NSBatchInsertResult
            #expect(delegate.takeLog() == [])
            NSManagedObjectContext.mergeChanges(
                fromRemoteContextSave: [NSInsertedObjectsKey: result?.result as Any], into: [context])
            let log = delegate.takeLog()
            #expect(log == ["will", "insert b0 - 0.0", "insert b1 - 0.1", "insert b2 - 0.2", "did"])
        }
    }

    @Test("11.21 A change of a related object is no change of its owner")
    func related() throws {
        try follow(sort: ["folder.name"], where: "folder.name != 'gone'") { context in
            for name in ["x", "y"] {
                let folder = NSEntityDescription.insertNewObject(forEntityName: "Folder", into: context)
                folder.setValue(name, forKey: "name")
                context.entry("in \(name)").setValue(folder, forKey: "folder")
            }
            try context.save()
        } then: { context, controller, delegate in
            let folders = try context.fetch(NSFetchRequest<NSManagedObject>(entityName: "Folder"))
            for folder in folders {
                folder.setValue(folder.value(forKey: "name") as? String == "x" ? "z" : "gone", forKey: "name")
            }
            try context.save()
            #expect(delegate.takeLog() == [])
            #expect(ContractControllerTests.titles(controller) == ["in x", "in y"])
        }
    }

    @Test("11.29 An object that is not in the list and does not enter it is no news")
    func outside() throws {
        try follow(where: "rank < 15", fill: { try fill($0) }) { context, _, delegate in
            try entries(context)[3].setValue("renamed", forKey: "title")
            context.entry("elsewhere", rank: 99)
            try context.save()
            #expect(delegate.takeLog() == [])
        }
    }

    @Test("11.30 Rows that were faults, or not in memory at all, enter when their merged changes let them")
    func unseen() throws {
        try follow(
            where: "done == YES",
            fill: { context in
                try fill(context)
                context.reset()
            }
        ) { context, controller, delegate in
            let other = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            other.persistentStoreCoordinator = context.persistentStoreCoordinator
            let fault = try other.performAndWait { try entries(other)[0].objectID }
            let held = context.object(with: fault)
            #expect(held.isFault)
            try saved(in: other, mergedInto: context) {
                for entry in try entries(other)[0...1] { entry.setValue(true, forKey: "done") }
            }
            #expect(delegate.takeLog() == ["will", "insert e0 - 0.0", "insert e1 - 0.1", "did"])
            #expect(ContractControllerTests.titles(controller) == ["e0", "e1"])
        }
    }
}
