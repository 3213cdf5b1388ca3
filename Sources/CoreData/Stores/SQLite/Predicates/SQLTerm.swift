internal import CoreDataSQLite

/// A piece of a statement that has a value in every row.
struct SQLTerm {
    /// What the value is, which decides what it can be compared with and how a constant beside it is bound.
    enum Kind {
        case attribute(NSAttributeType)
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

    /// The value itself, to compare or compute with.
    var value: String { isExternal ? "CDDATA(\(sql))" : sql }

    /// Whether text operators may look at it.
    var isText: Bool {
        switch kind {
        case .attribute(.stringAttributeType), .attribute(.URIAttributeType), .text: true
        default: false
        }
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
