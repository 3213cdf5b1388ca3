import Dispatch
import Foundation

/// Makes the file of a followed list anew some time after the store has changed, on another thread: neither a save nor what the
/// delegate is told waits for it, and of many saves in a row only the last counts.
///
/// Read from the store, since what others have saved and this context has not merged is not in the list that is shown.
final class CacheRefresh: @unchecked Sendable {
    // Sendable: what can change belongs to the context's queue.

    /// How long after a change; a test does not wait.
    @TaskLocal static var delay: DispatchTimeInterval = .seconds(2)
    /// Those that are under way, in all controllers.
    static let underway = DispatchGroup()

    private let queue: ContextQueue
    /// What is to be read and where it goes; nil where nothing can be read any more. Called on the context's queue.
    private let fetch: () -> KeyFetch?
    private let delay = CacheRefresh.delay
    private var isAwaited = false
    private var observer: (any NSObjectProtocol)?

    init(_ context: NSManagedObjectContext, _ fetch: @escaping () -> KeyFetch?) {
        queue = context.queue
        self.fetch = fetch
        // Posted on the context's queue.
        observer = NotificationCenter.default.addObserver(
            forName: .NSManagedObjectContextDidSave, object: context, queue: nil
        ) { [weak self] _ in self?.schedule() }
    }

    deinit { observer.map(NotificationCenter.default.removeObserver) }

    /// The store has changed, or may soon.
    func schedule() {
        guard !isAwaited else { return }
        isAwaited = true
        Self.underway.enter()
        queue.async(after: delay) { [weak self] in
            self?.isAwaited = false
            guard let fetch = self?.fetch() else { return Self.underway.leave() }
            WorkerThreads.async {
                // A file that is not made anew is made with the next fetch.
                _ = try? fetch.run()
                Self.underway.leave()
            }
        }
    }
}
