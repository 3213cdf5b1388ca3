import Foundation

/// The list behind a fetched results controller, whatever the type of its results.
///
/// Fetched once, it is kept up to date from what the context tells of each event: objects that left, entered or changed are
/// judged in memory and found by binary search, and nothing is ever fetched again.
final class FetchedResults: SectionSource {
    let context: NSManagedObjectContext
    let sectionNameKeyPath: String?
    private(set) var layout: ResultLayout<ObjectRow>?
    private var criteria: ResultCriteria?
    /// All objects in one array, until the list changes.
    private var allObjects: [NSManagedObject]?
    /// Who is told of changes, and under which controller's name.
    weak var delegate: (any NSFetchedResultsControllerDelegate)? { didSet { track() } }
    weak var face: (any FetchedResultsFace)?

    init(context: NSManagedObjectContext, sectionNameKeyPath: String?) {
        self.context = context
        self.sectionNameKeyPath = sectionNameKeyPath
    }

    // MARK: Fetching

    func perform(_ settings: FetchSettings) throws {
        let entity = settings.entity(in: context.persistentStoreCoordinator)
        let criteria = ResultCriteria(settings, entity, sectionNameKeyPath: sectionNameKeyPath)
        let objects = try context.fetchObjects(settings)
        do {
            layout = try ResultLayout(
                criteria.order, rows: objects.map(ObjectRow.init),
                keys: objects.map { criteria.order.key(of: .object($0)) },
                sectionNames: criteria.sectionNames(objects), source: self)
        } catch {
            layout = nil
            allObjects = nil
            throw CocoaError(
                .coreData, userInfo: ["reason": Self.reason(error.index, error.name)])
        }
        self.criteria = criteria
        allObjects = objects
        track()
    }

    private static func reason(_ index: Int, _ name: String) -> String {
        "The fetched object at index \(index) has an out of order section name '\(name). "
            + "Objects must be sorted by section name'"
    }

    /// Without a delegate the results stay as they were fetched.
    private func track() {
        guard delegate != nil, layout != nil else {
            context.notifications.remove(self)
            return
        }
        context.notifications.add(self) { [unowned self] changes in hear(changes) }
    }

    // MARK: Reading

    var objects: [NSManagedObject]? {
        if let allObjects { return allObjects }
        guard let layout else { return nil }
        let objects = layout.rows.rows(0..<layout.rows.count).map(\.object)
        allObjects = objects
        return objects
    }

    func objects(in range: Range<Int>) -> [Any] {
        layout?.rows.rows(range).map(\.object) ?? []
    }

    func object(at indexPath: IndexPath) -> NSManagedObject {
        guard let row = layout?.row(at: indexPath) else {
            raise("NSInvalidArgumentException", "no object at index path \(indexPath)")
        }
        return row.object
    }

    func indexPath(of object: NSManagedObject) -> IndexPath? {
        layout?.indexPath(of: ObjectRow(object: object))
    }

    func indexTitle(forSectionName name: String) -> String? {
        guard let face else { return nil }
        guard let delegate else { return face.ownIndexTitle(forSectionName: name) }
        return delegate.controller(face.untyped, sectionIndexTitleForSectionName: name)
    }

    // MARK: Changes

    private func hear(_ changes: ContextChanges) {
        guard let layout, let criteria else { return }
        if changes.invalidatedAll {
            // The context was reset: its objects are void, and it takes another fetch to have a list again.
            self.layout = nil
            allObjects = nil
            return
        }
        let relevant = relevant(changes, layout.rows, criteria)
        guard !relevant.isEmpty else { return }
        guard let delegate, let face else { return }
        let controller = face.untyped
        delegate.controllerWillChangeContent(controller)
        let difference: ResultDifference<ObjectRow>
        do {
            difference = try layout.apply(relevant)
        } catch {
            raise("NSInternalInconsistencyException", Self.reason(error.index, error.name))
        }
        allObjects = nil
        difference.tell(delegate, controller)
        delegate.controllerDidChangeContent(controller)
    }

    /// Picks from the changes of an event what concerns the list.
    private func relevant(
        _ changes: ContextChanges, _ rows: RowList<ObjectRow>, _ criteria: ResultCriteria
    ) -> ResultChanges<ObjectRow> {
        var relevant = ResultChanges<ObjectRow>()
        var seen = ObjectSet()
        for object in changes.deleted + changes.invalidated {
            let row = ObjectRow(object: object)
            if seen.insert(object), rows.contains(row) { relevant.leaving.append(row) }
        }
        for objects in [changes.inserted, changes.updated, changes.refreshed, changes.refreshedUnseen] {
            for object in objects where criteria.concerns(object) && seen.insert(object) {
                let row = ObjectRow(object: object)
                let fits = !object.isDeleted && criteria.admits(object)
                switch (rows.contains(row), fits) {
                case (true, true): relevant.changed.append(criteria.placement(of: object))
                case (true, false): relevant.leaving.append(row)
                case (false, true): relevant.entering.append(criteria.placement(of: object))
                case (false, false): break
                }
            }
        }
        return relevant
    }
}

/// The controller in front of a list, seen without the type of its results.
protocol FetchedResultsFace: AnyObject {
    /// The controller as its delegate gets it.
    var untyped: NSFetchedResultsController<any NSFetchRequestResult> { get }
    /// The index title by the controller's own method, which a subclass may override.
    func ownIndexTitle(forSectionName name: String) -> String?
}

extension ResultDifference<ObjectRow> {
    /// Sections first, then objects: those that left, came, went elsewhere, changed.
    fileprivate func tell(
        _ delegate: any NSFetchedResultsControllerDelegate,
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>
    ) {
        for change in deletedSections {
            delegate.controller(controller, didChange: change.section, atSectionIndex: change.index, for: .delete)
        }
        for change in insertedSections {
            delegate.controller(controller, didChange: change.section, atSectionIndex: change.index, for: .insert)
        }
        for (changes, type) in [
            (deleted, NSFetchedResultsChangeType.delete), (inserted, .insert), (moved, .move), (updated, .update),
        ] {
            for change in changes {
                delegate.controller(
                    controller, didChange: change.row.object, at: change.old, for: type, newIndexPath: change.new)
            }
        }
    }
}
