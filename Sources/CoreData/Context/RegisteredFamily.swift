import Synchronization

internal import CoreDataC

/// The objects of one family (a root entity and its descendants, from one store) in one context, found by primary key.
///
/// Pointers are unretained; an object takes itself out in its deinit, on whatever thread that runs. A look-up therefore
/// happens under the lock and retains by `swift_tryRetain`, which answers nil for an object that is on its way out
/// (its deinit waits for this lock, so the memory is still there).
final class RegisteredFamily: Sendable {
    private struct Content {
        var map = RadixMap<UInt>(empty: 0)
        var count = 0
    }
    private let content = Mutex(Content())

    private static func address(_ object: NSManagedObject) -> UInt {
        UInt(bitPattern: Unmanaged.passUnretained(object).toOpaque())
    }

    private static func retained(_ address: UInt) -> NSManagedObject? {
        guard let pointer = UnsafeMutableRawPointer(bitPattern: address), let retained = swift_tryRetain(pointer) else {
            return nil
        }
        return Unmanaged<NSManagedObject>.fromOpaque(retained).takeRetainedValue()
    }

    func object(_ key: Int64) -> NSManagedObject? {
        content.withLock { content in
            // Retaining happens under the lock; the result leaves it as an opaque pointer, which is sendable.
            UnsafeTransfer(Self.retained(content.map[key]))
        }.value
    }

    func register(_ object: NSManagedObject) {
        let address = Self.address(object)
        let key = object.key
        content.withLock { content in
            content.map[key] = address
            content.count += 1
        }
        object.flags.insert(.registered)
    }

    /// Enters objects in one go; they are known not to be registered yet.
    func register(_ objects: ArraySlice<NSManagedObject>) {
        let transfer = UnsafeTransfer(objects)
        content.withLock { content in
            for object in transfer.value where !object.flags.contains(.registered) {
                content.map[object.key] = Self.address(object)
                content.count += 1
                object.flags.insert(.registered)
            }
        }
    }

    /// Takes an object out; what another object has meanwhile been registered under the key stays.
    func deregister(_ object: NSManagedObject) {
        let address = Self.address(object)
        let key = object.key
        content.withLock { content in
            guard content.map[key] == address else { return }
            content.map[key] = 0
            content.count -= 1
        }
        object.flags.remove(.registered)
    }

    /// The registered objects for the rows of a chunk, in their order; nil where there is none.
    func objects(for chunk: RowChunk, into found: inout [NSManagedObject?]) {
        found.removeAll(keepingCapacity: true)
        let transfer = content.withLock { content -> UnsafeTransfer<[NSManagedObject?]>? in
            guard content.count > 0 else { return nil }
            var objects: [NSManagedObject?] = []
            objects.reserveCapacity(chunk.count)
            for row in 0..<chunk.count { objects.append(Self.retained(content.map[chunk.primaryKey(row)])) }
            return UnsafeTransfer(objects)
        }
        if let transfer {
            found = transfer.value
        } else {
            found.append(contentsOf: repeatElement(nil, count: chunk.count))
        }
    }

    /// Every object registered at this moment.
    var all: [NSManagedObject] {
        content.withLock { content in
            var objects: [NSManagedObject] = []
            content.map.forEach { if let object = Self.retained($0) { objects.append(object) } }
            return UnsafeTransfer(objects)
        }.value
    }

    var count: Int { content.withLock(\.count) }
}

/// Carries a value out of a lock, or onto a context's queue, where the compiler cannot see that only one side goes on using it.
struct UnsafeTransfer<Value>: @unchecked Sendable {
    // Sendable: each use says, or its type's comment does, what keeps two threads from the value at once.
    let value: Value
    init(_ value: Value) { self.value = value }
}
