extension SchemaPlan {
    /// The statements that make the tables and indexes of a new store, in Apple's words.
    var statements: [String] {
        tableStatements() + indexStatements
            + [
                "CREATE TABLE Z_PRIMARYKEY (Z_ENT INTEGER PRIMARY KEY, Z_NAME VARCHAR, Z_SUPER INTEGER, Z_MAX INTEGER)",
                "CREATE TABLE Z_METADATA (Z_VERSION INTEGER PRIMARY KEY, Z_UUID VARCHAR(255), Z_PLIST BLOB)",
                "CREATE TABLE Z_MODELCACHE (Z_CONTENT BLOB)",
            ]
    }

    /// The statements that make the tables of the entities and of many-to-many relationships.
    ///
    /// - Parameter prefix: stands before their names.
    func tableStatements(prefix: String = "") -> [String] {
        tables.map { $0.statement(prefix) } + joinTables.map { $0.statement(prefix) }
    }

    /// The statements that make the indexes of these tables.
    var indexStatements: [String] {
        tables.flatMap(\.indexStatements) + joinTables.map(\.indexStatement) + numbers.entities.flatMap(fetchIndexes)
            + numbers.entities.flatMap(uniqueIndexes)
    }

    private func fetchIndexes(_ entity: NSEntityDescription) -> [String] {
        var named: [(name: String, elements: [(name: String, isAscending: Bool)], condition: String?)] = []
        for index in entity.indexes where !index.elements.contains(where: { $0.collationType == .rTree }) {
            let elements = index.elements.map { ($0.propertyName ?? "", $0.isAscending) }
            named.append((index.name, elements, condition(of: index, entity)))
        }
        for property in entity.ownProperties.sorted(by: { $0.name < $1.name }) where property.isIndexed {
            named.append((property.name, [(property.name, true)], nil))
        }
        for compound in entity.compoundIndexes {
            let names = Self.propertyNames(compound)
            named.append((names.joined(separator: "_"), names.map { ($0, true) }, nil))
        }
        var seen: Set<String> = []
        return named.compactMap { index in
            guard seen.insert(index.name).inserted else { return nil }
            let name = "Z_\(entity.name ?? "")_\(index.name)".sqlName
            return indexStatement("INDEX " + name, entity, index.elements).map { statement in
                statement + (index.condition.map { " WHERE \($0)" } ?? "")
            }
        }
    }

    private func uniqueIndexes(_ entity: NSEntityDescription) -> [String] {
        entity.uniquenessConstraints.compactMap { constraint in
            let names = Self.propertyNames(constraint)
            let name = "Z_\(entity.name ?? "")_UNIQUE_\(names.joined(separator: "_"))"
            return indexStatement("UNIQUE INDEX " + name.sqlName, entity, names.map { ($0, true) })
        }
    }

    /// The names in a constraint or compound index, which holds names or property descriptions.
    static func propertyNames(_ elements: [Any]) -> [String] {
        elements.compactMap { ($0 as? NSPropertyDescription)?.name ?? $0 as? String }
    }

    /// nil where an element has no column: an index that cannot be made is only slower to be without.
    private func indexStatement(
        _ head: String, _ entity: NSEntityDescription, _ elements: [(name: String, isAscending: Bool)]
    ) -> String? {
        var columns: [String] = []
        for element in elements {
            guard let column = element.name == "self" ? "Z_PK" : place(of: element.name, in: entity)?.column else {
                return nil
            }
            columns.append("\(column.sqlName) COLLATE BINARY \(element.isAscending ? "ASC" : "DESC")")
        }
        guard !columns.isEmpty else { return nil }
        return "CREATE \(head) ON \(Self.tableName(entity.rootEntity).sqlName) (\(columns.joined(separator: ", ")))"
    }

    /// The place of an entity's own or inherited property.
    func place(of property: String, in entity: NSEntityDescription) -> Place? {
        sequence(first: entity, next: \.superentity).lazy
            .compactMap { places[PropertyName(entity: $0.name ?? "", property: property)] }.first
    }

    /// The join table of an entity's own or inherited relationship.
    func join(of relationship: String, in entity: NSEntityDescription) -> JoinTable? {
        sequence(first: entity, next: \.superentity).lazy
            .compactMap { joins[PropertyName(entity: $0.name ?? "", property: relationship)] }.first
    }
}

extension SchemaPlan.Table {
    fileprivate func statement(_ prefix: String) -> String {
        "CREATE TABLE \((prefix + name).sqlName) ( \(columns.map { "\($0.name.sqlName) \($0.type)" }.joined(separator: ", ")) )"
    }

    fileprivate var indexStatements: [String] {
        let keys = columns.filter(\.isKey).map {
            "CREATE INDEX \("\(name)_\($0.name)_INDEX".sqlName) ON \(name.sqlName) (\($0.name.sqlName))"
        }
        return isShared ? keys + ["CREATE INDEX \("\(name)_Z_ENT_INDEX".sqlName) ON \(name.sqlName) (Z_ENT)"] : keys
    }
}

extension SchemaPlan.JoinTable {
    fileprivate func statement(_ prefix: String) -> String {
        let columns = [firstColumn, secondColumn] + [firstOrder, secondOrder].compactMap { $0 }
        let list = columns.map { "\($0.sqlName) INTEGER" }.joined(separator: ", ")
        return
            "CREATE TABLE \((prefix + name).sqlName) ( \(list), PRIMARY KEY (\(firstColumn.sqlName), \(secondColumn.sqlName)) )"
    }

    fileprivate var indexStatement: String {
        let index = "\(name)_\(secondColumn)_INDEX".sqlName
        return "CREATE INDEX \(index) ON \(name.sqlName) (\(secondColumn.sqlName), \(firstColumn.sqlName))"
    }
}
