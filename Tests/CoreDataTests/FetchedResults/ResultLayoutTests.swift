import Testing

@testable import CoreData

/// Random changes against a list that is sorted anew each time.
@Suite("The layout of fetched results")
struct ResultLayoutTests {
    private struct Entry: Equatable {
        var number: Int
        var section: String
    }

    /// Repeatable numbers: a failure can be run again.
    private struct Dice {
        var state: UInt64
        mutating func roll(_ sides: Int) -> Int {
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return Int(truncatingIfNeeded: state >> 33) % sides
        }
    }

    private static let order = SortOrder([
        NSSortDescriptor(key: "section", ascending: true), NSSortDescriptor(key: "number", ascending: false),
    ])

    private func key(_ entry: Entry) -> SortKey {
        SortKey(first: .string(entry.section), rest: [.integer(Int64(entry.number))])
    }

    private func sorted(_ model: [Int: Entry]) -> [[Int]] {
        let all = model.sorted {
            let (a, b) = ($0.value, $1.value)
            return a.section != b.section ? a.section < b.section : a.number > b.number
        }
        var lists: [[Int]] = []
        var last: String?
        for (row, entry) in all {
            if entry.section != last { lists.append([]) }
            lists[lists.count - 1].append(row)
            last = entry.section
        }
        return lists
    }

    private func layout(_ model: [Int: Entry]) throws -> ResultLayout<Int> {
        let rows = sorted(model).flatMap { $0 }
        let entries = rows.compactMap { model[$0] }
        return try ResultLayout(
            Self.order, rows: rows, keys: entries.map(key), sectionNames: entries.map(\.section), source: nil)
    }

    private func placement(_ row: Int, _ entry: Entry) -> ResultChanges<Int>.Placement {
        .init(row: row, key: key(entry), section: entry.section)
    }

    /// Plays the delegate's part: deletions by old places, insertions by new ones.
    private func replay(_ difference: ResultDifference<Int>, on lists: [[Int]], rows: ResultLayout<Int>) -> [[Int]] {
        var lists = lists.map { $0.map(Optional.some) }
        for change in difference.deleted + difference.moved {
            guard let old = change.old else { continue }
            if lists[old.section][old.item] != change.row { Issue.record("another row stood at \(old)") }
            lists[old.section][old.item] = nil
        }
        for change in difference.updated {
            if change.old != change.new { Issue.record("an update moved from \(String(describing: change.old))") }
            if let old = change.old, lists[old.section][old.item] != change.row {
                Issue.record("another row stood at \(old)")
            }
        }
        for change in difference.deletedSections.reversed() {
            #expect(lists[change.index].allSatisfy { $0 == nil })
            #expect(change.section.numberOfObjects == 0)
            lists.remove(at: change.index)
        }
        var compact = lists.map { $0.compactMap { $0 } }
        for change in difference.insertedSections { compact.insert([], at: change.index) }
        let arrivals = (difference.inserted + difference.moved).sorted {
            ($0.new?.section ?? 0, $0.new?.item ?? 0) < ($1.new?.section ?? 0, $1.new?.item ?? 0)
        }
        for change in arrivals {
            guard let new = change.new else { continue }
            compact[new.section].insert(change.row, at: new.item)
        }
        return compact
    }

    @Test("tells changes that, replayed, give the new list", arguments: 1...20)
    func replaying(_ seed: Int) throws {
        var dice = Dice(state: UInt64(seed))
        var model: [Int: Entry] = [:]
        var next = 0
        // Numbers never repeat, so that the order is never left to chance.
        func fresh() -> Entry {
            next += 1
            return Entry(number: dice.roll(1000) * 10_000 + next, section: ["a", "b", "c", "d", "e"][dice.roll(5)])
        }
        for row in 0..<dice.roll(1500) { model[row] = fresh() }
        let layout = try layout(model)
        var lists = sorted(model)
        for round in 0..<12 {
            var changes = ResultChanges<Int>()
            var touched: Set<Int> = []
            for row in Array(model.keys.sorted().prefix(3000)) where dice.roll(20) == 0 && round % 3 != 2 {
                touched.insert(row)
                switch dice.roll(4) {
                case 0:
                    model[row] = nil
                    changes.leaving.append(row)
                case 1:
                    if let entry = model[row] { changes.changed.append(placement(row, entry)) }
                default:
                    let entry = fresh()
                    model[row] = entry
                    changes.changed.append(placement(row, entry))
                }
            }
            for _ in 0..<dice.roll(40) {
                let entry = fresh()
                model[10_000 + next] = entry
                changes.entering.append(placement(10_000 + next, entry))
            }
            let difference = try layout.apply(changes)
            let replayed = replay(difference, on: lists, rows: layout)
            lists = sorted(model)
            #expect((replayed == lists) as Bool, "round \(round)")
            #expect(layout.checkInvariants() == [])
            #expect((layout.sections.map { layout.rows.rows($0.range) } == lists) as Bool)
            for path in [IndexPath(item: 0, section: 0), [1, 2], [9, 0], [0, 99_999]] {
                let expected =
                    path.section < lists.count && path.item < lists[path.section].count
                    ? lists[path.section][path.item] : nil
                #expect(layout.row(at: path) == expected)
                if let expected { #expect(layout.indexPath(of: expected) == path) }
            }
        }
    }

    @Test("of nothing has one section without a key path, and none with one")
    func emptiness() throws {
        let plain = try ResultLayout<Int>(Self.order, rows: [], keys: [], sectionNames: nil, source: nil)
        #expect(plain.sections.map(\.name) == [""])
        let sectioned = try ResultLayout<Int>(Self.order, rows: [], keys: [], sectionNames: [], source: nil)
        #expect(sectioned.sections.isEmpty)
        let difference = try sectioned.apply(.init(entering: [placement(1, Entry(number: 1, section: "a"))]))
        #expect(difference.insertedSections.map(\.index) == [0])
        #expect(difference.inserted.map(\.new) == [[0, 0]])
    }

    @Test("refuses section names that come back")
    func disorder() throws {
        #expect(throws: ResultLayout<Int>.OutOfOrder.self) {
            try ResultLayout(
                SortOrder([]), rows: [1, 2, 3], keys: Array(repeating: SortKey(first: .null, rest: nil), count: 3),
                sectionNames: ["a", "b", "a"], source: nil)
        }
    }

    @Test("moves the only row of a section: the section goes, the row's new place is in the new list")
    func lastOne() throws {
        let layout = try layout([1: Entry(number: 1, section: "a"), 2: Entry(number: 2, section: "b")])
        let difference = try layout.apply(.init(changed: [placement(1, Entry(number: 1, section: "b"))]))
        #expect(difference.deletedSections.map(\.index) == [0])
        #expect(difference.moved.map(\.old) == [[0, 0]])
        #expect(difference.moved.map(\.new) == [[0, 1]])
    }
}
