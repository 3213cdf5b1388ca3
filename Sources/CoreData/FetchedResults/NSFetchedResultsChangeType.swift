/// What happened to an object or section of a fetched results controller. Numbers as Apple's.
public enum NSFetchedResultsChangeType: UInt, Sendable {
    /// It came into the list.
    case insert = 1
    /// It left the list.
    case delete = 2
    /// It went to another place.
    case move = 3
    /// It was changed where it is.
    case update = 4
}
