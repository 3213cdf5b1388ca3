import CoreData
import SundryKit

/// What the open items of a long list cost, added up behind the screen: one look at a time, a new one once something changed.
@MainActor
final class TotalBehind {
    private struct Question: Equatable {
        let list: NSManagedObjectID
        let filter: String
    }

    /// Called when the sum is there.
    var onChange: () -> Void = {}
    private let context: NSManagedObjectContext
    private var asked: Question?
    private var text: String?
    private var isStale = true
    private var isRunning = false

    init(beside view: NSManagedObjectContext) {
        context = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        context.persistentStoreCoordinator = view.persistentStoreCoordinator
    }

    /// The last sum may be another one by now.
    func forget() { isStale = true }

    /// The sum of what a filter finds in a list, all where that is empty; until a new one is there, the last one.
    func text(of list: ItemList, holding filter: String) -> String? {
        let question = Question(list: list.objectID, filter: filter)
        if question != asked { (asked, text, isStale) = (question, nil, true) }
        if isStale, !isRunning { look(for: question) }
        return text
    }

    private func look(for question: Question) {
        (isStale, isRunning) = (false, true)
        let context = context
        context.perform { [weak self] in
            // What was changed meanwhile is in the store, and not in what this context knows.
            context.reset()
            let list = try? context.existingObject(with: question.list) as? ItemList
            let request = Item.request(of: list, done: false, text: question.filter)
            let text = list == nil ? nil : try? Total(of: request, in: context).text
            DispatchQueue.main.async { MainActor.assumeIsolated { self?.take(text, for: question) } }
        }
    }

    private func take(_ text: String?, for question: Question) {
        isRunning = false
        if question == asked { self.text = text }
        onChange()
    }
}
