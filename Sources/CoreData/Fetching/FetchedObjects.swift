internal import CoreDataC

/// The objects that stand for the rows of one chunk in a context.
///
/// A fetch makes an object for every row, so what can be done once for a run of rows is not done for each: looking
/// registered objects up and registering new ones, and counting references to the home and the chunk that all share.
struct FetchedObjects {
    private let chunk: RowChunk
    private let faults: NewFaults

    init(chunk: RowChunk, home: ObjectHome) {
        self.chunk = chunk
        faults = NewFaults(in: home)
    }

    /// Initializes memory with the objects of the rows: registered ones, and new faults.
    ///
    /// A registered fault takes over the snapshot, as its own may be older; an object in use keeps what it has.
    func initialize(_ objects: UnsafeMutablePointer<NSManagedObject>, rows: Range<Int>) {
        withExtendedLifetime(chunk) {
            let keys = chunk.keys(rows)
            let found = faults.find(objects, keys)
            if found < rows.count {
                let reference = Unmanaged<AnyObject>.passUnretained(chunk)
                core_data_retain(reference.toOpaque(), UInt32(rows.count - found))
                faults.make(objects, keys, found: found) { index in
                    NewFaults.Standing(on: reference, row: rows.lowerBound &+ index)
                }
            }
            guard found > 0 else { return }
            for (index, row) in rows.enumerated() {
                let flags = objects[index].flags
                if flags.contains(.fault), !flags.contains(.deleted), !objects[index].isStanding(on: chunk, row: row) {
                    objects[index].stand(on: RowReference(chunk: chunk, row: row))
                }
            }
        }
    }
}

/// Makes the faults of a home for a run of keys, where there is no object yet.
struct NewFaults {
    /// What a new fault is on; a reference to that is counted for it already.
    struct Standing {
        let backing: Unmanaged<AnyObject>?
        let row: Int
        let flags: ObjectFlags

        @inline(__always)
        init(on chunk: Unmanaged<AnyObject>, row: Int) {
            backing = chunk
            self.row = row
            flags = [.fault, .registered]
        }

        /// - Parameter batch: nil for a fault that is loaded alone.
        @inline(__always)
        init(in batch: Unmanaged<AnyObject>?) {
            backing = batch
            row = 0
            flags = batch == nil ? [.fault, .registered] : [.fault, .registered, .offSnapshot]
        }
    }

    private let home: ObjectHome
    private let family: RegisteredFamily

    init(in home: ObjectHome) {
        guard let family = home.family else { preconditionFailure("the home of a store's objects has an identity map") }
        self.home = home
        self.family = family
    }

    /// Initializes memory with the objects that are registered for keys; elsewhere with zeros, or with nothing if there are none.
    func find(_ objects: UnsafeMutablePointer<NSManagedObject>, _ keys: KeyRun) -> Int {
        objects.withMemoryRebound(to: UInt.self, capacity: keys.count) { family.find(keys, into: $0) }
    }

    /// Initializes the rest with new faults and registers them; `standing` tells what each is on.
    @inline(__always)
    func make(
        _ objects: UnsafeMutablePointer<NSManagedObject>, _ keys: KeyRun, found: Int, _ standing: (Int) -> Standing
    ) {
        let (objectClass, entity) = (home.objectClass, home.entity)
        let homeReference = Unmanaged.passUnretained(home)
        let former = Unmanaged<ObjectHome>.passUnretained(home.layout.detachedHome).toOpaque()
        let count = UInt32(keys.count - found)
        core_data_retain(homeReference.toOpaque(), count)
        let places = UnsafeMutableRawPointer(objects)
        var left: UInt32 = 0
        for index in 0..<keys.count {
            if found > 0, places.load(fromByteOffset: index &* 8, as: UInt.self) != 0 { continue }
            let object = objectClass.init(entity: entity, insertInto: nil)
            let isAsMade = object.settle(in: homeReference, standing(index), key: keys[index], leaving: former)
            if isAsMade { left &+= 1 }
            (objects + index).initialize(to: object)
        }
        if left > 0 { core_data_release(former, left) }
        family.enter(objects, for: keys, adding: Int(count))
    }
}
