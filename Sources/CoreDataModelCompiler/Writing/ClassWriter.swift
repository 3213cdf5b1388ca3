/// Writes the class of an entity.
struct ClassWriter {
    let entity: EntityDeclaration
    let types: SwiftTypes

    func write(to writer: inout SourceWriter) {
        writer.line("/// An object of the entity \"\(entity.name)\".")
        writer.line("open class \(types.className(of: entity)): \(types.superclassName(of: entity)) {}")
    }
}
