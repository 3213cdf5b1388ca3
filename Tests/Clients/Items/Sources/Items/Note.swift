import CoreData

/// A class written by hand, properties and all; public, since what is generated for `Shelf` is.
public final class Note: NSManagedObject {
    @NSManaged private(set) var primaryText: String
    @NSManaged fileprivate var writtenAt: Date?
    @NSManaged var shelf: Shelf?

    func write(_ text: String, at date: Date) {
        primaryText = text
        writtenAt = date
    }

    var dated: String { "\(primaryText) \(writtenAt?.timeIntervalSinceReferenceDate ?? -1)" }
}
