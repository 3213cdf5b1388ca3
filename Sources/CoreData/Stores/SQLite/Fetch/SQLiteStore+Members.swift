internal import CoreDataSQLite

extension SQLiteStore {
    func readMembers(of relationship: NSRelationshipDescription, owners: [Int64]) throws -> [FetchedKeys] {
        guard let entity = relationship.entity, let destination = relationship.destinationEntity,
            let number = schema.map(entity).layout.toMany.firstIndex(where: { $0.name == relationship.name })
        else { raise("NSInvalidArgumentException", "\(relationship.name) is no to-many relationship of this store") }
        let query = MemberQuery(
            schema.map(entity).toMany[number], destination: schema.map(destination),
            isShared: schema.family(of: destination).count > 1)
        var members: [Int64: FetchedKeys] = [:]
        try connections.read { session in
            try KeyList(owners).forEachPart { list, parameters in
                let text = query.text(owners: list)
                let statement = try session.reads.statement(text) { text }
                statement.bind(parameters)
                defer { statement.reset() }
                while try statement.step() { collect(statement, query, destination, into: &members) }
            }
        }
        return owners.map { members[$0] ?? FetchedKeys() }
    }

    private func collect(
        _ statement: Statement, _ query: MemberQuery, _ destination: NSEntityDescription,
        into members: inout [Int64: FetchedKeys]
    ) {
        let owner = statement.integer(0)
        if query.isShared {
            guard let map = schema.map(number: statement.integer(2)) else { return }
            members[owner, default: FetchedKeys(primaryKeys: [], layouts: [])].layouts?.append(map.layout)
        }
        members[owner, default: FetchedKeys()].primaryKeys.append(statement.integer(1))
    }
}

/// Selects owner, member and, where members can be of several entities, the member's entity.
private struct MemberQuery {
    let isShared: Bool
    private let select: String
    private let owner: String
    private let order: String

    init(_ relationship: ToManyMap, destination: EntityMap, isShared: Bool) {
        self.isShared = isShared
        switch relationship {
        case .key(let key):
            owner = "t0.\(key.column)"
            select = "SELECT \(owner), t0.Z_PK\(isShared ? ", t0.Z_ENT" : "") FROM \(key.table) t0"
            order = (["t0.\(key.column)"] + (key.orderColumn.map { ["t0.\($0)"] } ?? []) + ["t0.Z_PK"])
                .joined(separator: ", ")
        case .join(let join):
            owner = "j.\(join.ownerColumn)"
            let member = "j.\(join.memberColumn)"
            // The member itself is read only for its entity.
            let table = isShared ? " JOIN \(destination.table) t0 ON t0.Z_PK = \(member)" : ""
            select = "SELECT \(owner), \(member)\(isShared ? ", t0.Z_ENT" : "") FROM \(join.table) j\(table)"
            order = ([owner] + (join.memberOrder.map { ["j.\($0)"] } ?? []) + [member]).joined(separator: ", ")
        }
    }

    func text(owners list: String) -> String { "\(select) WHERE \(owner) IN \(list) ORDER BY \(order)" }
}
