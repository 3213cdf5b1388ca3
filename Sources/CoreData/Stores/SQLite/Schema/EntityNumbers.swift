/// The number each entity has in one store: Z_ENT.
///
/// A new store numbers its entities by walking the roots sorted by name, case aside, in depth-first pre-order, subentities sorted alike.
/// A store that is opened keeps the numbers it has.
struct EntityNumbers {
    private var numbers: [String: Int64] = [:]
    /// The entities in the order of their numbers.
    private(set) var entities: [NSEntityDescription] = []

    /// Numbers for a new store that holds those entities.
    init(numbering entities: [NSEntityDescription]) {
        let held = Set(entities.compactMap(\.name))
        for root in Self.sorted(entities.filter { $0.superentity == nil || !held.contains($0.superentity?.name ?? "") })
        {
            add(root, held: held)
        }
    }

    /// The numbers found in a store, for those entities; nil if one of them has none.
    ///
    /// Apple's framework has left an entity's former name in the table of a store it migrated: such an entity is known by
    /// the number it must have.
    init?(_ found: [String: Int64], entities: [NSEntityDescription]) {
        let computed = EntityNumbers(numbering: entities)
        let names = Set(entities.compactMap(\.name))
        let left = Set(found.filter { !names.contains($0.key) }.values)
        for entity in entities {
            guard let name = entity.name else { return nil }
            if let number = found[name] {
                numbers[name] = number
            } else if left.contains(computed[entity]) {
                numbers[name] = computed[entity]
            } else {
                return nil
            }
        }
        let known = numbers
        self.entities = entities.sorted { (known[$0.name ?? ""] ?? 0) < (known[$1.name ?? ""] ?? 0) }
    }

    private mutating func add(_ entity: NSEntityDescription, held: Set<String>) {
        guard let name = entity.name, held.contains(name) else { return }
        entities.append(entity)
        numbers[name] = Int64(entities.count)
        for child in Self.sorted(entity.subentities) { add(child, held: held) }
    }

    private static func sorted(_ entities: [NSEntityDescription]) -> [NSEntityDescription] {
        entities.sorted {
            let (left, right) = ($0.name ?? "", $1.name ?? "")
            let (foldedLeft, foldedRight) = (left.lowercased(), right.lowercased())
            return foldedLeft == foldedRight ? left < right : foldedLeft < foldedRight
        }
    }

    /// The entity's number, 0 for one the store does not hold.
    subscript(entity: NSEntityDescription?) -> Int64 { numbers[entity?.name ?? ""] ?? 0 }

    /// The topmost entities, in the order of their numbers.
    var roots: [NSEntityDescription] { entities.filter { self[$0.superentity] == 0 } }

    /// An entity with all that inherit from it, in the order of their numbers.
    func family(of root: NSEntityDescription) -> [NSEntityDescription] { entities.filter { $0.isKindOf(entity: root) } }
}
