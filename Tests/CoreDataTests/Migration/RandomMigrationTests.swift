import Foundation
import Testing

@testable import CoreData

/// Rows of models that change at random keep what the change leaves them, in the file and by a migration manager.
@Suite("A model that changes at random")
struct RandomMigrationTests {
    /// An object as its store has it.
    private struct Thing: Equatable {
        var kind: Int
        var values: [Int: NSObject] = [:]
        /// The keys of the members, in their order if they have one.
        var members: [[Int]: [Int]] = [:]
    }

    @Test("keeps what was in its store", arguments: SoakSize.seeds(12, soak: 400))
    func keeps(seed: Int) throws {
        var random = SeededNumbers(seed: UInt64(seed))
        var plan = ChangingModel(&random)
        let store = MigratedStore()
        var things = try store.with(plan.model()) { context in
            try Self.fill(context, plan, &random, from: 0)
            try context.save()
            return try Self.read(context, plan)
        }
        for step in 1...3 {
            let former = plan
            for _ in 0...random.number(below: 5) { plan.change(&random) }
            let expected = Self.carried(things, from: former, to: plan)
            let place: Comment = "seed \(seed), step \(step)"
            let moved = try Self.byManager(store.url, former, plan)
            Self.compare(moved.things, expected, former, plan, "\(place), by a manager")
            #expect(moved.findings.isEmpty, place)
            things = try store.migrate(to: plan.model()) { context in
                Self.compare(try Self.read(context, plan), expected, former, plan, place)
                try Self.fill(context, plan, &random, from: step * 1000)
                try context.save()
                return try Self.read(context, plan)
            }
            let findings = try NSPersistentStoreCoordinator.examinePersistentStore(at: store.url, model: plan.model())
            #expect(findings.isEmpty, place)
            let reopened = try store.with(plan.model()) { try Self.read($0, plan) }
            #expect(reopened == things, place)
        }
    }

    /// The same by a migration manager, into another file.
    private static func byManager(
        _ url: URL, _ former: ChangingModel, _ plan: ChangingModel
    ) throws -> (things: [Int: Thing], findings: [StoreFinding]) {
        let target = MigratedStore()
        let (source, destination) = (former.model(), plan.model())
        let manager = NSMigrationManager(sourceModel: source, destinationModel: destination)
        manager.usesStoreSpecificMigrationManager = false
        try manager.migrateStore(
            from: url, type: .sqlite,
            mapping: NSMappingModel.inferredMappingModel(forSourceModel: source, destinationModel: destination),
            to: target.url, type: .sqlite)
        let things = try target.with(plan.model()) { try read($0, plan) }
        return (
            things, try NSPersistentStoreCoordinator.examinePersistentStore(at: target.url, model: plan.model())
        )
    }

    /// Some objects more, with and without values and members.
    private static func fill(
        _ context: NSManagedObjectContext, _ plan: ChangingModel, _ random: inout SeededNumbers, from first: Int
    ) throws {
        var made: [Int: [NSManagedObject]] = [:]
        var key = first
        for (number, kind) in plan.kinds.sorted(by: { $0.key < $1.key }) {
            for _ in 0..<4 {
                key += 1
                let object = context.make(kind.name, ["key": key])
                for field in plan.fields(of: number).compactMap({ plan.fields[$0] })
                where !field.isOptional || random.chance(2) {
                    object.setValue(ChangingModel.value(field.type, 1 + random.number(below: 500)), forKey: field.name)
                }
                made[number, default: []].append(object)
            }
        }
        for (number, objects) in made.sorted(by: { $0.key < $1.key }) {
            for place in plan.sides(of: number) {
                guard let side = plan.side(place) else { continue }
                let others = plan.destinations(of: place).flatMap { made[$0] ?? [] }
                for object in objects where random.chance(2) {
                    let members = others.shuffled(using: &random).prefix(random.number(below: 4))
                    switch (side.isToMany, side.isOrdered) {
                    case (true, true): object.setValue(NSOrderedSet(array: Array(members)), forKey: side.name)
                    case (true, false): object.setValue(NSSet(array: Array(members)), forKey: side.name)
                    default: object.setValue(members.first, forKey: side.name)
                    }
                }
            }
        }
    }

    /// All there is.
    private static func read(_ context: NSManagedObjectContext, _ plan: ChangingModel) throws -> [Int: Thing] {
        var things: [Int: Thing] = [:]
        for (number, kind) in plan.kinds {
            let request = NSFetchRequest<NSManagedObject>(entityName: kind.name)
            request.includesSubentities = false
            for object in try context.fetch(request) {
                var thing = Thing(kind: number)
                for field in plan.fields(of: number) {
                    if let name = plan.fields[field]?.name {
                        thing.values[field] = object.value(forKey: name) as? NSObject
                    }
                }
                for place in plan.sides(of: number) {
                    guard let side = plan.side(place) else { continue }
                    thing.members[place] =
                        switch object.value(forKey: side.name) {
                        case let members as NSOrderedSet: members.compactMap(Self.key)
                        case let members as NSSet: members.compactMap(Self.key).sorted()
                        case let member as NSManagedObject: [member].compactMap(Self.key)
                        default: []
                        }
                }
                things[Self.key(object) ?? 0] = thing
            }
        }
        return things
    }

    private static func key(_ object: Any) -> Int? { (object as? NSManagedObject)?.value(forKey: "key") as? Int }

    /// What must be left of them.
    private static func carried(
        _ things: [Int: Thing], from former: ChangingModel, to plan: ChangingModel
    ) -> [Int: Thing] {
        let kept = things.filter { plan.kinds[$0.value.kind] != nil }
        return kept.mapValues { thing in
            var later = Thing(kind: thing.kind)
            let (fields, sides) = (Set(former.fields(of: thing.kind)), Set(former.sides(of: thing.kind)))
            for number in plan.fields(of: thing.kind) {
                guard let field = plan.fields[number] else { continue }
                let isNew = !fields.contains(number)
                later.values[number] = isNew ? nil : thing.values[number]
                if later.values[number] == nil, field.hasDefault, isNew || !field.isOptional {
                    later.values[number] = ChangingModel.value(field.type, 0)
                }
            }
            for place in plan.sides(of: thing.kind) {
                later.members[place] =
                    sides.contains(place) ? (thing.members[place] ?? []).filter { kept[$0] != nil } : []
            }
            return later
        }
    }

    private static func compare(
        _ things: [Int: Thing], _ expected: [Int: Thing], _ former: ChangingModel, _ plan: ChangingModel,
        _ place: Comment
    ) {
        /// Only an order that there was, and is, is kept.
        func sorted(_ thing: Thing) -> Thing {
            var thing = thing
            for place in thing.members.keys
            where former.side(place)?.isOrdered != true || plan.side(place)?.isOrdered != true {
                thing.members[place]?.sort()
            }
            return thing
        }
        #expect(things.keys.sorted() == expected.keys.sorted(), place)
        for (key, thing) in things {
            guard let wanted = expected[key].map(sorted), wanted != sorted(thing) else { continue }
            Issue.record("\(place): \(key) is \(sorted(thing)) in place of \(wanted)")
        }
    }
}
