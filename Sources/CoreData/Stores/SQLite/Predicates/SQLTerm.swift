internal import CoreDataSQLite

/// A piece of a statement that has a value in every row.
struct SQLTerm {
    /// What the value is, which decides what it can be compared with and how a constant beside it is bound.
    enum Kind {
        case attribute(NSAttributeType)
        /// What the transformer of an attribute has made.
        case transformed(NSAttributeDescription)
        /// The primary key of a row of a family.
        case object(family: NSEntityDescription)
        /// Z_ENT, compared with entities.
        case entity
        /// Z_ENT, compared with names of entities.
        case entityName
        /// The result of a calculation.
        case number
        case text
    }

    let sql: String
    let kind: Kind
    /// Whether it is a column that tells where its data are.
    var isExternal = false
    /// Whether a calculation gives whole numbers alone.
    var isCalculatedWhole = false

    init(sql: String, kind: Kind, isExternal: Bool = false, isWhole: Bool = false) {
        self.sql = sql
        self.kind = kind
        self.isExternal = isExternal
        isCalculatedWhole = isWhole
    }

    /// Nothing, where a value of that kind might stand.
    static func null(_ kind: Kind = .number) -> SQLTerm { SQLTerm(sql: "NULL", kind: kind) }

    /// The value itself, to compare or compute with.
    var value: String { isExternal ? "CDDATA(\(sql))" : sql }

    /// Whether text operators may look at it.
    var isText: Bool {
        switch kind {
        case .attribute(.stringAttributeType), .attribute(.URIAttributeType), .text: true
        default: false
        }
    }

    /// Whether it is text, and no URL.
    var isString: Bool {
        if case .attribute(.URIAttributeType) = kind { false } else { isText }
    }

    /// What it can be compared with: values of the same class.
    enum ValueClass: Equatable {
        case number, text, date, uuid, data, transformed, entity, composite
        /// Rows of one table.
        case object(ObjectIdentifier)
    }

    var valueClass: ValueClass {
        switch kind {
        case .number: .number
        case .text, .entityName: .text
        case .transformed: .transformed
        case .entity: .entity
        case .object(let family): .object(ObjectIdentifier(family.layout?.rootEntity ?? family))
        case .attribute(let type):
            switch type {
            case .stringAttributeType, .URIAttributeType: .text
            case .dateAttributeType: .date
            case .UUIDAttributeType: .uuid
            case .binaryDataAttributeType: .data
            case .transformableAttributeType: .transformed
            case .compositeAttributeType: .composite
            default: .number
            }
        }
    }

    /// Whether it is a whole number in every row.
    var isWhole: Bool {
        switch kind {
        case .attribute(let type):
            switch type {
            case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType: true
            default: false
            }
        default: isCalculatedWhole
        }
    }

    /// The number to compute with: a column of decimals has whole ones as integers, which divide otherwise.
    var number: String {
        if case .attribute(.decimalAttributeType) = kind { "CAST(\(sql) AS REAL)" } else { sql }
    }
}

/// A side of a comparison.
enum SQLOperand {
    case value(PredicateValue)
    case term(SQLTerm)
    /// `{a, b}` with parts that are no constants.
    case list([SQLOperand])
    case members(ToManyPath)
}

/// A to-many relationship of a row, and what is asked of its members.
struct ToManyPath {
    let owner: QueryScope
    let number: Int
    let destination: EntityMap
    /// Keys to follow from each member.
    let rest: [String]
    /// A condition of SUBQUERY on the members, with the variable that names one.
    var filter: (variable: String, test: PredicateNode)?

    var relationship: ToManyMap { owner.map.toMany[number] }
}
