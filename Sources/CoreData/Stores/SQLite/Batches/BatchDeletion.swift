internal import CoreDataSQLite

/// Deletes the rows of one store that a plan picks, or that are named by their keys.
///
/// Where no delete rule concerns another row, one statement does it. Else the rows are listed first, with those that go along
/// with them; see `DoomedRows`.
struct BatchDeletion {
    let store: SQLiteStore
    let plan: FetchPlan
    let keys: [Int64]?

    func run(in transaction: BatchTransaction, _ wantsIDs: Bool) throws -> BatchRows {
        let maps = store.concreteMaps(plan)
        let isAlone = keys == nil && maps.allSatisfy { !$0.concernsOtherRows }
        return try transaction.run { session, history in
            let found =
                try isAlone ? deleteAlone(maps, session, history, wantsIDs) : delete(maps, session, history, wantsIDs)
            return (found, found.count)
        }
    }

    private func deleteAlone(
        _ maps: [EntityMap], _ session: StoreConnection.Session, _ history: BatchHistory?, _ wantsIDs: Bool
    ) throws -> BatchRows {
        let rows = BatchScope(plan, store)
        let alias = rows.scope.alias
        var found = BatchRows()
        if wantsIDs { found.keys = try store.batchRows(rows.place, rows.condition, rows.parameters, session, maps) }
        if let history {
            for map in maps {
                let own = maps.count > 1 ? " AND \(alias).Z_ENT = \(map.number)" : ""
                try history.record(
                    .delete, map, in: rows.place, as: alias, where: rows.condition + own, rows.parameters)
            }
        }
        // Without a condition SQLite empties the table as a whole.
        let text = "DELETE FROM \(rows.place)" + (rows.condition == "1" ? "" : " WHERE \(rows.condition)")
        let statement = try session.writes.statement(.text(text)) { text }
        statement.bind(rows.parameters)
        try statement.run()
        found.count = session.connection.changes
        return found
    }

    private func delete(
        _ maps: [EntityMap], _ session: StoreConnection.Session, _ history: BatchHistory?, _ wantsIDs: Bool
    ) throws -> BatchRows {
        let doomed = try DoomedRows(store.schema, session)
        let map = store.schema.map(plan.entity)
        if let keys {
            try KeyList(keys).forEachPart { try doomed.add(map, where: "t0.Z_PK IN \($0)", $1) }
        } else {
            let rows = BatchScope(plan, store)
            try doomed.add(map, in: rows.place, as: rows.scope.alias, where: rows.condition, rows.parameters)
        }
        var found = BatchRows()
        found.count = try doomed.count()
        if wantsIDs {
            found.keys = try store.batchRows(
                map.table, "Z_PK IN \(doomed.keys(of: map.rootNumber))", [], session,
                store.schema.family(of: plan.entity))
        }
        try doomed.spread()
        try doomed.checkDenials(store)
        try doomed.detach(history)
        try doomed.delete(history)
        return found
    }
}

extension EntityMap {
    /// Whether deleting a row takes other rows along, changes them, or is forbidden by them.
    fileprivate var concernsOtherRows: Bool {
        layout.entity.relationshipsByName.values.contains { relationship in
            if relationship.isToMany { return relationship.deleteRule != .noActionDeleteRule || isJoin(relationship) }
            switch relationship.deleteRule {
            case .cascadeDeleteRule, .denyDeleteRule: return true
            case .noActionDeleteRule: return false
            // The owner of many keeps nothing of one of them.
            case .nullifyDeleteRule: return relationship.inverseRelationship.map { !$0.isToMany } ?? false
            }
        }
    }

    fileprivate func isJoin(_ relationship: NSRelationshipDescription) -> Bool {
        if case .join? = place(of: relationship) { return true }
        return false
    }

    /// Where the members of a to-many relationship are found.
    func place(of relationship: NSRelationshipDescription) -> ToManyMap? {
        layout.toMany.firstIndex { $0.name == relationship.name }.map { toMany[$0] }
    }
}
