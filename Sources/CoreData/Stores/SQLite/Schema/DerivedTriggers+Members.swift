internal import CoreDataSQLite

extension DerivedTriggers {
    private func members(_ target: Target, _ name: String) throws -> (ToManyMap, EntityMap) {
        guard case .toMany(let number) = target.map.layout.place(of: name),
            let destination = schema.mapIfHeld(target.map.layout.toMany[number].destinationEntity)
        else { throw unfit(target) }
        return (target.map.toMany[number], destination)
    }

    mutating func addCount(_ target: Target, _ name: String) throws {
        let (relationship, destination) = try members(target, name)
        guard target.attribute.filterPredicate == nil else {
            return try addTotal(target, relationship, destination, "COUNT(m.Z_PK)", changing: [])
        }
        let (table, key) = relationship.ownerKey
        let column = target.column
        func step(_ count: String, _ row: String) -> String {
            target.set(count, where: "Z_PK = \(row).\(key)\(target.limit)")
        }
        let (new, old) = Self.having(key)
        add(target, "PARAMETER_INSERT", "INSERT", on: table, when: new, step("IFNULL(\(column), 0) + 1", "NEW"))
        add(
            target, "PARAMETER_UPDATE_INCREMENT", "UPDATE OF \(key)", on: table, when: new, step("\(column) + 1", "NEW")
        )
        add(
            target, "PARAMETER_UPDATE_DECREMENT", "UPDATE OF \(key)", on: table, when: old, step("\(column) - 1", "OLD")
        )
        add(target, "PARAMETER_DELETE", "DELETE", on: table, when: old, step("\(column) - 1", "OLD"))
        addSource(target, "(SELECT IFNULL(COUNT(\(key)), 0) FROM \(table) WHERE \(key) = NEW.Z_PK)")
    }

    /// Ends the heads of triggers on rows that have an owner, or had one.
    private static func having(_ key: String) -> (new: String, old: String) {
        (" WHEN (NEW.\(key) NOT NULL)", " WHEN (OLD.\(key) NOT NULL)")
    }

    private mutating func addSource(_ target: Target, _ value: String) {
        addFill(target, value)
        add(
            target, "SOURCE_INSERT", "INSERT", on: target.map.table, when: target.guardText,
            target.set(value, where: "Z_PK = NEW.Z_PK", isInsert: true))
    }

    mutating func addSum(_ target: Target, _ name: String, of summand: String) throws {
        let (relationship, destination) = try members(target, name)
        guard let slot = destination.layout.slot(named: summand), let column = destination.columns[slot],
            [.integer, .real, .decimal].contains(destination.layout.slots[slot].storage)
        else { throw unfit(target) }
        try addTotal(target, relationship, destination, "SUM(m.\(column))", changing: [column])
    }

    /// Computes over all members whenever one comes, goes, or has another value.
    private mutating func addTotal(
        _ target: Target, _ relationship: ToManyMap, _ destination: EntityMap, _ function: String, changing: [String]
    ) throws {
        let filter = try filter(target, destination)
        let columns = changing + filter.columns.filter { !changing.contains($0) }
        let (table, key) = relationship.ownerKey
        let owner = "\(target.map.table).Z_PK"
        let from: String
        switch relationship {
        case .key: from = "\(destination.table) m WHERE m.\(key) = \(owner)"
        case .join(let join):
            from = "\(table) j JOIN \(destination.table) m ON m.Z_PK = j.\(join.memberColumn) WHERE j.\(key) = \(owner)"
        }
        let total = "(SELECT IFNULL(\(function), 0) FROM \(from)\(filter.condition))"
        let (new, old) = Self.having(key)
        func recompute(_ owners: String) -> String { target.set(total, where: "Z_PK \(owners)\(target.limit)") }
        add(target, "PARAMETER_INSERT", "INSERT", on: table, when: new, recompute("= NEW.\(key)"))
        add(target, "PARAMETER_DELETE", "DELETE", on: table, when: old, recompute("= OLD.\(key)"))
        switch relationship {
        case .key:
            add(
                target, "PARAMETER_UPDATE", "UPDATE OF \(([key] + columns).joined(separator: ", "))", on: table,
                recompute("IN (OLD.\(key), NEW.\(key))"))
        case .join(let join):
            add(target, "PARAMETER_UPDATE", "UPDATE OF \(key)", on: table, recompute("IN (OLD.\(key), NEW.\(key))"))
            let owners = "IN (SELECT \(key) FROM \(table) WHERE \(join.memberColumn) = NEW.Z_PK)"
            add(target, "PARAMETER_INSERT", "INSERT", on: destination.table, recompute(owners))
            if !columns.isEmpty {
                add(
                    target, "PARAMETER_UPDATE", "UPDATE OF \(columns.joined(separator: ", "))", on: destination.table,
                    recompute(owners))
            }
        }
        addSource(target, total)
    }

    /// The condition on members that count, and the columns it looks at.
    private func filter(_ target: Target, _ destination: EntityMap) throws -> (condition: String, columns: [String]) {
        guard let predicate = target.attribute.filterPredicate else { return ("", []) }
        let compiler = PredicateCompiler(schema: schema, storeIdentifier: "")
        let scope = QueryScope(alias: "m", map: destination)
        let text = PredicateCompiler.raising { try compiler.condition(predicate.predicateNode, scope) }
        // A change of any other row would go unnoticed.
        guard scope.joins.isEmpty, !text.contains("SELECT ") else { throw unfit(target) }
        return (
            " AND \(compiler.inlining(text))",
            destination.columns.compactMap(\.self).filter { text.contains("m.\($0)") }
        )
    }
}

extension ToManyMap {
    /// The table and column that hold the keys of the owners.
    fileprivate var ownerKey: (table: String, column: String) {
        switch self {
        case .key(let key): (key.table, key.column)
        case .join(let join): (join.table, join.ownerColumn)
        }
    }
}
