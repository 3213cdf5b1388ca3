import Foundation

/// An object whose properties predicates and sort descriptors read by name.
protocol KeyValueReadable: AnyObject {
    /// The value of a property; raises for a name the object does not have.
    func readValue(forKey key: String) -> Any?
    /// The same for a predicate, without boxing where the object can avoid it.
    func readPredicateValue(for key: ManagedKey) -> PredicateValue
}

extension KeyValueReadable {
    func readPredicateValue(for key: ManagedKey) -> PredicateValue {
        PredicateValue(readValue(forKey: key.name))
    }
}

extension PredicateValue {
    /// Key-value coding: a key of an object or a dictionary; of a collection the values of all its members.
    func value(for key: ManagedKey) -> PredicateValue {
        switch self {
        case .null: return .null
        case .object(let object): return Self.read(key, of: object)
        case .collection(let members):
            return .collection(
                members.flatMap { member -> [PredicateValue] in
                    let value = member.value(for: key)
                    // Members of members: one flat collection, so that ANY reaches through two to-many keys.
                    if case .collection(let values) = value { return values }
                    return [value]
                })
        case .other(let value):
            if key.name == "self" { return self }
            if let dictionary = value as? [String: Any] { return PredicateValue(dictionary[key.name]) }
            return Self.reflect(key, of: value)
        case .string(let text) where key.name == "length": return .integer(Int64(text.utf16.count))
        default:
            if key.name == "self" { return self }
            Self.undefined(key, of: foundationValue as Any)
        }
    }

    private static func read(_ key: ManagedKey, of object: AnyObject) -> PredicateValue {
        // A cast to a class costs a tenth of one to a protocol, and this is the class that nearly all objects have.
        if let object = object as? NSManagedObject { return object.readPredicateValue(for: key) }
        if let readable = object as? any KeyValueReadable { return readable.readPredicateValue(for: key) }
        if let dictionary = object as? NSDictionary { return PredicateValue(dictionary.object(forKey: key.name)) }
        if key.name == "self" { return .object(object) }
        return reflect(key, of: object)
    }

    /// Reads a stored property of a Swift value, which has no key-value coding of its own here.
    private static func reflect(_ key: ManagedKey, of value: Any) -> PredicateValue {
        var mirror: Mirror? = Mirror(reflecting: value)
        while let current = mirror {
            if let child = current.children.first(where: { $0.label == key.name }) {
                return PredicateValue(child.value)
            }
            mirror = current.superclassMirror
        }
        undefined(key, of: value)
    }

    private static func undefined(_ key: ManagedKey, of value: Any) -> Never {
        raise(
            "NSUnknownKeyException",
            "[<\(type(of: value))> valueForUndefinedKey:]: this class is not key value coding-compliant for the key \(key.name)."
        )
    }
}
