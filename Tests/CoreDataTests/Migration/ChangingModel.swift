import CoreData
import Foundation

/// A model that changes step by step in the ways from which a mapping can be inferred.
///
/// What it is made of has numbers, which stay whatever its names become.
struct ChangingModel {
    struct Field {
        var name: String
        let first: String
        let type: NSAttributeType
        var isOptional = true
        var hasDefault = false
    }
    struct Side {
        let owner: Int
        var name: String
        let first: String
        var isToMany: Bool
        var isOrdered: Bool
    }
    struct Kind {
        var name: String
        let first: String
        var parent: Int?
        var fields: [Int] = []
    }

    private(set) var kinds: [Int: Kind] = [:]
    private(set) var fields: [Int: Field] = [:]
    /// Two sides of each relationship; that of a number is the inverse of the other.
    private(set) var ties: [Int: [Side]] = [:]
    private var count = 0

    static let types: [NSAttributeType] = [
        .stringAttributeType, .integer64AttributeType, .doubleAttributeType, .dateAttributeType, .decimalAttributeType,
        .UUIDAttributeType, .binaryDataAttributeType, .booleanAttributeType,
    ]

    /// Two entities by themselves, and one that has a child.
    init(_ random: inout SeededNumbers) {
        for _ in 0..<3 { addKind(parent: nil, &random) }
        addKind(parent: 1, &random)
        for _ in 0..<4 { addTie(&random) }
    }

    private mutating func number() -> Int {
        count += 1
        return count
    }

    private var allKinds: [Int] { kinds.keys.sorted() }

    // MARK: What an entity has

    /// It and those above it.
    func line(of kind: Int) -> [Int] {
        [kind] + (kinds[kind]?.parent.map(line) ?? [])
    }

    func fields(of kind: Int) -> [Int] { line(of: kind).flatMap { kinds[$0]?.fields ?? [] } }

    /// The sides that objects of an entity have: the number of the tie, and which of its two it is.
    func sides(of kind: Int) -> [[Int]] {
        let line = line(of: kind)
        return ties.keys.sorted().flatMap { tie in
            (0..<2).filter { line.contains(ties[tie]?[$0].owner ?? 0) }.map { [tie, $0] }
        }
    }

    func side(_ place: [Int]) -> Side? { ties[place[0]]?[place[1]] }

    /// Those of which objects may be members of a side.
    func destinations(of place: [Int]) -> [Int] {
        guard let owner = ties[place[0]]?[1 - place[1]].owner else { return [] }
        return allKinds.filter { line(of: $0).contains(owner) }
    }

    // MARK: Values

    /// The value of an attribute that has a number; that of 0 is the default.
    static func value(_ type: NSAttributeType, _ number: Int) -> NSObject {
        switch type {
        case .stringAttributeType: "té \(number)" as NSString
        case .integer64AttributeType: (Int64(number) << 33) as NSNumber
        case .doubleAttributeType: (Double(number) + 0.25) as NSNumber
        case .dateAttributeType: Date(timeIntervalSinceReferenceDate: Double(number) * 1000.5) as NSDate
        case .decimalAttributeType: NSDecimalNumber(mantissa: UInt64(number), exponent: -2, isNegative: number % 2 == 1)
        case .UUIDAttributeType:
            UUID(uuid: (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, UInt8(number / 256), UInt8(number % 256))) as NSUUID
        case .booleanAttributeType: (number % 2 == 0) as NSNumber
        default: Data([UInt8(number % 256), 0, 1]) as NSData
        }
    }

    // MARK: The model

    func model() -> NSManagedObjectModel {
        var entities: [Int: NSEntityDescription] = [:]
        for (number, kind) in kinds {
            let entity = NSEntityDescription()
            entity.name = kind.name
            if kind.name != kind.first { entity.renamingIdentifier = kind.first }
            var properties: [NSPropertyDescription] = kind.fields.compactMap { fields[$0] }.map { field in
                attribute(
                    field.name, field.type, was: field.name == field.first ? nil : field.first,
                    isOptional: field.isOptional, initial: field.hasDefault ? Self.value(field.type, 0) : nil)
            }
            if kind.parent == nil { properties.append(attribute("key", .integer64AttributeType)) }
            entity.properties = properties
            entities[number] = entity
        }
        for (number, kind) in kinds where kind.parent == nil { arrange(number, entities) }
        for tie in ties.keys.sorted() {
            guard let sides = ties[tie], let one = entities[sides[0].owner], let other = entities[sides[1].owner] else {
                continue
            }
            let ends = sides.map { side in
                End(
                    name: side.name, isToMany: side.isToMany, isOrdered: side.isOrdered,
                    identifier: side.name == side.first ? nil : side.first)
            }
            relate(one, ends[0], other, ends[1])
        }
        let model = NSManagedObjectModel()
        model.entities = entities.keys.sorted().compactMap { entities[$0] }
        return model
    }

    private func arrange(_ parent: Int, _ entities: [Int: NSEntityDescription]) {
        let children = allKinds.filter { kinds[$0]?.parent == parent }
        entities[parent]?.subentities = children.compactMap { entities[$0] }
        for child in children { arrange(child, entities) }
    }

    // MARK: Changes

    /// Makes one of the changes; where it is not possible here, none.
    mutating func change(_ random: inout SeededNumbers) {
        let kind = allKinds[random.number(below: kinds.count)]
        let field = fields.keys.sorted().randomElement(using: &random)
        let place = ties.keys.sorted().randomElement(using: &random).map { [$0, random.number(below: 2)] }
        let new = number()
        switch random.number(below: 14) {
        case 0: kinds[kind]?.name = "K\(new)"
        case 1: if let field { fields[field]?.name = "f\(new)" }
        case 2: if let place { ties[place[0]]?[place[1]].name = "r\(new)" }
        case 3: addField(to: kind, &random)
        case 4: if let field { remove(field: field) }
        case 5: if let field { changeOptional(field) }
        case 6: addKind(parent: random.chance(2) ? kind : nil, &random)
        case 7: remove(kind: kind)
        case 8: addTie(&random)
        case 9: if let place { ties[place[0]] = nil }
        case 10: if let place { ties[place[0]]?[place[1]].isToMany = true }
        case 11: if let place, side(place)?.isToMany == true { ties[place[0]]?[place[1]].isOrdered.toggle() }
        case 12: insertParent(above: kind, &random)
        default: if let field { move(field, &random) }
        }
    }

    private mutating func addKind(parent: Int?, _ random: inout SeededNumbers) {
        let number = number()
        kinds[number] = Kind(name: "K\(number)", first: "K\(number)", parent: parent)
        for _ in 0..<2 { addField(to: number, &random) }
    }

    private mutating func addField(to kind: Int, _ random: inout SeededNumbers) {
        let number = number()
        let type = Self.types[random.number(below: Self.types.count)]
        var field = Field(name: "f\(number)", first: "f\(number)", type: type)
        field.hasDefault = random.chance(2)
        field.isOptional = !field.hasDefault || random.chance(2)
        fields[number] = field
        kinds[kind]?.fields.append(number)
    }

    private mutating func addTie(_ random: inout SeededNumbers) {
        let number = number()
        ties[number] = (0..<2).map { side in
            let isToMany = random.chance(2)
            let name = "r\(number)s\(side)"
            return Side(
                owner: allKinds[random.number(below: kinds.count)], name: name, first: name, isToMany: isToMany,
                isOrdered: isToMany && random.chance(3))
        }
    }

    private mutating func remove(field: Int) {
        for kind in allKinds { kinds[kind]?.fields.removeAll { $0 == field } }
        fields[field] = nil
    }

    /// Mandatory with a default, or optional.
    private mutating func changeOptional(_ number: Int) {
        fields[number]?.isOptional.toggle()
        if fields[number]?.isOptional == false { fields[number]?.hasDefault = true }
    }

    private mutating func remove(kind: Int) {
        guard kinds.count > 2, !kinds.values.contains(where: { $0.parent == kind }) else { return }
        for field in kinds[kind]?.fields ?? [] { fields[field] = nil }
        ties = ties.filter { !$0.value.contains { $0.owner == kind } }
        kinds[kind] = nil
    }

    private mutating func insertParent(above kind: Int, _ random: inout SeededNumbers) {
        guard let parent = kinds[kind]?.parent else { return }
        addKind(parent: parent, &random)
        kinds[kind]?.parent = count - 2
    }

    /// Up to the parent of its entity, or down to a child.
    private mutating func move(_ field: Int, _ random: inout SeededNumbers) {
        guard let owner = allKinds.first(where: { kinds[$0]?.fields.contains(field) == true }) else { return }
        let places = [kinds[owner]?.parent].compactMap(\.self) + allKinds.filter { kinds[$0]?.parent == owner }
        guard let place = places.randomElement(using: &random) else { return }
        kinds[owner]?.fields.removeAll { $0 == field }
        kinds[place]?.fields.append(field)
    }
}
