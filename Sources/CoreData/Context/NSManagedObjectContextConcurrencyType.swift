/// The queue a context works on.
public enum NSManagedObjectContextConcurrencyType: UInt, Sendable {
    /// A serial queue of the context's own.
    case privateQueueConcurrencyType = 1
    /// The main queue.
    case mainQueueConcurrencyType = 2
}
