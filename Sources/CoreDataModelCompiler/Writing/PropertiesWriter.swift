/// Writes the extension with an entity's properties.
struct PropertiesWriter {
    let entity: EntityDeclaration
    let types: SwiftTypes

    private var className: String { types.className(of: entity) }

    func write(to writer: inout SourceWriter) {
        writer.block("extension \(className)") { writer in
            writer.line("/// A request for all objects of the entity \"\(entity.name)\".")
            writer.block("public class func fetchRequest() -> NSFetchRequest<\(className)>") { writer in
                writer.line("NSFetchRequest<\(className)>(entityName: \(SwiftText.literal(entity.name)))")
            }
            for property in entity.properties { writeProperty(property, to: &writer) }
            writeKeys(to: &writer)
        }
        for property in entity.properties {
            guard let relationship = property.relationship, relationship.isToMany else { continue }
            writer.line()
            MembersWriter(
                className: className, property: property, member: types.destination(of: relationship),
                isOrdered: relationship.isOrdered
            ).write(to: &writer)
        }
        if isIdentifiable {
            writer.line()
            writer.line("extension \(className): Identifiable {}")
        }
    }

    private func writeProperty(_ property: PropertyDeclaration, to writer: inout SourceWriter) {
        let access = types.access(to: property)
        let key = "ManagedKeys.\(SwiftText.identifier(property.name))"
        let typed = access.isTyped ? ", as: \(access.type.dropLast()).self" : ""
        writer.line()
        writer.line("/// \(PropertySentence(property: property, types: types).text)")
        writer.block("public var \(SwiftText.identifier(property.name)): \(access.type)") { writer in
            if case .fetched = property.kind {
                writer.line("managedValue(for: \(key)\(typed))")
            } else {
                writer.line("get { managedValue(for: \(key)\(typed)) }")
                writer.line("set { setManagedValue(newValue, for: \(key)\(typed)) }")
            }
        }
    }

    private func writeKeys(to writer: inout SourceWriter) {
        guard !entity.properties.isEmpty else { return }
        writer.line()
        writer.block("private enum ManagedKeys") { writer in
            for property in entity.properties {
                let name = SwiftText.identifier(property.name)
                writer.line("static let \(name) = ManagedKey(\(SwiftText.literal(property.name)))")
            }
        }
    }

    /// Subclasses inherit the conformance; a property `id` must be hashable to serve as identity.
    private var isIdentifiable: Bool {
        guard types.superclassName(of: entity) == "NSManagedObject" else { return false }
        guard let id = entity.property("id") else { return true }
        switch id.kind {
        case .attribute(let attribute):
            return attribute.type != .composite
                && (attribute.type != .transformable || attribute.swiftType.className == nil)
        case .relationship: return true
        case .fetched: return false
        }
    }
}
