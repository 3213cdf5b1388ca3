import Testing

@testable import CoreData

@Suite("A sort descriptor")
struct SortOrderTests {
    private struct Row: Comparable {
        var name: String?
        var age = 0
        static func < (left: Row, right: Row) -> Bool { left.age < right.age }
    }

    private func sorted(_ rows: [[String: Any]], _ descriptors: [NSSortDescriptor]) -> [Int] {
        var rows = rows
        SortOrder(descriptors).sort(&rows) { .other($0) }
        return rows.compactMap { $0["id"] as? Int }
    }

    @Test("knows its key, direction and selector")
    func parts() {
        let descriptor = NSSortDescriptor(key: "owner.name", ascending: false, selector: "localizedStandardCompare:")
        #expect(descriptor.key == "owner.name")
        #expect(!descriptor.ascending)
        #expect(descriptor.selector == Selector("localizedStandardCompare:"))
        #expect(NSSortDescriptor(keyPath: \Row.name, ascending: true).key == "name")
        #expect(NSSortDescriptor(keyPath: \Row.age, ascending: true).key == "age")
        let swift = NSSortDescriptor(SortDescriptor(\Row.age, order: .reverse))
        #expect(swift.key == "age" && !swift.ascending)
        #expect(NSSortDescriptor(key: "a", ascending: true) == NSSortDescriptor(key: "a", ascending: true))
        #expect(NSSortDescriptor(key: "a", ascending: true) != NSSortDescriptor(key: "a", ascending: false))
        let reversed = NSSortDescriptor(key: "a", ascending: true).reversedSortDescriptor as? NSSortDescriptor
        #expect(reversed == NSSortDescriptor(key: "a", ascending: false))
    }

    @Test("sorts nil lowest, and keeps the order of equals")
    func nilLowest() {
        let rows: [[String: Any]] = [
            ["id": 1, "when": Date(timeIntervalSinceReferenceDate: 5)], ["id": 2],
            ["id": 3, "when": Date(timeIntervalSinceReferenceDate: -5)],
            ["id": 4], ["id": 5, "when": Date(timeIntervalSinceReferenceDate: 5)],
        ]
        #expect(sorted(rows, [NSSortDescriptor(key: "when", ascending: true)]) == [2, 4, 3, 1, 5])
        #expect(sorted(rows, [NSSortDescriptor(key: "when", ascending: false)]) == [1, 5, 3, 2, 4])
        #expect(
            sorted(
                rows, [NSSortDescriptor(key: "when", ascending: false), NSSortDescriptor(key: "id", ascending: false)])
                == [5, 1, 3, 4, 2])
    }

    @Test("compares text by its selector")
    func collations() {
        func names(_ names: [String], _ selector: Selector) -> [String] {
            let array = NSArray(array: names.map { ["name": $0] as [String: Any] })
            return array.sortedArray(using: [NSSortDescriptor(key: "name", ascending: true, selector: selector)])
                .compactMap { ($0 as? [String: Any])?["name"] as? String }
        }
        #expect(names(["b", "a", "B", "A"], "compare:") == ["A", "B", "a", "b"])
        #expect(names(["b", "A", "B", "a"], "caseInsensitiveCompare:") == ["A", "a", "b", "B"])
        #expect(names(["B", "b", "A", "a"], "localizedCompare:") == ["a", "A", "b", "B"])
        #expect(
            names(["item 10", "Item 9", "item 9", "item 010b"], "localizedStandardCompare:")
                == ["item 9", "Item 9", "item 10", "item 010b"])
        #expect(
            names(["zebra", "éclair", "eclair", "Éa", "f"], "localizedStandardCompare:") == [
                "Éa", "eclair", "éclair", "f", "zebra",
            ])
    }

    @Test("is a total order for every collation", arguments: TextCollation.allCases)
    func totality(_ collation: TextCollation) {
        let words = [
            "", "a", "A", "b", "10", "9", "009", "a10", "a9", "é", "E", "e\u{301}", "z", "日本", "_", "-", "a b", "ß",
            "ss", "ea", "ez", "éz", "e\u{301}b", "9é", "10é", "a9é", "a10é", "1\u{FE0F}", "1a", "9\u{FF11}", "91",
        ]
        for a in words {
            #expect(collation.order(a, a) == .orderedSame)
            for b in words {
                #expect(collation.order(a, b) == collation.order(b, a).reversed, "\(a) \(b)")
                for c in words
                where collation.order(a, b) == .orderedAscending && collation.order(b, c) == .orderedAscending {
                    #expect(collation.order(a, c) == .orderedAscending, "\(a) \(b) \(c)")
                }
            }
        }
    }

    @Test("compares with a block in memory")
    func comparator() {
        let byLength = NSSortDescriptor(key: "name", ascending: false) { a, b in
            let (a, b) = ((a as? String ?? "").count, (b as? String ?? "").count)
            return a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
        }
        #expect(byLength.selector == nil)
        #expect(
            sorted([["id": 1, "name": "x"], ["id": 2, "name": "xxx"], ["id": 3, "name": "xx"]], [byLength]) == [
                2, 3, 1,
            ])
    }
}
