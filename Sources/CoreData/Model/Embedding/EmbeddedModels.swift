import Synchronization

/// The models that stand in the program as code, found without anyone registering them.
///
/// Swift has no initialisers that run before `main`, so the types that conform to `EmbeddedModel` are looked up in the
/// conformance records of the executable and its libraries. Linkers keep those in debug and release builds, static and
/// dynamic ones alike, since the runtime's own `as?` needs them. Rejected: an entry in `.init_array` (needs a compiler
/// flag in the client's package before Swift 6.3), `dlsym` (an executable does not export its symbols), a type looked up by
/// its name (the client's module is unknown).
public enum EmbeddedModels {
    private struct State {
        var types: [any EmbeddedModel.Type] = []
        var models: [String: NSManagedObjectModel] = [:]
        var classes: [String: NSManagedObject.Type] = [:]
        /// Filled on first need, which many programs never have.
        var keyPaths: KeyPathNames?
        var hasLooked = false
    }
    private static let state = Mutex(State())

    /// The names of the embedded models, sorted.
    public static var names: [String] {
        state.withLock { state in
            look(&state)
            return state.types.map { $0.name }.sorted()
        }
    }

    /// The modules that the embedded models, of both kinds, stand in.
    static var modules: [String] {
        let types: [Any.Type] =
            state.withLock { state in
                look(&state)
                return state.types.map { $0 }
            } + EmbeddedMappingModels.types.map { $0 }
        return Set(types.compactMap { String(reflecting: $0).split(separator: ".").first.map(String.init) }).sorted()
    }

    /// The embedded model of that name, always the same object: so all stacks of a process share the entities that its
    /// generated classes belong to.
    public static func model(named name: String) -> NSManagedObjectModel? {
        let type: (any EmbeddedModel.Type)? = state.withLock { state in
            look(&state)
            return state.types.first { $0.name == name }
        }
        guard let type else { return nil }
        if let model = state.withLock({ $0.models[name] }) { return model }
        // Built outside the lock: generated code may ask for classes.
        let built = type.makeModel()
        return state.withLock { state in
            if let first = state.models[name] { return first }
            state.models[name] = built
            return built
        }
    }

    /// The class that an embedded model names so, with its module or without.
    static func managedObjectClass(named name: String) -> NSManagedObject.Type? {
        state.withLock { state in
            look(&state)
            return state.classes[name]
        }
    }

    /// The name of the property that a key path of a generated class leads to, dotted where it goes over relationships.
    static func propertyName(of path: AnyKeyPath) -> String? {
        let route = KeyPathNames.Route(path)
        return state.withLock { state in
            nameKeyPaths(&state)
            return state.keyPaths?.name(of: route)
        }
    }

    /// The names of those properties of a generated class whose type is a number or a Boolean.
    static func scalarProperties(of objectClass: NSManagedObject.Type) -> Set<String> {
        state.withLock { state in
            nameKeyPaths(&state)
            return state.keyPaths?.scalars[ObjectIdentifier(objectClass)] ?? []
        }
    }

    private static func nameKeyPaths(_ state: inout State) {
        look(&state)
        guard state.keyPaths == nil else { return }
        var names = KeyPathNames()
        for type in state.types { type.nameKeyPaths(in: &names) }
        state.keyPaths = names
    }

    private static func look(_ state: inout State) {
        guard !state.hasLooked else { return }
        state.hasLooked = true
        state.types = ConformanceRecords.types(conformingTo: (any EmbeddedModel).self).compactMap {
            $0 as? any EmbeddedModel.Type
        }
        for type in state.types {
            for (name, managedObjectClass) in type.classes {
                state.classes[name] = managedObjectClass
                // Compiled models may name a class without its module; the first of two such classes is taken.
                let bare = name.split(separator: ".").last.map(String.init) ?? name
                if state.classes[bare] == nil { state.classes[bare] = managedObjectClass }
            }
        }
    }
}
