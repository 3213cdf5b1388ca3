/// A section of a fetched results controller's list. Follows Apple's `NSFetchedResultsSectionInfo`.
public protocol NSFetchedResultsSectionInfo: AnyObject {
    /// The value of `sectionNameKeyPath` that the section's objects share, as text; "" where there are no sections.
    var name: String { get }
    /// The title that stands for the section in an index beside the list.
    var indexTitle: String? { get }
    /// How many objects the section has.
    var numberOfObjects: Int { get }
    /// The section's objects in their order; an array made when asked for.
    var objects: [Any]? { get }
}
