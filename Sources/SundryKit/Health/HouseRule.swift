import CoreData

/// A rule of the lists that their model does not say: what breaks it, and what puts that right.
struct HouseRule: Sendable {
    let kind: String
    let entity: String
    /// What is wrong with so many.
    let what: @Sendable (Int) -> String
    let remedy: String
    let done: String
    let broken: @Sendable (NSManagedObjectContext) throws -> [NSManagedObject]
    let mend: @Sendable ([NSManagedObject], NSManagedObjectContext) throws -> Void

    static let all = [listed, ticked, named, recorded]

    /// Every item is in a list: no screen shows one that is in none.
    private static let listed = HouseRule(
        kind: "itemWithoutList", entity: "Item",
        what: { "\(Noun("Item").counted($0)) \($0 == 1 ? "is" : "are") in no list" },
        remedy: "puts what is in no list into “\(foundAgain)”", done: "put into “\(foundAgain)”",
        broken: { try $0.fetch(request("Item", "list == nil")) },
        mend: { items, context in
            let list = try ItemList.find(foundAgain, in: context) ?? AddList.insert(foundAgain, into: context)
            list.archivedAt = nil
            var position = try list.nextItemPosition(in: context)
            for case let item as Item in items {
                item.list = list
                item.position = position
                position += 1
            }
        })

    /// The list that takes what is in none.
    static let foundAgain = "Found again"

    /// What items are sorted by agrees with what is shown: see `Item.tick(at:)`.
    private static let ticked = HouseRule(
        kind: "halfTicked", entity: "Item",
        what: { "\(Noun("Item").counted($0)) \($0 == 1 ? "is" : "are") ticked in one place and not in another" },
        remedy: "goes by what the list shows", done: "as the list shows",
        broken: {
            try $0.fetch(
                request("Item", "(isDone == YES AND completedAt == nil) OR (isDone == NO AND completedAt != nil)"))
        },
        mend: { items, _ in
            for case let item as Item in items { item.tick(at: item.isDone ? Date() : nil) }
        })

    /// A list is found by its name: see `ItemList.setName(_:)`.
    private static let named = HouseRule(
        kind: "listUnderAnotherName", entity: "ItemList",
        what: {
            "\(Noun("ItemList").counted($0)) \($0 == 1 ? "is" : "are") kept under another name than \($0 == 1 ? "its" : "their") own"
        },
        remedy: "keeps them under their own", done: "kept under their own",
        broken: { context in
            try context.fetch(request("ItemList")).filter { list in
                guard let list = list as? ItemList else { return false }
                return list.foldedName != Search.folded(list.name ?? "")
            }
        },
        mend: { lists, context in
            for case let list as ItemList in lists {
                let name = list.name ?? ""
                let names = [name] + (2...).lazy.prefix(lists.count + 1000).map { "\(name) \($0)" }
                for name in names where try ItemList.find(name, in: context).map({ $0 == list }) ?? true {
                    list.setName(name)
                    break
                }
            }
        })

    /// What was done can be taken back: one record that cannot be read would stand before all older ones.
    private static let recorded = HouseRule(
        kind: "unreadableRecord", entity: "Edit",
        what: {
            "\(Noun("Edit").counted($0)) cannot be read, and \($0 == 1 ? "keeps" : "keep") what is older from being undone"
        },
        remedy: "lets undo pass over them", done: "passed over by undo from now on",
        broken: { context in
            let request = request("Edit", "undoneAt == nil")
            request.fetchBatchSize = 200
            return try context.fetch(request).filter { edit in
                guard let changes = (edit as? Edit)?.changes else { return true }
                return ChangeReader.isDamaged(changes)
            }
        },
        mend: { edits, _ in
            for case let edit as Edit in edits {
                edit.changes = ChangeWriter.data(of: [])
                edit.undoneAt = Date()
            }
        })

    private static func request(_ entity: String, _ format: String? = nil) -> NSFetchRequest<NSManagedObject> {
        let request = NSFetchRequest<NSManagedObject>(entityName: entity)
        request.predicate = format.map { NSPredicate(format: $0) }
        return request
    }

    /// What breaks the rule, in words; nil where nothing does.
    func complaint(_ count: Int) -> Complaint? {
        guard count > 0 else { return nil }
        return Complaint(kind: kind, entity: entity, count: count, what: what(count), remedy: remedy, done: done)
    }
}

extension ChangeReader {
    /// Whether a record makes no sense. What a newer program wrote does, if not to this one.
    static func isDamaged(_ data: Data) -> Bool {
        guard let version = data.first, version <= 1 else { return data.isEmpty }
        do {
            _ = try changes(in: data)
            return false
        } catch {
            return true
        }
    }
}
