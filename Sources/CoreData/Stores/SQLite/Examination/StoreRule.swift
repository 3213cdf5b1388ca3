internal import CoreDataSQLite

/// What holds of the rows of a sound store: how those are counted that break it, and what puts them right.
struct StoreRule {
    enum Test {
        /// Rows of a table, called t, of which something is true. All of a table are counted in one pass.
        case rows(table: String, condition: String)
        /// A statement that answers how many there are.
        case count(String)
    }

    let kind: StoreFinding.Kind
    let entity: String?
    var property: String?
    let test: Test
    /// Statements, run in this order; none where nothing can be done.
    let remedy: [String]
}

/// Something that is wrong, with what puts it right.
struct StoreFault {
    let finding: StoreFinding
    let remedy: ((Connection) throws -> Void)?
    /// The rule that is broken, where one is.
    private let rule: StoreRule?

    init(
        _ kind: StoreFinding.Kind, entity: String? = nil, property: String? = nil, count: Int = 1,
        detail: String? = nil,
        remedy: ((Connection) throws -> Void)? = nil, rule: StoreRule? = nil
    ) {
        finding = StoreFinding(
            kind, entity: entity, property: property, count: count, isRepairable: remedy != nil, detail: detail)
        self.remedy = remedy
        self.rule = rule
    }

    /// A rule that so many rows break.
    init(_ rule: StoreRule, count: Int) {
        let statements = rule.remedy
        self.init(
            rule.kind, entity: rule.entity, property: rule.property, count: count,
            remedy: statements.isEmpty ? nil : { for statement in statements { try $0.execute(statement) } }, rule: rule
        )
    }

    /// Puts it right, as far as what was put right before has left anything of it. Answers what that was; nil for nothing.
    func mend(_ connection: Connection) throws -> StoreFinding? {
        var found = finding
        if let rule {
            var check = StoreRuleCheck(connection)
            try check.check([rule])
            guard let left = check.faults.first else { return nil }
            found = left.finding
        }
        try remedy?(connection)
        return found
    }
}

/// Rules put to the rows of a store.
struct StoreRuleCheck {
    let connection: Connection
    /// What could not be looked at, for damage.
    private(set) var unread: [String] = []
    private(set) var faults: [StoreFault] = []

    /// SQLite takes no more columns of a result than 2,000.
    private static let width = 400

    init(_ connection: Connection) { self.connection = connection }

    mutating func check(_ rules: [StoreRule]) throws {
        var byTable: [String: [(rule: StoreRule, condition: String)]] = [:]
        var tables: [String] = []
        for rule in rules {
            switch rule.test {
            case .count(let statement):
                try reading(rule.entity ?? "") { check in
                    let count = try check.connection.value(statement)
                    check.note(rule, count)
                }
            case .rows(let table, let condition):
                if byTable[table] == nil { tables.append(table) }
                byTable[table, default: []].append((rule, condition))
            }
        }
        for table in tables {
            let all = byTable[table] ?? []
            for start in stride(from: 0, to: all.count, by: Self.width) {
                try reading(table) { try $0.scan(table, Array(all[start..<min(start + Self.width, all.count)])) }
            }
        }
    }

    /// By the table itself: an index may not agree with it.
    private mutating func scan(_ table: String, _ rules: [(rule: StoreRule, condition: String)]) throws {
        let sums = rules.map { "total(\($0.condition))" }.joined(separator: ", ")
        let row = try connection.prepare("SELECT \(sums) FROM \(table) AS t NOT INDEXED")
        guard try row.step() else { return }
        for (index, entry) in rules.enumerated() { note(entry.rule, row.value(Int32(index))) }
        row.reset()
    }

    private mutating func note(_ rule: StoreRule, _ count: Value?) {
        let number: Int =
            switch count {
            case .integer(let value)?: Int(value)
            case .real(let value)?: Int(value)
            default: 0
            }
        if number > 0 { faults.append(StoreFault(rule, count: number)) }
    }

    private mutating func reading(_ table: String, _ body: (inout Self) throws -> Void) throws {
        do {
            try body(&self)
        } catch let error as SQLiteError where error.code == 11 {
            if !unread.contains(table) { unread.append(table) }
        }
    }
}
