internal import CoreDataC

/// The objects that stand for the rows of one chunk in a context.
///
/// A fetch makes an object for every row, so what can be done once for a run of rows is not done for each: looking
/// registered objects up and registering new ones, and counting references to the home and the chunk that all share.
struct FetchedObjects {
    private let chunk: RowChunk
    private let home: ObjectHome
    private let family: RegisteredFamily

    init(chunk: RowChunk, home: ObjectHome) {
        guard let family = home.family else { preconditionFailure("the home of a store's objects has an identity map") }
        self.chunk = chunk
        self.home = home
        self.family = family
    }

    /// Initializes memory with the objects of the rows: registered ones, and new faults.
    ///
    /// A registered fault takes over the snapshot, as its own may be older; an object in use keeps what it has.
    func initialize(_ objects: UnsafeMutablePointer<NSManagedObject>, rows: Range<Int>) {
        let found = objects.withMemoryRebound(to: UInt.self, capacity: rows.count) {
            family.find(rows, of: chunk, into: $0)
        }
        if found < rows.count { make(rows, found: found, objects) }
        guard found > 0 else { return }
        for (index, row) in rows.enumerated() {
            let flags = objects[index].flags
            if flags.contains(.fault), !flags.contains(.deleted), !objects[index].isStanding(on: chunk, row: row) {
                objects[index].stand(on: RowReference(chunk: chunk, row: row))
            }
        }
    }

    private func make(_ rows: Range<Int>, found: Int, _ objects: UnsafeMutablePointer<NSManagedObject>) {
        let (objectClass, entity) = (home.objectClass, home.entity)
        let (homeReference, chunkReference) = (
            Unmanaged.passUnretained(home), Unmanaged<AnyObject>.passUnretained(chunk)
        )
        let former = Unmanaged<ObjectHome>.passUnretained(home.layout.detachedHome).toOpaque()
        let count = UInt32(rows.count - found)
        core_data_retain(homeReference.toOpaque(), count)
        core_data_retain(chunkReference.toOpaque(), count)
        let places = UnsafeMutableRawPointer(objects)
        var left: UInt32 = 0
        for row in rows {
            let index = row &- rows.lowerBound
            if found > 0, places.load(fromByteOffset: index &* 8, as: UInt.self) != 0 { continue }
            let object = objectClass.init(entity: entity, insertInto: nil)
            let isAsMade = object.settle(
                in: homeReference, on: chunkReference, row: row, key: chunk.primaryKey(row), leaving: former)
            if isAsMade { left &+= 1 }
            (objects + index).initialize(to: object)
        }
        if left > 0 { core_data_release(former, left) }
        family.enter(objects, for: rows, of: chunk, adding: Int(count))
    }
}
