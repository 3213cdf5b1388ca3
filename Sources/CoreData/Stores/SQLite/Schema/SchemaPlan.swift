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
        let table: String
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

    /// An entity with what it declares itself, by name.
    private struct Declaration {
        let entity: NSEntityDescription
        let number: Int64
        let attributes: [StoredAttribute]
        let relationships: [NSRelationshipDescription]
    }

    init(_ numbers: EntityNumbers) {
        self.numbers = numbers
        let declarations = numbers.entities.map {
            Declaration(
                entity: $0, number: numbers[$0], attributes: Self.attributes($0), relationships: Self.relationships($0))
        }
        var withoutInverse: [(owner: Declaration, relationship: NSRelationshipDescription)] = []
        var count = 0
        for owner in declarations {
            count += owner.attributes.count + owner.relationships.count
            for relationship in owner.relationships where relationship.isToMany {
                if relationship.inverseRelationship == nil { withoutInverse.append((owner, relationship)) }
            }
        }
        places.reserveCapacity(count)
        for root in numbers.roots {
            addTable(root, declarations.filter { $0.entity.isKindOf(entity: root) }, withoutInverse)
        }
        for declaration in declarations {
            for relationship in declaration.relationships where relationship.isToMany {
                addJoin(relationship, of: declaration.entity)
            }
        }
    }

    /// The name of the table that holds rows of a family.
    static func tableName(_ root: NSEntityDescription) -> String { "Z" + (root.name ?? "").uppercased() }

    /// The persistent attributes an entity declares itself, by name; in place of a composite attribute its leaves.
    static func attributes(_ entity: NSEntityDescription) -> [StoredAttribute] {
        var leaves: [StoredAttribute] = []
        leaves.reserveCapacity(entity.ownProperties.count)
        for property in entity.ownInOrderOfName where !property.isTransient {
            if let attribute = property as? NSAttributeDescription { StoredAttribute.add(attribute, to: &leaves) }
        }
        // Only the leaves of a composite attribute have a path; they stand in the order the model gives them.
        if leaves.contains(where: \.isNested) { leaves.sort { VersionHash.precedes($0.path, $1.path) } }
        return leaves
    }

    /// The persistent relationships an entity declares itself, by name.
    static func relationships(_ entity: NSEntityDescription) -> [NSRelationshipDescription] {
        var found: [NSRelationshipDescription] = []
        for property in entity.ownInOrderOfName where !property.isTransient {
            if let relationship = property as? NSRelationshipDescription { found.append(relationship) }
        }
        return found
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
    /// - Parameters:
    ///   - family: the root and all that inherit from it, in the order of their numbers.
    ///   - withoutInverse: all to-many relationships without inverse.
    private mutating func addTable(
        _ root: NSEntityDescription, _ family: [Declaration],
        _ withoutInverse: [(owner: Declaration, relationship: NSRelationshipDescription)]
    ) {
        var table = Table(name: Self.tableName(root), isShared: family.count > 1)
        table.columns.reserveCapacity(family.reduce(8) { $0 + $1.attributes.count + $1.relationships.count })
        table.columns.append(Column(name: "Z_PK", type: "INTEGER PRIMARY KEY"))
        table.columns.append(Column(name: "Z_ENT", type: "INTEGER"))
        table.columns.append(Column(name: "Z_OPT", type: "INTEGER"))
        for declaration in family {
            addAttributes(of: declaration, group: 0, to: &table)
            addToOneKeys(of: declaration, to: &table)
            for (owner, relationship) in withoutInverse where relationship.destinationEntity === declaration.entity {
                addKey(of: relationship, owner, to: &table)
            }
        }
        for declaration in family { addPositions(of: declaration, to: &table) }
        for group in 1...Self.lastGroup {
            for declaration in family { addAttributes(of: declaration, group: group, to: &table) }
        }
        tables.append(table)
    }

    /// Which group of columns an attribute belongs to; nil where it has no column.
    private static func group(_ type: NSAttributeType) -> Int? {
        switch type {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: 0
        case .doubleAttributeType, .floatAttributeType, .dateAttributeType: 1
        case .decimalAttributeType: 2
        case .stringAttributeType: 3
        case .URIAttributeType: 4
        case .UUIDAttributeType: 5
        case .transformableAttributeType: 6
        case .binaryDataAttributeType: lastGroup
        default: nil
        }
    }

    private static let lastGroup = 7

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

    private mutating func addAttributes(of declaration: Declaration, group: Int, to table: inout Table) {
        for attribute in declaration.attributes where Self.group(attribute.type) == group {
            let column = table.add("Z" + attribute.name.uppercased(), Self.declaredType(attribute.type))
            let name = PropertyName(entity: declaration.entity.name ?? "", property: attribute.path)
            places[name] = Place(table: table.name, column: column)
        }
    }

    private mutating func addToOneKeys(of declaration: Declaration, to table: inout Table) {
        for relationship in declaration.relationships where !relationship.isToMany {
            let name = relationship.name.uppercased()
            var place = Place(table: table.name, column: table.add("Z" + name, "INTEGER", isKey: true))
            if let destination = relationship.destinationEntity, !destination.subentities.isEmpty {
                place.entityColumn = table.add("Z\(numbers[destination])_\(name)", "INTEGER")
            }
            places[Self.name(relationship, of: declaration.entity)] = place
        }
    }

    /// A to-many relationship without inverse keeps its owner's key in the rows of its destination.
    private mutating func addKey(
        of relationship: NSRelationshipDescription, _ owner: Declaration, to table: inout Table
    ) {
        let name = "\(owner.number)\(relationship.name.uppercased())"
        var place = Place(table: table.name, column: table.add("Z" + name, "INTEGER", isKey: true))
        if relationship.isOrdered { place.orderColumn = table.add("Z_FOK_" + name, "INTEGER") }
        places[Self.name(relationship, of: owner.entity)] = place
    }

    private mutating func addPositions(of declaration: Declaration, to table: inout Table) {
        for relationship in declaration.relationships where !relationship.isToMany {
            guard let inverse = relationship.inverseRelationship, inverse.isToMany, inverse.isOrdered else { continue }
            places[Self.name(relationship, of: declaration.entity)]?.orderColumn =
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
