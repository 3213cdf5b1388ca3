/// The tables that Apple's framework makes for a set of entities, computed from the model alone.
///
///     table            | columns
///     Z + ROOT         | Z_PK, Z_ENT, Z_OPT; then for each entity of the family its integers, to-one keys (with Z<n>_ entity
///                      | column where the destination has subentities) and keys of to-many relationships without inverse;
///                      | then Z_FOK_ positions; floats and dates; decimals; texts; URIs; UUIDs; transformables; data
///     Z_<a> + NAME     | the two keys of a many-to-many relationship and Z_FOK_ positions of its ordered sides
///
/// Inside a group the entities follow each other in the order of their numbers, their properties by name. A name that is
/// taken in its table gets a digit.
struct SchemaPlan {
    struct Column {
        let name: String
        let type: String
        /// Whether it is a key of another row, and so has an index.
        var isKey = false
    }

    struct Table {
        let name: String
        var columns: [Column] = []
        /// Whether rows of several entities share it.
        let isShared: Bool
    }

    struct JoinTable {
        var name: String
        /// Holds keys of the entity with the lower number.
        var firstColumn: String
        var secondColumn: String
        /// Z_FOK_ columns that order the rows of the first and of the second column.
        var firstOrder: String?
        var secondOrder: String?
    }

    /// Where a property lies, in the table of its entity; for a to-many relationship in the table of its destination or in a join table.
    struct Place {
        var column: String
        /// The column of the destination's concrete entity.
        var entityColumn: String?
        /// The column of the position in the owner's ordered relationship.
        var orderColumn: String?
    }

    struct PropertyName: Hashable {
        let entity: String
        let property: String
    }

    let numbers: EntityNumbers
    private(set) var tables: [Table] = []
    private(set) var places: [PropertyName: Place] = [:]
    private(set) var joins: [PropertyName: JoinTable] = [:]
    /// Join tables once each, in the order they are made.
    private(set) var joinTables: [JoinTable] = []
    private var joinColumnNames: Set<String> = []

    init(_ numbers: EntityNumbers) {
        self.numbers = numbers
        for root in numbers.roots { addTable(root) }
        for entity in numbers.entities {
            for relationship in Self.relationships(entity) where relationship.isToMany {
                addJoin(relationship, of: entity)
            }
        }
    }

    /// The name of the table that holds rows of a family.
    static func tableName(_ root: NSEntityDescription) -> String { "Z" + (root.name ?? "").uppercased() }

    /// The persistent attributes an entity declares itself, by name.
    static func attributes(_ entity: NSEntityDescription) -> [NSAttributeDescription] {
        entity.ownProperties.compactMap { $0 as? NSAttributeDescription }.filter { !$0.isTransient }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// The persistent relationships an entity declares itself, by name.
    static func relationships(_ entity: NSEntityDescription) -> [NSRelationshipDescription] {
        entity.ownProperties.compactMap { $0 as? NSRelationshipDescription }.filter { !$0.isTransient }
            .sorted { $0.name.utf8.lexicographicallyPrecedes($1.name.utf8) }
    }

    /// Puts the names of a file in place of computed ones.
    mutating func adopt(_ found: [PropertyName: Place]) { places.merge(found) { $1 } }
    mutating func adopt(_ found: [PropertyName: JoinTable]) { joins.merge(found) { $1 } }

    static func name(_ property: NSPropertyDescription, of entity: NSEntityDescription) -> PropertyName {
        PropertyName(entity: entity.name ?? "", property: property.name)
    }
}

// MARK: - Entity tables

extension SchemaPlan {
    private mutating func addTable(_ root: NSEntityDescription) {
        let family = numbers.family(of: root)
        var table = Table(name: Self.tableName(root), isShared: family.count > 1)
        for name in ["Z_PK", "Z_ENT", "Z_OPT"] { table.columns.append(Column(name: name, type: "INTEGER")) }
        table.columns[0] = Column(name: "Z_PK", type: "INTEGER PRIMARY KEY")
        let attributes = family.map(Self.attributes)
        for (entity, own) in zip(family, attributes) {
            addAttributes(own, of: entity, Self.isInteger, to: &table)
            addToOneKeys(of: entity, to: &table)
            addKeysWithoutInverse(to: entity, table: &table)
        }
        for entity in family { addPositions(of: entity, to: &table) }
        for types in Self.laterGroups {
            for (entity, own) in zip(family, attributes) {
                addAttributes(own, of: entity, types.contains, to: &table)
            }
        }
        tables.append(table)
    }

    private static func isInteger(_ type: NSAttributeType) -> Bool {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: true
        default: false
        }
    }

    private static let laterGroups: [Set<NSAttributeType>] = [
        [.doubleAttributeType, .floatAttributeType, .dateAttributeType], [.decimalAttributeType],
        [.stringAttributeType],
        [.URIAttributeType], [.UUIDAttributeType], [.transformableAttributeType], [.binaryDataAttributeType],
    ]

    private static func declaredType(_ type: NSAttributeType) -> String {
        switch type {
        case .decimalAttributeType: "DECIMAL"
        case .doubleAttributeType, .floatAttributeType: "FLOAT"
        case .stringAttributeType, .URIAttributeType: "VARCHAR"
        case .dateAttributeType: "TIMESTAMP"
        case .binaryDataAttributeType, .UUIDAttributeType, .transformableAttributeType: "BLOB"
        default: "INTEGER"
        }
    }

    private mutating func addAttributes(
        _ attributes: [NSAttributeDescription], of entity: NSEntityDescription,
        _ belongs: (NSAttributeType) -> Bool, to table: inout Table
    ) {
        for attribute in attributes where belongs(attribute.attributeType) {
            let column = table.add("Z" + attribute.name.uppercased(), Self.declaredType(attribute.attributeType))
            places[Self.name(attribute, of: entity)] = Place(column: column)
        }
    }

    private mutating func addToOneKeys(of entity: NSEntityDescription, to table: inout Table) {
        for relationship in Self.relationships(entity) where !relationship.isToMany {
            let name = relationship.name.uppercased()
            var place = Place(column: table.add("Z" + name, "INTEGER", isKey: true))
            if let destination = relationship.destinationEntity, !destination.subentities.isEmpty {
                place.entityColumn = table.add("Z\(numbers[destination])_\(name)", "INTEGER")
            }
            places[Self.name(relationship, of: entity)] = place
        }
    }

    /// A to-many relationship without inverse keeps its owner's key in the rows of its destination.
    private mutating func addKeysWithoutInverse(to destination: NSEntityDescription, table: inout Table) {
        for owner in numbers.entities {
            for relationship in Self.relationships(owner)
            where relationship.isToMany && relationship.inverseRelationship == nil
                && relationship.destinationEntity === destination
            {
                let name = "\(numbers[owner])\(relationship.name.uppercased())"
                var place = Place(column: table.add("Z" + name, "INTEGER", isKey: true))
                if relationship.isOrdered { place.orderColumn = table.add("Z_FOK_" + name, "INTEGER") }
                places[Self.name(relationship, of: owner)] = place
            }
        }
    }

    private mutating func addPositions(of entity: NSEntityDescription, to table: inout Table) {
        for relationship in Self.relationships(entity) where !relationship.isToMany {
            guard let inverse = relationship.inverseRelationship, inverse.isToMany, inverse.isOrdered else { continue }
            places[Self.name(relationship, of: entity)]?.orderColumn =
                table.add("Z_FOK_" + relationship.name.uppercased(), "INTEGER")
        }
    }
}

extension SchemaPlan.Table {
    /// Adds a column, under that name or the next free one made from it.
    fileprivate mutating func add(_ base: String, _ type: String, isKey: Bool = false) -> String {
        var name = base
        var digit = 1
        while columns.contains(where: { $0.name == name }) {
            name = "\(base)\(digit)"
            digit += 1
        }
        columns.append(SchemaPlan.Column(name: name, type: type, isKey: isKey))
        return name
    }
}

// MARK: - Join tables

extension SchemaPlan {
    private mutating func addJoin(_ relationship: NSRelationshipDescription, of entity: NSEntityDescription) {
        guard let inverse = relationship.inverseRelationship, inverse.isToMany, let other = inverse.entity else {
            return
        }
        let (own, far) = (numbers[entity], numbers[other])
        // Made once, from the side with the lower number; between relationships of one entity from the first by name.
        guard own < far || own == far && relationship.name <= inverse.name, own > 0 else { return }
        let first = joinColumn(own, inverse)
        let second = joinColumn(far, relationship)
        var join = JoinTable(
            name: "Z_\(own)\(relationship.name.uppercased())", firstColumn: first, secondColumn: second)
        if inverse.isOrdered { join.firstOrder = "Z_FOK_" + first.dropFirst(2) }
        if relationship.isOrdered, inverse !== relationship { join.secondOrder = "Z_FOK_" + second.dropFirst(2) }
        joinTables.append(join)
        joins[Self.name(relationship, of: entity)] = join
        if inverse !== relationship { joins[Self.name(inverse, of: other)] = join }
    }

    /// A column named after the relationship whose members it holds, unique among those of one destination.
    private mutating func joinColumn(_ number: Int64, _ relationship: NSRelationshipDescription) -> String {
        let base = "Z_\(number)\(relationship.name.uppercased())"
        var name = base
        var digit = 1
        while !joinColumnNames.insert(name).inserted {
            name = "\(base)\(digit)"
            digit += 1
        }
        return name
    }
}
