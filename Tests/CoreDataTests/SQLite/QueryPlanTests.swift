import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// What SQLite makes of the statements that sorted fetches run, on the file they ran on: an index that a fetch should use is used.
@Suite struct QueryPlanTests {
    private let stack: Stack

    init() throws {
        stack = try Stack()
        try stack.fixture.connection().execute(
            """
            WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < 3000)
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZTIMESTAMP) SELECT k, 1, 1, 'item', k * 7919 % 3001 FROM n
            """)
    }

    /// The plans of the statements that a fetch runs, one line a step.
    private func plans(
        by key: String = "timestamp", _ change: (NSFetchRequest<NSManagedObject>) -> Void = { _ in }
    ) throws -> [String] {
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: key, ascending: false)]
        change(request)
        let seen = Recorder()
        try stack.store.trace { seen.add($0) }
        let context = stack.context()
        try context.performAndWait { _ = try context.fetch(request) }
        try stack.store.trace(nil)
        return try plans(of: seen.texts)
    }

    private func plans(of statements: [String]) throws -> [String] {
        let connection = try stack.fixture.connection()
        return try statements.filter { $0.contains("FROM ZITEM") }.map { text in
            try connection.rows("EXPLAIN QUERY PLAN " + text) { $0.string(3) ?? "" }.joined(separator: "\n")
        }
    }

    private static let index = "Z_Item_byTimestamp"

    @Test func `the first rows by an indexed attribute are the first of the index`() throws {
        #expect(try plans { $0.fetchLimit = 50 } == ["SCAN t0 USING INDEX \(Self.index)"])
        #expect(
            try plans { ($0.fetchLimit, $0.predicate) = (50, NSPredicate(format: "done == NO OR done == nil")) }
                == ["SCAN t0 USING INDEX \(Self.index)"])
    }

    @Test func `all rows by an indexed attribute are keys of the index and a sweep through the table`() throws {
        #expect(
            try plans()
                == ["SCAN t0 USING INDEX \(Self.index)", "SCAN t0 USING COVERING INDEX \(Self.index)", "SCAN t0"])
    }

    @Test func `batches by an indexed attribute, IDs and the keys of a list come from the index alone`() throws {
        let covering = ["SCAN t0 USING COVERING INDEX \(Self.index)"]
        #expect(try plans { $0.fetchBatchSize = 50 } == covering)
        #expect(try plans { $0.includesPropertyValues = false } == covering)
        let seen = Recorder()
        let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
        request.sortDescriptors = [NSSortDescriptor(key: "timestamp", ascending: false)]
        try stack.store.trace { seen.add($0) }
        let context = stack.context()
        try context.performAndWait {
            let controller = NSFetchedResultsController(
                fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
            try controller.performFetch()
        }
        // The list shows its first window before it knows all keys.
        let found = try plans(of: seen.texts)
        #expect(found == ["SCAN t0 USING INDEX \(Self.index)"] + covering)
    }

    @Test func `rows by an attribute without an index are sorted in one statement`() throws {
        #expect(try plans(by: "title") == ["SCAN t0\nUSE TEMP B-TREE FOR ORDER BY"])
    }
}
