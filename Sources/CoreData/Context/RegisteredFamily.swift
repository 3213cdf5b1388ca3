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

    /// Writes the registered objects for a run of keys, retained, one behind the other; 0 where there is none. Answers how
    /// many there are; if there are none, nothing is written.
    func find(_ keys: KeyRun, into places: UnsafeMutablePointer<UInt>) -> Int {
        let places = UnsafeTransfer(places)
        return content.withLock { content in
            guard content.count > 0 else { return 0 }
            var found = 0
            Self.forEachPlace(keys, in: content.map) { index, address in
                places.value[index] = 0
                // Retained under the lock, see above.
                guard let pointer = UnsafeMutableRawPointer(bitPattern: address.pointee),
                    let retained = swift_tryRetain(pointer)
                else { return }
                places.value[index] = UInt(bitPattern: retained)
                found &+= 1
            }
            return found
        }
    }

    /// Enters the objects of a run of keys; `added` of them are new, the others are there already.
    func enter(_ objects: UnsafePointer<NSManagedObject>, for keys: KeyRun, adding added: Int) {
        // The addresses alone are entered; the pointer is not used after the call.
        let places = UnsafeTransfer(UnsafeRawPointer(objects))
        content.withLock { content in
            Self.forEachPlace(keys, in: content.map) { index, address in
                address.pointee = places.value.load(fromByteOffset: index &* 8, as: UInt.self)
            }
            content.count += added
        }
    }

    /// Where the addresses of the objects of keys stand; keys that follow each other share a page.
    @inline(__always)
    private static func forEachPlace(
        _ keys: KeyRun, in map: RadixMap<UInt>,
        _ body: (_ index: Int, _ address: UnsafeMutablePointer<UInt>) -> Void
    ) {
        var (number, page) = (Int64.min, nil as UnsafeMutablePointer<UInt>?)
        for index in 0..<keys.count {
            let key = keys[index]
            if RadixPage.number(key) != number {
                number = RadixPage.number(key)
                page = map.page(of: key)
            }
            if let page {
                body(index, page + RadixPage.place(key))
            } else {
                var address = map[key]
                body(index, &address)
                map[key] = address
            }
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

    /// How many addresses are entered, and how many are counted.
    var counts: (entered: Int, counted: Int) {
        content.withLock { content in
            var entered = 0
            content.map.forEach { if $0 != 0 { entered += 1 } }
            return (entered, content.count)
        }
    }
}

/// Carries a value out of a lock, or onto a context's queue, where the compiler cannot see that only one side goes on using it.
struct UnsafeTransfer<Value>: @unchecked Sendable {
    // Sendable: each use says, or its type's comment does, what keeps two threads from the value at once.
    let value: Value
    init(_ value: Value) { self.value = value }
}
