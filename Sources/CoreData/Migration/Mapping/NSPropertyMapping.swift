/// Where a property of a migrated object has its value from. Follows Apple's `NSPropertyMapping`.
///
///     let mapping = NSPropertyMapping()
///     mapping.name = "fullName"
///     mapping.valueExpression = NSExpression(format: "$source.name")
open class NSPropertyMapping: NSObject {
    /// The name of the property of the destination.
    open var name: String?
    /// What makes the value; the variables in it are those of the keys `NSMigrationManagerKey` and following. Without one
    /// the property is left alone.
    open var valueExpression: NSExpression?
    /// Free entries of the mapping's maker.
    open var userInfo: [AnyHashable: Any]?

    /// A mapping of no property yet.
    public override init() { super.init() }

    /// A mapping of a property of that name.
    convenience init(_ name: String, _ value: ExpressionNode?) {
        self.init()
        self.name = name
        valueExpression = value.map { NSExpression.make($0) }
    }
}

extension NSPropertyMapping: KeyValueReadable {
    final func readValue(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "valueExpression": valueExpression
        case "userInfo": userInfo
        case "self": self
        default: undefinedKey(key)
        }
    }
}

extension NSObject {
    /// Raises as key-value coding does.
    func undefinedKey(_ key: String) -> Never {
        raise(
            "NSUnknownKeyException",
            "[<\(type(of: self))> valueForUndefinedKey:]: this class is not key value coding-compliant for the key \(key)."
        )
    }
}
