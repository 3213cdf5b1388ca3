/// How an `@NSManaged` property of a handwritten class reads and writes its value, by its declared type.
struct HandwrittenValue {
    let name: String
    let type: String
    /// The entity's property of that name; where it has none, `primitiveTitle` stands for the value of `title` itself.
    let modelled: PropertyDeclaration?

    private static let scalars: Set<String> = ["Int16", "Int32", "Int64", "Double", "Float", "Bool", "TimeInterval"]
    private static let direct: Set<String> = [
        "String", "Date", "Data", "UUID", "URL", "NSNumber", "NSDecimalNumber", "NSSet", "NSOrderedSet",
    ]

    var getter: String {
        if Self.scalars.contains(type), primitiveKey == nil { return "managedValue(for: \(key))" }
        if isOptional { return optional }
        return "\(optional)\(valueForNil)"
    }

    var setter: String {
        if let primitiveKey { return "setPrimitiveValue(newValue, forKey: \(primitiveKey))" }
        if Self.scalars.contains(type) || isDirect {
            return "setManagedValue(newValue, for: \(key))"
        }
        guard wrapped.hasPrefix("Set<") else { return "setManagedValue(newValue, for: \(key), as: \(wrapped).self)" }
        let set = isOptional ? "newValue.map { NSSet(set: $0) }" : "NSSet(set: newValue)"
        return "setManagedValue(\(set), for: \(key))"
    }

    /// Whether there is an accessor for just this type.
    private var isDirect: Bool {
        Self.direct.contains(wrapped) || modelled?.relationship.map { !$0.isToMany } ?? false
    }

    private var key: String { "HandwrittenKeys.\(SwiftText.identifier(name))" }

    private var isOptional: Bool { type.hasSuffix("?") }

    private var wrapped: String { isOptional ? String(type.dropLast()) : type }

    /// The literal of the key behind a `primitive…` property.
    private var primitiveKey: String? {
        guard modelled == nil, name.hasPrefix("primitive"), name.count > 9 else { return nil }
        return SwiftText.literal(SwiftText.decapitalized(String(name.dropFirst(9))))
    }

    private var optional: String {
        if let primitiveKey { return "primitiveValue(forKey: \(primitiveKey)) as? \(wrapped)" }
        if isDirect {
            return isOptional ? "managedValue(for: \(key))" : "(managedValue(for: \(key)) as \(wrapped)?)"
        }
        return "managedValue(for: \(key), as: \(wrapped).self)"
    }

    /// What stands for nil where the declared type has none: the empty text and the empty collection, as on Apple's platforms,
    /// and the end of the program for the rest.
    private var valueForNil: String {
        if primitiveKey != nil { return " ?? { fatalError(\"\(name) is nil\") }()" }
        switch wrapped.first {
        case _ where wrapped == "String": return " ?? \"\""
        case "[": return wrapped.contains(":") && wrapped != "[:]" ? " ?? [:]" : " ?? []"
        case _ where wrapped.hasPrefix("Set<") || wrapped.hasPrefix("Array<"): return " ?? []"
        default: return "!"
        }
    }
}
