internal import CoreDataSQLite

/// The rows that a batch deletes, in a table that the connection has for itself.
///
///     ROOT   | number of the topmost parent of the entity, which has the table
///     KEY    | primary key
///     ENT    | number of the entity
///     ROUND  | 0 for what was asked for, 1 for what goes along with it, and so on
struct DoomedRows {
    private static let table = "temp.Z_DOOMED"
    private let schema: StoreSchema
    private let session: StoreConnection.Session

    init(_ schema: StoreSchema, _ session: StoreConnection.Session) throws {
        self.schema = schema
        self.session = session
        try session.connection.execute(
            """
            CREATE TEMP TABLE IF NOT EXISTS Z_DOOMED \
            (ROOT INTEGER, KEY INTEGER, ENT INTEGER, ROUND INTEGER, PRIMARY KEY (ROOT, KEY)) WITHOUT ROWID; \
            DELETE FROM temp.Z_DOOMED
            """)
    }

    private func run(_ text: String, _ parameters: [Value] = []) throws {
        let statement = try session.writes.statement(.text(text)) { text }
        statement.bind(parameters)
        try statement.run()
    }

    // MARK: Which

    /// Adds rows of a table that a condition picks.
    func add(
        _ map: EntityMap, in place: String? = nil, as alias: String = "t0", round: Int = 0, where condition: String,
        _ parameters: [Value] = []
    ) throws {
        try run(
            """
            INSERT OR IGNORE INTO \(Self.table) SELECT \(map.rootNumber), \(alias).Z_PK, \(alias).Z_ENT, \(round) \
            FROM \(place ?? "\(map.table) t0") WHERE \(condition)
            """, parameters)
    }

    func count() throws -> Int { try integer("SELECT count(*) FROM \(Self.table)") }

    private func integer(_ text: String) throws -> Int {
        let statement = try session.writes.statement(.text(text)) { text }
        defer { statement.reset() }
        return try statement.step() ? Int(statement.integer(0)) : 0
    }

    /// A list of the doomed keys of a family.
    func keys(of root: Int64) -> String { "(SELECT KEY FROM \(Self.table) WHERE ROOT = \(root))" }

    private func keys(of map: EntityMap, round: Int? = nil) -> String {
        let only = round.map { " AND ROUND = \($0)" } ?? ""
        return "(SELECT KEY FROM \(Self.table) WHERE ROOT = \(map.rootNumber) AND ENT = \(map.number)\(only))"
    }

    /// The concrete entities that have doomed rows.
    private func maps(round: Int? = nil) throws -> [EntityMap] {
        let text = "SELECT DISTINCT ENT FROM \(Self.table)" + (round.map { " WHERE ROUND = \($0)" } ?? "")
        let statement = try session.writes.statement(.text(text)) { text }
        defer { statement.reset() }
        var maps: [EntityMap] = []
        while try statement.step() { if let map = schema.map(number: statement.integer(0)) { maps.append(map) } }
        return maps
    }

    private func relationships(
        of map: EntityMap, _ rule: NSDeleteRule
    ) -> [(NSRelationshipDescription, destination: EntityMap)] {
        map.layout.entity.relationshipsByName.values.filter { $0.deleteRule == rule && !$0.isTransient }.compactMap {
            relationship in
            schema.mapIfHeld(relationship.destinationEntity).map { (relationship, $0) }
        }.sorted { $0.0.name < $1.0.name }
    }

    /// Rows of the destination, under the alias `t0`, that a relationship of doomed rows leads to.
    private func members(_ relationship: NSRelationshipDescription, of map: EntityMap, _ owners: String) -> String? {
        if relationship.isToMany {
            switch map.place(of: relationship) {
            case .key(let key): return "t0.\(key.column) IN \(owners)"
            case .join(let join):
                return
                    "t0.Z_PK IN (SELECT \(join.memberColumn) FROM \(join.table) WHERE \(join.ownerColumn) IN \(owners))"
            case nil: return nil
            }
        }
        guard let column = map.layout.slot(named: relationship.name).flatMap({ map.columns[$0] }) else { return nil }
        return "t0.Z_PK IN (SELECT \(column) FROM \(map.table) WHERE Z_PK IN \(owners))"
    }

    /// Adds what goes along by the rule of cascade, and what goes along with that.
    func spread() throws {
        var round = 0
        while true {
            let before = try count()
            for map in try maps(round: round) {
                for (relationship, destination) in relationships(of: map, .cascadeDeleteRule) {
                    guard let condition = members(relationship, of: map, keys(of: map, round: round)) else { continue }
                    try add(destination, round: round + 1, where: condition)
                }
            }
            if try count() == before { return }
            round += 1
        }
    }

    /// Throws where a relationship that forbids the deletion leads to a row that stays.
    func checkDenials(_ store: SQLiteStore) throws {
        for map in try maps() {
            for (relationship, destination) in relationships(of: map, .denyDeleteRule) {
                guard let condition = members(relationship, of: map, keys(of: map)) else { continue }
                let staying = "t0.Z_PK NOT IN \(keys(of: destination.rootNumber))"
                let text = "SELECT EXISTS (SELECT 1 FROM \(destination.table) t0 WHERE \(condition) AND \(staying))"
                guard try integer(text) > 0 else { continue }
                throw NSError(
                    domain: NSCocoaErrorDomain, code: NSValidationRelationshipDeniedDeleteError,
                    userInfo: [
                        NSValidationKeyErrorKey: relationship.name,
                        NSLocalizedDescriptionKey:
                            "Items cannot be deleted from \(map.layout.name) because \(relationship.name) is not empty.",
                    ])
            }
        }
    }

    // MARK: Going

    /// Takes the doomed rows out of the relationships of those that stay.
    func detach(_ history: BatchHistory?) throws {
        for map in try maps() {
            for case .join(let join) in map.toMany {
                try run("DELETE FROM \(join.table) WHERE \(join.ownerColumn) IN \(keys(of: map))")
            }
            for (relationship, destination) in relationships(of: map, .nullifyDeleteRule) {
                if relationship.isToMany {
                    if case .key(let key)? = map.place(of: relationship) {
                        try detach(map, relationship, destination, key.column, key.orderColumn, history)
                    }
                } else if let inverse = relationship.inverseRelationship, !inverse.isToMany,
                    let slot = destination.layout.slot(named: inverse.name), let column = destination.columns[slot]
                {
                    try detach(map, relationship, destination, column, nil, history)
                }
            }
        }
    }

    private func detach(
        _ map: EntityMap, _ relationship: NSRelationshipDescription, _ destination: EntityMap, _ column: String,
        _ orderColumn: String?, _ history: BatchHistory?
    ) throws {
        let condition = "t0.\(column) IN \(keys(of: map)) AND t0.Z_PK NOT IN \(keys(of: destination.rootNumber))"
        var columns = [column] + (orderColumn.map { [$0] } ?? [])
        var slots = SlotSet()
        if let slot = relationship.inverseRelationship.flatMap({ destination.layout.slot(named: $0.name) }) {
            slots.insert(slot)
            let entitySlot = destination.layout.slots[slot].entitySlot
            if entitySlot >= 0, let entityColumn = destination.columns[entitySlot] { columns.append(entityColumn) }
        }
        if let history {
            for own in schema.maps(kindOf: destination.layout.entity) {
                try history.record(
                    .update, own, slots: slots, in: "\(own.table) AS t0", as: "t0",
                    where: condition + " AND t0.Z_ENT = \(own.number)", [])
            }
        }
        let list = columns.map { "\($0) = NULL" }.joined(separator: ", ")
        try run("UPDATE \(destination.table) AS t0 SET Z_OPT = Z_OPT + 1, \(list) WHERE \(condition)")
    }

    func delete(_ history: BatchHistory?) throws {
        let maps = try maps()
        if let history {
            for map in maps {
                try history.record(
                    .delete, map, in: "\(map.table) AS t0", as: "t0", where: "t0.Z_PK IN \(keys(of: map))", [])
            }
        }
        var roots: Set<Int64> = []
        for map in maps where roots.insert(map.rootNumber).inserted {
            try run("DELETE FROM \(map.table) WHERE Z_PK IN \(keys(of: map.rootNumber))")
        }
        try session.connection.execute("DELETE FROM \(Self.table)")
    }
}
