// What happens where a row or a relationship cannot be read: the page is damaged, the disk fails, the file is gone.
//
// Apple raises an exception, which nothing in Swift can catch. Here the object goes on reading as nil or empty; whoever wants
// to know listens, and nothing is saved of an object of which not all is known.

extension NSManagedObjectContext {
    /// Posted, once for each object until it is refreshed, when a fault or a relationship could not be read; ours alone. In the userInfo
    /// the error under `NSUnderlyingErrorKey`, and the object, in an array, under `NSAffectedObjectsErrorKey`.
    public static let didFailToReadObjectsNotification = Notification.Name(
        "NSManagedObjectContextDidFailToReadObjectsNotification")

    /// Marks an object of which something could not be read, and tells so.
    final func noteUnreadable(_ object: NSManagedObject, _ error: any Error) {
        object.flags.insert(.unreadable)
        activity.readError = error
        NotificationCenter.default.post(
            name: Self.didFailToReadObjectsNotification, object: self,
            userInfo: [NSUnderlyingErrorKey: error as NSError, NSAffectedObjectsErrorKey: [object]])
    }

    /// Throws if an object that a save would write has not been read completely.
    final func requireReadableChanges() throws {
        guard activity.readError != nil else { return }
        for object in changes.updated + changes.deleted { try requireReadable(object) }
    }

    /// Throws what kept an object from being read.
    final func requireReadable(_ object: NSManagedObject) throws {
        guard object.flags.contains(.unreadable) else { return }
        throw activity.readError ?? CocoaError(.fileReadUnknown)
    }
}
