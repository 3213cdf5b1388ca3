/// What the XML of one model version says, in its own order.
struct ModelDeclaration {
    /// The path of the XML file.
    let file: String
    /// What `userDefinedModelVersionIdentifier` says, empty where nothing is.
    var versionIdentifier = ""
    var entities: [EntityDeclaration] = []
    /// Attributes by the name of the composite that consists of them.
    var composites: [CompositeDeclaration] = []
    var fetchRequests: [FetchRequestDeclaration] = []
    var configurations: [ConfigurationDeclaration] = []

    func entity(_ name: String) -> EntityDeclaration? { entities.first { $0.name == name } }

    func composite(_ name: String) -> CompositeDeclaration? { composites.first { $0.name == name } }

    /// The entity and those above it, the entity itself first.
    func lineage(of entity: EntityDeclaration) -> [EntityDeclaration] {
        var lineage = [entity]
        while let parent = lineage[lineage.count - 1].parent.flatMap({ self.entity($0) }),
            !lineage.contains(where: { $0.name == parent.name })
        {
            lineage.append(parent)
        }
        return lineage
    }
}

/// A named group of attributes that an attribute can consist of.
struct CompositeDeclaration {
    let name: String
    let line: Int
    let fields: [PropertyDeclaration]
}

/// A subset of the entities that a store of its own can hold.
struct ConfigurationDeclaration {
    let name: String
    let line: Int
    let members: [String]
}
