import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractDerivedTests {
    private typealias Make = SampleModel

    static func derived(
        _ name: String, _ type: NSAttributeType, _ expression: String, _ filter: String? = nil
    ) -> NSDerivedAttributeDescription {
        let attribute = NSDerivedAttributeDescription()
        attribute.name = name
        attribute.attributeType = type
        attribute.derivationExpression = NSExpression(format: expression)
        attribute.filterPredicate = filter.map { NSPredicate(format: $0) }
        return attribute
    }

    /// Authors of books that have pages and tags; a comic is a book with a hero.
    private static func model() -> NSManagedObjectModel {
        let author = Make.entity("Author", Make.attribute("name", .stringAttributeType))
        let book = Make.entity(
            "Book", Make.attribute("title", .stringAttributeType),
            derived("search", .stringAttributeType, "canonical:(title)"),
            derived("authorName", .stringAttributeType, "author.name"),
            derived("shout", .stringAttributeType, "uppercase:(author.name)"),
            derived("pageCount", .integer64AttributeType, "pages.@count"),
            derived("longPages", .integer64AttributeType, "pages.@count", "length >= 100 AND kind IN {'a', \"b'c\"}"),
            derived("length", .integer64AttributeType, "pages.@sum.length"),
            derived("tagCount", .integer64AttributeType, "tags.@count"),
            derived("weight", .doubleAttributeType, "tags.weight.@sum"),
            derived("changedAt", .dateAttributeType, "now()"))
        let comic = Make.entity(
            "Comic", Make.attribute("hero", .stringAttributeType),
            derived("loud", .stringAttributeType, "uppercase:(hero)"),
            derived("heroAgain", .stringAttributeType, "hero"))
        let page = Make.entity(
            "Page", Make.attribute("length", .integer32AttributeType), Make.attribute("kind", .stringAttributeType),
            derived("writer", .stringAttributeType, "book.author.name"),
            derived("small", .stringAttributeType, "lowercase:(book.title)"))
        let tag = Make.entity("Tag", Make.attribute("weight", .doubleAttributeType))
        book.subentities = [comic]
        relate(author, "books", 0, book, "author", 1)
        relate(book, "pages", 0, page, "book", 1)
        relate(book, "tags", 0, tag, "books", 0)
        let model = NSManagedObjectModel()
        model.entities = [author, book, comic, page, tag]
        return model
    }

    private static func relate(
        _ one: NSEntityDescription, _ name: String, _ count: Int, _ other: NSEntityDescription, _ back: String,
        _ far: Int
    ) {
        let there = Make.relationship(name, to: other, maxCount: count)
        let here = Make.relationship(back, to: one, maxCount: far)
        Make.join(there, here)
        one.properties.append(there)
        other.properties.append(here)
    }

    private func values(_ object: NSManagedObject, _ keys: String...) -> [String] {
        object.managedObjectContext?.refresh(object, mergeChanges: true)
        return keys.map { key in object.value(forKey: key).map { "\($0)" } ?? "nil" }
    }

    @Test(
        "1.23 The triggers of a new store are those that Apple's framework writes for the model",
        .enabled(if: SampleFiles.areThere))
    func applesTriggers() throws {
        let select = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger' ORDER BY name"
        try SampleFiles.withCopy(of: "stores/alemar11__CoreDataPlus__SampleModel2_V1.sqlite") { theirs in
            let expected = try theirs.rows(select) { [$0.string(0), $0.string(1)] }
            #expect(expected.count == 5)
            let model = try ModelCache.read(theirs)
            let stack = try ShopStack(.file, #require(model))
            let store = try #require(stack.store as? SQLiteStore)
            let made = try store.connections.read { try $0.connection.rows(select) { [$0.string(0), $0.string(1)] } }
            #expect(made == expected)
        }
    }

    @Test(
        "1.23 Values of other objects are copied at the save, and seen after a refresh",
        arguments: [StoreKind.file, .null])
    func keyPaths(_ kind: StoreKind) throws {
        let stack = try ShopStack(kind, Self.model())
        try stack.work { context in
            let (author, other) = (context.make("Author", ["name": "Zoë"]), context.make("Author", ["name": "Ann"]))
            let book = context.make("Book", ["title": "Çedille", "author": author])
            let page = context.make("Page", ["book": book])
            try context.save()
            #expect(book.value(forKey: "authorName") == nil && book.value(forKey: "search") == nil)
            #expect(values(book, "authorName", "shout", "search") == ["Zoë", "ZOË", "cedille"])
            #expect(values(page, "writer", "small") == ["Zoë", "çedille"])
            author.setValue("Zoé", forKey: "name")
            book.setValue("ÄB", forKey: "title")
            try context.save()
            #expect(values(book, "authorName", "shout", "search") == ["Zoé", "ZOÉ", "ab"])
            #expect(values(page, "writer", "small") == ["Zoé", "äb"])
            book.setValue(other, forKey: "author")
            try context.save()
            #expect(values(book, "authorName", "shout") == ["Ann", "ANN"])
            #expect(values(page, "writer") == ["Ann"])
            context.delete(other)
            try context.save()
            #expect(values(book, "authorName", "shout") == ["nil", "nil"])
            #expect(values(page, "writer") == ["nil"])
            page.setValue(nil, forKey: "book")
            try context.save()
            #expect(values(page, "writer", "small") == ["nil", "nil"])
        }
    }

    /// Nodes with a place each, under nodes.
    private static func tree() -> NSManagedObjectModel {
        let place = NSCompositeAttributeDescription()
        place.name = "place"
        place.elements = [Make.attribute("city", .stringAttributeType)]
        let node = Make.entity(
            "Node", Make.attribute("name", .stringAttributeType), place,
            derived("above", .stringAttributeType, "parent.name"),
            derived("farAbove", .stringAttributeType, "parent.parent.name"),
            derived("city", .stringAttributeType, "parent.place.city"),
            derived("again", .stringAttributeType, "above"))
        relate(node, "children", 0, node, "parent", 1)
        let model = NSManagedObjectModel()
        model.entities = [node]
        return model
    }

    @Test(
        "1.23 A path may come back to its own table, end in a part of a composite, and lead to what is derived itself",
        arguments: [StoreKind.file, .null])
    func paths(_ kind: StoreKind) throws {
        try ShopStack(kind, Self.tree()).work { context in
            let root = context.make("Node", ["name": "A", "place": ["city": "Lund"]])
            let middle = context.make("Node", ["name": "B", "parent": root])
            let leaf = context.make("Node", ["name": "C", "parent": middle])
            try context.save()
            #expect(values(root, "above", "farAbove", "city", "again") == ["nil", "nil", "nil", "nil"])
            #expect(values(middle, "above", "farAbove", "city", "again") == ["A", "nil", "Lund", "A"])
            #expect(values(leaf, "above", "farAbove", "city", "again") == ["B", "A", "nil", "B"])
            root.setValue("Z", forKey: "name")
            root.setValue(["city": "Malmö"], forKey: "place")
            leaf.setValue(root, forKey: "parent")
            try context.save()
            #expect(values(middle, "above", "city", "again") == ["Z", "Malmö", "Z"])
            #expect(values(leaf, "above", "farAbove", "city") == ["Z", "nil", "Malmö"])
            middle.setValue(leaf, forKey: "parent")
            try context.save()
            #expect(values(middle, "above", "farAbove", "city") == ["C", "Z", "nil"])
        }
    }

    @Test("1.23 Members are counted and added up", arguments: [StoreKind.file, .null])
    func members(_ kind: StoreKind) throws {
        try ShopStack(kind, Self.model()).work { context in
            let (book, comic) = (context.make("Book"), context.make("Comic"))
            let pages = [10, 100, 1000].map { context.make("Page", ["length": $0, "kind": "b'c", "book": book]) }
            let tags = [0.5, 0.25].map { context.make("Tag", ["weight": $0, "books": NSSet(object: book)]) }
            try context.save()
            let keys = ["pageCount", "longPages", "length", "tagCount", "weight"]
            func told(_ object: NSManagedObject) -> [String] {
                context.refresh(object, mergeChanges: true)
                return keys.map { "\(object.value(forKey: $0) ?? "nil")" }
            }
            #expect(told(book) == ["3", "2", "1110", "2", "0.75"])
            #expect(told(comic) == ["0", "0", "0", "0", "0.0"])
            pages[0].setValue(200, forKey: "length")
            pages[1].setValue(comic, forKey: "book")
            tags[0].setValue(4, forKey: "weight")
            tags[1].setValue(NSSet(objects: book, comic), forKey: "books")
            try context.save()
            #expect(told(book) == ["2", "2", "1200", "2", "4.25"])
            #expect(told(comic) == ["1", "1", "100", "1", "0.25"])
            pages[1].setValue("c", forKey: "kind")
            context.delete(pages[2])
            context.delete(tags[0])
            tags[1].setValue(NSSet(), forKey: "books")
            try context.save()
            #expect(told(book) == ["1", "1", "200", "0", "0.0"])
            #expect(told(comic) == ["1", "0", "100", "0", "0.0"])
        }
    }

    @Test("1.23 The time of the save is noted at insert and update")
    func now() throws {
        try ShopStack(.file, Self.model()).work { context in
            let (start, book) = (Date(), context.make("Book"))
            try context.save()
            context.refresh(book, mergeChanges: true)
            let first = try #require(book.value(forKey: "changedAt") as? Date)
            book.setValue("A", forKey: "title")
            try context.save()
            context.refresh(book, mergeChanges: true)
            let second = try #require(book.value(forKey: "changedAt") as? Date)
            #expect(first >= start && second > first && second <= Date())
        }
    }

    @Test("1.23 A subentity derives for its own rows, and what is set by hand does not stay")
    func subentities() throws {
        let stack = try ShopStack(.file, Self.model())
        try stack.work { context in
            let comic = context.make("Comic", ["hero": "Flash"])
            _ = context.make("Book", ["title": "A"])
            try context.save()
            #expect(values(comic, "loud", "heroAgain", "pageCount") == ["FLASH", "Flash", "0"])
            comic.setValue(99, forKey: "pageCount")
            comic.setValue("x", forKey: "loud")
            try context.save()
            #expect(values(comic, "loud", "pageCount") == ["FLASH", "0"])
            let found = try context.all("Book", "pageCount == 0 AND search == 'a'")
            #expect(found.count == 1)
        }
        // Only what every writer of such a file has stands in the file.
        let store = try #require(stack.store as? SQLiteStore)
        let ours = try store.connections.read {
            try $0.connection.rows(
                "SELECT name FROM sqlite_master WHERE sql LIKE '%TRIGGER%CDCANON%' OR sql LIKE '%CDUPPER%'"
            ) {
                $0.string(0)
            }
        }
        #expect(ours.isEmpty)
    }

    @Test("1.23 A context that merges a save sees what was derived")
    func merging() throws {
        let stack = try ShopStack(.file, Self.model())
        try stack.work { context in
            let book = context.make("Book", ["title": "A"])
            try context.save()
            let other = stack.context()
            other.automaticallyMergesChangesFromParent = true
            let id = book.objectID
            try other.checked {
                let own = try other.existingObject(with: id)
                #expect(own.value(forKey: "search") as? String == "a")
            }
            book.setValue("B", forKey: "title")
            try context.save()
            try other.checked {
                let own = try other.existingObject(with: id)
                #expect(own.value(forKey: "title") as? String == "B" && own.value(forKey: "search") as? String == "b")
            }
        }
    }

    @Test("1.23 A batch insert that takes over a row leaves what is derived right")
    func batch() throws {
        let model = Self.model()
        model.entitiesByName["Book"]?.uniquenessConstraints = [["title"]]
        try ShopStack(.file, model).work { context in
            let book = context.make("Book", ["title": "A"])
            for _ in 0..<3 { context.make("Page", ["length": 4, "book": book]) }
            try context.save()
            context.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try context.execute(NSBatchInsertRequest(entityName: "Book", objects: [["title": "A"], ["title": "B"]]))
            context.reset()
            let request = NSFetchRequest<NSManagedObject>(entityName: "Book")
            request.sortDescriptors = [NSSortDescriptor(key: "title", ascending: true)]
            let books = try context.fetch(request)
            #expect(books.map { $0.value(forKey: "pageCount") as? Int } == [3, 0])
            #expect(books.map { $0.value(forKey: "length") as? Int }.first == 12)
            #expect(books.map { $0.value(forKey: "search") as? String } == ["a", "b"])
        }
    }

    @Test("1.23 A store that was made without triggers is kept right as well, and gets none")
    func storeWithoutTriggers() throws {
        let fixture = try StoreFixture(Self.model())
        let select = "SELECT name FROM sqlite_master WHERE type = 'trigger'"
        try fixture.open().close()
        let names = try fixture.connection().rows(select) { $0.string(0) ?? "" }
        for name in names { try fixture.connection().execute("DROP TRIGGER \(name)") }
        let stack = try Stack(fixture)
        try stack.save { context in
            let book = context.make("Book", ["title": "Ä"])
            _ = context.make("Page", ["length": 3, "book": book])
        }
        try #expect(
            stack.rows("SELECT ZPAGECOUNT, ZLENGTH, ZSEARCH FROM ZBOOK") == [[.integer(1), .integer(3), .text("a")]])
        try #expect(names.count > 20 && stack.rows(select).isEmpty)
    }

    @Test(
        "1.23 A derivation that no store can keep is refused with its name, and no store is made",
        arguments: ["title.length / 2", "photo", "uppercase:(size)", "next", "next.missing", "next.others.size"])
    func unknownDerivation(_ expression: String) throws {
        let book = Make.entity(
            "Book", Make.attribute("title", .stringAttributeType), Make.attribute("size", .integer64AttributeType),
            Make.attribute("photo", .binaryDataAttributeType), Self.derived("half", .integer64AttributeType, expression)
        )
        Self.relate(book, "others", 0, book, "next", 1)
        let model = NSManagedObjectModel()
        model.entities = [book]
        let fixture = try StoreFixture(model)
        do {
            try fixture.open().close()
            Issue.record("The store was made.")
        } catch let error as NSError {
            #expect(error.code == NSPersistentStoreIncompatibleSchemaError)
            #expect((error.userInfo["reason"] as? String)?.contains("'half' of 'Book'") == true)
        }
        // As after other failures to make one, a new file may be left behind.
        try #expect(fixture.connection().rows("SELECT name FROM sqlite_master") { $0.string(0) }.isEmpty)
    }
}
