internal import CoreDataC

/// Stands objects on new snapshots, one after the other, counting references to the chunks by runs: objects that were saved
/// together mostly leave one chunk for another together.
///
/// Whoever uses it holds the objects and the new chunks until `settle`, and runs nothing of a user's before.
struct BackingExchange {
    private struct Run {
        private var object: UnsafeMutableRawPointer?
        private var count: UInt32 = 0

        /// Counts one more reference; answers the run that this ends.
        @inline(__always)
        mutating func add(_ pointer: UnsafeMutableRawPointer) -> Run? {
            if object == pointer {
                count &+= 1
                return nil
            }
            let ended = self
            self = Run(object: pointer, count: 1)
            return ended
        }

        init() {}
        private init(object: UnsafeMutableRawPointer, count: UInt32) {
            self.object = object
            self.count = count
        }

        func retain() { if let object { core_data_retain(object, count) } }
        func release() { if let object { core_data_release(object, count) } }
    }
    private var taken = Run()
    private var left = Run()

    @inline(__always)
    mutating func stand(_ object: NSManagedObject, on row: WrittenRow) {
        taken.add(row.chunk.toOpaque())?.retain()
        if let former = object.exchangeBacking(for: row) { left.add(former.toOpaque())?.release() }
    }

    /// Makes the counts right.
    mutating func settle() {
        taken.retain()
        left.release()
        self = BackingExchange()
    }
}
