/// Writes the code that builds a model in the binary and makes it known under its name.
struct EmbeddedModelWriter {
    let model: ModelDeclaration
    let name: String
    let types: SwiftTypes
    let handwritten: HandwrittenClasses

    /// The entities whose classes are in the module.
    private var classes: [EntityDeclaration] {
        model.entities.filter { entity in
            guard let name = entity.managedClass.localName else { return false }
            return entity.managedClass.generation != .none || handwritten.has(class: name)
        }
    }

    /// Two entities can share a handwritten class.
    private var distinctClasses: [EntityDeclaration] {
        var seen: Set<String> = []
        return classes.filter { seen.insert(types.className(of: $0)).inserted }
    }

    /// The name of the generated type; a class of the model has the right of way.
    var typeName: String {
        let name = SwiftText.typeName(name) + "Model"
        return model.entities.contains { $0.managedClass.name == name } ? name + "Description" : name
    }

    func write(to writer: inout SourceWriter) {
        writer.line(
            "/// The model \"\(name)\", which `NSPersistentContainer(name: \(SwiftText.literal(name)))` finds without a file."
        )
        writer.block("public enum \(typeName): EmbeddedModel") { writer in
            writer.line("/// The name of the model file.")
            writer.line("public static var name: String { \(SwiftText.literal(name)) }")
            writer.line()
            writeClasses(to: &writer)
            writer.line()
            writeKeyPaths(to: &writer)
            writer.line()
            writeModel(to: &writer)
            for entity in model.entities {
                writer.line()
                EntityStatementsWriter(entity: entity, model: model, className: className(of: entity))
                    .write(as: function(entity), to: &writer)
            }
        }
    }

    private func writeClasses(to writer: inout SourceWriter) {
        writer.line("/// The classes of the model's objects.")
        guard !classes.isEmpty else {
            return writer.line("public static var classes: [String: NSManagedObject.Type] { [:] }")
        }
        writer.block("public static var classes: [String: NSManagedObject.Type]") { writer in
            writer.line("[")
            for entity in distinctClasses {
                let name = className(of: entity) ?? ""
                writer.line("    \(SwiftText.literal(name)): \(types.className(of: entity)).self,")
            }
            writer.line("]")
        }
    }

    private func writeKeyPaths(to writer: inout SourceWriter) {
        writer.line("/// The names of the properties that key paths lead to.")
        writer.block("public static func nameKeyPaths(in names: inout KeyPathNames)") { writer in
            for entity in distinctClasses {
                let name = types.className(of: entity)
                for property in model.lineage(of: entity).reversed().flatMap(properties) {
                    let member = SwiftText.identifier(property.name)
                    writer.call(
                        "names.add",
                        ["\\\(name).\(member)", "\\\(name)?.?.\(member)", SwiftText.literal(property.name)])
                }
            }
        }
    }

    /// The properties of the entity that its class has.
    private func properties(of entity: EntityDeclaration) -> [PropertyDeclaration] {
        guard entity.managedClass.generation == .none else { return entity.properties }
        let members = handwritten.members(of: entity.managedClass.localName ?? "").filter { !$0.isPrivate }
        return entity.properties.filter { property in members.contains { $0.name == property.name } }
    }

    private func writeModel(to writer: inout SourceWriter) {
        writer.line("/// Builds the model; it can be edited until it is used.")
        writer.block("public static func makeModel() -> NSManagedObjectModel") { writer in
            writer.line(
                "let model = EmbeddedModelBuilder(versionIdentifiers: [\(SwiftText.literal(model.versionIdentifier))])")
            for entity in model.entities { writer.line("\(function(entity))(to: model)") }
            for request in model.fetchRequests { FetchRequestStatements(request).writeTemplate(to: &writer) }
            for configuration in model.configurations {
                let members = configuration.members.map(SwiftText.literal).joined(separator: ", ")
                writer.call("model.configuration", [SwiftText.literal(configuration.name), "entities: [\(members)]"])
            }
            writer.line("return model.build()")
        }
    }

    private func function(_ entity: EntityDeclaration) -> String { "add\(SwiftText.typeName(entity.name))" }

    /// The class name in the model. Swift knows classes by module, so one that is in this module gets it in front, also
    /// where the file names the Objective-C class alone.
    private func className(of entity: EntityDeclaration) -> String? {
        guard let name = entity.managedClass.name else { return nil }
        guard classes.contains(where: { $0.name == entity.name }) else {
            return entity.managedClass.fullName(module: types.module)
        }
        return "\(entity.managedClass.module.flatMap { $0.isEmpty ? nil : $0 } ?? types.module).\(name)"
    }
}
