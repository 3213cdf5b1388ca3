extension SchemaPlan {
    /// Takes over the names that a file has: which of two equal names got the digit, and which side named a join table, cannot be computed.
    ///
    /// - Returns: the names of tables and columns that the file lacks.
    mutating func reconcile(with file: FileSchema) -> [String] {
        var missing: [String] = []
        for table in tables where file.tables[table.name] == nil { missing.append(table.name) }
        var renamed: [PropertyName: Place] = [:]
        for (name, place) in places {
            let table = tableName(holding: name)
            guard let columns = file.tables[table] else { continue }
            var place = place
            for path in [\Place.column] where !columns.contains(place[keyPath: path]) {
                if let found = Self.variant(of: place[keyPath: path], in: columns) {
                    place[keyPath: path] = found
                } else {
                    missing.append("\(table).\(place[keyPath: path])")
                }
            }
            for path in [\Place.entityColumn, \Place.orderColumn] {
                guard let column = place[keyPath: path], !columns.contains(column) else { continue }
                place[keyPath: path] = Self.variant(of: column, in: columns)
            }
            renamed[name] = place
        }
        adopt(renamed)
        missing += reconcileJoins(with: file)
        return missing
    }

    /// The table in which a property's columns lie.
    private func tableName(holding name: PropertyName) -> String {
        guard let entity = numbers.entities.first(where: { $0.name == name.entity }) else { return "" }
        let relationship = entity.ownProperties.first { $0.name == name.property } as? NSRelationshipDescription
        let holder = relationship?.isToMany == true ? relationship?.destinationEntity : entity
        return Self.tableName((holder ?? entity).rootEntity)
    }

    /// A column of that name with another digit, or without.
    private static func variant(of column: String, in columns: Set<String>) -> String? {
        let base = column.trimmingSuffix(while: \.isNumber)
        return columns.filter { $0.hasPrefix(base) && $0.dropFirst(base.count).allSatisfy(\.isNumber) }.min()
    }

    private mutating func reconcileJoins(with file: FileSchema) -> [String] {
        var missing: [String] = []
        var found: [PropertyName: JoinTable] = [:]
        for (name, join) in joins {
            guard let entity = numbers.entities.first(where: { $0.name == name.entity }),
                let relationship = entity.ownProperties.first(where: { $0.name == name.property })
                    as? NSRelationshipDescription,
                let inverse = relationship.inverseRelationship, let other = inverse.entity
            else { continue }
            let (own, far) = (numbers[entity], numbers[other])
            let tables = [
                join.name, "Z_\(own)\(relationship.name.uppercased())", "Z_\(far)\(inverse.name.uppercased())",
            ]
            guard let table = tables.first(where: { file.tables[$0] != nil }), let columns = file.tables[table] else {
                missing.append(join.name)
                continue
            }
            found[name] = join.renamed(table, columns: columns, variant: Self.variant)
        }
        adopt(found)
        return missing
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
