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
        var numbered: [(entity: NSEntityDescription, number: Int64)] = []
        for entity in entities {
            guard let name = entity.name else { return nil }
            guard let number = found[name] ?? Self.number(of: entity, underFormerNameIn: found, among: entities) else {
                return nil
            }
            numbers[name] = number
            numbered.append((entity, number))
        }
        self.entities = numbered.sorted { $0.number < $1.number }.map(\.entity)
    }

    private static func number(
        of entity: NSEntityDescription, underFormerNameIn found: [String: Int64], among entities: [NSEntityDescription]
    ) -> Int64? {
        let number = EntityNumbers(numbering: entities)[entity]
        let names = Set(entities.compactMap(\.name))
        return found.contains { $0.value == number && !names.contains($0.key) } ? number : nil
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
}
