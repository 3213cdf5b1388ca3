import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct StoreSavingTests {
    private let stack: Stack

    init() throws { stack = try Stack() }

    @Test func `every type of value comes back through another context, and lies in the file in Apple's form`() throws {
        let uuid = UUID()
        let date = Date(timeIntervalSinceReferenceDate: 123.25)
        try stack.save { context in
            _ = context.make(
                "Item",
                [
                    "title": "Käse 🧀", "timestamp": date, "done": true, "quantity": NSDecimalNumber(string: "1.99"),
                    "weight": 2.5, "link": URL(string: "https://example.org/a?b")!, "identifier": uuid,
                    "extra": Data([0, 1, 255]),
                ])
            _ = context.make("Item")
        }
        let context = stack.context()
        try context.performAndWait {
            let item = try #require(try context.all("Item", "title != nil").first)
            #expect(item.value(forKey: "title") as? String == "Käse 🧀")
            #expect(item.value(forKey: "timestamp") as? Date == date)
            #expect(item.value(forKey: "done") as? Bool == true)
            #expect(item.value(forKey: "quantity") as? NSDecimalNumber == NSDecimalNumber(string: "1.99"))
            #expect(item.value(forKey: "weight") as? Double == 2.5)
            #expect(item.value(forKey: "link") as? URL == URL(string: "https://example.org/a?b"))
            #expect(item.value(forKey: "identifier") as? UUID == uuid)
            #expect(item.value(forKey: "extra") as? Data == Data([0, 1, 255]))
            let empty = try #require(try context.all("Item", "title == nil").first)
            #expect(empty.value(forKey: "quantity") == nil)
        }
        let row = try stack.rows(
            "SELECT Z_ENT, Z_OPT, ZDONE, ZTIMESTAMP, ZWEIGHT, ZQUANTITY, ZLINK, ZIDENTIFIER, ZEXTRA FROM ZITEM WHERE ZTITLE NOT NULL"
        )
        #expect(
            row == [
                [
                    .integer(1), .integer(1), .integer(1), .real(123.25), .real(2.5), .real(1.99),
                    .text("https://example.org/a?b"), .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) }),
                    .blob([0, 1, 255]),
                ]
            ])
        #expect(try stack.rows("SELECT Z_MAX FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'") == [[.integer(2)]])
    }

    @Test func `relationships of new objects lie in keys, join rows and positions`() throws {
        try stack.save { context in
            let items = ["a", "b", "c"].map { context.make("Item", ["title": $0]) }
            let list = context.make(
                "ItemList", ["name": "Food", "items": NSOrderedSet(array: [items[2], items[0], items[1]])])
            let tag = context.make("Tag", ["name": "cold"])
            items[0].setValue(Set([tag]), forKey: "tags")
            list.setValue(context.make("Photo", ["name": "cover"]), forKey: "cover")
        }
        let positions = try stack.rows("SELECT ZTITLE, Z_FOK_LIST FROM ZITEM WHERE ZLIST = 1 ORDER BY Z_FOK_LIST")
        #expect(
            positions == [
                [.text("c"), .integer(2048)], [.text("a"), .integer(3072)], [.text("b"), .integer(4096)],
            ])
        #expect(
            try stack.rows(
                "SELECT i.ZTITLE, t.ZNAME FROM Z_1TAGS j JOIN ZITEM i ON i.Z_PK = j.Z_1ITEMS JOIN ZTAG t ON t.Z_PK = j.Z_6TAGS"
            )
                == [[.text("a"), .text("cold")]])
        #expect(try stack.rows("SELECT ZCOVER, Z3_COVER FROM ZITEMLIST") == [[.integer(1), .integer(4)]])
        let context = stack.context()
        try context.performAndWait {
            let list = try #require(try context.all("ItemList").first)
            let items = try #require(list.value(forKey: "items") as? NSOrderedSet)
            #expect(items.map { ($0 as? NSManagedObject)?.value(forKey: "title") as? String } == ["c", "a", "b"])
            #expect((list.value(forKey: "cover") as? NSManagedObject)?.entity.name == "Photo")
        }
    }

    @Test func `updates write the changed columns and count the version up`() throws {
        try stack.save { _ = $0.make("Item", ["title": "a", "weight": 1.0]) }
        let seen = Recorder()
        try stack.store.trace { seen.add($0) }
        try stack.save { context in
            try context.all("Item")[0].setValue("b", forKey: "title")
        }
        #expect(
            seen.texts.filter { $0.hasPrefix("UPDATE ZITEM") }
                == ["UPDATE ZITEM SET Z_OPT = ?, ZTITLE = ? WHERE Z_PK = ? AND Z_OPT = ?"])
        #expect(try stack.rows("SELECT ZTITLE, ZWEIGHT, Z_OPT FROM ZITEM") == [[.text("b"), .real(1), .integer(2)]])
    }

    @Test func `a save runs these statements, in this order`() throws {
        try stack.save { _ = $0.make("Item", ["title": "first"]) }
        let seen = Recorder()
        try stack.store.trace { seen.add($0) }
        try stack.save { _ = $0.make("Item", ["title": "second"]) }
        #expect(
            seen.texts.map { $0.prefix(24) } == [
                "BEGIN IMMEDIATE", "SELECT Z_MAX FROM Z_PRIM", "UPDATE Z_PRIMARYKEY SET ", "INSERT INTO ZITEM (Z_PK,",
                "COMMIT",
            ])
    }

    @Test func `deletes take the row out of join tables`() throws {
        try stack.save { context in
            let item = context.make("Item", ["title": "a"])
            item.setValue(
                Set([context.make("Tag", ["name": "x"]), context.make("Tag", ["name": "y"])]), forKey: "tags")
        }
        try stack.save { context in context.delete(try context.all("Tag", "name == 'x'")[0]) }
        #expect(try stack.rows("SELECT count(*) FROM Z_1TAGS") == [[.integer(1)]])
        try stack.save { context in context.delete(try context.all("Item")[0]) }
        #expect(try stack.rows("SELECT count(*) FROM Z_1TAGS") == [[.integer(0)]])
        #expect(try stack.rows("SELECT ZNAME FROM ZTAG") == [[.text("y")]])
        // Keys are not given out again.
        try stack.save { _ = $0.make("Item") }
        #expect(try stack.rows("SELECT Z_PK FROM ZITEM") == [[.integer(2)]])
    }

    @Test func `deletes leave no join row behind, also where no rule applies`() throws {
        let model = StoreFixture.makeModel()
        model.entitiesByName["Tag"]?.relationshipsByName["items"]?.deleteRule = .noActionDeleteRule
        let stack = try Stack(StoreFixture(model))
        try stack.save { context in
            let tags = ["x", "y"].map { context.make("Tag", ["name": $0]) }
            context.make("Item").setValue(Set(tags), forKey: "tags")
        }
        try stack.save { context in context.delete(try context.all("Tag", "name == 'x'")[0]) }
        #expect(try stack.rows("SELECT Z_6TAGS FROM Z_1TAGS") == stack.rows("SELECT Z_PK FROM ZTAG"))
    }

    @Test func `a destination of another entity takes its number along`() throws {
        try stack.save { context in
            context.make("ItemList").setValue(context.make("Photo"), forKey: "cover")
        }
        try stack.save { context in
            try context.all("ItemList")[0].setValue(context.make("Sound", ["length": 2.5]), forKey: "cover")
        }
        #expect(try stack.rows("SELECT ZCOVER, Z3_COVER FROM ZITEMLIST") == [[.integer(2), .integer(5)]])
        let context = stack.context()
        try context.performAndWait {
            let cover = try context.all("ItemList")[0].value(forKey: "cover") as? NSManagedObject
            #expect(cover?.entity.name == "Sound" && cover?.value(forKey: "length") as? Double == 2.5)
        }
    }

    @Test func `a row that was changed meanwhile is a conflict, and nothing is written`() throws {
        try stack.save { context in for title in ["a", "b"] { _ = context.make("Item", ["title": title]) } }
        let context = stack.context()
        try context.performAndWait {
            let items = try context.all("Item", sort: "title")
            items[0].setValue("mine", forKey: "title")
            items[1].setValue("also mine", forKey: "title")
            try stack.save { other in try other.all("Item", "title == 'b'")[0].setValue("theirs", forKey: "title") }
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectMergeError)
            let conflicts = error?.userInfo[NSPersistentStoreSaveConflictsErrorKey] as? [NSMergeConflict]
            #expect(conflicts?.count == 1)
            #expect(conflicts?.first?.oldVersionNumber == 1)
            #expect(conflicts?.first?.newVersionNumber == 2)
        }
        #expect(try stack.rows("SELECT ZTITLE FROM ZITEM ORDER BY Z_PK") == [[.text("a")], [.text("theirs")]])
    }

    @Test func `a taken unique value is a constraint conflict, an exchange is none`() throws {
        let (one, two) = (UUID(), UUID())
        try stack.save { context in
            _ = context.make("Item", ["title": "a", "identifier": one])
            _ = context.make("Item", ["title": "b", "identifier": two])
        }
        let error = #expect(throws: NSError.self) {
            try stack.save { _ = $0.make("Item", ["title": "c", "identifier": one]) }
        }
        #expect(error?.code == NSManagedObjectConstraintMergeError)
        let twins = #expect(throws: NSError.self) {
            try stack.save { context in
                let identifier = UUID()
                for title in ["d", "e"] { _ = context.make("Item", ["title": title, "identifier": identifier]) }
            }
        }
        #expect(twins?.code == NSManagedObjectConstraintMergeError)
        try stack.save { context in
            let items = try context.all("Item", sort: "title")
            items[0].setValue(two, forKey: "identifier")
            items[1].setValue(one, forKey: "identifier")
        }
        let context = stack.context()
        try context.performAndWait {
            let items = try context.all("Item", sort: "title")
            #expect(items.map { $0.value(forKey: "identifier") as? UUID } == [two, one])
        }
    }

    @Test func `a deleted row's unique value can be used in the same save`() throws {
        let identifier = UUID()
        try stack.save { _ = $0.make("Item", ["title": "old", "identifier": identifier]) }
        try stack.save { context in
            context.delete(try context.all("Item")[0])
            _ = context.make("Item", ["title": "new", "identifier": identifier])
        }
        #expect(try stack.rows("SELECT ZTITLE FROM ZITEM") == [[.text("new")]])
    }

    @Test func `keys stay spent after a failed save`() throws {
        let identifier = UUID()
        try stack.save { _ = $0.make("Item", ["identifier": identifier]) }
        #expect(throws: NSError.self) { try stack.save { _ = $0.make("Item", ["identifier": identifier]) } }
        try stack.save { _ = $0.make("Item", ["title": "next"]) }
        #expect(try stack.rows("SELECT Z_PK FROM ZITEM WHERE ZTITLE = 'next'") == [[.integer(3)]])
    }

    @Test func `a row put past the stack into the next key is a merge conflict`() throws {
        try stack.fixture.connection().execute("INSERT INTO ZITEM (Z_PK, Z_ENT, Z_OPT) VALUES (1, 1, 1)")
        let error = #expect(throws: NSError.self) { try stack.save { _ = $0.make("Item") } }
        #expect(error?.code == NSManagedObjectMergeError)
    }

    @Test func `a read-only store refuses to save`() throws {
        let fixture = try StoreFixture()
        try fixture.open().close()
        let stack = try Stack(fixture, options: [NSReadOnlyPersistentStoreOption: true])
        let error = #expect(throws: NSError.self) { try stack.save { _ = $0.make("Item") } }
        #expect(error?.code == 513)
        #expect(error.map { Set($0.userInfo.keys) } == ["NSPersistentStoreOptions", "reason", "storeURL"])
    }

    @Test func `metadata reach the file with the next save`() throws {
        var metadata = stack.coordinator.metadata(for: stack.store)
        metadata["key"] = "value"
        stack.coordinator.setMetadata(metadata, for: stack.store)
        #expect(try StoreMetadata(stack.fixture.connection()).content["key"] == nil)
        try stack.save { _ = $0.make("Item") }
        #expect(try StoreMetadata(stack.fixture.connection()).content["key"] as? String == "value")
    }

    @Test func `an item moved in an ordered relationship gets a position between its neighbours`() throws {
        try stack.save { context in
            let items = ["a", "b", "c", "d"].map { context.make("Item", ["title": $0]) }
            _ = context.make("ItemList", ["items": NSOrderedSet(array: items)])
        }
        try stack.save { context in
            let list = try #require(try context.all("ItemList").first)
            let items = try context.all("Item", sort: "title")
            list.setValue(NSOrderedSet(array: [items[3], items[0], items[1], items[2]]), forKey: "items")
        }
        let rows = try stack.rows("SELECT ZTITLE FROM ZITEM ORDER BY Z_FOK_LIST")
        #expect(rows == [[.text("d")], [.text("a")], [.text("b")], [.text("c")]])
    }

    @Test(
        arguments: [
            ([1, 2, 3], [:], [1: 2048, 2: 3072, 3: 4096]), ([1, 2, 3], [1: 2048, 2: 3072], [3: 4096]),
            ([2, 1], [1: 2048, 2: 3072], [1: 4096]), ([3, 1], [1: 2048], [3: 1536]),
            ([1, 3, 2], [1: 2048, 2: 2049], [1: 2048, 3: 3072, 2: 4096]), ([1, 2], [1: 2048, 2: 3072], [:]),
        ] as [([Int64], [Int64: Int64], [Int64: Int64])]) func `positions change as little as they can`(
            members: [Int64], present: [Int64: Int64], expected: [Int64: Int64]
        )
    {
        let changes = OrderPositions.changes(members, present)
        #expect(Dictionary(changes.map { ($0.member, $0.position) }, uniquingKeysWith: { $1 }) == expected)
    }
}
