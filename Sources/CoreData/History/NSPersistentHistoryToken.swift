/// A place in the history of one or several stores. Follows Apple's `NSPersistentHistoryToken`: opaque, comparable, archivable.
public final class NSPersistentHistoryToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Sendable: immutable.

    /// Number of the newest transaction by store UUID.
    let numbers: [String: Int64]

    init(_ numbers: [String: Int64]) { self.numbers = numbers }

    /// Itself: a token never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }

    /// Tokens are equal that name the same transactions.
    public override func isEqual(_ object: Any?) -> Bool { (object as? NSPersistentHistoryToken)?.numbers == numbers }
    /// Agrees with `isEqual`.
    public override var hash: Int { numbers.hashValue }
    /// The store's UUID with the number of the transaction.
    public override var description: String { "\(numbers)" }

    // MARK: Archiving

    /// Tokens are archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Archives the token.
    public func encode(with coder: NSCoder) {
        let content = numbers.sorted { $0.key < $1.key }
        coder.encode(content.map(\.key).joined(separator: "\n") as NSString, forKey: "stores")
        coder.encode(content.map { String($0.value) }.joined(separator: "\n") as NSString, forKey: "transactions")
    }

    /// A token from an archive.
    public init?(coder: NSCoder) {
        guard let stores = coder.decodeObject(of: NSString.self, forKey: "stores"),
            let transactions = coder.decodeObject(of: NSString.self, forKey: "transactions")
        else { return nil }
        let keys = String(describing: stores).split(separator: "\n").map(String.init)
        let values = String(describing: transactions).split(separator: "\n").compactMap { Int64($0) }
        guard keys.count == values.count else { return nil }
        numbers = Dictionary(zip(keys, values), uniquingKeysWith: max)
    }
}
