import Synchronization

/// The name a transformer is registered under.
public struct NSValueTransformerName: RawRepresentable, Hashable, Sendable {
    /// The name itself.
    public let rawValue: String
    /// The name of that text.
    public init(rawValue: String) { self.rawValue = rawValue }
    /// The name of that text.
    public init(_ rawValue: String) { self.rawValue = rawValue }

    /// The archiver with secure coding, which transformable attributes use unless they name another.
    public static let secureUnarchiveFromDataTransformerName = NSValueTransformerName("NSSecureUnarchiveFromData")
}

/// Turns values into others and back: transformable attributes into data. Follows Apple's `ValueTransformer`, which
/// Foundation on Linux lacks.
///
/// Register an instance under the name that the model gives before the stores are opened.
open class ValueTransformer: NSObject, @unchecked Sendable {
    // Sendable: transformers are registered once and hold no state that changes; subclasses keep it so.
    private static let registered = Mutex<[NSValueTransformerName: ValueTransformer]>([
        .secureUnarchiveFromDataTransformerName: NSSecureUnarchiveFromDataTransformer()
    ])

    /// A transformer.
    public override init() { super.init() }

    /// Makes a transformer findable by name; nil takes the name out.
    open class func setValueTransformer(_ transformer: ValueTransformer?, forName name: NSValueTransformerName) {
        registered.withLock { $0[name] = transformer }
    }

    /// The names in use.
    open class func valueTransformerNames() -> [NSValueTransformerName] { registered.withLock { Array($0.keys) } }

    /// The transformer registered under that name.
    public convenience init?(forName name: NSValueTransformerName) {
        guard let found = Self.registered.withLock({ $0[name] }) else { return nil }
        self.init(forwardingTo: found)
    }

    private var target: ValueTransformer?

    private convenience init(forwardingTo target: ValueTransformer) {
        self.init()
        self.target = target
    }

    /// The transformer of that name itself.
    static func named(_ name: NSValueTransformerName) -> ValueTransformer? { registered.withLock { $0[name] } }

    /// The class of what `transformedValue` answers.
    open class func transformedValueClass() -> AnyClass { NSObject.self }
    /// Whether there is a way back.
    open class func allowsReverseTransformation() -> Bool { false }
    /// What the value turns into.
    open func transformedValue(_ value: Any?) -> Any? { target.map { $0.transformedValue(value) } ?? value }
    /// What the value was turned from.
    open func reverseTransformedValue(_ value: Any?) -> Any? {
        target.map { $0.reverseTransformedValue(value) } ?? value
    }
}
