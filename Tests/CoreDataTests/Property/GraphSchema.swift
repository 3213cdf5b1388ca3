import CoreData

/// The entities of the property test, as plain data: what the model for Core Data and the plain one are both made from.
struct GraphSchema: Sendable {
    /// One end of a relationship.
    struct Link: Sendable {
        let name: String
        let source: String
        let destination: String
        let inverse: String
        var isToMany = false
        var isOrdered = false
        var rule = NSDeleteRule.nullifyDeleteRule
    }

    static let roots = ["Folder", "Note", "Page", "Tag"]
    static let entities = ["Folder", "Note", "Task", "Page", "Tag"]

    private let links: [String: [String: Link]]

    /// - Parameter variant: which delete rules hold; each number has others.
    init(variant: Int) {
        var made: [String: [String: Link]] = [:]
        for link in Self.links(variant: variant) { made[link.source, default: [:]][link.name] = link }
        made["Task"] = (made["Note"] ?? [:]).merging(made["Task"] ?? [:]) { $1 }
        links = made
    }

    private static func links(variant: Int) -> [Link] {
        let owning: [NSDeleteRule] = [.cascadeDeleteRule, .nullifyDeleteRule, .denyDeleteRule]
        return [
            Link(
                name: "notes", source: "Folder", destination: "Note", inverse: "folder", isToMany: true,
                rule: owning[variant % 3]),
            Link(name: "folder", source: "Note", destination: "Folder", inverse: "notes"),
            Link(
                name: "children", source: "Folder", destination: "Folder", inverse: "parent", isToMany: true,
                rule: owning[variant / 3 % 3]),
            Link(name: "parent", source: "Folder", destination: "Folder", inverse: "children"),
            Link(name: "cover", source: "Folder", destination: "Note", inverse: "coverOf"),
            Link(
                name: "coverOf", source: "Note", destination: "Folder", inverse: "cover",
                rule: variant % 5 == 3 ? .denyDeleteRule : .nullifyDeleteRule),
            Link(
                name: "pinned", source: "Folder", destination: "Note", inverse: "pinnedIn", isToMany: true,
                isOrdered: true),
            Link(name: "pinnedIn", source: "Note", destination: "Folder", inverse: "pinned"),
            Link(
                name: "pages", source: "Note", destination: "Page", inverse: "note", isToMany: true, isOrdered: true,
                rule: .cascadeDeleteRule),
            Link(
                name: "note", source: "Page", destination: "Note", inverse: "pages",
                rule: variant % 4 == 1 ? .cascadeDeleteRule : .nullifyDeleteRule),
            Link(
                name: "tags", source: "Note", destination: "Tag", inverse: "notes", isToMany: true,
                rule: variant % 7 == 2 ? .cascadeDeleteRule : .nullifyDeleteRule),
            Link(
                name: "notes", source: "Tag", destination: "Note", inverse: "tags", isToMany: true,
                rule: variant % 5 == 4 ? .denyDeleteRule : .nullifyDeleteRule),
            Link(name: "links", source: "Note", destination: "Note", inverse: "linkedBy", isToMany: true),
            Link(name: "linkedBy", source: "Note", destination: "Note", inverse: "links", isToMany: true),
            Link(
                name: "topics", source: "Note", destination: "Tag", inverse: "topicOf", isToMany: true,
                isOrdered: true),
            Link(name: "topicOf", source: "Tag", destination: "Note", inverse: "topics", isToMany: true),
            Link(
                name: "subtasks", source: "Task", destination: "Task", inverse: "supertask", isToMany: true,
                rule: .cascadeDeleteRule),
            Link(name: "supertask", source: "Task", destination: "Task", inverse: "subtasks"),
        ]
    }

    /// The relationships of an entity's objects, by name; those of its parent among them.
    func links(of entity: String) -> [String: Link] { links[entity] ?? [:] }

    func link(_ name: String, of entity: String) -> Link? { links(of: entity)[name] }

    /// Whether an object of the one entity is one of the other.
    static func isKind(_ entity: String, of other: String) -> Bool {
        entity == other || (entity == "Task" && other == "Note")
    }

    /// Each relationship with the entity that declares it.
    private var declared: [(entity: String, link: Link)] {
        links.flatMap { entity, links in links.values.filter { $0.source == entity }.map { (entity, $0) } }
    }

    func model() -> NSManagedObjectModel {
        var entities: [String: NSEntityDescription] = [:]
        for name in Self.entities {
            entities[name] =
                name == "Task"
                ? SampleModel.entity(name)
                : SampleModel.entity(
                    name, SampleModel.attribute("uid", .integer64AttributeType),
                    SampleModel.attribute("text", .stringAttributeType),
                    SampleModel.attribute("count", .integer32AttributeType) { $0.defaultValue = 0 })
        }
        if let note = entities["Note"], let task = entities["Task"] { note.subentities = [task] }
        var made: [String: NSRelationshipDescription] = [:]
        for (entity, link) in declared {
            guard let destination = entities[link.destination] else { continue }
            let relationship = SampleModel.relationship(
                link.name, to: destination, maxCount: link.isToMany ? 0 : 1
            ) {
                $0.isOrdered = link.isOrdered
                $0.deleteRule = link.rule
            }
            made["\(entity).\(link.name)"] = relationship
            entities[entity]?.properties.append(relationship)
        }
        for (entity, link) in declared {
            made["\(entity).\(link.name)"]?.inverseRelationship = made["\(link.destination).\(link.inverse)"]
        }
        let model = NSManagedObjectModel()
        model.entities = Self.entities.compactMap { entities[$0] }
        return model
    }
}
