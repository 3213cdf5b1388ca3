internal import CoreDataSQLite

/// Fills what a relationship has in the new schema and had not, or elsewhere, in the old one: keys of new inverses, join
/// tables, entities of destinations, positions.
struct RelationshipMigration {
    private let migration: InPlaceMigration
    private var connection: Connection { migration.connection }

    init(_ migration: InPlaceMigration) { self.migration = migration }

    func run() throws {
        var joined: Set<String> = []
        for map in migration.new.maps {
            for relationship in SchemaPlan.relationships(map.layout.entity) {
                try fill(relationship, of: map, &joined)
            }
        }
        for map in migration.new.maps {
            for relationship in SchemaPlan.relationships(map.layout.entity) { try complete(relationship, of: map) }
        }
    }

    // MARK: Members

    private func fill(_ relationship: NSRelationshipDescription, of map: EntityMap, _ joined: inout Set<String>) throws
    {
        let inverse = relationship.inverseRelationship
        switch place(of: relationship, in: map) {
        case .toOne(let slot):
            // What was to-one before has come with its row.
            guard sources(of: relationship).isEmpty, let inverse, let column = map.columns[slot] else { return }
            for source in sources(of: inverse) {
                try setKeys(map.table, column, map.orderColumns[slot], from: members(of: source))
            }
        case .toMany(.key(let key)):
            guard key.isOwn else { return }
            for source in sources(of: relationship) {
                try setKeys(key.table, key.column, key.orderColumn, from: members(of: source))
            }
        case .toMany(.join(let join)):
            guard joined.insert(join.table).inserted else { return }
            let direct = sources(of: relationship)
            for source in direct { try add(to: join, members(of: source), ("o", "m", "n", "k")) }
            guard direct.isEmpty, let inverse else { return }
            for source in sources(of: inverse) { try add(to: join, members(of: source), ("m", "o", "k", "n")) }
        case nil: break
        }
    }

    private enum Place {
        case toOne(Int)
        case toMany(ToManyMap)
    }

    private func place(of relationship: NSRelationshipDescription, in map: EntityMap) -> Place? {
        switch map.layout.place(of: relationship.name) {
        case .slot(let slot): .toOne(slot)
        case .toMany(let number): .toMany(map.toMany[number])
        default: nil
        }
    }

    /// What the relationship was in the source, which may have declared it in several entities.
    private func sources(of relationship: NSRelationshipDescription) -> [NSRelationshipDescription] {
        guard let map = migration.new.mapIfHeld(relationship.entity) else { return [] }
        var found: [NSRelationshipDescription] = []
        for map in migration.new.maps(kindOf: map.layout.entity) {
            let pair = migration.mapping.pair(to: map.layout.entity)
            guard let source = pair?.properties[relationship.name] as? NSRelationshipDescription,
                !found.contains(where: { $0 === source })
            else { continue }
            found.append(source)
        }
        return found
    }

    /// A query for the owners and members of a relationship of the source: `o`, `m`, the member's position among those of its
    /// owner `n`, and the owner's among those of its member `k`.
    private func members(of source: NSRelationshipDescription) -> String {
        guard let map = migration.old.mapIfHeld(source.entity), let place = place(of: source, in: map) else {
            return "SELECT NULL AS o, NULL AS m, NULL AS n, NULL AS k WHERE 0"
        }
        switch place {
        case .toOne(let slot):
            let column = map.columns[slot] ?? "NULL"
            return "SELECT Z_PK AS o, \(column) AS m, NULL AS n, \(map.orderColumns[slot] ?? "NULL") AS k "
                + "FROM \(map.table) WHERE \(column) IS NOT NULL"
        case .toMany(.key(let key)):
            return "SELECT \(key.column) AS o, Z_PK AS m, \(key.orderColumn ?? "NULL") AS n, NULL AS k "
                + "FROM \(key.table) WHERE \(key.column) IS NOT NULL"
        case .toMany(.join(let join)):
            return "SELECT \(join.ownerColumn) AS o, \(join.memberColumn) AS m, \(join.memberOrder ?? "NULL") AS n, "
                + "\(join.ownerOrder ?? "NULL") AS k FROM \(join.table)"
        }
    }

    private func setKeys(_ table: String, _ column: String, _ order: String?, from members: String) throws {
        let position = order.map { ", \($0) = p.n" } ?? ""
        let table = migration.made(table)
        try connection.execute(
            "UPDATE \(table) SET \(column) = p.o\(position) FROM (\(members)) AS p WHERE p.m = \(table).Z_PK")
    }

    /// - Parameter names: of owner, member, member's position and owner's position in what the query answers.
    private func add(
        to join: ToManyMap.Join, _ members: String, _ names: (owner: String, member: String, n: String, k: String)
    ) throws {
        var columns = [(join.ownerColumn, names.owner), (join.memberColumn, names.member)]
        if let order = join.memberOrder { columns.append((order, names.n)) }
        if let order = join.ownerOrder { columns.append((order, names.k)) }
        try connection.execute(
            "INSERT OR IGNORE INTO \(migration.made(join.table)) (\(columns.map(\.0).joined(separator: ", "))) "
                + "SELECT \(columns.map(\.1).joined(separator: ", ")) FROM (\(members))")
    }

    // MARK: What follows from the members

    /// Takes out keys of rows that are gone, and gives positions and entities to the others.
    private func complete(_ relationship: NSRelationshipDescription, of map: EntityMap) throws {
        guard let destination = migration.new.mapIfHeld(relationship.destinationEntity) else { return }
        let end = migration.made(destination.table)
        switch place(of: relationship, in: map) {
        case .toOne(let slot):
            guard let column = map.columns[slot] else { return }
            let table = migration.made(map.table)
            try dropKeys(table, [column, map.orderColumns[slot]].compactMap(\.self), to: end)
            try number(table, map.orderColumns[slot], owner: column)
            let entitySlot = map.layout.slots[slot].entitySlot
            guard entitySlot >= 0, let entity = map.columns[entitySlot] else { return }
            try connection.execute(
                "UPDATE \(table) SET \(entity) = (SELECT d.Z_ENT FROM \(end) d WHERE d.Z_PK = \(table).\(column)) "
                    + "WHERE \(column) IS NOT NULL")
        case .toMany(.key(let key)):
            guard key.isOwn else { return }
            let table = migration.made(key.table)
            try dropKeys(table, [key.column, key.orderColumn].compactMap(\.self), to: migration.made(map.table))
            try number(table, key.orderColumn, owner: key.column)
        case .toMany(.join(let join)):
            let table = migration.made(join.table)
            if migration.mapping.leavesKeysBehind {
                try connection.execute(
                    "DELETE FROM \(table) WHERE \(join.memberColumn) NOT IN (SELECT Z_PK FROM \(end))")
            }
            try number(table, join.memberOrder, owner: join.ownerColumn)
        case nil: break
        }
    }

    private func dropKeys(_ table: String, _ columns: [String], to end: String) throws {
        guard migration.mapping.leavesKeysBehind, let key = columns.first else { return }
        try connection.execute(
            "UPDATE \(table) SET \(columns.map { "\($0) = NULL" }.joined(separator: ", ")) "
                + "WHERE \(key) NOT IN (SELECT Z_PK FROM \(end))")
    }

    /// Gives those members a position that have none, behind those that have one.
    private func number(_ table: String, _ order: String?, owner: String) throws {
        guard let order else { return }
        let first = OrderPositions.step
        try connection.execute(
            """
            UPDATE \(table) SET \(order) = p.v FROM (SELECT rowid AS r, IFNULL(MAX(\(order)) OVER (PARTITION BY \(owner)), \
            \(first)) + \(first) * row_number() OVER (PARTITION BY \(owner) ORDER BY \(order) IS NOT NULL, rowid) AS v \
            FROM \(table) WHERE \(owner) IS NOT NULL) AS p \
            WHERE p.r = \(table).rowid AND \(table).\(order) IS NULL AND \(table).\(owner) IS NOT NULL
            """)
    }
}
