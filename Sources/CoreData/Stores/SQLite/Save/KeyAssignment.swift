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
        var wanted: [ObjectIdentifier: (root: Int64, count: Int)] = [:]
        for (family, writes) in Self.runs(inserts) {
            let root = store.schema.map(family).rootNumber
            wanted[ObjectIdentifier(family), default: (root, 0)].count += writes.count { $0.object.savedKey == nil }
        }
        var next: [ObjectIdentifier: Int64] = [:]
        for (family, need) in wanted where need.count > 0 {
            next[family] = try store.keys.reserve(need.count, root: need.root, session)
        }
        var keys: [Int64] = []
        keys.reserveCapacity(inserts.count)
        for (family, writes) in Self.runs(inserts) {
            var key = next[ObjectIdentifier(family)] ?? 0
            for write in writes {
                if let saved = write.object.savedKey {
                    keys.append(saved)
                } else {
                    keys.append(key)
                    key += 1
                }
            }
            next[ObjectIdentifier(family)] = key
        }
        inserted = keys
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
