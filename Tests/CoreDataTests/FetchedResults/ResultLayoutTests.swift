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

    /// A packed text, then a packed number.
    private static let shape: KeyShape = {
        let entity = NSEntityDescription()
        let section = NSAttributeDescription()
        section.name = "section"
        section.attributeType = .stringAttributeType
        let number = NSAttributeDescription()
        number.name = "number"
        number.attributeType = .integer64AttributeType
        entity.properties = [section, number]
        return KeyShape(
            [NSSortDescriptor(key: "section", ascending: true), NSSortDescriptor(key: "number", ascending: false)],
            entity)
    }()

    private func key(_ entry: Entry) -> ListKey {
        ListKey(parts: [.text(Array(entry.section.utf8)), .ordinal(Int64(entry.number))])
    }

    private func handle(_ row: Int) -> RowHandle { RowHandle(home: row % 3, key: Int64(row)) }

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

    private func layout(_ model: [Int: Entry]) throws -> ResultLayout {
        let rows = sorted(model).flatMap { $0 }
        let entries = rows.compactMap { model[$0] }
        var runs = SectionRuns()
        for entry in entries { runs.begin(entry.section) }
        return try ResultLayout(
            RowList(Self.shape, rows: rows.map(handle), keys: entries.map(key)), runs, source: nil)
    }

    private func placement(_ row: Int, _ entry: Entry) -> ResultChanges.Placement {
        .init(row: handle(row), key: key(entry), section: entry.section)
    }

    /// Plays the delegate's part: deletions by old places, insertions by new ones.
    private func replay(_ difference: ResultDifference, on lists: [[Int]]) -> [[Int]] {
        var lists = lists.map { $0.map(Optional.some) }
        for change in difference.deleted + difference.moved {
            guard let old = change.old else { continue }
            if lists[old.section][old.item].map(handle) != change.row { Issue.record("another row stood at \(old)") }
            lists[old.section][old.item] = nil
        }
        for change in difference.updated {
            if change.old != change.new { Issue.record("an update moved from \(String(describing: change.old))") }
            if let old = change.old, lists[old.section][old.item].map(handle) != change.row {
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
            compact[new.section].insert(Int(change.row.key), at: new.item)
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
            var changes = ResultChanges()
            var touched: Set<Int> = []
            for row in Array(model.keys.sorted().prefix(3000)) where dice.roll(20) == 0 && round % 3 != 2 {
                touched.insert(row)
                switch dice.roll(4) {
                case 0:
                    model[row] = nil
                    changes.leaving.append(handle(row))
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
            let replayed = replay(difference, on: lists)
            lists = sorted(model)
            #expect((replayed == lists) as Bool, "round \(round)")
            #expect(layout.checkInvariants() == [])
            #expect((layout.sections.map { layout.rows.rows($0.range).map { Int($0.key) } } == lists) as Bool)
            for path in [IndexPath(item: 0, section: 0), [1, 2], [9, 0], [0, 99_999]] {
                let expected =
                    path.section < lists.count && path.item < lists[path.section].count
                    ? lists[path.section][path.item] : nil
                #expect(layout.offset(at: path).map { Int(layout.rows[$0].key) } == expected)
                if let expected { #expect(layout.indexPath(of: handle(expected)) == path) }
            }
        }
    }

    @Test("of a few rows tells changes that, replayed, give the new list", arguments: 1...200)
    func replayingFew(_ seed: Int) throws {
        var dice = Dice(state: UInt64(seed))
        var next = 0
        func fresh() -> Entry {
            next += 1
            return Entry(number: dice.roll(10) * 100 + next, section: ["a", "b", "c", "d"][dice.roll(4)])
        }
        var model: [Int: Entry] = [:]
        for row in 0..<dice.roll(4) { model[row] = fresh() }
        let layout = try layout(model)
        var lists = sorted(model)
        for round in 0..<10 {
            var changes = ResultChanges()
            for row in model.keys.sorted() where dice.roll(2) == 0 {
                model[row] = dice.roll(4) == 0 ? nil : fresh()
                guard let entry = model[row] else {
                    changes.leaving.append(handle(row))
                    continue
                }
                changes.changed.append(placement(row, entry))
            }
            for _ in 0..<dice.roll(3) {
                let entry = fresh()
                model[1_000 + next] = entry
                changes.entering.append(placement(1_000 + next, entry))
            }
            let replayed = replay(try layout.apply(changes), on: lists)
            lists = sorted(model)
            #expect(replayed == lists, "round \(round)")
            #expect(layout.checkInvariants() == [])
        }
    }

    @Test("fills a section anew whose rows have gone to one that stands before it")
    func filledAnew() throws {
        let layout = try layout([1: Entry(number: 1, section: "b")])
        let difference = try layout.apply(
            .init(
                entering: [placement(2, Entry(number: 2, section: "b"))],
                changed: [placement(1, Entry(number: 1, section: "a"))]))
        #expect(layout.sections.map(\.name) == ["a", "b"])
        #expect(difference.insertedSections.map(\.index) == [0] && difference.deletedSections.isEmpty)
        #expect(difference.moved.map(\.new) == [[0, 0]] && difference.inserted.map(\.new) == [[1, 0]])
    }

    @Test("of nothing has one section without a key path, and none with one")
    func emptiness() throws {
        let plain = try ResultLayout(RowList(Self.shape, rows: [], keys: []), nil, source: nil)
        #expect(plain.sections.map(\.name) == [""])
        let sectioned = try ResultLayout(RowList(Self.shape, rows: [], keys: []), SectionRuns(), source: nil)
        #expect(sectioned.sections.isEmpty)
        let difference = try sectioned.apply(.init(entering: [placement(1, Entry(number: 1, section: "a"))]))
        #expect(difference.insertedSections.map(\.index) == [0])
        #expect(difference.inserted.map(\.new) == [[0, 0]])
    }

    @Test("refuses section names that come back")
    func disorder() throws {
        var runs = SectionRuns()
        for name in ["a", "b", "a"] { runs.begin(name) }
        #expect(throws: ResultLayout.OutOfOrder.self) {
            try ResultLayout(RowList(Self.shape, rows: [], keys: []), runs, source: nil)
        }
    }

    @Test("keeps the order of doubles, dates and integers in eight bytes")
    func ordinals() {
        let reals = [-Double.infinity, -1e300, -2.5, -1, -0.5, -1e-300, 0, 1e-300, 1, 2.5, 1e300, .infinity]
        let made = reals.map { Ordinal.make($0) }
        #expect(made == made.sorted() && Set(made).count == reals.count)
        #expect(Ordinal.make(-0.0) == Ordinal.make(0.0))
        #expect(made.map { Ordinal.value($0, .doubleAttributeType) } == reals.map(PredicateValue.real))
        #expect(Ordinal.make(.null, .dateAttributeType) < made[0])
        #expect(Ordinal.value(Ordinal.make(Int64(-7)), .integer64AttributeType) == .integer(-7))
    }

    @Test("keeps texts of a leaf apart")
    func texts() {
        let column = KeyColumn.make(Self.shape.terms[0])
        var model: [String?] = []
        var dice = Dice(state: 5)
        for round in 0..<400 {
            if dice.roll(3) > 0 || model.isEmpty {
                let text = dice.roll(5) == 0 ? nil : String(repeating: "x", count: dice.roll(30)) + "\(round)"
                let index = dice.roll(model.count + 1)
                model.insert(text, at: index)
                column.insert(.text(text.map { Array($0.utf8) }), at: index)
            } else {
                let index = dice.roll(model.count)
                model.remove(at: index)
                column.remove(at: index)
            }
        }
        let half = model.count / 2
        let second = column.split(at: half)
        for (index, text) in model.enumerated() {
            let part = ListKey.Part.text(text.map { Array($0.utf8) })
            let order = index < half ? column.order(at: index, to: part) : second.order(at: index - half, to: part)
            #expect(order == .orderedSame)
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
