/// What a row is sorted by, in the form that lists keep: one part a sort descriptor.
struct ListKey {
    enum Part {
        /// Numbers, dates and truth values, as integers of the same order.
        case ordinal(Int64)
        /// UTF-8; nil is no text.
        case text([UInt8]?)
        /// Anything else.
        case value(PredicateValue)
    }

    var parts: [Part]
}

/// How the keys of a list are kept and compared: the sort descriptors of its request, resolved against the model.
struct KeyShape {
    struct Term {
        enum Kind: Equatable {
            case ordinal(NSAttributeType)
            case text(TextCollation)
            case value
        }
        let kind: Kind
        let isAscending: Bool
        let sort: SortTerm
        /// The dotted key path; nil where the objects themselves are compared.
        let key: String?
    }

    let terms: [Term]

    init(_ descriptors: [NSSortDescriptor], _ entity: NSEntityDescription?) {
        terms = descriptors.map { descriptor in
            let sort = SortTerm(descriptor)
            return Term(
                kind: Self.kind(of: descriptor, sort, entity), isAscending: sort.isAscending, sort: sort,
                key: descriptor.key)
        }
    }

    /// Whether a store can hand over all keys without the objects.
    var isStorable: Bool { !terms.isEmpty && terms.allSatisfy { $0.kind != .value } }

    /// Rows that are sorted alike stand in the order of their keys, in the direction of the last descriptor.
    var tiesAscend: Bool { terms.last?.isAscending ?? true }

    private static func kind(
        of descriptor: NSSortDescriptor, _ sort: SortTerm, _ entity: NSEntityDescription?
    ) -> Term.Kind {
        guard !sort.hasComparator, let entity, let key = descriptor.key else { return .value }
        var owner = entity
        let keys = FormatArguments.keys(key)
        for step in keys.dropLast() {
            guard let relationship = owner.relationshipsByName[step], !relationship.isToMany,
                let destination = relationship.destinationEntity
            else { return .value }
            owner = destination
        }
        guard let last = keys.last, let attribute = owner.attributesByName[last], !attribute.isTransient else {
            return .value
        }
        switch attribute.attributeType {
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType,
            .doubleAttributeType, .floatAttributeType, .dateAttributeType:
            return .ordinal(attribute.attributeType)
        case .stringAttributeType: return .text(sort.collation)
        default: return .value
        }
    }

    /// The key of an object as it is now.
    func key(of object: NSManagedObject) -> ListKey {
        ListKey(parts: terms.map { $0.part($0.sort.key(of: .object(object))) })
    }
}

extension KeyShape.Term {
    /// A value in the form that the list keeps.
    func part(_ value: PredicateValue) -> ListKey.Part {
        switch kind {
        case .ordinal(let type): .ordinal(Ordinal.make(value, type))
        case .text: .text(value.text.map { Array($0.utf8) })
        case .value: .value(value)
        }
    }
}

/// Numbers of all kinds as integers of the same order, nil below all of them.
enum Ordinal {
    static let null = Int64.min

    static func make(_ value: PredicateValue, _ type: NSAttributeType) -> Int64 {
        if holdsReals(type) { return value.timeOrNumber.map(make) ?? null }
        return value.integerValue.map(make) ?? null
    }

    /// Whether attributes of a type are doubles in the store.
    static func holdsReals(_ type: NSAttributeType) -> Bool {
        type == .doubleAttributeType || type == .floatAttributeType || type == .dateAttributeType
    }

    static func make(_ integer: Int64) -> Int64 { max(integer, null + 1) }

    /// The bits of a double compare like integers, but for negative numbers, whose order is the other way round.
    static func make(_ real: Double) -> Int64 {
        let bits = Int64(bitPattern: (real == 0 ? 0 : real).bitPattern)
        return max(bits >= 0 ? bits : bits ^ Int64.max, null + 1)
    }

    /// The value that an ordinal was made from.
    static func value(_ ordinal: Int64, _ type: NSAttributeType) -> PredicateValue {
        if ordinal == null { return .null }
        switch type {
        case .booleanAttributeType: return .bool(ordinal != 0)
        case _ where !holdsReals(type): return .integer(ordinal)
        default:
            let real = Double(bitPattern: UInt64(bitPattern: ordinal >= 0 ? ordinal : ordinal ^ Int64.max))
            return type == .dateAttributeType ? .date(real) : .real(real)
        }
    }
}

extension PredicateValue {
    fileprivate var timeOrNumber: Double? {
        if case .date(let seconds) = self { seconds } else { doubleValue }
    }
}
