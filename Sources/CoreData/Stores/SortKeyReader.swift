import Synchronization

/// Reads the keys of a list, which may be long, so many rows at a time: a million rows in one piece would take as much memory
/// again as the list they become.
protocol SortKeyReader: Sendable {
    /// Hands over all rows in their order, in batches of `size`. Throws `CancellationError` once that is asked for; a reading
    /// that can be cancelled is done aside, so that others do not wait for it.
    func read(batchesOf size: Int, until cancellation: ReadCancellation?, _ body: (SortKeyBatch) throws -> Void) throws
}

/// Some rows of a list in their order, with what they are sorted by in the form that lists keep.
struct SortKeyBatch {
    var primaryKeys: [Int64] = []
    /// The concrete entity of each row; nil: all are of the plan's entity.
    var layouts: [EntityLayout]?
    /// One a sort descriptor.
    let columns: [KeyColumn]

    /// An empty batch with room for so many rows.
    init(_ shape: KeyShape, isMixed: Bool, room: Int) {
        columns = shape.terms.map(KeyColumn.make)
        for column in columns { column.reserve(room) }
        primaryKeys.reserveCapacity(room)
        layouts = isMixed ? [] : nil
    }
}

/// A wish that a reading on another thread may end, since nobody waits for it any more.
final class ReadCancellation: Sendable {
    private let isWished = Atomic(false)

    var isRequested: Bool { isWished.load(ordering: .relaxed) }
    func request() { isWished.store(true, ordering: .relaxed) }
}
