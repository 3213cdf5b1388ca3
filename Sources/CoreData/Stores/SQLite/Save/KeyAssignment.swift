internal import CoreDataSQLite

/// The primary keys of the objects of a save.
final class KeyAssignment {
    /// One for each insert of the request.
    let inserted: [Int64]
    private let inserts: [RowWrite]
    /// Made when a relationship leads to a new object.
    private lazy var byObject = Dictionary(
        zip(inserts.lazy.map { ObjectIdentifier($0.object) }, inserted), uniquingKeysWith: { $1 })

    /// Reserves keys for the new objects that have none, family by family, inside the caller's transaction.
    init(_ request: SaveRequest, store: SQLiteStore, _ session: StoreConnection.Session) throws {
        inserts = request.inserts
        var needs: [Need] = []
        let runs = Self.runs(inserts)
        for run in runs {
            let count = run.writes.count { $0.object.savedKey == nil }
            if let at = needs.firstIndex(where: { $0.family === run.family }) {
                needs[at].count += count
            } else {
                needs.append(Need(family: run.family, count: count))
            }
        }
        for at in needs.indices where needs[at].count > 0 {
            needs[at].next = try store.keys.reserve(
                needs[at].count, root: store.schema.map(needs[at].family).rootNumber, session)
        }
        var keys: [Int64] = []
        keys.reserveCapacity(inserts.count)
        for run in runs {
            guard let at = needs.firstIndex(where: { $0.family === run.family }) else { continue }
            for write in run.writes {
                if let saved = write.object.savedKey {
                    keys.append(saved)
                } else {
                    keys.append(needs[at].next)
                    needs[at].next += 1
                }
            }
        }
        inserted = keys
    }

    /// How many keys a family needs, and the next of them. A save has objects of few families.
    private struct Need {
        let family: NSEntityDescription
        var count: Int
        var next: Int64 = 0
    }

    /// Runs of inserts of one family.
    private static func runs(_ writes: [RowWrite]) -> [(family: NSEntityDescription, writes: ArraySlice<RowWrite>)] {
        var runs: [(family: NSEntityDescription, writes: ArraySlice<RowWrite>)] = []
        var start = 0
        while start < writes.count {
            let family = writes[start].layout.rootEntity
            var end = start + 1
            while end < writes.count, writes[end].layout.rootEntity === family { end += 1 }
            runs.append((family, writes[start..<end]))
            start = end
        }
        return runs
    }

    /// The key of an object that is saved already or by this save.
    func key(of object: NSManagedObject) throws -> Int64 {
        if let key = object.savedKey ?? byObject[ObjectIdentifier(object)] { return key }
        throw NSError(
            domain: NSCocoaErrorDomain, code: NSManagedObjectExternalRelationshipError,
            userInfo: [
                NSAffectedObjectsErrorKey: [object],
                "reason": "A relationship leads to an object that is neither saved nor part of this save",
            ])
    }
}
