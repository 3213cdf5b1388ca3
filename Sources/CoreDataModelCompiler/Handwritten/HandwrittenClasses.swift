/// The classes of a module's own sources, and what they declare `@NSManaged`.
struct HandwrittenClasses {
    private let module: String
    /// The types of the sources by their paths, `Shop.Item`.
    private var types: [String: HandwrittenType] = [:]
    private(set) var members: [HandwrittenMember] = []
    /// The modules that the files with such members import.
    private(set) var imports: Set<String> = []

    init(_ files: [HandwrittenFile], module: String = "") {
        self.module = module
        for file in files {
            var scan = SourceScan(file: file)
            scan.run()
            types.merge(scan.types) { first, _ in first }
            members += scan.members
            if !scan.members.isEmpty { imports.formUnion(scan.imports) }
        }
        for index in members.indices { members[index].className = withoutModule(members[index].className) }
    }

    func has(class path: String) -> Bool { types[path]?.kind == .class }

    func members(of className: String) -> [HandwrittenMember] { members.filter { $0.className == className } }

    /// The path of the class that a name means within another type: the one that stands nearest.
    func path(of name: String, within scope: String) -> String? {
        let local = withoutModule(name)
        // A module's own types are not meant to be found nearer by.
        var scope = local == name ? scope.split(separator: ".") : []
        while true {
            let path = (scope + [Substring(local)]).joined(separator: ".")
            if let type = types[path] { return type.kind == .class ? path : nil }
            if scope.popLast() == nil { return nil }
        }
    }

    /// The kind of the type at a path; a class of the model that is yet to be written is none of the sources.
    func kind(of path: String) -> HandwrittenType.Kind { types[path]?.kind ?? .class }

    private func withoutModule(_ path: String) -> String {
        guard path.hasPrefix(module + "."), types[path] == nil else { return path }
        return String(path.dropFirst(module.count + 1))
    }

    // MARK: Classes within types

    /// The model with the places of those classes that stand within other types.
    ///
    /// Objective-C knows such a class by its own name alone, and so may the model file. Where that leaves a choice, it has to
    /// have the path.
    func locatingClasses(of model: ModelDeclaration) throws(ModelError) -> ModelDeclaration {
        var model = model
        for index in model.entities.indices {
            let entity = model.entities[index]
            guard let name = entity.managedClass.name, entity.managedClass.generation != .whole else { continue }
            let outer = entity.managedClass.module ?? ""
            if has(class: "\(outer).\(name)") {
                model.entities[index].managedClass.path = "\(outer).\(name)"
                continue
            }
            guard ["", module].contains(outer), !has(class: name) else { continue }
            let paths = types.keys.filter { $0.hasSuffix("." + name) && isManaged($0) }.sorted()
            guard paths.count < 2 else {
                throw ModelError(
                    file: model.file, line: entity.line,
                    sentence: "the class '\(name)' of entity '\(entity.name)' can be "
                        + paths.map { "'\($0)'" }.joined(separator: " or "))
            }
            model.entities[index].managedClass.path = paths.first
        }
        return model
    }

    /// Whether a class is one of managed objects: it says so, or derives from one that does.
    private func isManaged(_ path: String) -> Bool {
        guard let type = types[path], type.kind == .class else { return false }
        if type.superclass == "NSManagedObject" || members.contains(where: { $0.className == path }) { return true }
        guard let superclass = type.superclass.flatMap({ self.path(of: $0, within: path) }) else { return false }
        return superclass != path && isManaged(superclass)
    }
}

/// A type that the sources declare.
struct HandwrittenType {
    /// By the letter that a symbol has for it.
    enum Kind: String {
        case `class` = "C"
        case structure = "V"
        case enumeration = "O"
        case other = "P"
    }

    let kind: Kind
    /// What a class derives from, as written; it may be a protocol.
    let superclass: String?
}
