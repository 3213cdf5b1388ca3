import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Stores that Apple's framework wrote, opened with the model they carry.
@Suite(.enabled(if: SampleFiles.areThere, "no samples")) struct SampleStoreTests {
    private func withStore(
        _ path: String, _ options: [AnyHashable: Any] = [:],
        _ body: (NSPersistentStoreCoordinator, SQLiteStore, Connection) throws -> Void
    ) throws {
        try SampleFiles.withCopy(of: path) { connection in
            let model = try #require(try ModelCache.read(connection))
            let metadata = try StoreMetadata(connection).content
            let configuration = ([nil] + model.configurations.map(Optional.some)).first {
                model.isConfiguration(withName: $0, compatibleWithStoreMetadata: metadata)
            }
            // A store may hold the entities of a configuration that its model no longer names.
            guard let configuration else { return }
            let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
            let added = try coordinator.addPersistentStore(
                ofType: NSSQLiteStoreType, configurationName: configuration,
                at: URL(fileURLWithPath: connection.path), options: options)
            let store = try #require(added as? SQLiteStore)
            try body(coordinator, store, connection)
            try coordinator.remove(store)
        }
    }

    @Test("15.19 Every row of Apple's stores is read with every value", arguments: SampleFiles.stores)
    func everyRow(path: String) throws {
        try withStore(path) { _, store, connection in
            for map in store.schema.maps {
                var plan = FetchPlan(entity: map.layout.entity)
                plan.includesSubentities = false
                let rows = try store.fetchRows(plan)
                let columns = map.columns.compactMap { $0 }
                #expect(columns.count == map.columns.count)
                let text = (["Z_PK", "Z_OPT"] + columns).joined(separator: ", ")
                let raw = try connection.rows(
                    "SELECT \(text) FROM \(map.table) WHERE Z_ENT = \(map.number) ORDER BY Z_PK"
                ) { row in (0..<row.columnCount).map { row.value(Int32($0)) } }
                #expect(rows.count == raw.count)
                var index = 0
                rows.forEach { row in
                    #expect(
                        row.values.map(\.comparable) == raw[index].dropFirst(2).map(\.comparable),
                        "\(map.layout.name) \(row.primaryKey)")
                    #expect([.integer(row.primaryKey), .integer(Int64(row.version))] == raw[index].prefix(2))
                    index += 1
                }
            }
        }
    }

    @Test(arguments: SampleFiles.stores) func `every table is predicted from the model, or found in the file`(
        path: String
    ) throws {
        try withStore(path) { _, store, connection in
            let file = try FileSchema(connection)
            let numbers = EntityNumbers(numbering: store.schema.maps.map(\.layout.entity))
            for map in store.schema.maps { #expect(numbers[map.layout.entity] == map.number) }
            var plan = SchemaPlan(numbers)
            for table in plan.tables {
                #expect(Set(table.columns.map(\.name)) == (try file.columns(of: table.name)))
            }
            #expect(try plan.reconcile(with: file) == [])
        }
    }

    @Test func `a save into a store with triggers works, and is recorded in its history`() throws {
        let path = "stores/alemar11__CoreDataPlus__SampleModel2_V1.sqlite"
        for name in ["CoverTransformer", "ContentTransformer"] {
            ValueTransformer.setValueTransformer(Untouched(), forName: NSValueTransformerName(name))
        }
        try withStore(path, [NSPersistentHistoryTrackingKey: true]) { coordinator, store, connection in
            let context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
            context.persistentStoreCoordinator = coordinator
            try context.performAndWait {
                let book = try #require(try context.all("Book", sort: "title").first)
                let count = try #require(book.value(forKey: "pagesCount") as? Int)
                let page = context.make("Page", ["number": 9999, "isBookmarked": false, "content": Data([1])])
                page.setValue(book, forKey: "book")
                try context.save()
                context.refresh(book, mergeChanges: false)
                #expect(book.value(forKey: "pagesCount") as? Int == count + 1)
            }
            #expect(try connection.value("SELECT count(*) FROM ATRANSACTION") == .integer(2))
            #expect(try store.transactions(after: .number(1)).first?.changes.contains { $0.type == .insert } == true)
            #expect(try store.transactions(after: .number(0)).first?.changes.count == 5468)
        }
    }
}

/// Hands the stored data on as they are; the model's default value is of a class that only its application has.
private final class Untouched: ValueTransformer, @unchecked Sendable {
    // Sendable: without state.
    override class func allowsReverseTransformation() -> Bool { true }
    override func transformedValue(_ value: Any?) -> Any? { value as? Data ?? Data() }
}

extension RowReference {
    /// The slots as SQLite has them.
    fileprivate var values: [Value] {
        chunk.layout.slots.enumerated().map { slot, content in
            guard !chunk.isNull(row: row, slot: slot) else { return .null }
            switch content.storage {
            case .integer, .toOne, .destinationEntity: return .integer(chunk.integer(row: row, slot: slot))
            case .real: return .real(chunk.real(row: row, slot: slot))
            case .text: return .text(chunk.string(row: row, slot: slot))
            case .decimal: return .real(Double(chunk.string(row: row, slot: slot)) ?? .nan)
            case .blob: return .blob(Array(chunk.bytes(row: row, slot: slot)))
            }
        }
    }
}

extension Value {
    /// Numbers as doubles: a whole date or decimal is stored as an integer.
    fileprivate var comparable: Value {
        switch self {
        case .integer(let number): .real(Double(number))
        default: self
        }
    }
}
