import Foundation

/// Who hears of changes of a fetched results controller's list. Follows Apple's `NSFetchedResultsControllerDelegate`; every
/// method may be left out, and a delegate without any but the last does not make the list follow its context.
///
/// With the method for snapshots no other one is called; without it, and for a list without sections, the same holds of that for
/// differences. Else, for each event in the context, and only if it changes the list: `controllerWillChangeContent`, while the list is still
/// the old one; each changed section; each changed object; `controllerDidChangeContent`. Places of what left are those of the
/// old list, places of what came those of the new one.
public protocol NSFetchedResultsControllerDelegate: AnyObject {
    /// The list was fetched or has changed, and is this now: IDs of objects in sections by their names. Objects that were changed
    /// where they are count as reloaded.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference)
    /// The list, which has no sections, has changed in these places. What moved, or was changed where it is, is taken out and put
    /// in again.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>)
    /// The list is about to change; it still is as it was.
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// A section came (its index in the new list) or went (its index in the old list).
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType)
    /// An object came, went, moved or changed. `indexPath` leads into the old list, `newIndexPath` into the new one; of an object
    /// that changed where it is, both are the old place.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?)
    /// All changes of the event have been told; the list is the new one.
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>)
    /// The title of a section in an index beside the list; without this method the controller's own.
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String?
}

/// What stands in for methods left out: it tells that they are.
extension NSFetchedResultsControllerDelegate {
    /// Not interested.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
    ) { controller.note(missing: .snapshot) }

    /// Not interested.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChangeContentWith diff: CollectionDifference<NSManagedObjectID>
    ) { controller.note(missing: .difference) }

    /// Not interested.
    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        controller.note(missing: .willChange)
    }

    /// Not interested.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) { controller.note(missing: .section) }

    /// Not interested.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) { controller.note(missing: .object) }

    /// Not interested.
    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        controller.note(missing: .didChange)
    }

    /// The controller's own title.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        controller.sectionIndexTitle(forSectionName: sectionName)
    }
}
