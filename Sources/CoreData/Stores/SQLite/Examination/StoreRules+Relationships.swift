/// What relationships keep outside of the rows of one end, and what both ends must say alike.
extension StoreRules {
    mutating func addRelationships() {
        var seen: Set<String> = []
        for map in schema.maps {
            let own = map.layout.entity.ownProperties.compactMap { $0 as? NSRelationshipDescription }
            for relationship in own.sorted(by: { $0.name < $1.name }) {
                if relationship.isToMany {
                    guard let number = map.layout.toMany.firstIndex(where: { $0.name == relationship.name }) else {
                        continue
                    }
                    switch map.toMany[number] {
                    case .key(let key): addMembers(relationship, of: map, key)
                    case .join(let join): addPairs(relationship, of: map, join, &seen)
                    }
                } else {
                    addInverse(relationship, of: map)
                }
            }
        }
    }

    // MARK: One to one

    private mutating func addInverse(_ relationship: NSRelationshipDescription, of map: EntityMap) {
        guard let inverse = relationship.inverseRelationship, !inverse.isToMany,
            let destination = relationship.destinationEntity, let there = schema.mapIfHeld(destination),
            let slot = map.layout.slot(named: relationship.name), let column = map.columns[slot],
            let back = there.layout.slot(named: inverse.name).flatMap({ there.columns[$0] })
        else { return }
        let kinds = kinds(of: map.layout.entity)
        let found = "SELECT 1 FROM \(there.table) AS d WHERE d.Z_PK = t.\(column) AND d.\(back) IS NOT t.Z_PK"
        let oneSided = "(t.Z_ENT IN (\(kinds)) AND t.\(column) IS NOT NULL AND EXISTS (\(found)))"
        let entityColumn = map.layout.slots[slot].entitySlot >= 0 ? map.columns[map.layout.slots[slot].entitySlot] : nil
        let cleared = [column, entityColumn].compactMap(\.self).map { "\($0) = NULL" }.joined(separator: ", ")
        all.append(
            StoreRule(
                kind: .oneSidedRelationship, entity: map.layout.name, property: relationship.name,
                test: .rows(table: map.table, condition: oneSided),
                remedy: [
                    // The other end is free: it leads back from now on, to the first that leads to it.
                    """
                    UPDATE \(there.table) AS d SET \(back) = f.k FROM (SELECT min(t.Z_PK) AS k, t.\(column) AS w \
                    FROM \(map.table) AS t WHERE \(oneSided) GROUP BY t.\(column)) AS f \
                    WHERE d.Z_PK = f.w AND d.\(back) IS NULL
                    """,
                    "UPDATE \(map.table) AS t SET \(cleared) WHERE \(oneSided)",
                ]))
    }

    // MARK: To many, by a key in the members

    private mutating func addMembers(
        _ relationship: NSRelationshipDescription, of map: EntityMap, _ key: ToManyMap.KeyColumn
    ) {
        if key.isOwn {
            let kinds = kinds(of: map.layout.entity)
            let found = "SELECT 1 FROM \(map.table) AS o WHERE o.Z_PK = t.\(key.column) AND o.Z_ENT IN (\(kinds))"
            let dangling = "(t.\(key.column) IS NOT NULL AND NOT EXISTS (\(found)))"
            let cleared = [key.column, key.orderColumn].compactMap(\.self).map { "\($0) = NULL" }
            all.append(
                StoreRule(
                    kind: .danglingKey, entity: map.layout.name, property: relationship.name,
                    test: .rows(table: key.table, condition: dangling),
                    remedy: ["UPDATE \(key.table) AS t SET \(cleared.joined(separator: ", ")) WHERE \(dangling)"]))
        }
        guard relationship.isOrdered, let order = key.orderColumn else { return }
        addOrder(relationship, of: map, table: key.table, owner: key.column, order: order)
    }

    // MARK: Many to many

    private mutating func addPairs(
        _ relationship: NSRelationshipDescription, of map: EntityMap, _ join: ToManyMap.Join, _ seen: inout Set<String>
    ) {
        if relationship.isOrdered, let order = join.memberOrder {
            addOrder(relationship, of: map, table: join.table, owner: join.ownerColumn, order: order)
        }
        guard let destination = relationship.destinationEntity, let there = schema.mapIfHeld(destination),
            seen.insert(join.table).inserted
        else { return }
        let ends = [
            (join.ownerColumn, map.table, kinds(of: map.layout.entity)),
            (join.memberColumn, there.table, kinds(of: destination)),
        ]
        let dangling = ends.map { column, table, kinds in
            "NOT EXISTS (SELECT 1 FROM \(table) AS o WHERE o.Z_PK = t.\(column) AND o.Z_ENT IN (\(kinds)))"
        }
        let condition = "(\(dangling.joined(separator: " OR ")))"
        all.append(
            StoreRule(
                kind: .danglingPair, entity: map.layout.name, property: relationship.name,
                test: .rows(table: join.table, condition: condition),
                remedy: ["DELETE FROM \(join.table) AS t WHERE \(condition)"]))
    }

    // MARK: Order

    private mutating func addOrder(
        _ relationship: NSRelationshipDescription, of map: EntityMap, table: String, owner: String, order: String
    ) {
        // Those without a place, and those that have one with others.
        let groups = """
            SELECT \(owner) AS w, CASE WHEN \(order) IS NULL THEN count(*) ELSE count(*) - 1 END AS n FROM \(table) NOT INDEXED \
            WHERE \(owner) IS NOT NULL GROUP BY \(owner), \(order)
            """
        let places = """
            SELECT rowid AS k, 1024 * (1 + row_number() OVER (PARTITION BY \(owner) \
            ORDER BY \(order) IS NULL, \(order), rowid)) AS p FROM \(table) \
            WHERE \(owner) IN (SELECT w FROM (\(groups)) WHERE n > 0)
            """
        all.append(
            StoreRule(
                kind: .unorderedMembers, entity: map.layout.name, property: relationship.name,
                test: .count("SELECT total(n) FROM (\(groups)) WHERE n > 0"),
                remedy: ["UPDATE \(table) AS t SET \(order) = f.p FROM (\(places)) AS f WHERE f.k = t.rowid"]))
    }
}
