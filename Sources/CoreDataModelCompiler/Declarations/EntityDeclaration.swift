/// One `<entity>` of a model.
struct EntityDeclaration {
    let name: String
    let line: Int
    var managedClass: ManagedClassDeclaration
    var parent: String?
    var isAbstract = false
    var annotations = Annotations()
    var properties: [PropertyDeclaration] = []
    var constraints = ConstraintDeclaration()

    func property(_ name: String) -> PropertyDeclaration? { properties.first { $0.name == name } }
}

/// The class of an entity's objects.
struct ManagedClassDeclaration {
    /// Who writes the class.
    enum Generation: String {
        /// The compiler writes class and properties.
        case whole = "class"
        /// The compiler writes the properties, the user the class.
        case properties = "category"
        /// The user writes both.
        case none = ""
    }

    /// The class name without module, nil where objects are plain `NSManagedObject`s.
    var name: String?
    /// The module in the model file: "" for "current product module", nil for none (Xcode's "Global namespace").
    var module: String?
    var generation = Generation.none
    /// Where the class stands within other types of the module, their names and its own: `Shop.Item`.
    var path: String?

    /// The class as the module knows it, nil where objects are plain `NSManagedObject`s.
    var localName: String? { path ?? name }
}

/// What indexes and unique constraints say.
struct ConstraintDeclaration {
    var indexes: [IndexDeclaration] = []
    /// Names of properties, an older form of `indexes`.
    var compoundIndexes: [[String]] = []
    /// Names of properties whose values, taken together, are unique.
    var uniqueness: [[String]] = []
}

/// One `<fetchIndex>`.
struct IndexDeclaration {
    struct Element {
        /// The name of a property; nil where the element is an expression.
        var property: String?
        var expression: String?
        var resultType = AttributeDeclaration.TypeName.undefined
        var isAscending = true
        var isRTree = false
    }
    let name: String
    let line: Int
    var elements: [Element] = []
    var partialPredicate: String?
}

/// What entities and properties can carry beside their meaning.
struct Annotations {
    /// The name in the version before.
    var renamingIdentifier: String?
    var versionHashModifier: String?
    var userInfo: [(key: String, value: String)] = []
    var isIndexed = false
    var isIndexedBySpotlight = false
}
