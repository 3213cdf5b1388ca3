/// Archived values of Foundation's classes: defaults, `userInfo`, constants in predicates.
struct ValueDecoder {
    let archive: KeyedArchive
    /// Objects under way and done, by number: an object may lead back to itself.
    private var foreign: [Int: ForeignObject] = [:]
    private var depth = 0
    /// How many values may still come: a few objects that hold each other twice stand for more than there is room for.
    private var room: Int

    init(_ archive: KeyedArchive) {
        self.archive = archive
        room = max(1 << 16, archive.size * 4)
    }

    /// nil for `$null`.
    mutating func value(_ reference: PropertyListNode?) throws -> Any? {
        guard let reference, let object = archive.object(reference) else { return nil }
        // An array that stands for itself may as well hold itself as one of a class.
        guard depth < 100, room > 0 else { throw BinaryPropertyListReader.Malformed() }
        depth += 1
        room -= 1
        defer { depth -= 1 }
        switch object {
        case .string(let value): return value == "$null" ? nil : value
        case .bool(let value): return value
        case .integer(let value): return NSNumber(value: value)
        case .real(let value): return NSNumber(value: value)
        case .date(let value): return Date(timeIntervalSinceReferenceDate: value)
        case .data(let value): return value
        case .array(let elements): return try elements.compactMap { try value($0) }
        case .null, .uid: return nil
        case .dictionary: return try classed(object, uid: reference.uid)
        }
    }

    private mutating func classed(_ object: PropertyListNode, uid: Int?) throws -> Any? {
        switch archive.className(object) {
        case "NSString", "NSMutableString": return archive.string(object)
        case "NSDate":
            if case .real(let seconds)? = object["NS.time"] { return Date(timeIntervalSinceReferenceDate: seconds) }
            return object["NS.time"]?.integer.map { Date(timeIntervalSinceReferenceDate: Double($0)) }
        case "NSData", "NSMutableData":
            if case .data(let data)? = archive.object(object["NS.data"]) { return data }
            return Data()
        case "NSUUID":
            if case .data(let data)? = object["NS.uuidbytes"] { return UUID(bytes: data) }
            return nil
        case "NSURL":
            let base = try value(object["NS.base"]) as? URL
            return archive.string(object["NS.relative"]).flatMap { URL(string: $0, relativeTo: base) }
        case "NSDecimalNumber", "NSDecimalNumberPlaceholder": return DecimalArchive.decode(object)
        case "NSNull": return NSNull()
        case "NSArray", "NSMutableArray", "NSSet", "NSMutableSet", "NSOrderedSet", "NSMutableOrderedSet":
            return try collection(object)
        case "NSDictionary", "NSMutableDictionary": return try dictionary(object)
        default: return try foreignObject(object, uid: uid)
        }
    }

    private mutating func collection(_ object: PropertyListNode) throws -> Any {
        let values = try (object["NS.objects"]?.array ?? []).compactMap { try value($0) }
        let name = archive.className(object) ?? ""
        if name.hasSuffix("OrderedSet") { return NSOrderedSet(array: values) }
        return name.hasSuffix("Set") ? NSSet(array: values) : values
    }

    private mutating func dictionary(_ object: PropertyListNode) throws -> [AnyHashable: Any] {
        var members: [AnyHashable: Any] = [:]
        for (key, member) in zip(object["NS.keys"]?.array ?? [], object["NS.objects"]?.array ?? []) {
            guard let key = try value(key) as? AnyHashable, let member = try value(member) else { continue }
            members[key] = member
        }
        return members
    }

    private mutating func foreignObject(_ object: PropertyListNode, uid: Int?) throws -> ForeignObject {
        if let uid, let known = foreign[uid] { return known }
        let names = archive.object(object["$class"])?["$classes"]?.array?.compactMap(\.string) ?? []
        let result = ForeignObject(classNames: names)
        if let uid { foreign[uid] = result }
        guard case .dictionary(let fields) = object else { return result }
        for (name, field) in fields where name != "$class" { result.fields[name] = try value(field) }
        return result
    }
}

extension UUID {
    /// The UUID of 16 bytes, nil for any other number.
    init?(bytes: Data) {
        guard bytes.count == 16 else { return nil }
        self = bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }
    }
}
