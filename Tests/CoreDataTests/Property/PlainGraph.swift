import CoreData

/// What must be true of a context's objects: values and references in plain dictionaries, by the objects' own numbers.
struct PlainGraph: Equatable {
    struct Object: Equatable {
        let entity: String
        var text: String?
        var count = 0
        var one: [String: Int] = [:]
        /// In order; of an unordered relationship the order means nothing.
        var many: [String: [Int]] = [:]
    }
    let schema: GraphSchema
    private(set) var objects: [Int: Object] = [:]

    init(_ schema: GraphSchema) { self.schema = schema }

    static func == (one: Self, other: Self) -> Bool {
        one.objects.count == other.objects.count
            && one.objects.allSatisfy { one.matches($0.value, other.objects[$0.key]) }
    }

    /// Where the two differ, in words.
    func differences(from other: Self) -> [String] {
        Set(objects.keys).union(other.objects.keys).sorted().compactMap { uid in
            let (own, its) = (objects[uid], other.objects[uid])
            return matches(own, its) ? nil : "\(uid): \(describe(own)), not \(describe(its))"
        }
    }

    func describe(_ object: Object?) -> String {
        guard let object else { return "not there" }
        let many = object.many.filter { !$0.value.isEmpty }.map { "\($0.key)=\($0.value)" }.sorted()
        let one = object.one.map { "\($0.key)=\($0.value)" }.sorted()
        return ([object.entity, object.text ?? "nil", "\(object.count)"] + one + many).joined(separator: " ")
    }

    func matches(_ one: Object?, _ other: Object?) -> Bool {
        guard let one, let other else { return one == nil && other == nil }
        guard one.entity == other.entity, one.text == other.text, one.count == other.count, one.one == other.one else {
            return false
        }
        return schema.links(of: one.entity).values.filter(\.isToMany).allSatisfy { link in
            let (own, its) = (one.many[link.name] ?? [], other.many[link.name] ?? [])
            return link.isOrdered ? own == its : own.sorted() == its.sorted()
        }
    }

    /// Whether two graphs have the same attributes of one object.
    func hasSameValues(_ uid: Int, as other: Self) -> Bool {
        objects[uid]?.text == other.objects[uid]?.text && objects[uid]?.count == other.objects[uid]?.count
    }

    var uids: [Int] { objects.keys.sorted() }

    func uids(of entity: String) -> [Int] {
        objects.filter { GraphSchema.isKind($0.value.entity, of: entity) }.keys.sorted()
    }

    // MARK: Changes

    mutating func insert(_ uid: Int, _ entity: String) { objects[uid] = Object(entity: entity) }
    mutating func setText(_ text: String?, of uid: Int) { objects[uid]?.text = text }
    mutating func setCount(_ count: Int, of uid: Int) { objects[uid]?.count = count }

    /// Takes over one object from another graph as it is, or that there is none.
    mutating func take(_ uid: Int, from other: Self) { objects[uid] = other.objects[uid] }

    private func inverse(of link: GraphSchema.Link) -> GraphSchema.Link? {
        schema.link(link.inverse, of: link.destination)
    }

    private mutating func join(_ uid: Int, _ name: String, _ member: Int) {
        if objects[uid]?.many[name]?.contains(member) != true {
            objects[uid]?.many[name, default: []].append(member)
        }
    }

    private mutating func leave(_ uid: Int, _ name: String, _ member: Int) {
        objects[uid]?.many[name]?.removeAll { $0 == member }
    }

    mutating func set(_ link: GraphSchema.Link, of uid: Int, to new: Int?) {
        let old = objects[uid]?.one[link.name]
        guard old != new, let inverse = inverse(of: link) else { return }
        objects[uid]?.one[link.name] = new
        if inverse.isToMany {
            if let old { leave(old, inverse.name, uid) }
            if let new { join(new, inverse.name, uid) }
            return
        }
        if let old, objects[old]?.one[inverse.name] == uid { objects[old]?.one[inverse.name] = nil }
        guard let new else { return }
        if let previous = objects[new]?.one[inverse.name], previous != uid { objects[previous]?.one[link.name] = nil }
        objects[new]?.one[inverse.name] = uid
    }

    mutating func add(_ member: Int, to link: GraphSchema.Link, of uid: Int) {
        guard let inverse = inverse(of: link) else { return }
        if !inverse.isToMany { return set(inverse, of: member, to: uid) }
        join(uid, link.name, member)
        join(member, inverse.name, uid)
    }

    mutating func remove(_ member: Int, from link: GraphSchema.Link, of uid: Int) {
        guard let inverse = inverse(of: link), objects[uid]?.many[link.name]?.contains(member) == true else { return }
        if !inverse.isToMany { return set(inverse, of: member, to: nil) }
        leave(uid, link.name, member)
        leave(member, inverse.name, uid)
    }

    mutating func set(_ link: GraphSchema.Link, of uid: Int, to members: [Int]) {
        for member in objects[uid]?.many[link.name] ?? [] where !members.contains(member) {
            remove(member, from: link, of: uid)
        }
        for member in members { add(member, to: link, of: uid) }
        objects[uid]?.many[link.name] = members
    }

    // MARK: Giving up

    /// Gives up the changes of one object: what its row stores is what it was, at the other ends too; what the rows of others
    /// store stays.
    mutating func giveUp(_ uid: Int, for saved: Self) {
        guard let own = objects[uid], let old = saved.objects[uid] else { return }
        setText(old.text, of: uid)
        setCount(old.count, of: uid)
        for link in schema.links(of: own.entity).values.sorted(by: { $0.name < $1.name }) {
            guard let inverse = inverse(of: link) else { continue }
            let stored = targets(of: old, link).filter { objects[$0] != nil }
            let present = objects[uid].map { targets(of: $0, link) } ?? []
            if !link.isToMany {
                set(link, of: uid, to: stored.first)
            } else if inverse.isToMany {
                set(link, of: uid, to: stored)
            } else {
                objects[uid]?.many[link.name] =
                    stored.filter(present.contains) + present.filter { !stored.contains($0) }
                continue
            }
            guard inverse.isOrdered else { continue }
            for target in stored where !present.contains(target) { putBack(uid, inverse.name, of: target, saved) }
        }
    }

    /// Moves a member to where it was saved: behind the one that came before it, and is there still.
    private mutating func putBack(_ uid: Int, _ name: String, of target: Int, _ saved: Self) {
        var members = (objects[target]?.many[name] ?? []).filter { $0 != uid }
        let before = (saved.objects[target]?.many[name] ?? []).prefix { $0 != uid }.last(where: members.contains)
        members.insert(uid, at: before.flatMap(members.firstIndex).map { $0 + 1 } ?? 0)
        objects[target]?.many[name] = members
    }

    // MARK: Deletion

    /// The objects that go with these, by cascades.
    func closure(of doomed: Set<Int>) -> Set<Int> {
        var (all, due) = (doomed, Array(doomed))
        while let uid = due.popLast() {
            guard let object = objects[uid] else { continue }
            for link in schema.links(of: object.entity).values where link.rule == .cascadeDeleteRule {
                for target in targets(of: object, link) where all.insert(target).inserted { due.append(target) }
            }
        }
        return all
    }

    private func targets(of object: Object, _ link: GraphSchema.Link) -> [Int] {
        link.isToMany ? object.many[link.name] ?? [] : object.one[link.name].map { [$0] } ?? []
    }

    /// Whether a rule forbids that these are deleted; it says nothing about objects that were never saved.
    func isDenied(_ doomed: Set<Int>, isSaved: (Int) -> Bool) -> Bool {
        let all = closure(of: doomed)
        return all.contains { uid in
            guard isSaved(uid), let object = objects[uid] else { return false }
            return schema.links(of: object.entity).values.contains { link in
                link.rule == .denyDeleteRule && targets(of: object, link).contains { !all.contains($0) }
            }
        }
    }

    /// Deletes objects, with what the rules ask for.
    mutating func delete(_ doomed: Set<Int>) {
        let all = closure(of: doomed)
        for uid in all {
            guard let object = objects[uid] else { continue }
            for link in schema.links(of: object.entity).values {
                guard let inverse = inverse(of: link) else { continue }
                for target in targets(of: object, link) where !all.contains(target) {
                    if inverse.isToMany {
                        leave(target, inverse.name, uid)
                    } else if objects[target]?.one[inverse.name] == uid {
                        objects[target]?.one[inverse.name] = nil
                    }
                }
            }
        }
        for uid in all { objects[uid] = nil }
    }
}
