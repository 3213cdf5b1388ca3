/// Builds the table of objects of a keyed archive; see `KeyedArchive`.
struct KeyedArchiveWriter {
    /// The names of an object's class and of those it inherits from.
    typealias Class = [String]

    private var objects: [PropertyListNode] = [.string("$null")]
    private var classes: [Class: PropertyListNode] = [:]
    private var strings: [ExactText: PropertyListNode] = [:]
    private var numbers: [PropertyListKey: PropertyListNode] = [:]

    private enum PropertyListKey: Hashable {
        case bool(Bool)
        case integer(Int64)
        /// By its bits: one zero is not the other.
        case real(UInt64)
    }

    static let null = PropertyListNode.uid(0)

    /// Sets a number aside, for an object that others refer to before it is written.
    mutating func reserve() -> PropertyListNode {
        objects.append(.null)
        return .uid(objects.count - 1)
    }

    /// Writes an object under a number set aside.
    mutating func fill(_ reference: PropertyListNode, _ class: Class, _ fields: [String: PropertyListNode]) {
        guard let uid = reference.uid else { return }
        var fields = fields
        fields["$class"] = classReference(`class`)
        objects[uid] = .dictionary(fields)
    }

    mutating func add(_ class: Class, _ fields: [String: PropertyListNode]) -> PropertyListNode {
        let reference = reserve()
        fill(reference, `class`, fields)
        return reference
    }

    mutating func add(_ string: String?) -> PropertyListNode {
        guard let string else { return Self.null }
        if let known = strings[ExactText(string)] { return known }
        let reference = reserve()
        strings[ExactText(string)] = reference
        if string == "$null" {
            // As such it would be nothing.
            fill(reference, ["NSString", "NSObject"], ["NS.string": .string(string)])
        } else if let uid = reference.uid {
            objects[uid] = .string(string)
        }
        return reference
    }

    /// A number, or data, that stands for itself in the table.
    mutating func add(plain node: PropertyListNode) -> PropertyListNode {
        let key: PropertyListKey? =
            switch node {
            case .bool(let value): .bool(value)
            case .integer(let value): .integer(value)
            case .real(let value): .real(value.bitPattern)
            default: nil
            }
        if let key, let known = numbers[key] { return known }
        let reference = reserve()
        if let uid = reference.uid { objects[uid] = node }
        if let key { numbers[key] = reference }
        return reference
    }

    mutating func add(array references: [PropertyListNode]) -> PropertyListNode {
        add(["NSArray", "NSObject"], ["NS.objects": .array(references)])
    }

    mutating func add(set references: [PropertyListNode]) -> PropertyListNode {
        add(["NSSet", "NSObject"], ["NS.objects": .array(references)])
    }

    /// A dictionary with names as keys.
    mutating func add(members: [(String, PropertyListNode)]) -> PropertyListNode {
        let keys = members.map { add($0.0) }
        return add(
            ["NSDictionary", "NSObject"], ["NS.keys": .array(keys), "NS.objects": .array(members.map(\.1))])
    }

    private mutating func classReference(_ class: Class) -> PropertyListNode {
        if let known = classes[`class`] { return known }
        let reference = reserve()
        if let uid = reference.uid {
            objects[uid] = .dictionary([
                "$classname": .string(`class`.first ?? "NSObject"), "$classes": .array(`class`.map { .string($0) }),
            ])
        }
        classes[`class`] = reference
        return reference
    }

    func finish(root: PropertyListNode) -> Data {
        BinaryPropertyListWriter.write(
            .dictionary([
                "$archiver": .string("NSKeyedArchiver"), "$version": .integer(100_000),
                "$top": .dictionary(["root": root]), "$objects": .array(objects),
            ]))
    }
}
