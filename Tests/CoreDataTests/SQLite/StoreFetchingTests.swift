import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct StoreFetchingTests {
    private let fixture: StoreFixture
    private let store: SQLiteStore

    init() throws {
        fixture = try StoreFixture()
        store = try fixture.open()
        try fixture.connection().execute(
            """
            INSERT INTO ZITEMLIST (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 2, 1, 'Food'), (2, 2, 1, 'Tools'), (3, 2, 1, NULL);
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT, ZTITLE, ZTIMESTAMP, ZDONE, ZQUANTITY, ZLIST, Z_FOK_LIST, ZWEIGHT) VALUES
                (1, 1, 1, 'Milk', 100, 0, 1.5, 1, 3072, 1), (2, 1, 1, 'Café', 200.5, 1, 2, 1, 2048, 2.5),
                (3, 1, 3, 'saw', 300, 0, NULL, 2, 2048, NULL), (4, 1, 1, NULL, NULL, NULL, NULL, NULL, NULL, NULL),
                (5, 1, 1, 'milkshake', 50, 1, 0.1, 1, 4096, 4);
            INSERT INTO ZTAG (Z_PK, Z_ENT, Z_OPT, ZNAME) VALUES (1, 6, 1, 'cold'), (2, 6, 1, 'sharp'), (3, 6, 1, 'idle');
            INSERT INTO Z_1TAGS (Z_1ITEMS, Z_6TAGS) VALUES (1, 1), (5, 1), (3, 2), (5, 2);
            INSERT INTO ZMEDIUM (Z_PK, Z_ENT, Z_OPT, ZNAME, ZWIDTH, ZLENGTH, ZITEM) VALUES
                (1, 4, 1, 'front', 640, NULL, 1), (2, 5, 1, 'hum', NULL, 3.5, 1), (3, 3, 1, 'plain', NULL, NULL, 2),
                (4, 4, 1, 'back', 320, NULL, NULL);
            UPDATE ZITEMLIST SET ZCOVER = 4, Z3_COVER = 4 WHERE Z_PK = 1;
            """)
    }

    private func keys(_ entity: String, _ format: String, _ arguments: Any...) throws -> [Int64] {
        try store.fetchKeys(fixture.plan(entity, format, arguments)).primaryKeys
    }

    @Test func `rows come with every attribute`() throws {
        let rows = try store.fetchRows(fixture.plan("Item", "title == 'Café'"))
        #expect(rows.count == 1)
        let row = RowReference(chunk: rows.chunks[0], row: 0)
        let layout = row.chunk.layout
        func slot(_ name: String) throws -> Int { try #require(layout.slot(named: name)) }
        #expect(row.primaryKey == 2)
        #expect(row.version == 1)
        #expect(row.chunk.string(row: 0, slot: try slot("title")) == "Café")
        #expect(row.chunk.real(row: 0, slot: try slot("timestamp")) == 200.5)
        #expect(row.chunk.integer(row: 0, slot: try slot("done")) == 1)
        #expect(NSDecimalNumber(string: row.chunk.string(row: 0, slot: try slot("quantity"))) == 2)
        #expect(row.chunk.integer(row: 0, slot: try slot("list")) == 1)
        #expect(row.chunk.isNull(row: 0, slot: try slot("link")))
    }

    @Test(arguments: [
        ("title == 'Milk'", [1]), ("title ==[c] 'MILK'", [1]), ("title ==[cd] 'CAFE'", [2]),
        ("title != 'Milk'", [2, 3, 5]),
        ("title == nil", [4]), ("title != nil", [1, 2, 3, 5]), ("title BEGINSWITH 'Milk'", [1]),
        ("title BEGINSWITH[c] 'milk'", [1, 5]), ("title CONTAINS[cd] 'E'", [2, 5]), ("title ENDSWITH 'k'", [1]),
        ("title LIKE 'm*e'", [5]), ("title LIKE[c] 'M?lk*'", [1, 5]), ("title MATCHES '[a-z]+'", [3, 5]),
        ("title IN {'Milk', 'saw', 'x'}", [1, 3]), ("NOT (title IN {'Milk'})", [2, 3, 5]),
        ("timestamp > CAST(150, 'NSDate')", [2, 3]), ("weight BETWEEN {1, 2.5}", [1, 2]), ("done == YES", [2, 5]),
        ("done == NO OR title == nil", [1, 3, 4]), ("quantity < 1", [5]), ("weight + 1 == 2", [1]),
        ("title == 5", []), ("timestamp < nil", []), ("FALSEPREDICATE", []), ("TRUEPREDICATE", [1, 2, 3, 4, 5]),
        ("list.name == 'Food'", [1, 2, 5]), ("list == nil", [4]), ("list.name == nil", [4]),
        ("list.cover.name == 'back'", [1, 2, 5]), ("ANY tags.name == 'cold'", [1, 5]),
        ("ALL tags.name == 'cold'", [1, 2, 4]),
        ("NONE tags.name == 'cold'", [2, 3, 4]), ("tags.@count == 2", [5]), ("tags.@count == 0", [2, 4]),
        ("SUBQUERY(tags, $t, $t.name BEGINSWITH 's').@count == 1", [3, 5]),
        ("SUBQUERY(media, $m, $m.name == 'hum' AND title == 'Milk').@count > 0", [1]),
        ("ANY media.name IN {'hum', 'plain'}", [1, 2]), ("lowercase(title) == 'milk'", [1]), ("length(title) > 4", [5]),
        ("TERNARY(done == YES, 1, 2) == 1", [2, 5]), ("entity.name == 'Item' AND weight > 3", [5]),
    ]) func `a predicate picks rows`(format: String, expected: [Int64]) throws {
        #expect(try keys("Item", format) == expected)
        #expect(try store.count(fixture.plan("Item", format)) == expected.count)
    }

    @Test func `collection operators and membership reach to-many rows`() throws {
        #expect(try keys("ItemList", "items.@count > 1") == [1])
        #expect(try keys("ItemList", "items.@sum.weight == 7.5") == [1])
        #expect(try keys("ItemList", "items.@max.weight > 3") == [1])
        #expect(try keys("ItemList", "ANY items.tags.name == 'sharp'") == [1, 2])
        let cold = NSManagedObjectID(entity: fixture.entity("Tag"), store: store, key: .permanent(1))
        #expect(try keys("Item", "%@ IN tags", cold) == [1, 5])
        #expect(try keys("Item", "tags CONTAINS %@", cold) == [1, 5])
        let food = NSManagedObjectID(entity: fixture.entity("ItemList"), store: store, key: .permanent(1))
        #expect(try keys("Item", "list == %@", food) == [1, 2, 5])
        #expect(try keys("Item", "list IN %@", [food]) == [1, 2, 5])
        #expect(try keys("ItemList", "SELF == %@", food) == [1])
        // The ID of another entity with an equal key names another row.
        #expect(try keys("ItemList", "SELF IN %@", [cold]) == [])
    }

    @Test func `an entity comes with its subentities, or without`() throws {
        var plan = fixture.plan("Medium")
        let all = try store.fetchKeys(plan)
        #expect(all.primaryKeys == [1, 2, 3, 4])
        #expect(all.layouts?.map(\.name) == ["Photo", "Sound", "Medium", "Photo"])
        plan.includesSubentities = false
        #expect(try store.fetchKeys(plan).primaryKeys == [3])
        #expect(try keys("Photo", "width > 400") == [1])
        #expect(try keys("Medium", "entity == %@", fixture.entity("Sound")) == [2])
        let rows = try store.fetchRows(fixture.plan("Medium", sort: [NSSortDescriptor(key: "name", ascending: true)]))
        var names: [String] = []
        rows.forEach { row in
            names.append(
                row.chunk.layout.name + " "
                    + row.chunk.string(row: row.row, slot: row.chunk.layout.slot(named: "name")!))
        }
        #expect(names == ["Photo back", "Photo front", "Sound hum", "Medium plain"])
    }

    @Test func `rows come sorted, nil lowest, by paths and by the selectors of text`() throws {
        func sorted(_ descriptors: NSSortDescriptor...) throws -> [Int64] {
            try store.fetchKeys(fixture.plan("Item", sort: descriptors)).primaryKeys
        }
        #expect(try sorted(NSSortDescriptor(key: "timestamp", ascending: true)) == [4, 5, 1, 2, 3])
        #expect(try sorted(NSSortDescriptor(key: "timestamp", ascending: false)) == [3, 2, 1, 5, 4])
        #expect(try sorted(NSSortDescriptor(key: "title", ascending: true)) == [4, 2, 1, 5, 3])
        let insensitive = NSSortDescriptor(key: "title", ascending: true, selector: "caseInsensitiveCompare:")
        #expect(try sorted(insensitive) == [4, 2, 1, 5, 3])
        #expect(
            try sorted(
                NSSortDescriptor(key: "list.name", ascending: false), NSSortDescriptor(key: "weight", ascending: false))
                == [3, 5, 2, 1, 4])
        var plan = fixture.plan("Item", sort: [NSSortDescriptor(key: "timestamp", ascending: true)])
        (plan.limit, plan.offset) = (2, 1)
        #expect(try store.fetchKeys(plan).primaryKeys == [5, 1])
        #expect(try store.count(plan) == 2)
        plan.offset = 10
        #expect(try store.fetchKeys(plan).primaryKeys == [])
    }

    @Test func `members come in the order of their relationship`() throws {
        let list = fixture.entity("ItemList").relationshipsByName
        let items = try store.members(of: #require(list["items"]), owners: [1, 2, 3])
        #expect(items.map(\.primaryKeys) == [[2, 1, 5], [3], []])
        let item = fixture.entity("Item").relationshipsByName
        #expect(try store.members(of: #require(item["tags"]), owners: [5, 1]).map(\.primaryKeys) == [[1, 2], [1]])
        let media = try store.members(of: #require(item["media"]), owners: [1])
        #expect(media[0].primaryKeys == [1, 2])
        #expect(media[0].layouts?.map(\.name) == ["Photo", "Sound"])
        let tag = fixture.entity("Tag").relationshipsByName
        #expect(
            try store.members(of: #require(tag["items"]), owners: [1, 2, 3]).map(\.primaryKeys) == [
                [1, 5], [3, 5], [],
            ])
    }

    @Test func `a second fetch names the snapshots that are there, unless a row has changed`() throws {
        let first = try store.fetchRows(fixture.plan("Item"))
        try fixture.connection().execute("UPDATE ZITEM SET ZTITLE = 'Oat milk', Z_OPT = 2 WHERE Z_PK = 1")
        let second = try store.fetchRows(fixture.plan("Item"))
        var rows: [RowReference] = []
        second.forEach { rows.append($0) }
        #expect(rows.map(\.primaryKey) == [1, 2, 3, 4, 5])
        #expect(rows[0].version == 2)
        #expect(rows[1].chunk === first.chunks[0])
        let slot = try #require(rows[0].chunk.layout.slot(named: "title"))
        #expect(rows[0].chunk.string(row: rows[0].row, slot: slot) == "Oat milk")
        let cached = try store.row(family: fixture.entity("Item"), primaryKey: 1, staleness: -1)
        #expect(cached?.version == 2)
    }

    @Test func `single rows come from memory until they are stale`() throws {
        let item = fixture.entity("Item")
        let kept = try store.fetchRows(fixture.plan("Item"))
        let seen = Recorder()
        try store.trace { seen.add($0) }
        #expect(try store.row(family: item, primaryKey: 3, staleness: -1)?.version == 3)
        #expect(try store.row(family: item, primaryKey: 3, staleness: 1000)?.version == 3)
        #expect(seen.texts.isEmpty)
        #expect(try store.row(family: item, primaryKey: 3, staleness: 0)?.version == 3)
        #expect(seen.texts.count == 1)
        #expect(try store.row(family: item, primaryKey: 99, staleness: -1) == nil)
        #expect(kept.count == 5)
    }

    @Test func `many rows are read with few statements`() throws {
        let seen = Recorder()
        try store.trace { seen.add($0) }
        let rows = try store.rows(family: fixture.entity("Item"), primaryKeys: [5, 77, 2] + Array(100..<1100))
        var found: [Int64] = []
        rows.forEach { found.append($0.primaryKey) }
        #expect(Set(found) == [2, 5] && found.count == 2)
        #expect(seen.texts.count == 2)
    }

    @Test func `of rows that lie close together just those asked for are read`() throws {
        try fixture.connection().execute(
            """
            WITH RECURSIVE n(k) AS (SELECT 10 UNION ALL SELECT k + 1 FROM n WHERE k < 400)
            INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) SELECT k, 1, 1 FROM n
            """)
        let runs: [Int64] = Array(10...60) + Array(62...130) + [133] + Array(stride(from: 140, to: 300, by: 2)) + [399]
        for keys: [Int64] in [runs, runs.reversed(), Array(200...400), [400]] {
            let rows = try store.rows(family: fixture.entity("Item"), primaryKeys: keys)
            var found: [Int64] = []
            rows.forEach { found.append($0.primaryKey) }
            #expect(found.sorted() == keys.sorted() && rows.count == keys.count)
        }
    }
}

/// Texts from any thread.
final class Recorder: @unchecked Sendable {
    // Sendable: behind a lock.
    private let lock = NSLock()
    private var recorded: [String] = []

    func add(_ text: String) { lock.withLock { recorded.append(text) } }
    var texts: [String] { lock.withLock { recorded } }
}
