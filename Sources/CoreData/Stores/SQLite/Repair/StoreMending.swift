internal import CoreDataSQLite

/// Makes a sound copy of a damaged store.
struct StoreMending {
    let source: Connection
    let external: ExternalData
    let given: NSManagedObjectModel?
    var repair = StoreRepair()
    private var surplus: [StoreFault] = []

    init(_ source: Connection, external: ExternalData, given: NSManagedObjectModel?) {
        self.source = source
        self.external = external
        self.given = given
    }

    /// What puts one thing right may uncover another, but not for ever.
    private static let rounds = 8

    /// Writes the copy into an empty database.
    mutating func run(into copy: Connection) throws {
        let damage = try examination(of: source).faults().filter { Self.isDamage($0.finding.kind) }.map(\.finding)
        repair.changes = damage
        if damage.isEmpty {
            _ = try copy.copyContent(of: source)
            try copy.write { try mend(copy) }
        } else {
            let size = try source.value("PRAGMA page_size")?.integer ?? 4096
            try copy.execute("PRAGMA page_size = \(size); PRAGMA auto_vacuum = 2")
            try copy.write {
                let rebuilding = try StoreRebuilding(of: source, into: copy)
                try note(rebuilding.copyRows())
                // The indexes of the file come once no two rows stand against them.
                try mend(copy, makesIndexes: false)
                try rebuilding.makeIndexes()
                try mend(copy)
            }
        }
    }

    static func isDamage(_ kind: StoreFinding.Kind) -> Bool { kind == .damagedPages || kind == .damagedIndex }

    private func examination(of connection: Connection) -> StoreExamination {
        StoreExamination(connection: connection, external: external, given: given, isAlone: true)
    }

    /// What is lost to damage of one row in an index alone is nothing.
    private mutating func note(_ outcomes: [(table: String, outcome: RowSalvage.Outcome)]) throws {
        let names = Dictionary(
            (try? examinedNames()) ?? [], uniquingKeysWith: { $1 })
        for (table, outcome) in outcomes where outcome.lost != 0 || outcome.pieced > 0 {
            repair.losses.append(
                StoreLoss(entity: names[table] ?? table, count: outcome.lost, pieced: outcome.pieced))
        }
    }

    private func examinedNames() throws -> [(String, String)] {
        try source.rows("SELECT Z_NAME FROM Z_PRIMARYKEY WHERE Z_SUPER = 0") { $0.string(0) ?? "" }
            .map { ("Z" + $0.uppercased(), $0) }
    }

    private mutating func mend(_ copy: Connection, makesIndexes: Bool = true) throws {
        for _ in 0..<Self.rounds {
            let faults = try examination(of: copy).faults(isThorough: false)
            let mendable = faults.filter {
                $0.remedy != nil && !Self.isDamage($0.finding.kind) && $0.finding.kind != .surplusFile
                    && (makesIndexes || $0.finding.kind != .missingIndex)
            }
            guard !mendable.isEmpty else { return }
            // Rows that are told for others again may be what others lead to.
            let foreign = mendable.filter { $0.finding.kind == .foreignRow }
            for fault in foreign.isEmpty ? mendable : foreign where fault.finding.kind != .missingIndex {
                if let finding = try fault.mend(copy) { repair.changes.append(finding) }
            }
            guard foreign.isEmpty else { continue }
            // An index that two rows of a value stand against can be made once they differ.
            let indexes = mendable.filter { $0.finding.kind == .missingIndex }
            guard indexes.count == mendable.count else { continue }
            for fault in indexes {
                if let finding = try fault.mend(copy) { repair.changes.append(finding) }
            }
        }
    }

    /// Looks at the copy once more. Answers whether it is good enough to take the place of the store.
    mutating func check(_ copy: Connection) throws -> Bool {
        let faults = try copy.read { try examination(of: copy).faults() }
        repair.remaining = faults.map(\.finding)
        surplus = faults.filter { $0.finding.kind == .surplusFile }
        let isSound = repair.remaining.allSatisfy { $0.kind == .missingDestination || $0.kind == .surplusFile }
        if !isSound { repair.changes = [] }
        return isSound
    }

    /// Removes files that no row of the copy leads to, once it is the store. Rows that could not be read may have led to them.
    mutating func removeSurplusFiles(_ copy: Connection) throws {
        guard repair.losses.isEmpty else { return }
        for fault in surplus {
            if let finding = try fault.mend(copy) { repair.changes.append(finding) }
        }
        repair.remaining.removeAll { $0.kind == .surplusFile }
    }
}
