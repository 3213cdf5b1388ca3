internal import CoreDataSQLite

/// Writes what relationships keep outside the rows of the objects themselves: join tables, keys of to-many relationships without
/// inverse, positions in ordered ones.
struct RelationshipWriter {
    let schema: StoreSchema
    let session: StoreConnection.Session
    let keys: KeyAssignment

    func write(_ request: SaveRequest) throws {
        for writes in [request.inserts, request.updates] {
            for at in writes.indices where writes[at].toMany >= 0 {
                try write(writes[at], request.toMany(of: writes[at]))
            }
        }
    }

    private func write(_ write: RowWrite, _ changes: [ToManyWrite]) throws {
        let owner = try keys.key(of: write.object)
        let map = schema.map(write.layout.entity)
        for change in changes {
            guard let number = map.layout.toMany.firstIndex(where: { $0.name == change.relationship.name }) else {
                continue
            }
            switch map.toMany[number] {
            case .join(let join): try self.write(change, owner, join)
            case .key(let column): try self.write(change, owner, column)
            }
        }
    }

    private func run(_ text: String, _ values: Int64?...) throws {
        let statement = try session.writes.statement(.text(text)) { text }
        for (index, value) in values.enumerated() {
            if let value { statement.bind(value, Int32(index + 1)) } else { statement.bindNull(Int32(index + 1)) }
        }
        try statement.run()
    }

    /// Keys with their positions.
    private func positions(_ text: String, _ owner: Int64) throws -> [Int64: Int64] {
        let statement = try session.writes.statement(.text(text)) { text }
        statement.bind(owner, 1)
        var found: [Int64: Int64] = [:]
        while try statement.step() {
            if !statement.isNull(1) { found[statement.integer(0)] = statement.integer(1) }
        }
        return found
    }

    // MARK: Join tables

    private func write(_ change: ToManyWrite, _ owner: Int64, _ join: ToManyMap.Join) throws {
        for object in change.removed {
            guard let member = object.savedKey else { continue }
            try run(
                "DELETE FROM \(join.table) WHERE \(join.ownerColumn) = ? AND \(join.memberColumn) = ?", owner, member)
        }
        for object in change.added {
            // The other side of the relationship names the same pair.
            try run(
                "INSERT OR IGNORE INTO \(join.table) (\(join.ownerColumn), \(join.memberColumn)) VALUES (?, ?)", owner,
                try keys.key(of: object))
        }
        guard let order = change.order, let column = join.memberOrder else { return }
        let present = try positions(
            "SELECT \(join.memberColumn), \(column) FROM \(join.table) WHERE \(join.ownerColumn) = ?", owner)
        for (member, position) in OrderPositions.changes(try order.map(keys.key), present) {
            try run(
                "UPDATE \(join.table) SET \(column) = ? WHERE \(join.ownerColumn) = ? AND \(join.memberColumn) = ?",
                position, owner, member)
        }
    }

    // MARK: Key columns

    private func write(_ change: ToManyWrite, _ owner: Int64, _ key: ToManyMap.KeyColumn) throws {
        if key.isOwn {
            for object in change.removed {
                guard let member = object.savedKey else { continue }
                try run(
                    "UPDATE \(key.table) SET \(key.column) = NULL WHERE Z_PK = ? AND \(key.column) = ?", member, owner)
            }
            for object in change.added {
                try run("UPDATE \(key.table) SET \(key.column) = ? WHERE Z_PK = ?", owner, try keys.key(of: object))
            }
        }
        guard let order = change.order, let column = key.orderColumn else { return }
        let present = try positions("SELECT Z_PK, \(column) FROM \(key.table) WHERE \(key.column) = ?", owner)
        for (member, position) in OrderPositions.changes(try order.map(keys.key), present) {
            try run("UPDATE \(key.table) SET \(column) = ? WHERE Z_PK = ?", position, member)
        }
    }
}

/// Positions of the members of an ordered relationship: 2048, 3072, … at first; only the order counts.
enum OrderPositions {
    /// From one member to the next, where there is room.
    static let step: Int64 = 1024

    /// The positions to write so that the members stand in that order; those that can stay do.
    static func changes(_ members: [Int64], _ present: [Int64: Int64]) -> [(member: Int64, position: Int64)] {
        var changes: [(member: Int64, position: Int64)] = []
        var last = step
        var index = 0
        while index < members.count {
            if let position = present[members[index]], position > last {
                last = position
                index += 1
                continue
            }
            // A run of members that are new here or have moved, up to one that stands further on.
            var end = index + 1
            while end < members.count, present[members[end]].map({ $0 <= last }) ?? true { end += 1 }
            let count = Int64(end - index)
            let limit = end < members.count ? present[members[end]] ?? .max : .max
            let step = limit == .max ? Self.step : (limit - last) / (count + 1)
            guard step > 0 else { return renumbered(members) }
            for member in members[index..<end] {
                last += step
                changes.append((member, last))
            }
            index = end
        }
        return changes
    }

    private static func renumbered(_ members: [Int64]) -> [(member: Int64, position: Int64)] {
        members.enumerated().map { ($0.element, 2 * step + step * Int64($0.offset)) }
    }
}
