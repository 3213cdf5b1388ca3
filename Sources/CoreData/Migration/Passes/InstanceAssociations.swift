/// Which object was made of which, mapping by mapping.
struct InstanceAssociations {
    private struct Ends {
        /// In the order in which they came.
        var sources: [NSManagedObject] = []
        var destinations: [NSManagedObject] = []
        var destinationsBySource: [NSManagedObject: [NSManagedObject]] = [:]
        var sourcesByDestination: [NSManagedObject: [NSManagedObject]] = [:]

        mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject) {
            if destinationsBySource[source] == nil { sources.append(source) }
            if sourcesByDestination[destination] == nil { destinations.append(destination) }
            destinationsBySource[source, default: []].append(destination)
            sourcesByDestination[destination, default: []].append(source)
        }
    }
    private var mappings: [String: Ends] = [:]

    mutating func add(_ source: NSManagedObject, _ destination: NSManagedObject, of mapping: String) {
        mappings[mapping, default: Ends()].add(source, destination)
    }

    /// What was made of the sources, of all for nil.
    func destinations(of mapping: String, _ sources: [NSManagedObject]?) -> [NSManagedObject] {
        guard let ends = mappings[mapping] else { return [] }
        guard let sources else { return ends.destinations }
        return Self.found(for: sources, in: ends.destinationsBySource)
    }

    /// What the destinations were made of, all for nil.
    func sources(of mapping: String, _ destinations: [NSManagedObject]?) -> [NSManagedObject] {
        guard let ends = mappings[mapping] else { return [] }
        guard let destinations else { return ends.sources }
        return Self.found(for: destinations, in: ends.sourcesByDestination)
    }

    /// What was made of the sources by those mappings, in the order of the sources.
    func destinations(ofAny names: [String], _ sources: [NSManagedObject]) -> [NSManagedObject] {
        let tables = names.compactMap { mappings[$0]?.destinationsBySource }
        var seen: Set<NSManagedObject> = []
        return sources.flatMap { source in tables.flatMap { $0[source] ?? [] } }.filter { seen.insert($0).inserted }
    }

    private static func found(
        for objects: [NSManagedObject], in table: [NSManagedObject: [NSManagedObject]]
    ) -> [NSManagedObject] {
        var seen: Set<NSManagedObject> = []
        return objects.flatMap { table[$0] ?? [] }.filter { seen.insert($0).inserted }
    }
}
