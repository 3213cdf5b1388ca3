import SundryKit

/// What is always to be in the house.
extension ItemsScreen {
    /// Makes staples of the chosen items, or ends that. All end alike: one that is none among them makes all staples.
    func markStaples(_ count: Int) throws -> Effect {
        let chosen = items.chosen(count)
        let isStaple = try MarkStaple.isNeeded(for: chosen.items, in: context)
        let words = chosen.words
        try MarkStaple(chosen.items, isStaple: isStaple).run(in: context)
        items.dropMarks()
        let many = chosen.items.count > 1
        guard isStaple else {
            return .say("\(words) \(many ? "are no staples" : "is no staple") any more; u takes it back.")
        }
        let key = many ? "S puts them on a list where they are missing" : "S puts it on a list where it is missing"
        return .say("\(words) \(many ? "are staples" : "is a staple"); \(key).")
    }

    /// Puts the staples that are missing on the list that is shown.
    func addStaples() throws -> Effect {
        let staples = try Product.staples(in: context).count
        guard staples > 0 else { return .say("There are no staples yet: * makes one of an item.") }
        let target = try items.list.map(ListTarget.list) ?? ItemList.target(named: nil, in: context)
        let added = try AddStaples(to: target).run(in: context)
        guard let last = added.last else {
            return .say(staples == 1 ? "The one staple is on this list." : "All \(staples) staples are on this list.")
        }
        // A list that was just made is shown first.
        try prepare()
        items.rows.select(last)
        let what = added.count == 1 ? "“\(Title.shortened(last.line))”" : "\(added.count) staples"
        return .say("Added \(what); u takes \(added.count == 1 ? "it" : "them") back.")
    }
}
