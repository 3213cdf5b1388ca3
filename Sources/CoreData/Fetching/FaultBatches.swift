internal import CoreDataC

/// The objects that stand for keys in a context: registered ones, and new faults that are loaded batch by batch.
struct FaultBatches {
    /// How many keys are looked up in the identity map at a time.
    private static let runLength = 256
    /// How many faults a batch has; 0 where each is loaded alone.
    private let size: Int
    private var batch = FaultBatch()
    /// Of the faults in the batch, which do not yet count a reference to it.
    private var keys: [Int64] = []
    private var isFirst = true

    init(of size: Int) { self.size = size }

    /// Initializes memory with the objects of keys that share a home.
    mutating func initialize(
        _ objects: UnsafeMutablePointer<NSManagedObject>, _ keys: UnsafeBufferPointer<Int64>, in home: ObjectHome
    ) {
        guard let start = keys.baseAddress else { return }
        let faults = NewFaults(in: home)
        for offset in stride(from: 0, to: keys.count, by: Self.runLength) {
            let run = KeyRun(
                start: start + offset, stride: MemoryLayout<Int64>.stride,
                count: min(Self.runLength, keys.count - offset))
            let found = faults.find(objects + offset, run)
            if found == run.count { continue }
            faults.make(objects + offset, run, found: found) { NewFaults.Standing(in: place(run[$0])) }
        }
    }

    /// The batch that a new fault goes to.
    private mutating func place(_ key: Int64) -> Unmanaged<AnyObject>? {
        if size == 0 { return nil }
        if keys.count == size { close() }
        keys.append(key)
        return .passUnretained(batch)
    }

    private mutating func close() {
        batch.primaryKeys = keys
        core_data_retain(Unmanaged.passUnretained(batch).toOpaque(), UInt32(keys.count))
        batch = FaultBatch()
        keys.removeAll(keepingCapacity: true)
        isFirst = false
    }

    /// Ends the last batch. A fault that is the only one of all objects is loaded alone, as its row may be in memory.
    mutating func finish(_ objects: UnsafeMutableBufferPointer<NSManagedObject>) {
        guard isFirst, keys.count == 1 else { return keys.isEmpty ? () : close() }
        for object in objects where object.leaveBatch(batch) { break }
    }
}
