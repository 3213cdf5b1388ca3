/// A value of a binary property list. Foundation's reader keeps UIDs, which keyed archives are made of, to itself.
enum PropertyListNode: Equatable, Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    /// Seconds since 2001-01-01T00:00:00Z.
    case date(Double)
    case data(Data)
    case string(String)
    case uid(Int)
    case array([PropertyListNode])
    case dictionary([String: PropertyListNode])
}

extension PropertyListNode {
    subscript(key: String) -> PropertyListNode? {
        if case .dictionary(let members) = self { return members[key] }
        return nil
    }

    /// The value in the types that Foundation's reader makes of it; nil for what has none.
    var foundationValue: Any? {
        switch self {
        case .null, .uid: return nil
        case .bool(let value): return value
        case .integer(let value): return NSNumber(value: value)
        case .real(let value): return NSNumber(value: value)
        case .date(let seconds): return Date(timeIntervalSinceReferenceDate: seconds)
        case .data(let value): return value
        case .string(let value): return value
        case .array(let elements): return elements.compactMap(\.foundationValue)
        case .dictionary(let members): return members.compactMapValues(\.foundationValue)
        }
    }

    var string: String? {
        if case .string(let value) = self { return value }
        return nil
    }

    var integer: Int64? {
        switch self {
        case .integer(let value): value
        case .bool(let value): value ? 1 : 0
        case .real(let value): Int64(exactly: value)
        default: nil
        }
    }

    var bool: Bool? { integer.map { $0 != 0 } }

    var uid: Int? {
        if case .uid(let value) = self { return value }
        return nil
    }

    var array: [PropertyListNode]? {
        if case .array(let value) = self { return value }
        return nil
    }
}
