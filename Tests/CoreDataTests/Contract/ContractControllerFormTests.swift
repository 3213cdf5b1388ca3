import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractControllerFormTests {
    private typealias Snapshot = NSDiffableDataSourceSnapshot<String, NSManagedObjectID>

    /// Has every method, and notes which of them are called.
    private class Everything: NSFetchedResultsControllerDelegate {
        var calls: [String] = []
        var snapshots: [NSDiffableDataSourceSnapshotReference] = []
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
        ) {
            calls.append("snapshot")
            snapshots.append(snapshot)
        }
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
        ) { calls.append("difference") }
        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls.append("will")
        }
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls.append("did")
        }
    }

    /// Keeps a list by differences alone.
    private final class Differing: NSFetchedResultsControllerDelegate {
        var calls: [String] = []
        var ids: [NSManagedObjectID] = []
        var last: CollectionDifference<NSManagedObjectID>?
        func controller(
            _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
            didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
        ) {
            calls.append("difference")
            last = diff
            ids = ids.applying(diff) ?? []
        }
        func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls.append("will")
        }
        func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
            calls.append("did")
        }
    }

    private func ids(_ controller: NSFetchedResultsController<NSManagedObject>) -> [NSManagedObjectID] {
        (controller.fetchedObjects ?? []).map(\.objectID)
    }

    @Test("11.22 Snapshots come after the fetch and each change, alone, with what changed in place marked as reloaded")
    func snapshots() throws {
        try ContractControllerTests.work { context in
            for number in 0..<4 { context.entry("e\(number)", group: number < 2 ? "x" : "y", rank: number) }
            try context.save()
            let controller = ContractControllerTests.controller(context, sort: ["group", "rank"], sections: "group")
            let delegate = Everything()
            controller.delegate = delegate
            try controller.performFetch()
            let objects = try #require(controller.fetchedObjects)
            objects[1].setValue("renamed", forKey: "title")
            context.delete(objects[3])
            context.entry("new", group: "z", rank: 9)
            try context.save()
            let newID = try #require(controller.fetchedObjects?.last?.objectID)
            context.delete(objects[0])
            context.processPendingChanges()
            #expect(delegate.calls == ["snapshot", "snapshot", "snapshot"])
            // Typed only now: each is that of its time.
            let snapshots = delegate.snapshots.map { $0 as Snapshot }
            #expect(snapshots[0].sectionIdentifiers == ["x", "y"] && snapshots[0].itemIdentifiers.count == 4)
            #expect(snapshots[0].reloadedItemIdentifiers == [])
            #expect(snapshots[1].sectionIdentifiers == ["x", "y", "z"])
            #expect(snapshots[1].itemIdentifiers(inSection: "y") == [objects[2].objectID])
            #expect(snapshots[1].reloadedItemIdentifiers == [objects[1].objectID])
            #expect(snapshots[1].sectionIdentifier(containingItem: objects[0].objectID) == "x")
            #expect(snapshots[2].itemIdentifiers == [objects[1].objectID, objects[2].objectID, newID])
            #expect(snapshots[2].indexOfItem(newID) == 2 && snapshots[2].indexOfSection("z") == 2)
            let reference = try #require(delegate.snapshots.last)
            #expect(reference.numberOfItems == 3 && reference.numberOfSections == 3)
            #expect(reference.index(ofItemIdentifier: objects[0].objectID) == NSNotFound)
            #expect(
                reference.itemIdentifiersInSection(withIdentifier: "x") as? [NSManagedObjectID] == [objects[1].objectID]
            )
        }
    }

    @Test("11.22 A snapshot can be edited like any other")
    func editing() {
        var snapshot = NSDiffableDataSourceSnapshot<String, Int>()
        snapshot.appendSections(["a", "c"])
        snapshot.insertSections(["b"], afterSection: "a")
        snapshot.appendItems([1, 2, 3], toSection: "a")
        snapshot.appendItems([9])
        snapshot.insertItems([4], beforeItem: 3)
        snapshot.moveItem(1, afterItem: 9)
        snapshot.reloadItems([9])
        snapshot.reconfigureItems([2])
        #expect(snapshot.itemIdentifiers == [2, 4, 3, 9, 1] && snapshot.numberOfItems(inSection: "b") == 0)
        snapshot.moveSection("c", beforeSection: "a")
        snapshot.deleteItems([9])
        snapshot.deleteSections(["b"])
        #expect(snapshot.sectionIdentifiers == ["c", "a"] && snapshot.itemIdentifiers == [1, 2, 4, 3])
        #expect(snapshot.reloadedItemIdentifiers == [] && snapshot.reconfiguredItemIdentifiers == [2])
        let reference = snapshot as NSDiffableDataSourceSnapshotReference
        #expect((reference as NSDiffableDataSourceSnapshot<String, Int>) == snapshot)
        let untyped: Any = reference
        #expect(untyped as? NSDiffableDataSourceSnapshot<Int, Int> == nil)
        snapshot.deleteAllItems()
        #expect(snapshot.numberOfItems == 0 && snapshot.numberOfSections == 0)
    }

    @Test("11.22 A delegate that is set after the fetch hears of the first change by a snapshot alone")
    func lateDelegate() throws {
        try ContractControllerTests.work { context in
            context.entry("a")
            let controller = ContractControllerTests.controller(context)
            try controller.performFetch()
            let delegate = Everything()
            controller.delegate = delegate
            context.entry("b", rank: 1)
            context.processPendingChanges()
            #expect(delegate.calls == ["snapshot"])
            #expect(delegate.snapshots.last.map { ($0 as Snapshot).itemIdentifiers } == ids(controller))
        }
    }

    @Test("11.23 Differences come alone, for lists without sections, with moves and updates as pairs", arguments: 1...5)
    func differences(_ seed: UInt64) throws {
        var numbers = SeededNumbers(seed: seed)
        try ContractControllerTests.work { context in
            for number in 0..<20 { context.entry("e\(number)", rank: number * 10) }
            try context.save()
            let controller = ContractControllerTests.controller(context)
            let delegate = Differing()
            controller.delegate = delegate
            try controller.performFetch()
            delegate.ids = ids(controller)
            var live = controller.fetchedObjects ?? []
            for round in 0..<10 {
                live.removeAll { entry in
                    switch Int.random(in: 0..<8, using: &numbers) {
                    case 0: context.delete(entry)
                    case 1: entry.setValue(Int.random(in: 0..<300, using: &numbers), forKey: "rank")
                    case 2: entry.setValue("edited \(round)", forKey: "title")
                    default: break
                    }
                    return entry.isDeleted
                }
                let new = context.entry("new \(round)", rank: Int.random(in: 0..<300, using: &numbers))
                try context.obtainPermanentIDs(for: [new])
                live.append(new)
                context.processPendingChanges()
                #expect(delegate.ids == ids(controller))
            }
            #expect(Set(delegate.calls) == ["difference"] && delegate.calls.count == 10)
            live[0].setValue("seen", forKey: "title")
            context.processPendingChanges()
            let place = try #require(ids(controller).firstIndex(of: live[0].objectID))
            let update = try #require(delegate.last)
            #expect(update.removals == [.remove(offset: place, element: live[0].objectID, associatedWith: place)])
            #expect(update.insertions == [.insert(offset: place, element: live[0].objectID, associatedWith: place)])
        }
    }

    @Test("11.23 A list with sections tells its changes one by one, though there is a method for differences")
    func sectioned() throws {
        try ContractControllerTests.work { context in
            context.entry("a", group: "x")
            let controller = ContractControllerTests.controller(context, sort: ["group"], sections: "group")
            let delegate = Differing()
            controller.delegate = delegate
            try controller.performFetch()
            context.entry("b", group: "y")
            context.processPendingChanges()
            #expect(delegate.calls == ["will", "did"])
        }
    }

    @Test("11.28 A snapshot names a new object by its temporary ID, unless it has got a permanent one")
    func temporary() throws {
        try ContractControllerTests.work { context in
            let controller = ContractControllerTests.controller(context)
            let delegate = Everything()
            controller.delegate = delegate
            try controller.performFetch()
            let new = context.entry("new")
            context.processPendingChanges()
            let temporary = try #require(delegate.snapshots.last) as Snapshot
            #expect(temporary.itemIdentifiers.first?.isTemporaryID == true)
            let other = context.entry("other", rank: 1)
            try context.obtainPermanentIDs(for: [new, other])
            context.processPendingChanges()
            let permanent = try #require(delegate.snapshots.last) as Snapshot
            #expect(permanent.itemIdentifiers == [new.objectID, other.objectID])
            #expect(permanent.itemIdentifiers.allSatisfy { !$0.isTemporaryID })
        }
    }
}

#if compiler(>=6.2)
    @Suite struct ContractControllerRaisesTests {
        @Test("11.1 A request without sort descriptors raises")
        func unsorted() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractControllerTests.work { context in
                    _ = NSFetchedResultsController(
                        fetchRequest: NSFetchRequest<NSManagedObject>(entityName: "Entry"),
                        managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
                }
            }
            #expect(LastWords(result).tell("requires a fetch request with sort descriptors"))
        }

        @Test("11.2 A path that leads nowhere raises")
        func badPath() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractControllerTests.work { context in
                    let controller = ContractControllerTests.controller(context)
                    try controller.performFetch()
                    _ = controller.object(at: IndexPath(item: 0, section: 0))
                }
            }
            #expect(LastWords(result).tell("no object at index path"))
        }

        @Test("11.24 A request that was changed under its cache raises")
        func changedUnderCache() async {
            let result = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
                try ContractControllerTests.work { context in
                    let controller = ContractControllerTests.controller(context, cache: "list")
                    try controller.performFetch()
                    controller.fetchRequest.predicate = NSPredicate(format: "rank > 1")
                    try controller.performFetch()
                }
            }
            #expect(LastWords(result).tell("The persistent cache of section information does not match"))
        }
    }
#endif
