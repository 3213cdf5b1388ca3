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
        var names = ClassFileNames()
        for entity in model.entities {
            // Entities can share a class; the first has the word.
            guard let name = names.add(entity.managedClass) else { continue }
            let types = types
            let accessors = try AccessorsWriter(entity: entity, types: types, handwritten: handwritten)
            if entity.managedClass.generation == .none {
                files.append(
                    GeneratedFile(name: "\(name)+CoreDataAccessors.swift", model: origin) {
                        accessors.write(to: &$0)
                    })
                continue
            }
            if entity.managedClass.generation == .whole {
                files.append(
                    GeneratedFile(name: "\(name)+CoreDataClass.swift", model: origin) {
                        ClassWriter(entity: entity, types: types).write(to: &$0)
                    })
            }
            files.append(
                GeneratedFile(name: "\(name)+CoreDataProperties.swift", model: origin) {
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
            let name = entity.managedClass.localName ?? entity.name
            guard name.split(separator: ".").allSatisfy({ SwiftText.isIdentifier(String($0)) }) else {
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

/// The names of the files of classes, which the build knows by the same rule before the model is compiled.
///
/// A file is named after its class; of classes of one name within different types, all but the first go by what the model says,
/// with hyphens for its full stops.
private struct ClassFileNames {
    private var seen: Set<String> = []
    private var taken: Set<String> = []

    /// nil for a class that came before, or none.
    mutating func add(_ managedClass: ManagedClassDeclaration) -> String? {
        guard let name = managedClass.name else { return nil }
        let outer = managedClass.module ?? ""
        let whole = outer.isEmpty ? name : "\(outer).\(name)"
        guard seen.insert(whole).inserted else { return nil }
        return taken.insert(name).inserted ? name : whole.replacing(".", with: "-")
    }
}
