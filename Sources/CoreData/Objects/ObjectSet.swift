/// Objects in the order they came, each once, told apart by identity.
///
/// Hashing an `NSObject` for a `Set` costs over 100 ns; here membership costs one multiplication and, for up to eight
/// members, a scan instead.
struct ObjectSet: Sequence {
    private(set) var objects: [NSManagedObject] = []
    /// Open addressing over object addresses: index + 1 into `objects`, 0 for free, −1 for taken out. Empty for up to eight.
    private var buckets: [Int32] = []
    private var takenOut = 0

    init() {}

    init(_ objects: some Sequence<NSManagedObject>) {
        for object in objects { insert(object) }
    }

    var count: Int { objects.count }
    var isEmpty: Bool { objects.isEmpty }
    func makeIterator() -> IndexingIterator<[NSManagedObject]> { objects.makeIterator() }

    private static func start(_ object: NSManagedObject, _ mask: Int) -> Int {
        let address = UInt(bitPattern: ObjectIdentifier(object))
        return Int(truncatingIfNeeded: (address >> 4) &* 0x9E37_79B9_7F4A_7C15 >> 20) & mask
    }

    private func bucket(of object: NSManagedObject) -> Int? {
        let mask = buckets.count - 1
        var at = Self.start(object, mask)
        while buckets[at] != 0 {
            if buckets[at] > 0, objects[Int(buckets[at]) - 1] === object { return at }
            at = (at + 1) & mask
        }
        return nil
    }

    private func index(of object: NSManagedObject) -> Int? {
        if buckets.isEmpty { return objects.firstIndex { $0 === object } }
        return bucket(of: object).map { Int(buckets[$0]) - 1 }
    }

    func contains(_ object: NSManagedObject) -> Bool { index(of: object) != nil }

    /// Whether the object was not in the set before.
    @discardableResult
    mutating func insert(_ object: NSManagedObject) -> Bool {
        if buckets.isEmpty {
            if objects.contains(where: { $0 === object }) { return false }
            objects.append(object)
            if objects.count > 8 { rehash() }
            return true
        }
        guard let free = freeBucket(for: object) else { return false }
        if buckets[free] < 0 { takenOut -= 1 }
        objects.append(object)
        buckets[free] = Int32(objects.count)
        if (objects.count + takenOut) * 4 > buckets.count * 3 { rehash() }
        return true
    }

    /// Where a new member goes; nil if the object is a member.
    private func freeBucket(for object: NSManagedObject) -> Int? {
        let mask = buckets.count - 1
        let address = Unmanaged.passUnretained(object).toOpaque()
        // An array of references is an array of addresses; they are compared without being counted.
        return objects.withUnsafeBytes { members in
            buckets.withUnsafeBufferPointer { buckets in
                var at = Self.start(object, mask)
                var free: Int?
                while buckets[at] != 0 {
                    if buckets[at] < 0 {
                        free = free ?? at
                    } else {
                        let place = (Int(buckets[at]) - 1) * MemoryLayout<UnsafeMutableRawPointer>.stride
                        if members.load(fromByteOffset: place, as: UnsafeMutableRawPointer.self) == address {
                            return nil
                        }
                    }
                    at = (at + 1) & mask
                }
                return free ?? at
            }
        }
    }

    private mutating func enter(_ index: Int) {
        let mask = buckets.count - 1
        var at = Self.start(objects[index], mask)
        while buckets[at] > 0 { at = (at + 1) & mask }
        buckets[at] = Int32(index + 1)
    }

    private mutating func rehash() {
        var size = 32
        while size < objects.count * 2 { size *= 2 }
        buckets = Array(repeating: 0, count: size)
        takenOut = 0
        for index in objects.indices { enter(index) }
    }

    /// Whether the object was in the set; the last member takes its place.
    @discardableResult
    mutating func remove(_ object: NSManagedObject) -> Bool {
        guard let index = index(of: object) else { return false }
        if !buckets.isEmpty {
            if let at = bucket(of: object) {
                buckets[at] = -1
                takenOut += 1
            }
            if index != objects.count - 1, let last = objects.last, let at = bucket(of: last) {
                buckets[at] = Int32(index + 1)
            }
        }
        objects.swapAt(index, objects.count - 1)
        objects.removeLast()
        return true
    }

    mutating func removeAll() {
        objects = []
        buckets = []
        takenOut = 0
    }
}
