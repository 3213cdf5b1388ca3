/// The names of properties by key path: a key path does not know the name of the property it leads to.
///
/// Paths of several steps, like `\Item.list?.name`, are found by joining known ones, for key paths can be joined and
/// compared but not taken apart.
public struct KeyPathNames {
    /// What a key path leads from, to, and over. The hash value stands for its steps, because `==` tells a joined path from
    /// a written one (they differ in a flag of their buffers) while their hashes agree.
    struct Route: Hashable, Sendable {
        fileprivate let root: ObjectIdentifier
        let value: ObjectIdentifier
        let steps: Int

        init(_ path: AnyKeyPath) {
            root = ObjectIdentifier(type(of: path).rootType)
            value = ObjectIdentifier(type(of: path).valueType)
            steps = path.hashValue
        }
    }

    private var names: [Route: String] = [:]
    /// The key paths of one step by the type they begin at.
    private var steps: [ObjectIdentifier: [(path: AnyKeyPath, name: String)]] = [:]

    /// The properties of each class whose type is a number or a Boolean.
    private(set) var scalars: [ObjectIdentifier: Set<String>] = [:]
    private static let scalarTypes = Set(
        [Bool.self, Int16.self, Int32.self, Int64.self, Int.self, Double.self, Float.self].map(ObjectIdentifier.init))

    /// No names yet.
    init() {}

    /// Names a property: its key path, and the same path beginning at an optional object, as it stands behind a `?`.
    public mutating func add<Root, Value>(
        _ path: KeyPath<Root, Value>, _ chained: PartialKeyPath<Root?>, _ name: String
    ) {
        names[Route(path)] = name
        if Self.scalarTypes.contains(ObjectIdentifier(Value.self)) {
            scalars[ObjectIdentifier(Root.self), default: []].insert(name)
        }
        steps[ObjectIdentifier(Root.self), default: []].append((path, name))
        steps[ObjectIdentifier(Root?.self), default: []].append((chained, name))
        steps[ObjectIdentifier(Root?.self), default: []].append(((\Root?.!).appending(path: path), name))
    }

    /// The name of the property; steps over to-one relationships, three at most, are joined by dots.
    mutating func name(of route: Route) -> String? {
        if let name = names[route] { return name }
        names[route] = joinedName(of: route)
        return names[route]
    }

    private func joinedName(of route: Route) -> String? {
        var reached = steps[route.root] ?? []
        for _ in 0..<2 {
            var next: [(path: AnyKeyPath, name: String)] = []
            for start in reached {
                for step in steps[ObjectIdentifier(type(of: start.path).valueType)] ?? [] {
                    guard let joined = start.path.appending(path: step.path) else { continue }
                    let name = "\(start.name).\(step.name)"
                    if Route(joined) == route { return name }
                    next.append((joined, name))
                }
            }
            reached = next
        }
        return nil
    }
}
