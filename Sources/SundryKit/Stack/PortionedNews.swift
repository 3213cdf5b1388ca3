import CoreData

/// What another context or process saved, in portions small enough to be merged between two keys.
struct PortionedNews: @unchecked Sendable {
    // Sendable: made on one queue, and from then on touched by the main queue alone.

    /// The last first.
    private var portions: [Notification]
    /// How many objects are merged in one go: what takes a few milliseconds.
    private static let portion = 256

    /// News of saves, oldest first, that name objects by their IDs.
    init(of saves: [Notification]) {
        portions = saves.flatMap { $0.portions(of: Self.portion) }.reversed()
    }

    /// Merges a portion into a context of the main queue, then lets the queue do what waits there, such as answering a
    /// key, before the next one. On the main queue, as is `completion`.
    func merge(into context: NSManagedObjectContext, completion: @escaping @Sendable () -> Void) {
        var rest = self
        guard let portion = rest.portions.popLast() else { return completion() }
        context.mergeChanges(fromContextDidSave: portion)
        DispatchQueue.main.async { [rest] in rest.merge(into: context, completion: completion) }
    }
}

extension Notification {
    /// The same news of objects by their IDs, cut into portions of so many objects.
    fileprivate func portions(of size: Int) -> [Notification] {
        var portions: [Notification] = []
        for (key, value) in userInfo ?? [:] {
            guard let set = value as? Set<NSManagedObjectID> else { continue }
            let ids = Array(set)
            for start in stride(from: 0, to: ids.count, by: size) {
                let some = Set(ids[start..<min(start + size, ids.count)])
                portions.append(Notification(name: name, object: nil, userInfo: [key: some]))
            }
        }
        return portions
    }
}
