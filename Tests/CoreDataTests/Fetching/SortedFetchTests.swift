import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Many rows in the order of an index are read by a sweep through their table, which must not show in what is found.
@Suite("A fetch of many rows in an order")
struct SortedFetchTests {
    private static let orders = [
        ["stamp"], ["-stamp"], ["group", "rank"], ["-group", "-rank"], ["group", "-rank"], ["weight"],
        ["-weight", "stamp"],
        ["stamp", "group"],
    ]

    @Test("finds what comparing objects one by one finds", arguments: orders)
    func agreement(_ order: [String]) throws {
        let rows = try SortedRows()
        let context = rows.context()
        try context.checked {
            for (entity, includesSubentities) in [("Entry", true), ("Entry", false), ("Note", true)] {
                for format in [nil, "weight > 3", "stamp > CAST(50, 'NSDate')"] {
                    let request = SortedRows.request(entity, by: [], format)
                    request.includesSubentities = includesSubentities
                    let expected = try SortedRows.sorted(context.fetch(request), by: order)
                    request.sortDescriptors = SortedRows.descriptors(order)
                    try #expect(context.fetch(request) == expected)
                    for (limit, offset) in [(0, 700), (1_500, 10), (5_000, 0)] {
                        (request.fetchLimit, request.fetchOffset) = (limit, offset)
                        let rest = expected.dropFirst(offset)
                        try #expect(context.fetch(request) == Array(limit == 0 ? rest : rest.prefix(limit)))
                    }
                }
            }
        }
    }

    @Test("finds the same with nothing in memory, and reads every value right", arguments: orders)
    func fresh(_ order: [String]) throws {
        let rows = try SortedRows()
        let keys = try rows.context().checked {
            let context = rows.context()
            return try context.performAndWait {
                try SortedRows.sorted(context.fetch(SortedRows.request(by: [])), by: order).map(\.key)
            }
        }
        let context = rows.context()
        try context.checked {
            for batchSize in [0, 50] {
                let request = SortedRows.request(by: order)
                request.fetchBatchSize = batchSize
                let found = try context.fetch(request)
                #expect(found.map(\.key) == keys)
                #expect(
                    found.allSatisfy {
                        $0.value(forKey: "rank") as? Int == Int($0.key) * 7919 % 3_001
                            && $0.entity.name == ($0.key % 3 == 0 ? "Note" : "Entry")
                    })
            }
        }
    }

    @Test("heeds pending changes")
    func pending() throws {
        let rows = try SortedRows()
        let context = rows.context()
        try context.checked {
            let all = try context.fetch(SortedRows.request(by: ["rank"]))
            for (index, object) in all.enumerated() where index % 5 == 0 {
                object.setValue(index % 2 == 0 ? nil : Date(timeIntervalSinceReferenceDate: 40.5), forKey: "stamp")
            }
            for object in all[100..<200] { context.delete(object) }
            let new = NSEntityDescription.insertNewObject(forEntityName: "Note", into: context)
            new.setValue(Date(timeIntervalSinceReferenceDate: 40.5), forKey: "stamp")
            for order in [["stamp", "rank"], ["-stamp", "-rank"]] {
                let found = try context.fetch(SortedRows.request(by: order))
                #expect(found.count == SortedRows.count - 99)
                #expect(found == SortedRows.sorted(found, by: order))
                #expect(found.contains(new) && !found.contains { $0.isDeleted })
            }
        }
    }

    @Test("takes rows from memory in the version of the store, and new ones where others have saved")
    func versions() throws {
        let rows = try SortedRows()
        let context = rows.context()
        try context.checked {
            let held = try context.fetch(SortedRows.request(by: ["-stamp"])).filter { $0.key % 4 == 0 }
            try rows.connection().execute("UPDATE ZENTRY SET ZWEIGHT = 77, Z_OPT = 2 WHERE Z_PK % 8 = 0")
            let found = try context.fetch(SortedRows.request(by: ["-stamp"]))
            #expect(found.allSatisfy { ($0.value(forKey: "weight") as? Double == 77) == ($0.key % 8 == 0) })
            #expect(found.filter { $0.key % 4 == 0 } == held)
        }
    }

    @Test("sees one state of the store, whatever others save while it reads", arguments: [1, 2, 3])
    func oneState(_ moment: Int) throws {
        let rows = try SortedRows()
        let path = rows.file.path
        let before = rows.context()
        let expected = try before.performAndWait {
            try SortedRows.sorted(before.fetch(SortedRows.request(by: [])), by: ["stamp"]).map(\.key)
        }
        let written = Recorder()
        let seen = Recorder()
        try rows.store.trace { text in
            guard text.contains("FROM ZENTRY") else { return }
            seen.add(text)
            guard seen.texts.count == moment else { return }
            do {
                try Connection(path: path, access: .readWrite, timeout: 5).execute(
                    """
                    DELETE FROM ZENTRY WHERE Z_PK % 2 = 0;
                    UPDATE ZENTRY SET ZSTAMP = 1000 - Z_PK, ZRANK = -1, Z_OPT = 2;
                    INSERT INTO ZENTRY (Z_PK, Z_ENT, Z_OPT, ZSTAMP, ZRANK) SELECT Z_PK + 5001, Z_ENT, 1, 5, -1 FROM ZENTRY
                    """)
            } catch {
                written.add("\(error)")
            }
        }
        let context = rows.context()
        try context.checked {
            let found = try context.fetch(SortedRows.request(by: ["stamp"]))
            try rows.store.trace(nil)
            #expect(written.texts == [] && seen.texts.count == 3)
            let isOld = found.map(\.key) == expected
            // The statement that starts first sees what was written before its first step, or not; the others see what it saw.
            if moment > 1 { #expect(isOld) }
            #expect(found.allSatisfy { ($0.value(forKey: "rank") as? Int != -1) == isOld })
            let next = try context.fetch(SortedRows.request(by: ["stamp"]))
            #expect(next.count == SortedRows.count && next.allSatisfy { $0.key % 2 == 1 || $0.key > 5_000 })
        }
    }

    @Test("by a sweep only where rows would be looked up one by one, and there are many")
    func statements() throws {
        let rows = try SortedRows()
        let context = rows.context()
        try context.checked {
            func count(_ request: NSFetchRequest<NSManagedObject>) throws -> Int {
                try rows.statements { _ = try context.fetch(request) }.count
            }
            try #expect(count(SortedRows.request(by: ["-stamp"])) == 3)
            try #expect(count(SortedRows.request(by: ["group", "rank"], "weight > 3")) == 3)
            try #expect(count(SortedRows.request(by: ["weight"])) == 1)
            try #expect(count(SortedRows.request(by: ["weight"], "weight == 4")) == 1)
            try #expect(count(SortedRows.request(by: [])) == 1)
            try #expect(count(SortedRows.request(by: ["stamp"], "stamp > CAST(20, 'NSDate')")) == 1)
            let some = SortedRows.request(by: ["stamp"])
            some.fetchLimit = 1_000
            try #expect(count(some) == 1)
            context.reset()
            for (left, expected) in [(1_500, 3), (900, 1), (257, 1), (256, 1), (1, 1)] {
                try rows.connection().execute("DELETE FROM ZENTRY WHERE Z_PK > \(left)")
                try #expect(count(SortedRows.request(by: ["-stamp"])) == expected, "\(left) rows")
            }
        }
    }

    @Test(
        "goes on as it began where keys lie far apart, or rows come in the order of their keys",
        arguments: [(1_000_003, false), (1, true), (5, false)])
    func otherKeys(_ distance: Int, _ isInOrder: Bool) throws {
        let rows =
            isInOrder
            ? try SortedRows(stamp: { $0 }) : try SortedRows(key: { $0 * distance })
        let context = rows.context()
        try context.checked {
            for order in [["stamp"], ["-stamp"], ["group", "rank"]] {
                let found = try context.fetch(SortedRows.request(by: order))
                #expect(found.count == SortedRows.count && found == SortedRows.sorted(found, by: order))
                context.reset()
            }
        }
    }

    @Test("comes in order when it is read aside, too")
    func asynchronous() async throws {
        let rows = try SortedRows()
        let context = rows.context()
        let keys = try await withCheckedThrowingContinuation { (done: CheckedContinuation<[Int64], any Error>) in
            context.perform {
                let request = NSAsynchronousFetchRequest(fetchRequest: SortedRows.request(by: ["-stamp"])) { result in
                    done.resume(returning: result.finalResult?.map(\.key) ?? [])
                }
                do { _ = try context.execute(request) } catch { done.resume(throwing: error) }
            }
        }
        let expected = try context.performAndWait {
            try SortedRows.sorted(context.fetch(SortedRows.request(by: [])), by: ["-stamp"]).map(\.key)
        }
        #expect(keys == expected)
    }
}
