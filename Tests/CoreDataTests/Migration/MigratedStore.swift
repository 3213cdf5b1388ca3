import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// A store in a folder of its own that is opened with one model after another.
struct MigratedStore {
    let folder = ScratchFolder()
    var url: URL { folder.url.appendingPathComponent("Store.sqlite") }

    static var options: [AnyHashable: Any] {
        [NSMigratePersistentStoresAutomaticallyOption: true, NSInferMappingModelAutomaticallyOption: true]
    }

    /// Opens the store, runs `body` in a context on it, saves, and closes.
    @discardableResult
    func with<Result>(
        _ model: NSManagedObjectModel, options more: [AnyHashable: Any] = [:],
        _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let store = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url,
            options: Self.options.merging(more) { $1 })
        let context = coordinator.newContext()
        let result = try context.checked {
            let result = try body(context)
            try context.save()
            return result
        }
        try coordinator.remove(store)
        return result
    }

    /// Opens the store with a model that it has to be migrated to; checks that it is then laid out like a new one, or like the
    /// one that it was with columns behind the others.
    @discardableResult
    func migrate<Result>(
        to model: NSManagedObjectModel, _ body: (NSManagedObjectContext) throws -> Result
    ) throws -> Result {
        let before = try columns()
        let result = try with(model, body)
        let fresh = MigratedStore()
        try fresh.with(model) { _ in }
        let (own, other) = (try layout(), try fresh.layout())
        #expect(own == other)
        let (columns, ordered) = (try columns(), try fresh.columns())
        for (table, names) in columns where names != ordered[table] {
            let former = try #require(before[table])
            #expect(names.starts(with: former) && names.sorted() == ordered[table]?.sorted())
        }
        #expect(columns.keys.sorted() == ordered.keys.sorted())
        try checkPositions()
        return result
    }

    /// The columns of each table, in their order.
    private func columns() throws -> [String: [String]] {
        let connection = try Connection(path: url.path, access: .readWrite)
        let rows = try connection.rows(
            """
            SELECT m.name, t.name, t.type FROM sqlite_master m, pragma_table_info(m.name) t \
            WHERE m.type = 'table' ORDER BY m.name, t.cid
            """
        ) { row in (row.string(0) ?? "", "\(row.string(1) ?? "") \(row.string(2) ?? "")") }
        return Dictionary(grouping: rows, by: \.0).mapValues { $0.map(\.1) }
    }

    /// Tables with their columns, indexes, triggers, and numbers of entities.
    private func layout() throws -> [String] {
        let connection = try Connection(path: url.path, access: .readWrite)
        #expect(try connection.value("PRAGMA integrity_check") == .text("ok"))
        let columns = try connection.rows(
            """
            SELECT m.name, t.name, t.type FROM sqlite_master m, pragma_table_info(m.name) t \
            WHERE m.type = 'table' ORDER BY m.name, t.name
            """
        ) { row in (0..<3).map { row.string($0) ?? "" }.joined(separator: " ") }
        let rest = try connection.rows(
            "SELECT type, name, tbl_name, sql FROM sqlite_master WHERE type <> 'table' ORDER BY name"
        ) { row in (0..<4).map { row.string($0) ?? "" }.joined(separator: " ") }
        let numbers = try connection.rows("SELECT Z_ENT, Z_NAME, Z_SUPER FROM Z_PRIMARYKEY ORDER BY Z_ENT") { row in
            (0..<3).map { row.string($0) ?? "" }.joined(separator: " ")
        }
        return columns + rest + numbers
    }

    /// Checks that every member of an ordered relationship has a position.
    private func checkPositions() throws {
        let connection = try Connection(path: url.path, access: .readWrite)
        let columns = try connection.rows(
            """
            SELECT m.name, t.name FROM sqlite_master m, pragma_table_info(m.name) t \
            WHERE m.type = 'table' AND t.name LIKE 'Z#_FOK#_%' ESCAPE '#'
            """
        ) { row in (table: row.string(0) ?? "", name: row.string(1) ?? "") }
        for column in columns {
            let end = column.name.dropFirst("Z_FOK_".count)
            let key = connection.has(table: column.table, column: "Z" + end) ? "Z" + end : "Z_" + end
            let text = "SELECT count(*) FROM \(column.table) WHERE \(column.name) IS NULL AND \(key) IS NOT NULL"
            #expect(try connection.value(text) == .integer(0), "\(column)")
        }
    }

    /// The error of opening with a model; checks that the file stays as it is.
    func refusal(of model: NSManagedObjectModel) throws -> NSError? {
        let before = try Data(contentsOf: url)
        let error = #expect(throws: NSError.self) { try with(model) { _ in } }
        #expect(try Data(contentsOf: url) == before)
        return error
    }
}

// MARK: Models

/// A model of those entities.
func model(_ entities: NSEntityDescription...) -> NSManagedObjectModel {
    let model = NSManagedObjectModel()
    model.entities = entities
    return model
}

func entity(
    _ name: String, was identifier: String? = nil, _ properties: NSPropertyDescription...,
    children: [NSEntityDescription] = []
) -> NSEntityDescription {
    let entity = NSEntityDescription()
    entity.name = name
    if let identifier { entity.renamingIdentifier = identifier }
    entity.properties = properties
    entity.subentities = children
    return entity
}

func attribute(
    _ name: String, _ type: NSAttributeType = .stringAttributeType, was identifier: String? = nil,
    isOptional: Bool = true, initial: Any? = nil
) -> NSAttributeDescription {
    let attribute = NSAttributeDescription()
    attribute.name = name
    attribute.attributeType = type
    attribute.isOptional = isOptional
    attribute.defaultValue = initial
    if let identifier { attribute.renamingIdentifier = identifier }
    return attribute
}

/// One end of a relationship.
struct End {
    let name: String
    var isToMany = false
    var isOrdered = false
    var identifier: String?

    static func one(_ name: String, was identifier: String? = nil) -> End { End(name: name, identifier: identifier) }
    static func many(_ name: String, ordered: Bool = false, was identifier: String? = nil) -> End {
        End(name: name, isToMany: true, isOrdered: ordered, identifier: identifier)
    }
}

/// Relates two entities; without another end there is no inverse.
func relate(_ entity: NSEntityDescription, _ end: End, _ other: NSEntityDescription, _ otherEnd: End? = nil) {
    func add(_ end: End, to entity: NSEntityDescription, _ destination: NSEntityDescription)
        -> NSRelationshipDescription
    {
        let relationship = NSRelationshipDescription()
        relationship.name = end.name
        relationship.destinationEntity = destination
        relationship.maxCount = end.isToMany ? 0 : 1
        relationship.isOrdered = end.isOrdered
        relationship.isOptional = true
        if let identifier = end.identifier { relationship.renamingIdentifier = identifier }
        entity.properties.append(relationship)
        return relationship
    }
    let relationship = add(end, to: entity, other)
    guard let otherEnd else { return }
    let inverse = add(otherEnd, to: other, entity)
    relationship.inverseRelationship = inverse
    inverse.inverseRelationship = relationship
}

extension NSManagedObjectContext {
    /// The objects of an entity, by a text.
    func named(_ entity: String, by key: String = "name") throws -> [NSManagedObject] {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: true)]
        return try fetch(request)
    }
}

extension NSManagedObject {
    func text(_ key: String) -> String? { value(forKeyPath: key) as? String }

    /// The names of the members of a relationship, in their order if they have one.
    func names(_ key: String) -> [String] {
        switch value(forKey: key) {
        case let ordered as NSOrderedSet: ordered.compactMap { ($0 as? NSManagedObject)?.text("name") }
        case let set as NSSet: set.compactMap { ($0 as? NSManagedObject)?.text("name") }.sorted()
        default: []
        }
    }
}
