import Synchronization

/// Where everything lies in an open store: computed from the model, with the names and numbers of the file.
final class StoreSchema: Sendable {
    private struct SelectionKey: Hashable {
        let number: Int64
        let withSubentities: Bool
    }

    /// By entity number.
    let maps: [EntityMap]
    private let byEntity: [ObjectIdentifier: EntityMap]
    private let byNumber: [Int64: EntityMap]
    private let byName: [String: EntityMap]
    private let families: [ObjectIdentifier: [EntityMap]]
    let triggers: StoreTriggers
    /// Whether an entity has data that may lie in files beside the store.
    let hasExternalData: Bool
    private let selections = Mutex<[SelectionKey: RowSelection]>([:])

    init(_ plan: SchemaPlan) {
        maps = plan.numbers.entities.map { EntityMap($0, plan: plan) }
        byEntity = Dictionary(maps.map { (ObjectIdentifier($0.layout.entity), $0) }, uniquingKeysWith: { $1 })
        byNumber = Dictionary(maps.map { ($0.number, $0) }, uniquingKeysWith: { $1 })
        byName = Dictionary(maps.map { ($0.layout.name, $0) }, uniquingKeysWith: { $1 })
        families = Dictionary(grouping: maps) { ObjectIdentifier($0.layout.rootEntity) }
        var derived: Set<String> = []
        for map in maps where !map.derivedSlots.isEmpty { derived.insert(SchemaPlan.tableName(map.layout.rootEntity)) }
        triggers = StoreTriggers(derived: derived)
        hasExternalData = maps.contains { !$0.externalSlots.isEmpty }
    }

    /// The map of an entity; raises for one the store does not hold.
    func map(_ entity: NSEntityDescription) -> EntityMap {
        if let map = byEntity[ObjectIdentifier(entity)] ?? byName[entity.name ?? ""] { return map }
        raise("NSInvalidArgumentException", "The store holds no entity named \(entity.name ?? "nil")")
    }

    /// The map of an entity, nil if the store does not hold it.
    func mapIfHeld(_ entity: NSEntityDescription?) -> EntityMap? {
        entity.flatMap { byEntity[ObjectIdentifier($0)] ?? byName[$0.name ?? ""] }
    }

    /// The map of the entity with that number.
    func map(number: Int64) -> EntityMap? { byNumber[number] }

    /// The entity and all that inherit from it.
    func maps(kindOf entity: NSEntityDescription) -> [EntityMap] {
        let map = map(entity)
        return (families[ObjectIdentifier(map.layout.rootEntity)] ?? []).filter {
            $0 === map || $0.layout.entity.isKindOf(entity: map.layout.entity)
        }
    }

    /// The columns to read for rows of an entity.
    func selection(_ entity: NSEntityDescription, withSubentities: Bool) -> RowSelection {
        let map = map(entity)
        let key = SelectionKey(number: map.number, withSubentities: withSubentities)
        if let known = selections.withLock({ $0[key] }) { return known }
        let made = RowSelection(withSubentities ? maps(kindOf: entity) : [map])
        selections.withLock { $0[key] = made }
        return made
    }

    /// All entities that share a table with this one.
    func family(of entity: NSEntityDescription) -> [EntityMap] {
        families[ObjectIdentifier(map(entity).layout.rootEntity)] ?? []
    }
}

extension EntityMap {
    fileprivate convenience init(_ entity: NSEntityDescription, plan: SchemaPlan) {
        // A coordinator freezes its model before it adds a store.
        let layout = entity.layout!
        let table = SchemaPlan.tableName(layout.rootEntity)
        var columns: [String?] = []
        var orders: [String?] = []
        columns.reserveCapacity(layout.slots.count)
        orders.reserveCapacity(layout.slots.count)
        var external = SlotSet()
        var derived: Set<Int> = []
        for (slot, content) in layout.slots.enumerated() {
            let place = plan.place(of: content.name, in: entity)
            columns.append((content.storage == .destinationEntity ? place?.entityColumn : place?.column)?.sqlName)
            orders.append(content.storage == .toOne ? place?.orderColumn?.sqlName : nil)
            if content.isDerived { derived.insert(slot) }
            guard content.storage == .blob else { continue }
            let attribute =
                content.composite < 0
                ? entity.attributesByName[content.name] : layout.properties.attributes[slot]
            if attribute?.allowsExternalBinaryDataStorage == true { external.insert(slot) }
        }
        self.init(
            layout: layout, number: plan.numbers[entity], table: table.sqlName,
            rootNumber: plan.numbers[layout.rootEntity], columns: columns, orderColumns: orders,
            toMany: layout.toMany.map { ToManyMap($0, of: entity, plan: plan) }, externalSlots: external,
            derivedSlots: derived, constraints: Self.constraints(entity, layout))
    }

    private static func constraints(_ entity: NSEntityDescription, _ layout: EntityLayout) -> [UniqueConstraint] {
        sequence(first: entity, next: \.superentity).flatMap(\.uniquenessConstraints).compactMap { elements in
            let names = SchemaPlan.propertyNames(elements)
            let slots = names.compactMap { layout.slot(named: $0) }
            return slots.count == names.count ? UniqueConstraint(names: names, slots: slots) : nil
        }
    }
}

extension ToManyMap {
    init(_ relationship: NSRelationshipDescription, of entity: NSEntityDescription, plan: SchemaPlan) {
        let destination = relationship.destinationEntity ?? entity
        let table = SchemaPlan.tableName(destination.rootEntity).sqlName
        guard let inverse = relationship.inverseRelationship else {
            let place = plan.place(of: relationship.name, in: entity)
            self = .key(
                KeyColumn(
                    table: table, column: (place?.column ?? "").sqlName, orderColumn: place?.orderColumn?.sqlName,
                    isOwn: true))
            return
        }
        if let join = plan.join(of: relationship.name, in: entity) {
            // The side with the lower number, or of two on one entity the one that named the table, owns the first column.
            let ownsFirst = join.isFirst(relationship, plan.numbers)
            self = .join(
                Join(
                    table: join.name.sqlName,
                    ownerColumn: (ownsFirst ? join.firstColumn : join.secondColumn).sqlName,
                    memberColumn: (ownsFirst ? join.secondColumn : join.firstColumn).sqlName,
                    memberOrder: (ownsFirst ? join.secondOrder : join.firstOrder)?.sqlName,
                    ownerOrder: (ownsFirst ? join.firstOrder : join.secondOrder)?.sqlName))
            return
        }
        let place = plan.place(of: inverse.name, in: inverse.entity ?? destination)
        self = .key(
            KeyColumn(
                table: table, column: (place?.column ?? "").sqlName, orderColumn: place?.orderColumn?.sqlName,
                isOwn: false)
        )
    }
}

extension SchemaPlan.JoinTable {
    /// Whether the owners of that relationship stand in the first column.
    fileprivate func isFirst(_ relationship: NSRelationshipDescription, _ numbers: EntityNumbers) -> Bool {
        guard let inverse = relationship.inverseRelationship else { return true }
        let (own, far) = (numbers[relationship.entity], numbers[inverse.entity])
        return own < far || own == far && relationship.name <= inverse.name
    }
}
