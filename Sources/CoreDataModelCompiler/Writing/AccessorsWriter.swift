import Foundation

/// Writes the accessors of a handwritten class's `@NSManaged` members.
///
/// Apple's runtime makes such accessors when they are first called. Here their symbols would be missing when the program is
/// linked, so that each gets a definition under the name that the compiler gives it.
struct AccessorsWriter {
    private let entity: EntityDeclaration
    private let types: SwiftTypes
    private let handwritten: HandwrittenClasses
    private let imports: [String]
    private var accessors: [(member: HandwrittenMember, symbols: [String], bodies: [String])] = []

    /// Finds the definitions; what cannot be defined is an error where it is declared.
    init(entity: EntityDeclaration, types: SwiftTypes, handwritten: HandwrittenClasses) throws(ModelError) {
        self.entity = entity
        self.types = types
        self.handwritten = handwritten
        imports = handwritten.imports.subtracting(["CoreData", "Foundation"]).sorted()
        let className = entity.managedClass.localName ?? ""
        guard types.owner(of: className) == entity.name else { return }
        for member in handwritten.members(of: className) {
            switch member.kind {
            case .property(let type): try add(member, type)
            case .method(let parameters): try add(member, parameters)
            }
        }
    }

    private mutating func add(_ member: HandwrittenMember, _ type: String) throws(ModelError) {
        let mangled = try mangle(type, of: member)
        let symbols = ["g", "s"].map {
            SymbolName.property(
                member.name, mangled, of: owner(member.className), discriminator: discriminator(of: member),
                accessor: $0)
        }
        let value = HandwrittenValue(
            name: member.name, type: spelled(type, in: member), modelled: modelled(member.name))
        accessors.append((member, symbols, [value.getter, value.setter]))
    }

    private mutating func add(
        _ member: HandwrittenMember, _ parameters: [HandwrittenMember.Parameter]
    ) throws(ModelError) {
        let fullName = "\(member.name)(\(parameters.map { ($0.label ?? "_") + ":" }.joined()))"
        let known = types.model.lineage(of: entity).flatMap(\.properties).flatMap(relationshipAccessors)
        let matches = known.first { accessor in
            accessor.fullName == fullName
                && zip(accessor.parameters, parameters).allSatisfy { ours, given in
                    ["NSSet", "NSOrderedSet"].contains(given.type) == ["NSSet", "NSOrderedSet"].contains(ours.type)
                }
        }
        guard let accessor = matches else {
            throw error(
                member, "\(fullName) is @NSManaged, but no accessor of a to-many relationship of '\(entity.name)'")
        }
        var mangled: [(label: String?, type: MangledType)] = []
        for parameter in parameters {
            mangled.append((parameter.label, try mangle(parameter.type, of: member)))
        }
        let symbol = SymbolName.method(
            member.name, mangled, of: owner(member.className), discriminator: discriminator(of: member))
        accessors.append((member, [symbol], [accessor.body]))
    }

    private func relationshipAccessors(of property: PropertyDeclaration) -> [MembersWriter.Accessor] {
        guard let relationship = property.relationship, relationship.isToMany else { return [] }
        return MembersWriter(
            className: "", property: property, member: types.destination(of: relationship),
            isOrdered: relationship.isOrdered
        ).accessors
    }

    private func modelled(_ name: String) -> PropertyDeclaration? {
        types.model.lineage(of: entity).lazy.compactMap { $0.property(name) }.first
    }

    private func mangle(_ type: String, of member: HandwrittenMember) throws(ModelError) -> MangledType {
        guard let mangled = MangledType(type, own: { path(of: $0, in: member).map(owner) }) else {
            throw error(member, "the type '\(type)' of '\(member.name)' cannot be @NSManaged")
        }
        return mangled
    }

    /// The path of the module's class that a name means where the member is declared.
    private func path(of name: String, in member: HandwrittenMember) -> String? {
        if let path = handwritten.path(of: name, within: member.className) { return path }
        return types.model.entities.contains { $0.managedClass.localName == name } ? name : nil
    }

    /// The class at a path.
    private func owner(_ path: String) -> MangledType {
        var steps: [MangledType.Step] = []
        for name in path.split(separator: ".") {
            let outer = (steps.map(\.name) + [String(name)]).joined(separator: ".")
            steps.append(MangledType.Step(name: String(name), kind: handwritten.kind(of: outer).rawValue))
        }
        return .nominal(module: types.module, steps)
    }

    /// Private names of different files are told apart by the file.
    private func discriminator(of member: HandwrittenMember) -> String? {
        guard member.isPrivate else { return nil }
        return "_" + MD5.hexadecimal(types.module + (member.file as NSString).lastPathComponent)
    }

    private func error(_ member: HandwrittenMember, _ sentence: String) -> ModelError {
        ModelError(file: member.file, line: member.line, sentence: sentence)
    }

    /// A type as it has to be written in another file: by paths, as an extension of a class within another type sees nothing of that,
    /// and with the spaces that were left out.
    private func spelled(_ type: String, in member: HandwrittenMember) -> String {
        type.replacing(/[^\[\]<>():,?]+/) { SwiftText.path(path(of: String($0.0), in: member) ?? String($0.0)) }
            .replacing(":", with: ": ").replacing(",", with: ", ")
    }

    var isEmpty: Bool { accessors.isEmpty }

    func write(to writer: inout SourceWriter) {
        guard !accessors.isEmpty else {
            return writer.line("// The class of the entity \"\(entity.name)\" has no @NSManaged property.")
        }
        for module in imports { writer.line("import \(module)") }
        if !imports.isEmpty { writer.line() }
        let properties = accessors.filter { $0.bodies[0].contains("HandwrittenKeys.") }.map(\.member.name)
        writer.block("extension \(types.className(of: entity))") { writer in
            for (index, accessor) in accessors.enumerated() {
                if index > 0 { writer.line() }
                write(accessor, number: index, to: &writer)
            }
            guard !properties.isEmpty else { return }
            writer.line()
            writer.block("private enum HandwrittenKeys") { writer in
                for name in properties {
                    writer.line("static let \(SwiftText.identifier(name)) = ManagedKey(\(SwiftText.literal(name)))")
                }
            }
        }
    }

    private func write(
        _ accessor: (member: HandwrittenMember, symbols: [String], bodies: [String]), number: Int,
        to writer: inout SourceWriter
    ) {
        let name = accessor.member.name
        switch accessor.member.kind {
        case .property(let type):
            let type = spelled(type, in: accessor.member)
            writer.line("/// Reads `\(name)`.")
            writer.line("@_silgen_name(\"\(accessor.symbols[0])\")")
            writer.block("public final func managedGetter\(number)() -> \(type)") { $0.line(accessor.bodies[0]) }
            writer.line()
            writer.line("/// Sets `\(name)`.")
            writer.line("@_silgen_name(\"\(accessor.symbols[1])\")")
            // A setter owns its new value, which a method's parameter does not by itself.
            writer.block("public final func managedSetter\(number)(_ newValue: __owned \(type))") {
                $0.line(accessor.bodies[1])
            }
        case .method(let parameters):
            let known = types.model.lineage(of: entity).flatMap(\.properties).flatMap(relationshipAccessors)
            let names = known.first { $0.body == accessor.bodies[0] }?.parameters.map(\.name) ?? []
            let list = zip(parameters, names).map {
                "\($0.label ?? "_") \($1): \(spelled($0.type, in: accessor.member))"
            }
            .joined(separator: ", ")
            writer.line("/// Changes a relationship: `\(name)`.")
            writer.line("@_silgen_name(\"\(accessor.symbols[0])\")")
            // Dynamic like the declaration that it stands for: else the compiler ends, in an optimised build, over a call of it
            // from another module.
            writer.block("public dynamic func managedMethod\(number)(\(list))") { $0.line(accessor.bodies[0]) }
        }
    }
}
