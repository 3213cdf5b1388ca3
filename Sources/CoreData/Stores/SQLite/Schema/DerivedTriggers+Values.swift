extension DerivedTriggers {
    /// A value computed from the row itself.
    mutating func addOwn(_ target: Target, _ value: String, whenChanged column: String) {
        let (table, row) = (target.map.table, "Z_PK = NEW.Z_PK")
        add(
            target, "INSERT", "INSERT", on: table, when: target.guardText, target.set(value, where: row, isInsert: true)
        )
        add(target, "UPDATE", "UPDATE OF \(column)", on: table, when: target.guardText, target.set(value, where: row))
    }

    mutating func addValue(_ target: Target, _ keys: [String], _ function: Derivation.TextFunction?) throws {
        func apply(_ value: String) -> String { function.map { "\($0.rawValue)(\(value))" } ?? value }
        let hops = try hops(target, keys)
        guard let last = hops.last else { throw unfit(target) }
        if function != nil, last.kind != .stringAttributeType { throw unfit(target) }
        guard let first = hops.dropLast().first else {
            return addOwn(target, apply("NEW.\(last.column)"), whenChanged: last.column)
        }
        let table = target.map.table
        let value = apply(Self.value(hops, from: 0, key: "NEW.\(first.column)"))
        let row = "Z_PK = NEW.Z_PK\(target.limit)"
        add(
            target, "SOURCE_INSERT", "INSERT", on: table, when: target.guardText,
            target.set(value, where: row, isInsert: true))
        add(
            target, "SOURCE_UPDATE", "UPDATE OF \(first.column)", on: table, when: target.guardText,
            target.set(value, where: row))
        for at in 1..<hops.count {
            // A row that the path leads over is new, or leads elsewhere, or its value is another.
            let value = apply(
                at == hops.count - 1
                    ? "NEW.\(hops[at].column)" : Self.value(hops, from: at, key: "NEW.\(hops[at].column)"))
            let set = target.set(value, where: Self.owners(hops, at) + target.limit)
            add(target, "PARAMETER_INSERT", "INSERT", on: hops[at].map.table, set)
            add(target, "PARAMETER_UPDATE", "UPDATE OF \(hops[at].column)", on: hops[at].map.table, set)
        }
    }

    /// A table that a path leads over, and the column by which it goes on: a key, at the end the value.
    private struct Hop {
        let map: EntityMap
        let column: String
        let kind: NSAttributeType
    }

    private func hops(_ target: Target, _ keys: [String]) throws -> [Hop] {
        var hops: [Hop] = []
        var map = target.map
        var rest = keys[...]
        while let key = rest.first {
            // The leaf of a composite attribute is named by all that is left of the path.
            let name = map.layout.slot(named: key) != nil ? key : rest.joined(separator: ".")
            guard let slot = map.layout.slot(named: name), let column = map.columns[slot] else { throw unfit(target) }
            let shape = map.layout.slots[slot]
            hops.append(Hop(map: map, column: column, kind: shape.attributeType))
            rest = name == key ? rest.dropFirst() : []
            guard let next = map.layout.entity.relationshipsByName[name] else {
                if rest.isEmpty { return hops }
                throw unfit(target)
            }
            guard let destination = schema.mapIfHeld(next.destinationEntity) else { throw unfit(target) }
            map = destination
        }
        throw unfit(target)
    }

    /// What stands at the end of a path that has come to a key of `hops[start]`.
    private static func value(_ hops: [Hop], from start: Int, key: String) -> String {
        let rest = hops[(start + 1)...]
        if rest.count == 1, let last = rest.last {
            return "(SELECT \(last.column) FROM \(last.map.table) WHERE Z_PK = \(key))"
        }
        var text = ""
        for (number, hop) in rest.enumerated() {
            text +=
                number == 0
                ? "\(hop.map.table) t0"
                : " JOIN \(hop.map.table) t\(number) ON t\(number).Z_PK = t\(number - 1).\(hops[start + number].column)"
        }
        return "(SELECT t\(rest.count - 1).\(hops[hops.count - 1].column) FROM \(text) WHERE t0.Z_PK = \(key))"
    }

    /// The rows whose path leads over the new row of `hops[at]`.
    private static func owners(_ hops: [Hop], _ at: Int) -> String {
        var condition = "= NEW.Z_PK"
        for hop in hops[1..<at].reversed() {
            condition = "IN (SELECT Z_PK FROM \(hop.map.table) WHERE \(hop.column) \(condition))"
        }
        return "\(hops[0].column) \(condition)"
    }
}
