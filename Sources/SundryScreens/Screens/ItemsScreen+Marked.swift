import CoreData
import SundryKit

/// What is done to the marked items, or to the one under the cursor.
extension ItemsScreen {
    func makeMore(_ steps: Int) throws -> Effect {
        let chosen = items.chosen(1)
        let count = try ChangeQuantity(chosen.items, by: steps).run(in: context)
        guard count == 0 else { return chosen.isMarked ? .say("Changed \(chosen.words); u takes it back.") : .done }
        return .say("Less than that is none: d deletes.")
    }

    /// Keeps the items to be put elsewhere.
    func copy(_ count: Int) -> Effect {
        let chosen = items.chosen(count)
        copied = chosen.items
        items.dropMarks()
        return .say("Copied \(chosen.words); p puts copies into a list.")
    }

    /// Puts copies of what was kept into the list that is shown.
    func putCopies() throws -> Effect {
        guard !copied.isEmpty else { return .say("Nothing was copied yet: y copies an item.") }
        let target = try items.list.map(ListTarget.list) ?? ItemList.target(named: nil, in: context)
        let added = try CopyItem(copied, to: target).run(in: context)
        try prepare()
        items.rows.select(added.last)
        return .say(
            "Added \(added.count == 1 ? "a copy" : "\(added.count) copies"); u takes \(added.count == 1 ? "it" : "them") back."
        )
    }

    /// Puts the items into another list.
    func move(_ chosen: Chosen, to name: String) throws -> Effect {
        let begun = try ItemList.all(in: context).filter { list in
            list !== items.list && Search.folded(list.name ?? "").hasPrefix(Search.folded(Title.trimmed(name)))
        }
        // The beginning of one name alone is as good as the name.
        let target = try begun.count == 1 ? begun[0] : ItemList.named(name, in: context)
        guard target !== items.list else { return .say("That is the list they are in.") }
        var count = 0
        try items.rows.leave(for: chosen.next) {
            count = try MoveItem(chosen.items, to: .list(target)).run(in: context)
        }
        items.dropMarks()
        let words = count == chosen.items.count ? chosen.words : "\(count) of \(chosen.words)"
        return .say("Moved \(words) to \(Title.shortened(target.name ?? "", to: 24)); u brings back.")
    }

    /// Puts the items into a category, or takes them out of theirs.
    func categorize(_ chosen: Chosen, in name: String) throws -> Effect {
        let count = try CategorizeItem(chosen.items, in: name).run(in: context)
        items.dropMarks()
        guard count > 0 else { return .say("That is the category they are in.") }
        let place = Title.trimmed(name).isEmpty ? "no category" : Title.shortened(Title.trimmed(name), to: 24)
        return .say("\(chosen.words) in \(place); u takes it back.")
    }

    /// Puts what is done on the list into the trash.
    func clearDone() throws -> Effect {
        guard let list = items.list else { return .done }
        let selected = items.rows.selected
        let next = selected?.isDone == true ? items.rows.object(at: items.openCount - 1) : selected
        if items.rows.pieces.tailCount >= Self.behindFrom {
            return try runBehind(ClearDone(list), saying: "Clearing") { "Cleared \($0) done items; u brings back." }
        }
        var count = 0
        try items.rows.leave(for: next) { count = try ClearDone(list).run(in: context) }
        return .say(
            count == 0 ? "Nothing is done here." : "Cleared \(count) done item\(count == 1 ? "" : "s"); u brings back.")
    }
}
