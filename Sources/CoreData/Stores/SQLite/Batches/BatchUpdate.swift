internal import CoreDataSQLite

/// Changes the rows of one store that a plan picks, by one statement.
struct BatchUpdate {
    let store: SQLiteStore
    let plan: FetchPlan
    let values: BatchValues

    func run(in transaction: BatchTransaction, _ wantsIDs: Bool) throws -> BatchRows {
        let rows = BatchScope(plan, store)
        let maps = store.concreteMaps(plan)
        // Their parameters stand behind those of the condition.
        let sets = values.bySlot.map { assignment($0.slot, $0.content, rows) }.joined()
        if !rows.scope.joins.isEmpty {
            raise("NSInvalidArgumentException", "The values of a batch update are computed from the row itself alone.")
        }
        let text = "UPDATE \(rows.place) SET Z_OPT = Z_OPT + 1\(sets) WHERE \(rows.condition)"
        return try transaction.run { session, history in
            var found = BatchRows()
            if wantsIDs {
                found.keys = try store.batchRows(rows.place, rows.condition, rows.parameters, session, maps)
            }
            if let history { try record(rows, maps, history) }
            let statement = try session.writes.statement(.text(text)) { text }
            statement.bind(rows.parameters)
            try statement.run()
            found.count = session.connection.changes
            return (found, found.count)
        }
    }

    private func record(_ rows: BatchScope, _ maps: [EntityMap], _ history: BatchHistory) throws {
        let alias = rows.scope.alias
        for map in maps {
            let own = maps.count > 1 ? " AND \(alias).Z_ENT = \(map.number)" : ""
            try history.record(
                .update, map, slots: values.slots, in: rows.place, as: alias, where: rows.condition + own,
                rows.parameters)
        }
    }

    /// What stands behind the first assignment.
    private func assignment(_ slot: Int, _ content: BatchValues.Content, _ rows: BatchScope) -> String {
        let map = rows.scope.map
        guard let column = map.columns[slot] else {
            raise("NSInvalidArgumentException", "\(map.layout.slots[slot].name) has no column in the store.")
        }
        switch content {
        case .constant(let value):
            return ", \(column) = \(rows.compiler.bind(value.parameter(isExternal: map.externalSlots.contains(slot))))"
        case .misfit(let value): return ", \(column) = \(misfit(value, map.layout.slots[slot], rows.compiler))"
        case .expression(let node):
            let kind = SQLTerm.Kind.attribute(map.layout.slots[slot].attributeType)
            let value = PredicateCompiler.raising {
                try rows.compiler.term(rows.compiler.operand(node, rows.scope), like: kind)
            }
            // A file belongs to one row: what is taken from elsewhere lies in the row.
            return ", \(column) = \(map.externalSlots.contains(slot) ? "CDMARKED(\(value.value))" : value.value)"
        case .destination(let id):
            var text = ", \(column) = \(rows.compiler.bind(id.map { .integer($0.objectKey) } ?? .null))"
            let entitySlot = map.layout.slots[slot].entitySlot
            if entitySlot >= 0, let column = map.columns[entitySlot] {
                let number = id.flatMap { store.schema.mapIfHeld($0.entity)?.number }
                text += ", \(column) = \(rows.compiler.bind(number.map(Value.integer) ?? .null))"
            }
            return text
        }
    }

    /// As SQLite takes it: text that is to be a number counts as far as it is one.
    private func misfit(_ value: PredicateValue, _ slot: EntityLayout.Slot, _ compiler: PredicateCompiler) -> String {
        let bound: Value =
            if let text = value.text {
                .text(text)
            } else if let integer = value.integerValue {
                .integer(integer)
            } else if let real = value.doubleValue {
                .real(real)
            } else {
                .null
            }
        let parameter = compiler.bind(bound)
        switch slot.storage {
        case .integer: return "CAST(\(parameter) AS INTEGER)"
        case .real, .decimal: return "CAST(\(parameter) AS REAL)"
        case .text: return "CAST(\(parameter) AS TEXT)"
        default: return parameter
        }
    }
}

extension SlotValue {
    /// The value as a parameter of a statement.
    fileprivate func parameter(isExternal: Bool) -> Value {
        switch self {
        case .null, .object: .null
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let text): .text(text)
        case .blob(let data): .blob((isExternal ? [1] : []) + data)
        // The column's affinity makes a number of it where it fits one.
        case .decimal(let number): number == .notANumber ? .null : .text(number.stringValue)
        }
    }
}
