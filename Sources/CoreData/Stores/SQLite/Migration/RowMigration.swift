internal import CoreDataSQLite

/// Copies the rows of each entity into the table it has in the new schema: attributes, and to-one relationships that were
/// to-one before.
struct RowMigration {
    private let migration: InPlaceMigration

    init(_ migration: InPlaceMigration) { self.migration = migration }

    func run() throws {
        for map in migration.new.maps {
            guard let pair = migration.mapping.pair(to: map.layout.entity) else { continue }
            try copy(pair, to: map)
            try checkMandatory(map, pair)
        }
    }

    /// The columns of a row and what stands in them.
    private struct Columns {
        var names = ["Z_PK", "Z_ENT", "Z_OPT"]
        var values: [String]
        var parameters: [Value] = []

        mutating func add(_ name: String, _ value: String) {
            names.append(name)
            values.append(value)
        }
    }

    private func copy(_ pair: InferredMapping.Pair, to map: EntityMap) throws {
        let source = migration.old.map(pair.source)
        var columns = Columns(values: ["Z_PK", String(map.number), "Z_OPT"])
        for (slot, content) in map.layout.slots.enumerated() {
            guard let name = map.columns[slot] else { continue }
            switch content.storage {
            case .destinationEntity: break
            case .toOne: addKey(slot, name, pair, from: source, to: map, &columns)
            default: addAttribute(slot, name, pair, from: source, to: map, &columns)
            }
        }
        let list = "\(columns.values.joined(separator: ", ")) FROM \(source.table) WHERE Z_ENT = \(source.number)"
        do {
            try migration.connection.run(
                "INSERT INTO \(migration.made(map.table)) (\(columns.names.joined(separator: ", "))) SELECT \(list)",
                columns.parameters)
        } catch let error as SQLiteError where error.message == StoreFunctions.unreadableFile {
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSMigrationError,
                userInfo: ["entity": map.layout.name, "reason": StoreFunctions.unreadableFile])
        }
    }

    private func addKey(
        _ slot: Int, _ name: String, _ pair: InferredMapping.Pair, from source: EntityMap, to map: EntityMap,
        _ columns: inout Columns
    ) {
        guard let property = pair.properties[map.layout.slots[slot].name],
            let former = source.layout.slot(named: property.name), let column = source.columns[former]
        else { return }
        columns.add(name, column)
        if let order = map.orderColumns[slot], let formerOrder = source.orderColumns[former] {
            columns.add(order, formerOrder)
        }
    }

    private func addAttribute(
        _ slot: Int, _ name: String, _ pair: InferredMapping.Pair, from source: EntityMap, to map: EntityMap,
        _ columns: inout Columns
    ) {
        // Whether it is derived from the same, its triggers know; what they keep is computed anew.
        guard !map.derivedSlots.contains(slot) else { return }
        let attribute = map.layout.properties.attributes[slot]
        let initial = attribute.flatMap { SlotValue($0.defaultValue, for: $0) }?
            .columnValue(isExternal: map.externalSlots.contains(slot))
        guard let former = formerSlot(of: map.layout.slots[slot], pair, in: source),
            var value = source.columns[former]
        else {
            guard let initial else { return }
            columns.parameters.append(initial)
            return columns.add(name, "?\(columns.parameters.count)")
        }
        switch (source.externalSlots.contains(former), map.externalSlots.contains(slot)) {
        // Data that may lie in a file of their own begin with a byte that says so, others do not.
        case (false, true): value = "CDMARKED(\(value))"
        case (true, false): value = "CDKEPT(\(value))"
        default: break
        }
        if !map.layout.slots[slot].isOptional, source.layout.slots[former].isOptional, let initial {
            columns.parameters.append(initial)
            value = "IFNULL(\(value), ?\(columns.parameters.count))"
        }
        columns.add(name, value)
    }

    /// Where the values of a slot were; nil for what is new. A leaf of a composite attribute keeps its path below that.
    private func formerSlot(
        of slot: EntityLayout.Slot, _ pair: InferredMapping.Pair, in source: EntityMap
    ) -> Int? {
        let end = slot.composite < 0 ? slot.name.endIndex : slot.name.firstIndex(of: ".") ?? slot.name.endIndex
        guard let property = pair.properties[String(slot.name[..<end])] else { return nil }
        return source.layout.slot(named: property.name + slot.name[end...])
    }

    /// Throws where a row has nothing in an attribute that was optional before, or is new.
    private func checkMandatory(_ map: EntityMap, _ pair: InferredMapping.Pair) throws {
        let source = migration.old.map(pair.source)
        for (slot, content) in map.layout.slots.enumerated()
        where !content.isOptional && !content.isDerived && map.layout.properties.attributes[slot] != nil {
            if let former = formerSlot(of: content, pair, in: source), !source.layout.slots[former].isOptional {
                continue
            }
            guard let column = map.columns[slot] else { continue }
            let text = """
                SELECT 1 FROM \(migration.made(map.table)) WHERE Z_ENT = \(map.number) AND \(column) IS NULL LIMIT 1
                """
            guard try migration.connection.value(text) != nil else { continue }
            let reason = "Validation error missing attribute values on mandatory destination attribute"
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSMigrationError,
                userInfo: ["entity": map.layout.name, "attribute": content.name, "reason": reason])
        }
    }
}

extension SlotValue {
    /// What stands in the column of an attribute; nil for no value.
    func columnValue(isExternal: Bool) -> Value? {
        switch self {
        case .null, .object: nil
        case .integer(let number): .integer(number)
        case .real(let number): .real(number)
        case .text(let text): .text(text)
        case .blob(let data): .blob((isExternal ? [1] : []) + data)
        // The column's affinity makes a number of the text where it fits one.
        case .decimal(let number): .text(number.stringValue)
        }
    }
}
