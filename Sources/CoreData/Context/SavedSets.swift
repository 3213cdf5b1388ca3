/// The sets of a save's notifications, by the lists they were made of.
///
/// `objectsDidChange`, posted as the save begins, and `didSave` usually tell of the same objects, and hashing is
/// the largest part of a notification's cost.
final class SavedSets {
    private var made: [(objects: [NSManagedObject], set: Set<NSManagedObject>)] = []

    func set(_ objects: [NSManagedObject]) -> Set<NSManagedObject> {
        if objects.isEmpty { return [] }
        for known in made where Self.areSame(known.objects, objects) { return known.set }
        let set = ContextNotifications.set(objects)
        made.append((objects, set))
        return set
    }

    static func areSame(_ one: [NSManagedObject], _ other: [NSManagedObject]) -> Bool {
        guard one.count == other.count else { return false }
        return one.withUnsafeBytes { one in
            other.withUnsafeBytes { other in
                guard let start = one.baseAddress, let otherStart = other.baseAddress else { return true }
                // An array of references is an array of addresses.
                return start == otherStart || memcmp(start, otherStart, one.count) == 0
            }
        }
    }
}
