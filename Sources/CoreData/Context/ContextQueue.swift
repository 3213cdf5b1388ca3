import Dispatch
import Synchronization

internal import CoreDataC

/// The queue that a context and its objects belong to, and that of a coordinator's blocks.
///
/// Whether the calling thread is on the queue is asked often, so the thread that is inside is noted. The main queue also
/// counts as entered on the main thread outside of any block, and inside main-actor code, which runs in blocks that are
/// not ours: there the queue-specific key tells.
final class ContextQueue: Sendable {
    let type: NSManagedObjectContextConcurrencyType
    private let queue: DispatchQueue
    /// The thread that runs a block of this context, 0 for none.
    private let owner = Atomic<UInt>(0)

    /// The thread that waits on the main queue for its own work on another context's, 0 for none: one alone can be on the main
    /// queue, and there the key is hidden.
    private static let mainVisitor = Atomic<UInt>(0)

    private static let mainKey: DispatchSpecificKey<Bool> = {
        let key = DispatchSpecificKey<Bool>()
        DispatchQueue.main.setSpecific(key: key, value: true)
        return key
    }()

    init(_ type: NSManagedObjectContextConcurrencyType, label: String = "NSManagedObjectContext") {
        self.type = type
        queue = type == .mainQueueConcurrencyType ? .main : DispatchQueue(label: label)
        if type == .mainQueueConcurrencyType { _ = Self.mainKey }
    }

    // MARK: The context of a queue

    private static let contextKey = DispatchSpecificKey<WeakContext>()
    /// Contexts of the main queue, which is not theirs alone.
    private static let mainContexts = Mutex<[WeakContext]>([])

    /// Notes the context that the queue is of.
    func belong(to context: NSManagedObjectContext) {
        let weak = WeakContext(context: context)
        if type == .privateQueueConcurrencyType { return queue.setSpecific(key: Self.contextKey, value: weak) }
        Self.mainContexts.withLock { contexts in
            contexts.removeAll { $0.context == nil }
            contexts.append(weak)
        }
    }

    /// The context on whose queue the caller runs; nil on none, and on the main queue outside of any `perform` where several
    /// contexts share it.
    static var currentContext: NSManagedObjectContext? {
        if let context = DispatchQueue.getSpecific(key: contextKey)?.context, context.queue.isCurrent { return context }
        let contexts = mainContexts.withLock { $0.compactMap(\.context) }
        if let inside = contexts.first(where: { $0.queue.owner.load(ordering: .relaxed) == thread }) { return inside }
        return isOnMain && contexts.count == 1 ? contexts[0] : nil
    }

    /// The queue's name, for people.
    var label: String { queue.label }

    /// The name of the queue that the caller runs on.
    static var currentLabel: String { String(cString: core_data_queue_label(nil)) }

    private static var thread: UInt { UInt(pthread_self()) }

    /// Whether the calling thread is on the queue.
    var isCurrent: Bool {
        if owner.load(ordering: .relaxed) == Self.thread { return true }
        return type == .mainQueueConcurrencyType && Self.isOnMain
    }

    /// Whether the caller is on the main queue.
    static var isOnMain: Bool {
        mainVisitor.load(ordering: .relaxed) == thread || Thread.isMainThread
            || DispatchQueue.getSpecific(key: mainKey) == true
    }

    private func inside<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        let former = owner.exchange(Self.thread, ordering: .relaxed)
        defer { owner.store(former, ordering: .relaxed) }
        return try work()
    }

    /// Runs the work later, in order.
    func async(_ work: @escaping @Sendable () -> Void) {
        queue.async { self.inside(work) }
    }

    /// Runs the work after some time.
    func async(after delay: DispatchTimeInterval, _ work: @escaping @Sendable () -> Void) {
        queue.asyncAfter(deadline: .now() + delay) { self.inside(work) }
    }

    /// Runs the work before returning: on the calling thread at once if that is on the queue already.
    func sync<Result, Failure: Error>(_ work: () throws(Failure) -> Result) throws(Failure) -> Result {
        if isCurrent { return try work() }
        let comesFromMain = type == .privateQueueConcurrencyType && Self.isOnMain
        var outcome: Swift.Result<Result, Failure>?
        queue.sync {
            let former = comesFromMain ? Self.mainVisitor.exchange(Self.thread, ordering: .relaxed) : 0
            defer { if comesFromMain { Self.mainVisitor.store(former, ordering: .relaxed) } }
            outcome = inside { () -> Swift.Result<Result, Failure> in
                do throws(Failure) { return .success(try work()) } catch { return .failure(error) }
            }
        }
        guard let outcome else {
            raise("NSInternalInconsistencyException", "The queue '\(label)' did not run its work.")
        }
        return try outcome.get()
    }
}
