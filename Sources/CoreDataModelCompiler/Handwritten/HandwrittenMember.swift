/// A property or method that a handwritten class declares `@NSManaged`.
struct HandwrittenMember {
    enum Kind: Equatable {
        /// Its type, as written.
        case property(type: String)
        case method(parameters: [Parameter])
    }

    struct Parameter: Equatable {
        /// nil for `_`.
        let label: String?
        /// As written.
        let type: String
    }

    /// The path of the class, `Shop.Item`.
    var className: String
    let name: String
    let kind: Kind
    let isPrivate: Bool
    let file: String
    let line: Int
}

/// The text of a source file of the module.
public struct HandwrittenFile: Sendable {
    /// The path.
    public let path: String
    /// The whole text.
    public let text: String

    /// A file to look for classes in.
    public init(path: String, text: String) {
        self.path = path
        self.text = text
    }
}
