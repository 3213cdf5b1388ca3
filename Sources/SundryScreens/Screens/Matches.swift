import CoreData
import Foundation
import SundryKit

/// The rows that hold what was looked for last, for going from one to the next once the filter was left.
///
/// They are those that the filter showed, in the order of the list, so that the match after the cursor is found by halving. Where it
/// was left before they were there, the first step fetches them; in a long list that takes a while, and the step is made then.
@MainActor
final class Matches<Object: NSManagedObject> {
    /// What was looked for; empty where nothing was.
    private(set) var text = ""
    private let rows = LiveRows<Object>()
    private var isStale = true
    /// The step that waits for the rows.
    private var awaited: Int?

    /// Called when there are more rows.
    var onChange: () -> Void {
        get { rows.onChange }
        set { rows.onChange = newValue }
    }

    /// The text is what was looked for last.
    func look(for text: String) {
        guard !text.isEmpty, text != self.text else { return }
        self.text = text
        forget()
    }

    /// The text is what was looked for last, and the rows hold it, if all of them are there; they are empty afterwards.
    func look(for text: String, foundIn found: LiveRows<Object>) {
        look(for: text)
        guard !text.isEmpty, found.isComplete, !found.isWaiting else { return }
        rows.takeOver(found)
        (isStale, awaited) = (false, nil)
    }

    /// The rows may be others by now, or in another order.
    func forget() {
        guard !isStale else { return }
        isStale = true
        awaited = nil
        rows.clear()
    }

    /// A step that was asked for is not wanted any more.
    func stopWaiting() { awaited = nil }

    /// Goes to a match so many after the cursor of a list, or before it. `fetch` shows in the given rows which hold the text.
    func step(_ steps: Int, in list: LiveRows<Object>, fetch: (LiveRows<Object>) throws -> Void) throws -> Effect {
        if isStale {
            try fetch(rows)
            isStale = false
        }
        awaited = steps
        return try resume(in: list) ?? .say("Looking for “\(Title.shortened(text, to: 24))” …")
    }

    /// Makes the step that was asked for, if it can be made by now; nil where there is none.
    func resume(in list: LiveRows<Object>) throws -> Effect? {
        try rows.check()
        guard let steps = awaited, !rows.isWaiting, rows.isComplete, !list.isWaiting, list.isComplete else {
            return nil
        }
        awaited = nil
        let count = rows.count
        guard count > 0 else { return .say("Nothing contains “\(Title.shortened(text, to: 24))”.") }
        let before = countBefore(list.row, in: list)
        let isOnMatch = rows.object(at: before) === list.selected
        let target = steps > 0 ? before + steps - (isOnMatch ? 0 : 1) : before + steps
        list.select(rows.object(at: ((target % count) + count) % count))
        if target >= count { return .say("Past the last match: on from the first.") }
        return target < 0 ? .say("Past the first match: on from the last.") : .done
    }

    /// How many matches stand before a row of the list.
    private func countBefore(_ row: Int, in list: LiveRows<Object>) -> Int {
        var (low, high) = (0, rows.count)
        while low < high {
            let middle = (low + high) / 2
            let place = rows.object(at: middle).flatMap(list.position) ?? 0
            if place < row { low = middle + 1 } else { high = middle }
        }
        return low
    }
}

extension LiveRows {
    /// Moves the cursor so many rows, round the end.
    func step(_ steps: Int) {
        guard count > 0 else { return }
        select((((row + steps) % count) + count) % count)
    }
}

extension String {
    /// Where it holds a text, accents folded; capitals count where the text has some, unless they are to be ignored.
    func range(matching text: String, ignoringCase: Bool = false) -> Range<String.Index>? {
        guard !text.isEmpty else { return nil }
        let isExact = !ignoringCase && text.contains(where: \.isUppercase)
        return range(of: text, options: isExact ? .diacriticInsensitive : [.caseInsensitive, .diacriticInsensitive])
    }
}
