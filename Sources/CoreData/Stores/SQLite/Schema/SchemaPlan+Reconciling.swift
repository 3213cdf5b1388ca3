extension SchemaPlan {
    /// Takes over the names that a file has: which of two equal names got the digit, and which side named a join table, cannot be computed.
    ///
    /// - Returns: the names of tables and columns that the file lacks.
    mutating func reconcile(with file: FileSchema) throws -> [String] {
        var missing = tables.map(\.name).filter { !file.has($0) }
        var renamed: [PropertyName: Place] = [:]
        for (name, computed) in places where !file.holds(computed) && file.has(computed.table) {
            let columns = try file.columns(of: computed.table)
            var place = computed
            if !columns.contains(place.column) {
                if let found = Self.variant(of: place.column, in: columns) {
                    place.column = found
                } else {
                    missing.append("\(place.table).\(place.column)")
                }
            }
            for path in [\Place.entityColumn, \Place.orderColumn] {
                guard let column = place[keyPath: path], !columns.contains(column) else { continue }
                place[keyPath: path] = Self.variant(of: column, in: columns)
            }
            renamed[name] = place
        }
        if !renamed.isEmpty { adopt(renamed) }
        if !joins.isEmpty { missing += try reconcileJoins(with: file) }
        return missing
    }

    /// A column of that name with another digit, or without.
    private static func variant(of column: String, in columns: Set<String>) -> String? {
        let base = column.trimmingSuffix(while: \.isNumber)
        return columns.filter { $0.hasPrefix(base) && $0.dropFirst(base.count).allSatisfy(\.isNumber) }.min()
    }

    private mutating func reconcileJoins(with file: FileSchema) throws -> [String] {
        var missing: [String] = []
        var found: [PropertyName: JoinTable] = [:]
        for (name, join) in joins where !file.holds(join) {
            guard let entity = numbers.entities.first(where: { $0.name == name.entity }),
                let relationship = entity.ownProperties.first(where: { $0.name == name.property })
                    as? NSRelationshipDescription,
                let inverse = relationship.inverseRelationship, let other = inverse.entity
            else { continue }
            let (own, far) = (numbers[entity], numbers[other])
            let tables = [
                join.name, "Z_\(own)\(relationship.name.uppercased())", "Z_\(far)\(inverse.name.uppercased())",
            ]
            guard let table = tables.first(where: { file.has($0) }) else {
                missing.append(join.name)
                continue
            }
            found[name] = join.renamed(table, columns: try file.columns(of: table), variant: Self.variant)
        }
        adopt(found)
        return missing
    }
}

extension FileSchema {
    /// Whether all columns of a place are there.
    fileprivate func holds(_ place: SchemaPlan.Place) -> Bool {
        [place.column, place.entityColumn, place.orderColumn].allSatisfy { $0.map { has($0, in: place.table) } ?? true }
    }

    /// Whether a join table and all its columns are there.
    fileprivate func holds(_ join: SchemaPlan.JoinTable) -> Bool {
        [join.firstColumn, join.secondColumn, join.firstOrder, join.secondOrder]
            .allSatisfy { $0.map { has($0, in: join.name) } ?? true }
    }
}

extension SchemaPlan.JoinTable {
    /// The same join under the names of a file.
    fileprivate func renamed(
        _ table: String, columns: Set<String>, variant: (String, Set<String>) -> String?
    ) -> Self {
        let keys = columns.filter { !$0.hasPrefix("Z_FOK_") }
        let first = keys.contains(firstColumn) ? firstColumn : variant(firstColumn, keys.subtracting([secondColumn]))
        let second = keys.contains(secondColumn) ? secondColumn : variant(secondColumn, keys.subtracting([first ?? ""]))
        var join = self
        join.name = table
        join.firstColumn = first ?? firstColumn
        join.secondColumn = second ?? secondColumn
        let orders = columns.subtracting(keys)
        join.firstOrder = firstOrder.flatMap { _ in orders.first { $0 == "Z_FOK_" + join.firstColumn.dropFirst(2) } }
        join.secondOrder = secondOrder.flatMap { _ in orders.first { $0 == "Z_FOK_" + join.secondColumn.dropFirst(2) } }
        return join
    }
}

extension String {
    fileprivate func trimmingSuffix(while predicate: (Character) -> Bool) -> String {
        var text = Substring(self)
        while let last = text.last, predicate(last) { text.removeLast() }
        return String(text)
    }
}
