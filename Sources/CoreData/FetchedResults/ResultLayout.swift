/// Rows in order, divided into sections: what index paths lead into. Knows no context and no delegate.
final class ResultLayout {
    let rows: RowList
    private(set) var sections: [FetchedSection]
    /// Whether rows have section names; else there is one section, even when it is empty.
    private let isSectioned: Bool
    private weak var source: (any SectionSource)?
    private var sectionOfName: [String: FetchedSection] = [:]

    /// Lays out rows that are sorted already. `runs` is nil for a list without sections; a name that comes back after another
    /// one is out of order.
    init(_ rows: RowList, _ runs: SectionRuns?, source: (any SectionSource)?) throws(OutOfOrder) {
        self.rows = rows
        self.source = source
        isSectioned = runs != nil
        sections = []
        if let runs {
            var start = 0
            for run in runs.runs {
                guard sectionOfName[run.name] == nil else { throw OutOfOrder(index: start, name: run.name) }
                let section = FetchedSection(name: run.name, numberOfObjects: run.count, source: source)
                sections.append(section)
                sectionOfName[run.name] = section
                start += run.count
            }
        } else {
            sections = [FetchedSection(name: "", numberOfObjects: rows.count, source: source)]
        }
        addUpStarts()
    }

    private init(of other: ResultLayout) {
        rows = other.rows.copy()
        source = other.source
        isSectioned = other.isSectioned
        sections = other.sections.map {
            FetchedSection(name: $0.name, numberOfObjects: $0.numberOfObjects, source: other.source)
        }
        sectionOfName = Dictionary(uniqueKeysWithValues: isSectioned ? sections.map { ($0.name, $0) } : [])
        addUpStarts()
    }

    /// Another layout of the same rows, which changes no more with this one.
    func copy() -> ResultLayout { ResultLayout(of: self) }

    /// A row's section name comes back after another section began.
    struct OutOfOrder: Error {
        let index: Int
        let name: String
    }

    // MARK: Finding

    func indexPath(of row: RowHandle) -> IndexPath? { rows.offset(of: row).map(indexPath(at:)) }

    /// The offset of an index path; nil if the path leads nowhere.
    func offset(at indexPath: IndexPath) -> Int? {
        guard indexPath.count == 2, sections.indices.contains(indexPath[0]) else { return nil }
        let section = sections[indexPath[0]]
        guard indexPath[1] >= 0, indexPath[1] < section.numberOfObjects else { return nil }
        return section.start + indexPath[1]
    }

    private func indexPath(at offset: Int) -> IndexPath {
        let section = sectionIndex(at: offset)
        return [section, offset - sections[section].start]
    }

    /// The last section that starts at or before an offset and has rows there.
    private func sectionIndex(at offset: Int) -> Int {
        var low = 0
        var high = sections.count
        while high - low > 1 {
            let middle = (low + high) / 2
            if sections[middle].start <= offset { low = middle } else { high = middle }
        }
        return low
    }

    private func addUpStarts() {
        var start = 0
        for section in sections {
            section.start = start
            start += section.numberOfObjects
        }
    }

    // MARK: Changing

    /// A row on its way to another place, perhaps the old one again.
    private struct Move {
        let placement: ResultChanges.Placement
        let oldOffset: Int
        let oldPath: IndexPath
        let oldSection: FetchedSection
    }

    /// Brings the list up to date, and tells what the difference is.
    func apply(_ changes: ResultChanges) throws(OutOfOrder) -> ResultDifference {
        var difference = ResultDifference()
        var taken: [Int] = []
        for row in changes.leaving {
            guard let offset = rows.offset(of: row) else { continue }
            taken.append(offset)
            difference.deleted.append(.init(row: row, old: indexPath(at: offset)))
        }
        var moves: [Move] = []
        for placement in changes.changed {
            guard let offset = rows.offset(of: placement.row) else { continue }
            let path = indexPath(at: offset)
            if !isInPlace(placement, at: path) {
                taken.append(offset)
                moves.append(
                    Move(placement: placement, oldOffset: offset, oldPath: path, oldSection: sections[path[0]]))
            } else {
                difference.updated.append(.init(row: placement.row, old: path, new: path))
            }
        }
        let before = sections
        for change in difference.deleted { take(change.row, outOf: change.old) }
        for move in moves { take(move.placement.row, outOf: move.oldPath) }
        for move in moves { place(move.placement) }
        for placement in changes.entering { place(placement) }
        settleSections(before, &difference)
        try tellPlaces(moves, changes.entering, taken: taken.sorted(), &difference)
        sort(&difference)
        return difference
    }

    /// Notes where rows have come to stand.
    ///
    /// A row with another key that has kept its place is an update. It has kept it only if as many rows that stay stand before
    /// it as did: the same index path alone may be chance, when others came and went.
    private func tellPlaces(
        _ moves: [Move], _ entering: [ResultChanges.Placement], taken: [Int],
        _ difference: inout ResultDifference
    ) throws(OutOfOrder) {
        var placed: [Int] = []
        for placement in entering {
            let (offset, path) = try verifiedPlace(placement)
            placed.append(offset)
            difference.inserted.append(.init(row: placement.row, new: path))
        }
        var places: [(offset: Int, path: IndexPath)] = []
        for move in moves {
            places.append(try verifiedPlace(move.placement))
            placed.append(places[places.count - 1].offset)
        }
        placed.sort()
        for (move, place) in zip(moves, places) {
            let change = ResultDifference.RowChange(row: move.placement.row, old: move.oldPath, new: place.path)
            let staysBefore = move.oldOffset - taken.countBelow(move.oldOffset)
            let staysNow = place.offset - placed.countBelow(place.offset)
            if place.path == move.oldPath, staysBefore == staysNow, sections[place.path[0]] === move.oldSection {
                difference.updated.append(change)
            } else {
                difference.moved.append(change)
            }
        }
    }

    /// Whether a changed row has the section and key that it was entered with.
    private func isInPlace(_ placement: ResultChanges.Placement, at path: IndexPath) -> Bool {
        guard !isSectioned || sections[path[0]].name == placement.section else { return false }
        return rows.isInPlace(placement.row, placement.key)
    }

    private func take(_ row: RowHandle, outOf path: IndexPath?) {
        guard let path else { return }
        sections[path[0]].numberOfObjects -= 1
        rows.remove(row)
    }

    private func place(_ placement: ResultChanges.Placement) {
        rows.insert(placement.row, key: placement.key)
        guard isSectioned else {
            sections[0].numberOfObjects += 1
            return
        }
        let known = sectionOfName[placement.section]
        let section = known.flatMap { $0.numberOfObjects > 0 ? $0 : nil } ?? openSection(placement, known)
        section.numberOfObjects += 1
    }

    /// Puts a section before the one that the row after this row is in: a new one, or one that has been emptied, on whose wrong
    /// side others may have come to stand meanwhile.
    private func openSection(_ placement: ResultChanges.Placement, _ emptied: FetchedSection?) -> FetchedSection {
        if let emptied { sections.removeAll { $0 === emptied } }
        let section = emptied ?? FetchedSection(name: placement.section, numberOfObjects: 0, source: source)
        sectionOfName[placement.section] = section
        addUpStarts()
        let offset = rows.offset(of: placement.row) ?? 0
        // Sections emptied meanwhile are passed over, or stay behind: they are on their way out.
        let index = sections.firstIndex { $0.start >= offset && $0.numberOfObjects > 0 } ?? sections.count
        sections.insert(section, at: index)
        return section
    }

    /// Drops empty sections, and notes which came and went.
    private func settleSections(_ before: [FetchedSection], _ difference: inout ResultDifference) {
        if isSectioned {
            for (index, section) in before.enumerated() where section.numberOfObjects == 0 {
                difference.deletedSections.append(.init(section: section, index: index))
                sectionOfName[section.name] = nil
            }
            sections.removeAll { $0.numberOfObjects == 0 }
            if sections.count + difference.deletedSections.count != before.count {
                let old = Set(before.map(ObjectIdentifier.init))
                for (index, section) in sections.enumerated() where !old.contains(ObjectIdentifier(section)) {
                    difference.insertedSections.append(.init(section: section, index: index))
                }
            }
        }
        addUpStarts()
    }

    /// The new place of a row, which must be inside the section of its name.
    private func verifiedPlace(
        _ placement: ResultChanges.Placement
    ) throws(OutOfOrder) -> (offset: Int, path: IndexPath) {
        let offset = rows.offset(of: placement.row) ?? 0
        let path = indexPath(at: offset)
        guard !isSectioned || sections[path[0]].name == placement.section else {
            throw OutOfOrder(index: offset, name: placement.section)
        }
        return (offset, path)
    }

    /// Puts the changes in the order of the list: the order they happened in says nothing.
    private func sort(_ difference: inout ResultDifference) {
        func precedes(_ a: IndexPath?, _ b: IndexPath?) -> Bool {
            guard let a, let b else { return false }
            return a[0] != b[0] ? a[0] < b[0] : a[1] < b[1]
        }
        difference.deleted.sort { precedes($0.old, $1.old) }
        difference.updated.sort { precedes($0.old, $1.old) }
        difference.inserted.sort { precedes($0.new, $1.new) }
        difference.moved.sort { precedes($0.new, $1.new) }
    }

    /// What is wrong with the bookkeeping, empty if nothing is: for tests.
    func checkInvariants() -> [String] {
        var found = rows.checkInvariants()
        if sections.reduce(0, { $0 + $1.numberOfObjects }) != rows.count {
            found.append("sections and rows differ in number")
        }
        if isSectioned {
            if sections.contains(where: { $0.numberOfObjects == 0 }) { found.append("a section is empty") }
            if Set(sections.map(\.name)) != Set(sectionOfName.keys) { found.append("sections and names differ") }
        }
        return found
    }
}

extension [Int] {
    /// How many elements of a sorted array are below a number.
    fileprivate func countBelow(_ number: Int) -> Int {
        var low = 0
        var high = count
        while low < high {
            let middle = (low + high) / 2
            if self[middle] < number { low = middle + 1 } else { high = middle }
        }
        return low
    }
}
