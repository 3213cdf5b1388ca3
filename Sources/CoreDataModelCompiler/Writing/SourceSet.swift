import Foundation

/// All source files of a model.
struct SourceSet {
    let model: ModelDeclaration
    let name: String
    let path: String
    let module: String
    /// The classes in the module's own sources.
    let handwritten: HandwrittenClasses

    private var types: SwiftTypes { SwiftTypes(model: model, module: module) }

    func files() throws(ModelError) -> [GeneratedFile] {
        try check()
        var files: [GeneratedFile] = []
        let origin = (path as NSString).lastPathComponent
        for entity in model.entities {
            // Entities can share a class; the first has the word.
            guard let className = entity.managedClass.localName, types.owner(of: className) == entity.name else {
                continue
            }
            let types = types
            let accessors = try AccessorsWriter(entity: entity, types: types, handwritten: handwritten)
            if entity.managedClass.generation == .none {
                files.append(
                    GeneratedFile(name: "\(className)+CoreDataAccessors.swift", model: origin) {
                        accessors.write(to: &$0)
                    })
                continue
            }
            if entity.managedClass.generation == .whole {
                files.append(
                    GeneratedFile(name: "\(className)+CoreDataClass.swift", model: origin) {
                        ClassWriter(entity: entity, types: types).write(to: &$0)
                    })
            }
            files.append(
                GeneratedFile(name: "\(className)+CoreDataProperties.swift", model: origin) {
                    PropertiesWriter(entity: entity, types: types).write(to: &$0)
                    guard !accessors.isEmpty else { return }
                    $0.line()
                    accessors.write(to: &$0)
                })
        }
        let embedded = EmbeddedModelWriter(model: model, name: name, types: types, handwritten: handwritten)
        files.append(GeneratedFile(name: "\(embedded.typeName).swift", model: origin) { embedded.write(to: &$0) })
        return files
    }

    private var generated: [EntityDeclaration] { model.entities.filter { $0.managedClass.generation != .none } }

    /// What Swift could not compile is an error of the model.
    private func check() throws(ModelError) {
        var owners: [String: EntityDeclaration] = [:]
        for entity in generated {
            let name = entity.managedClass.name ?? entity.name
            guard SwiftText.isIdentifier(name) else {
                throw error(entity.line, "the class '\(name)' of entity '\(entity.name)' is no Swift name")
            }
            if let owner = owners[name] {
                throw error(
                    entity.line, "entities '\(owner.name)' and '\(entity.name)' both generate the class '\(name)'")
            }
            owners[name] = entity
            for property in entity.properties {
                guard SwiftText.isIdentifier(property.name) else {
                    throw error(property.line, "'\(property.name)' of entity '\(entity.name)' is no Swift name")
                }
                guard !Self.reserved.contains(property.name) else {
                    throw error(
                        property.line,
                        "'\(property.name)' of entity '\(entity.name)' is a member of NSManagedObject already")
                }
            }
        }
    }

    private func error(_ line: Int, _ sentence: String) -> ModelError {
        ModelError(file: model.file, line: line, sentence: sentence)
    }

    /// The members that every managed object has; Xcode rejects them as well.
    private static let reserved: Set<String> = [
        "changedValues", "class", "copy", "debugDescription", "description", "entity", "faultingState", "hasChanges",
        "hasPersistentChangedValues", "hash", "init", "isDeleted", "isFault", "isInserted", "isUpdated",
        "managedObjectContext", "mutableCopy", "objectID", "observationInfo", "self", "superclass", "zone",
    ]
}
