import Dispatch

/// The IDs that tell of a large save, made on another core while the store writes, or those of new objects while their rows are
/// given out: making and hashing them takes about a tenth as long as the writing.
///
/// Nothing of the objects is touched over there: their homes and keys are taken down first.
final class EarlyIDs: @unchecked Sendable {
    // Sendable: `made` is written by one block and read after the group was waited for; all else is immutable.

    /// An object as its ID names it. The registry holds the home.
    private struct Name {
        let home: Unmanaged<ObjectHome>
        let key: Int64
        let known: NSManagedObjectID?
    }
    /// From how many objects on it pays to wake another core.
    private static let worthwhile = 2_000

    private let lists: [[NSManagedObject]]
    private let group = DispatchGroup()
    private var made: [Set<NSManagedObjectID>] = []

    /// nil where the lists are short, or hold objects whose IDs the save has yet to give out.
    convenience init?(_ lists: [NSManagedObject]...) {
        guard lists.reduce(0, { $0 + $1.count }) >= Self.worthwhile else { return nil }
        var names: [[Name]] = []
        for list in lists {
            var own: [Name] = []
            own.reserveCapacity(list.count)
            var isSaved = true
            list.forEachHeld { object in
                if object.key < 0 { isSaved = false }
                own.append(
                    Name(home: object.homeReference, key: object.key, known: object.withState { $0.objectID } ?? nil))
            }
            guard isSaved else { return nil }
            names.append(own)
        }
        self.init(lists, names)
    }

    /// Of new objects, by the rows that were written for them; nil where they are few, or went to no store.
    convenience init?(inserted objects: [NSManagedObject], _ rows: SavedRows, _ registry: ObjectRegistry) {
        guard objects.count >= Self.worthwhile else { return nil }
        var rows = rows
        var names: [Name] = []
        names.reserveCapacity(objects.count)
        objects.forEachHeld { object in
            guard let row = rows.next(insertedFor: object) else { return }
            if object.key < 0 {
                names.append(
                    Name(home: .passUnretained(rows.home(of: object, in: registry)), key: row.primaryKey, known: nil))
            } else {
                let known = object.withState { $0.objectID } ?? nil
                names.append(Name(home: object.homeReference, key: object.key, known: known))
            }
        }
        guard names.count == objects.count else { return nil }
        self.init([objects], [names])
    }

    private init(_ lists: [[NSManagedObject]], _ names: [[Name]]) {
        self.lists = lists
        let transfer = UnsafeTransfer(names)
        group.enter()
        WorkerThreads.async { [self] in
            made = transfer.value.map(Self.ids)
            group.leave()
        }
    }

    /// Lets go of the IDs over there as well.
    deinit {
        let transfer = UnsafeTransfer(made)
        WorkerThreads.async { withExtendedLifetime(transfer) {} }
    }

    private static func ids(_ names: [Name]) -> Set<NSManagedObjectID> {
        var set = Set<NSManagedObjectID>(minimumCapacity: ContextNotifications.spacious(names.count))
        // Mostly all are of one home. It is not counted for each: the save counts its references at the same time, and a count
        // that two cores change takes them many times as long.
        var last: (home: UnsafeMutableRawPointer, entity: NSEntityDescription, tie: StoreTie?)?
        for name in names {
            if let known = name.known {
                set.update(with: known)
                continue
            }
            if last?.home != name.home.toOpaque() {
                last = name.home._withUnsafeGuaranteedRef { (name.home.toOpaque(), $0.entity, $0.tie) }
            }
            if let last { set.update(with: NSManagedObjectID(entity: last.entity, tie: last.tie, key: name.key)) }
        }
        return set
    }

    /// Returns once the IDs are made: mostly they have been for long.
    func wait() { group.wait() }

    /// The IDs of just these objects; nil where the save ended up with others.
    func ids(of objects: [NSManagedObject]) -> Set<NSManagedObjectID>? {
        wait()
        for (list, set) in zip(lists, made) where SavedSets.areSame(list, objects) { return set }
        return nil
    }
}
