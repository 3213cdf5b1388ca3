/// One `<attribute>`, `<relationship>` or `<fetchedProperty>`.
struct PropertyDeclaration {
    enum Kind {
        case attribute(AttributeDeclaration)
        case relationship(RelationshipDeclaration)
        case fetched(FetchRequestDeclaration)
    }

    let name: String
    let line: Int
    var isOptional = false
    var isTransient = false
    var annotations = Annotations()
    var kind: Kind

    var attribute: AttributeDeclaration? {
        if case .attribute(let attribute) = kind { attribute } else { nil }
    }

    var relationship: RelationshipDeclaration? {
        if case .relationship(let relationship) = kind { relationship } else { nil }
    }
}

/// What a relationship says.
struct RelationshipDeclaration {
    var destination: String
    var inverse: String?
    var minCount = 0
    /// 0 for any number.
    var maxCount = 0
    var deleteRule = DeleteRule.nullify
    var isOrdered = false

    var isToMany: Bool { maxCount != 1 }

    enum DeleteRule: String {
        case noAction = "No Action"
        case nullify = "Nullify"
        case cascade = "Cascade"
        case deny = "Deny"
    }
}
