import CoreData

@testable import CoreData

/// Makes the same change twice: to the objects of a context, and to the plain graph of what they must be.
///
/// Used on the queue of its context.
final class GraphEditor {
    let context: NSManagedObjectContext
    var graph: PlainGraph
    /// Objects kept in memory; the others are fetched when they are wanted.
    var held: [Int: NSManagedObject] = [:]
    /// Deleted in this event: the rules come at its end.
    private(set) var doomed: Set<Int> = []
    /// Which objects may be changed; nil for all.
    var allowed: (([Int]) -> Bool)?
    /// What the context has saved or read.
    var saved: PlainGraph
    private var nextUID = 0
    /// All objects, from the first deletion of an event on: to fetch one would end the event.
    private var ofEvent: [Int: NSManagedObject] = [:]

    init(_ context: NSManagedObjectContext, _ graph: PlainGraph) {
        self.context = context
        self.graph = graph
        saved = graph
    }

    /// What the context should have shown and did not.
    struct Mismatch: Error, CustomStringConvertible {
        let description: String
        init(_ description: String) { self.description = description }
    }

    private var schema: GraphSchema { graph.schema }

    // MARK: Objects

    func object(_ uid: Int) throws -> NSManagedObject {
        if let object = held[uid] ?? ofEvent[uid] { return object }
        let request = NSFetchRequest<NSManagedObject>(entityName: try root(of: uid))
        request.predicate = NSPredicate(format: "uid == %ld", uid)
        let found = try context.fetch(request)
        guard let object = found.first, found.count == 1 else {
            throw Mismatch("\(found.count) objects are found with uid \(uid)")
        }
        return object
    }

    private func root(of uid: Int) throws -> String {
        guard let entity = graph.objects[uid]?.entity else { throw Mismatch("there is no object \(uid)") }
        return entity == "Task" ? "Note" : entity
    }

    private func pick(_ uids: [Int], _ random: inout SeededNumbers) -> Int? {
        let choice = uids.filter { !doomed.contains($0) }
        return choice.isEmpty ? nil : choice[random.number(below: choice.count)]
    }

    // MARK: Changes

    /// An event of a few changes, and what the delete rules make of it.
    func event(_ step: GraphStep, _ random: inout SeededNumbers, changes: Int) throws {
        nextUID = max(nextUID, step.firstUID)
        for _ in 0..<changes { try change(&random) }
    }

    /// Ends the event.
    func endEvent() {
        context.processPendingChanges()
        graph.delete(doomed)
        for uid in held.keys where graph.objects[uid] == nil { held[uid] = nil }
        forgetDoomed()
    }

    /// Whether the deletions of this event may not be saved.
    var isDenied: Bool { graph.isDenied(doomed) { saved.objects[$0] != nil } }

    /// Forgets the deletions of this event: they have been taken back.
    func forgetDoomed() {
        doomed = []
        ofEvent = [:]
    }

    /// Tries a change on the plain graph first: only one that is allowed is made.
    private func make(
        _ what: @autoclosure () -> String, _ plain: (inout PlainGraph) -> Void, deleting: Int? = nil,
        _ real: () -> Void
    ) {
        var changed = graph
        plain(&changed)
        if let allowed {
            var outcome = changed
            if let deleting {
                if outcome.isDenied([deleting], isSaved: { saved.objects[$0] != nil }) { return }
                outcome.delete([deleting])
            }
            let touched = Set(outcome.uids).union(graph.uids).filter {
                !graph.matches(outcome.objects[$0], graph.objects[$0])
            }
            if !allowed(touched.sorted()) { return }
        }
        GraphTrace.note("    \(what())")
        real()
        graph = changed
        if let deleting {
            doomed.insert(deleting)
            // Elsewhere nobody waits for the end of the event.
            if allowed != nil { endEvent() }
        }
    }

    private func change(_ random: inout SeededNumbers) throws {
        let uids = graph.uids
        let crowd = uids.count
        switch random.number(below: 16) {
        // Where rules deny most deletions a graph would grow with the length of the sequence, and each look at it.
        case 0 where crowd > 80, 1 where crowd > 80:
            try delete(&random) { !self.graph.isDenied([$0]) { self.saved.objects[$0] != nil } }
        case 0, 1,
            2 where crowd < 40:
            insert(&random)
        case 3, 4: try setValue(&random)
        case 5, 6, 7: try setDestination(&random)
        case 8, 9, 10: try changeMembers(&random)
        case 11, 12: try changeOrder(&random)
        case 13: try delete(&random)
        case 14 where crowd > 20: try delete(&random)
        default: try setValue(&random)
        }
    }

    private func insert(_ random: inout SeededNumbers) {
        let uid = nextUID
        nextUID += 1
        let entity = GraphSchema.entities[random.number(below: GraphSchema.entities.count)]
        let text = random.chance(4) ? nil : "new \(uid)"
        let holds = random.chance(2)
        make(
            "insert \(entity) \(uid)",
            {
                $0.insert(uid, entity)
                $0.setText(text, of: uid)
            }
        ) {
            let object = NSEntityDescription.insertNewObject(forEntityName: entity, into: context)
            object.setValue(uid, forKey: "uid")
            if let text { object.setValue(text, forKey: "text") }
            if holds { held[uid] = object }
            if !doomed.isEmpty { ofEvent[uid] = object }
        }
    }

    private func setValue(_ random: inout SeededNumbers) throws {
        guard let uid = pick(graph.uids, &random) else { return }
        let object = try object(uid)
        let number = random.number(below: 5)
        switch random.number(below: 4) {
        case 0:
            make("\(uid).text = \(number)", { $0.setText("text \(number)", of: uid) }) {
                object.setValue("text \(number)", forKey: "text")
            }
        case 1: make("\(uid).text = nil", { $0.setText(nil, of: uid) }) { object.setValue(nil, forKey: "text") }
        case 2:
            make("\(uid).count = \(number)", { $0.setCount(number, of: uid) }) {
                object.setValue(number, forKey: "count")
            }
        default:
            // The value it has already.
            let text = graph.objects[uid]?.text
            make("\(uid).text again", { $0.setText(text, of: uid) }) { object.setValue(text, forKey: "text") }
        }
    }

    private func link(
        _ random: inout SeededNumbers, _ matches: (GraphSchema.Link) -> Bool
    ) -> (uid: Int, link: GraphSchema.Link)? {
        guard let uid = pick(graph.uids, &random), let object = graph.objects[uid] else { return nil }
        let links = schema.links(of: object.entity).values.filter(matches).sorted { $0.name < $1.name }
        return links.isEmpty ? nil : (uid, links[random.number(below: links.count)])
    }

    private func setDestination(_ random: inout SeededNumbers) throws {
        guard let (uid, link) = link(&random, { !$0.isToMany }) else { return }
        let target = random.chance(4) ? nil : pick(graph.uids(of: link.destination), &random)
        let (object, destination) = (try object(uid), try target.map(object))
        make("\(uid).\(link.name) = \(target ?? 0)", { $0.set(link, of: uid, to: target) }) {
            object.setValue(destination, forKey: link.name)
        }
    }

    private func changeMembers(_ random: inout SeededNumbers) throws {
        guard let (uid, link) = link(&random, \.isToMany) else { return }
        let object = try object(uid)
        let members = graph.objects[uid]?.many[link.name] ?? []
        let kind = random.number(below: 4)
        if kind == 0 {
            guard let member = pick(members, &random) else { return }
            let leaving = try self.object(member)
            make("\(uid).\(link.name) - \(member)", { $0.remove(member, from: link, of: uid) }) {
                if link.isOrdered {
                    object.mutableOrderedSetValue(forKey: link.name).remove(leaving)
                } else {
                    object.mutableSetValue(forKey: link.name).remove(leaving)
                }
            }
        } else if kind == 1 {
            let chosen = graph.uids(of: link.destination).filter { !doomed.contains($0) && random.chance(3) }
            let objects = try chosen.map(self.object)
            make("\(uid).\(link.name) = \(chosen)", { $0.set(link, of: uid, to: chosen) }) {
                let value: Any = link.isOrdered ? NSOrderedSet(array: objects) : NSSet(array: objects)
                object.setValue(value, forKey: link.name)
            }
        } else {
            guard let member = pick(graph.uids(of: link.destination), &random) else { return }
            let joining = try self.object(member)
            make("\(uid).\(link.name) + \(member)", { $0.add(member, to: link, of: uid) }) {
                if link.isOrdered {
                    object.mutableOrderedSetValue(forKey: link.name).add(joining)
                } else {
                    object.mutableSetValue(forKey: link.name).add(joining)
                }
            }
        }
    }

    /// Moves, exchanges or puts in members of an ordered relationship.
    private func changeOrder(_ random: inout SeededNumbers) throws {
        guard let (uid, link) = link(&random, \.isOrdered) else { return }
        let object = try object(uid)
        var members = graph.objects[uid]?.many[link.name] ?? []
        guard members.count > 1 || random.chance(2) else { return }
        let real = object.mutableOrderedSetValue(forKey: link.name).count
        if real != members.count { throw Mismatch("\(uid).\(link.name) has \(real) members, not \(members)") }
        let (from, to) = (random.number(below: members.count), random.number(below: members.count))
        switch random.number(below: 3) {
        case 0 where !members.isEmpty:
            let moved = members.remove(at: from)
            members.insert(moved, at: to)
            make("\(uid).\(link.name) in order \(members)", { $0.set(link, of: uid, to: members) }) {
                object.mutableOrderedSetValue(forKey: link.name).moveObjects(at: [from], to: to)
            }
        case 1 where !members.isEmpty:
            members.swapAt(from, to)
            make("\(uid).\(link.name) in order \(members)", { $0.set(link, of: uid, to: members) }) {
                object.mutableOrderedSetValue(forKey: link.name).exchangeObject(at: from, withObjectAt: to)
            }
        default:
            guard let member = pick(graph.uids(of: link.destination), &random), !members.contains(member) else {
                return
            }
            let joining = try self.object(member)
            members.insert(member, at: to)
            make("\(uid).\(link.name) in order \(members)", { $0.set(link, of: uid, to: members) }) {
                object.mutableOrderedSetValue(forKey: link.name).insert(joining, at: to)
            }
        }
    }

    private func delete(_ random: inout SeededNumbers, where isWanted: (Int) -> Bool = { _ in true }) throws {
        guard let uid = pick(graph.uids.filter(isWanted), &random) else { return }
        let object = try object(uid)
        if allowed == nil, doomed.isEmpty {
            for other in graph.uids { ofEvent[other] = try self.object(other) }
        }
        // Objects of the same event would come with it: then whoever is allowed less could not tell what is touched.
        make("delete \(uid)", { _ in }, deleting: uid) { context.delete(object) }
    }

    // MARK: Comparing

    /// One object as the context has it.
    func plain(_ object: NSManagedObject) throws -> PlainGraph.Object {
        guard let entity = object.entity.name else { throw Mismatch("an object has no entity") }
        var plain = PlainGraph.Object(entity: entity, text: object.value(forKey: "text") as? String)
        plain.count = object.value(forKey: "count") as? Int ?? -1
        for link in schema.links(of: entity).values {
            let value = object.value(forKey: link.name)
            if link.isToMany {
                let members = (value as? NSOrderedSet)?.array ?? (value as? NSSet)?.allObjects ?? []
                let uids = try members.map(uid)
                if !uids.isEmpty { plain.many[link.name] = uids }
            } else {
                plain.one[link.name] = try value.map(uid)
            }
        }
        return plain
    }

    private func uid(_ object: Any) throws -> Int {
        guard let uid = (object as? NSManagedObject)?.value(forKey: "uid") as? Int else {
            throw Mismatch("a relationship leads to \(object)")
        }
        return uid
    }

    /// Throws unless one object is what it must be.
    func compare(_ uid: Int) throws {
        let object = try object(uid)
        if object !== context.object(with: object.objectID) { throw Mismatch("\(uid) is not found under its ID") }
        let seen = try plain(object)
        if !graph.matches(seen, graph.objects[uid]) {
            throw Mismatch("\(uid) is \(graph.describe(seen)), not \(graph.describe(graph.objects[uid]))")
        }
    }

    /// Everything there is in the context, fetched.
    func picture() throws -> [Int: PlainGraph.Object] {
        var seen: [Int: PlainGraph.Object] = [:]
        for entity in GraphSchema.roots {
            for object in try context.fetch(NSFetchRequest<NSManagedObject>(entityName: entity)) {
                let uid = try uid(object)
                if let twin = seen.updateValue(try plain(object), forKey: uid) {
                    throw Mismatch("\(uid) is there twice, also as \(graph.describe(twin))")
                }
            }
        }
        return seen
    }

    /// Throws unless everything is what it must be.
    func compareAll() throws {
        let seen = try picture()
        let wrong = Set(seen.keys).union(graph.uids).sorted().filter { !graph.matches(seen[$0], graph.objects[$0]) }
        if wrong.isEmpty { return }
        throw Mismatch(
            wrong.map { "\($0) is \(graph.describe(seen[$0])), not \(graph.describe(graph.objects[$0]))" }
                .joined(separator: "; "))
    }
}
