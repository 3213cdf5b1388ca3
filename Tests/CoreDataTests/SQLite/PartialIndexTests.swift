import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Indexes that the model says hold some rows only.
@Suite struct PartialIndexTests {
    /// The fixture's store with such an index over titles; its text in the file.
    private func index(_ format: String) throws -> (fixture: StoreFixture, store: SQLiteStore, text: String) {
        let model = StoreFixture.makeModel()
        let item = try #require(model.entitiesByName["Item"])
        let title = try #require(item.attributesByName["title"])
        let index = NSFetchIndexDescription(
            name: "some", elements: [NSFetchIndexElementDescription(property: title, collationType: .binary)])
        index.partialIndexPredicate = NSPredicate(format: format)
        item.indexes.append(index)
        let fixture = try StoreFixture(model)
        let store = try fixture.open()
        let text = try fixture.connection().value("SELECT sql FROM sqlite_master WHERE name = 'Z_Item_some'")?.text
        return (fixture, store, try #require(text))
    }

    private static let whole = "CREATE INDEX Z_Item_some ON ZITEM (ZTITLE COLLATE BINARY ASC)"

    @Test("The predicate of an index is its condition in the file")
    func conditions() throws {
        for (format, condition) in [
            ("done == NO AND weight > 1.5", "(ZITEM.ZDONE = 0 AND ZITEM.ZWEIGHT > 1.5)"),
            ("title != nil", "ZITEM.ZTITLE IS NOT NULL"),
            ("list == nil OR list != nil", "(ZITEM.ZLIST IS NULL OR ZITEM.ZLIST IS NOT NULL)"),
            ("title == '?1' OR title == 'it\\'s ?2'", "(ZITEM.ZTITLE = '?1' OR ZITEM.ZTITLE = 'it''s ?2')"),
            (
                "timestamp BETWEEN {CAST(1, 'NSDate'), CAST(2.5, 'NSDate')}",
                "(ZITEM.ZTIMESTAMP >= 1.0 AND ZITEM.ZTIMESTAMP <= 2.5)"
            ),
        ] { #expect(try index(format).text == Self.whole + " WHERE " + condition) }
    }

    @Test("An index whose condition no index can have holds all rows")
    func wholeIndexes() throws {
        for format in [
            "title CONTAINS[c] 'a'", "list.name == 'a'", "ANY tags.name == 'a'", "abs(weight) > 1", "tags.@count > 1",
            "nowhere == 1",
        ] { #expect(try index(format).text == Self.whole) }
    }

    @Test("SQLite looks for rows in such an index where a fetch asks for no others, and finds them")
    func use() throws {
        let (fixture, store, _) = try index("done == NO")
        for number in 0..<20 {
            try fixture.connection().execute(
                "INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZDONE) SELECT \(number), Z_ENT, 1, 'a\(number)', \(number % 2) "
                    + "FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'")
        }
        let plan = fixture.plan(
            "Item", "done == NO AND title >= 'a15'", sort: [NSSortDescriptor(key: "title", ascending: true)])
        #expect(try store.readKeys(plan).primaryKeys == [16, 18, 2, 4, 6, 8])
        let query = FetchCompiler(schema: store.schema, storeIdentifier: store.identifier).keys(
            plan, readsEntity: false)
        let statement = try fixture.connection().prepare("EXPLAIN QUERY PLAN " + query.text)
        statement.bind(query.parameters)
        #expect(try statement.step() && statement.string(3)?.contains("INDEX Z_Item_some") == true)
    }
}
