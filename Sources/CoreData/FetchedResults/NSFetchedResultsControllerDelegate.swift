import Foundation

/// Who hears of changes of a fetched results controller's list. Follows Apple's `NSFetchedResultsControllerDelegate`; every
/// method may be left out.
///
/// For each event in the context, and only if it changes the list: `controllerWillChangeContent`, while the list is still
/// the old one; each changed section; each changed object; `controllerDidChangeContent`. Places of what left are those of the
/// old list, places of what came those of the new one.
public protocol NSFetchedResultsControllerDelegate: AnyObject {
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

/// What stands in for methods left out.
extension NSFetchedResultsControllerDelegate {
    /// Not interested.
    public func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// Not interested.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        didChange sectionInfo: any NSFetchedResultsSectionInfo, atSectionIndex sectionIndex: Int,
        for type: NSFetchedResultsChangeType
    ) {}

    /// Not interested.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {}

    /// Not interested.
    public func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {}

    /// The controller's own title.
    public func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
        sectionIndexTitleForSectionName sectionName: String
    ) -> String? {
        controller.sectionIndexTitle(forSectionName: sectionName)
    }
}
