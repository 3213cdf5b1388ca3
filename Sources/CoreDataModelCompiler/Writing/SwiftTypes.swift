/// The Swift types of a model's properties, as Xcode generates them.
struct SwiftTypes {
    let model: ModelDeclaration
    /// The module the sources are generated for.
    let module: String

    /// How a generated accessor reaches its value.
    struct Access {
        /// The type as declared, optional mark included.
        let type: String
        /// Whether the value goes through the accessors that take a type: `managedValue(for:as:)`.
        let isTyped: Bool
    }

    /// The class of an entity's objects, as it is written in this module.
    func className(of entity: EntityDeclaration) -> String {
        for entity in model.lineage(of: entity) {
            guard let name = entity.managedClass.localName else { continue }
            return qualified(SwiftText.path(name), entity.managedClass.path == nil ? entity.managedClass.module : nil)
        }
        return "NSManagedObject"
    }

    /// The entity that a class belongs to: the first, where several share it.
    func owner(of className: String) -> String? {
        model.entities.first { $0.managedClass.localName == className }?.name
    }

    /// The class an entity's class derives from.
    func superclassName(of entity: EntityDeclaration) -> String {
        guard let parent = entity.parent.flatMap({ model.entity($0) }) else { return "NSManagedObject" }
        return className(of: parent)
    }

    func access(to property: PropertyDeclaration) -> Access {
        switch property.kind {
        case .attribute(let attribute): return access(to: attribute)
        case .relationship(let relationship):
            if relationship.isToMany {
                return Access(type: relationship.isOrdered ? "NSOrderedSet?" : "NSSet?", isTyped: false)
            }
            return Access(type: destination(of: relationship) + "?", isTyped: false)
        case .fetched(let request):
            let element = model.entity(request.entity).map { className(of: $0) } ?? "NSManagedObject"
            return Access(type: "[\(element)]?", isTyped: true)
        }
    }

    /// The class of a relationship's objects.
    func destination(of relationship: RelationshipDeclaration) -> String {
        model.entity(relationship.destination).map { className(of: $0) } ?? "NSManagedObject"
    }

    private func access(to attribute: AttributeDeclaration) -> Access {
        let usesScalar = attribute.swiftType.usesScalar
        func number(_ scalar: String) -> Access { Access(type: usesScalar ? scalar : "NSNumber?", isTyped: false) }
        switch attribute.type {
        case .integer16: return number("Int16")
        case .integer32: return number("Int32")
        case .integer64: return number("Int64")
        case .double: return number("Double")
        case .float: return number("Float")
        case .boolean: return number("Bool")
        case .decimal: return Access(type: "NSDecimalNumber?", isTyped: false)
        case .string: return Access(type: unshadowed("String", of: "Swift") + "?", isTyped: false)
        case .date:
            return Access(type: usesScalar ? "TimeInterval" : unshadowed("Date") + "?", isTyped: false)
        case .binary: return Access(type: unshadowed("Data") + "?", isTyped: false)
        case .uuid: return Access(type: unshadowed("UUID") + "?", isTyped: false)
        case .uri: return Access(type: unshadowed("URL") + "?", isTyped: false)
        case .objectID: return Access(type: "NSManagedObjectID?", isTyped: true)
        case .composite: return Access(type: "[String: Any]?", isTyped: true)
        case .transformable, .undefined:
            return Access(type: (attribute.swiftType.className ?? "NSObject") + "?", isTyped: true)
        }
    }

    /// The type with its module in front where the model has a class of that name.
    private func unshadowed(_ type: String, of module: String = "Foundation") -> String {
        model.entities.contains { $0.managedClass.name == type } ? "\(module).\(type)" : type
    }

    private func qualified(_ name: String, _ owner: String?) -> String {
        guard let owner, !owner.isEmpty, owner != module else { return name }
        return "\(owner).\(name)"
    }
}
