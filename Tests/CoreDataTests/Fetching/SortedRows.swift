import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// A store of thousands of entries in an order of their own, a third of them notes, with ties and nulls in what they are sorted by.
///
///     stamp         | indexed; 97 values, NULL for each 13th entry
///     group, rank   | an index over both; 7 values, and numbers that differ
///     weight        | not indexed
final class SortedRows {
    static let count = 2_100
    let folder: URL
    let model: NSManagedObjectModel
    let coordinator: NSPersistentStoreCoordinator
    let store: SQLiteStore
    let file: URL

    /// - Parameter key: the primary key of the entry of a number, from 1 on.
    init(key: (Int) -> Int = { $0 }, stamp: (Int) -> Int? = { $0 % 13 == 0 ? nil : $0 * 7919 % 97 }) throws {
        model = Self.makeModel()
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sorted-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        file = folder.appendingPathComponent("Sorted.sqlite")
        coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        let added = try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: file, options: nil)
        store = try #require(added as? SQLiteStore)
        let (entry, note) = try (number("Entry"), number("Note"))
        let connection = try connection()
        try connection.execute("BEGIN")
        let insert = try connection.prepare(
            "INSERT INTO ZENTRY (Z_PK, Z_ENT, Z_OPT, ZSTAMP, ZGROUP, ZRANK, ZWEIGHT) VALUES (?, ?, 1, ?, ?, ?, ?)")
        for index in 1...Self.count {
            insert.bind(Int64(key(index)), 1)
            insert.bind(index % 3 == 0 ? note : entry, 2)
            insert.bind(stamp(index).map { .integer(Int64($0)) } ?? .null, 3)
            insert.bind(.text("g\(index % 7)"), 4)
            insert.bind(Int64(index * 7919 % 3_001), 5)
            insert.bind(Double(index % 10), 6)
            try insert.run()
        }
        try connection.execute("COMMIT")
    }

    deinit {
        try? coordinator.remove(store)
        try? FileManager.default.removeItem(at: folder)
    }

    private func number(_ entity: String) throws -> Int64 {
        let layout = try #require(model.entitiesByName[entity]?.layout)
        return try #require(store.entityNumber(of: layout))
    }

    /// A connection of our own to the file.
    func connection() throws -> Connection { try Connection(path: file.path, access: .readWrite, timeout: 5) }

    func context() -> NSManagedObjectContext {
        let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = coordinator
        return context
    }

    /// Entries in an order: names of attributes, with a minus for the descending ones.
    static func request(
        _ entity: String = "Entry", by order: [String], _ format: String? = nil
    ) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        request.sortDescriptors = descriptors(order)
        return request
    }

    static func descriptors(_ order: [String]) -> [NSSortDescriptor] {
        order.map { NSSortDescriptor(key: $0.hasPrefix("-") ? String($0.dropFirst()) : $0, ascending: $0.first != "-") }
    }

    /// What a request must find: all objects that fit, sorted by comparing two at a time.
    static func sorted(_ objects: [NSManagedObject], by order: [String]) -> [NSManagedObject] {
        let descriptors = descriptors(order)
        return objects.sorted { left, right in
            for descriptor in descriptors {
                let key = descriptor.key ?? ""
                let (a, b) = (Value(left.value(forKey: key)), Value(right.value(forKey: key)))
                if a != b { return (a < b) == descriptor.ascending }
            }
            return (left.key < right.key) == (descriptors.last?.ascending ?? true)
        }
    }

    /// A value of an attribute; nil is the lowest.
    private enum Value: Comparable {
        case none
        case number(Double)
        case text(String)

        init(_ value: Any?) {
            self =
                switch value {
                case let date as Date: .number(date.timeIntervalSinceReferenceDate)
                case let number as NSNumber: .number(number.doubleValue)
                case let text as String: .text(text)
                default: .none
                }
        }
    }

    /// The statements that read entries while a body runs.
    func statements(_ body: () throws -> Void) throws -> [String] {
        let seen = Recorder()
        try store.trace { seen.add($0) }
        defer { try? store.trace(nil) }
        try body()
        return seen.texts.filter { $0.contains("FROM ZENTRY") }
    }

    private static func makeModel() -> NSManagedObjectModel {
        typealias Make = SampleModel
        let entry = Make.entity(
            "Entry", Make.attribute("stamp", .dateAttributeType), Make.attribute("group", .stringAttributeType),
            Make.attribute("rank", .integer64AttributeType), Make.attribute("weight", .doubleAttributeType))
        let note = Make.entity("Note", Make.attribute("text", .stringAttributeType))
        entry.subentities = [note]
        entry.indexes = [["stamp"], ["group", "rank"]].map { names in
            NSFetchIndexDescription(
                name: "by" + names.joined(),
                elements: entry.properties.filter { names.contains($0.name) }.map {
                    NSFetchIndexElementDescription(property: $0, collationType: .binary)
                })
        }
        let model = NSManagedObjectModel()
        model.entities = [entry, note]
        return model
    }
}
