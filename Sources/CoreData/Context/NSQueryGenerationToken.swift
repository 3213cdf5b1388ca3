/// A state of the stores of a coordinator, which contexts can be pinned to. Follows Apple's `NSQueryGenerationToken`: opaque,
/// comparable.
///
/// The state is there for as long as a token of it is.
open class NSQueryGenerationToken: NSObject, NSCopying, NSSecureCoding, @unchecked Sendable {
    // Sendable: immutable.

    /// Stands for the state at the time when a context that is given it reads next.
    open class var current: NSQueryGenerationToken { now }
    private static let now = NSQueryGenerationToken(names: [])

    /// One for each store that can hold a state.
    let generations: [QueryGeneration]
    /// Of the generations, in alphabetical order; those of an archived token may be gone.
    let names: [String]

    init(_ generations: [QueryGeneration]) {
        self.generations = generations
        names = generations.map(\.name).sorted()
    }

    private init(names: [String]) {
        generations = []
        self.names = names
    }

    /// Itself: a token never changes.
    public final func copy(with zone: NSZone? = nil) -> Any { self }

    /// Tokens are equal that stand for the same states.
    public final override func isEqual(_ object: Any?) -> Bool {
        (object as? NSQueryGenerationToken)?.names == names
    }
    /// Agrees with `isEqual`.
    public final override var hash: Int { names.hashValue }
    /// The names of the states.
    public final override var description: String {
        self === Self.now ? "current" : names.joined(separator: ", ")
    }

    // MARK: Archiving

    /// Tokens are archived securely.
    public static var supportsSecureCoding: Bool { true }

    /// Archives the token, but not the state.
    public final func encode(with coder: NSCoder) {
        coder.encode(names.joined(separator: "\n") as NSString, forKey: "generations")
    }

    /// A token from an archive; of use where its state is still held.
    public required init?(coder: NSCoder) {
        guard let text = coder.decodeObject(of: NSString.self, forKey: "generations") else { return nil }
        names = String(describing: text).split(separator: "\n").map(String.init)
        generations = []
    }
}
