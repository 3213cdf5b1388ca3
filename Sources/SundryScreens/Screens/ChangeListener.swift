import CoreData

/// A row of a live result that went, came or went elsewhere, by its places before and after.
struct RowChange {
    let old: IndexPath?
    let new: IndexPath?
}

/// What a change did to the numbers of rows.
struct RowShift {
    private var removed: [Int] = []
    private var inserted: [Int] = []

    mutating func remove(_ row: Int) { removed.append(row) }
    mutating func insert(_ row: Int) { inserted.append(row) }

    /// The first row of the new numbering that was not there before.
    var firstInserted: Int? { inserted.min() }

    /// Where a row of the old numbering is in the new one; if it was removed itself, where the one after it is.
    func place(of row: Int) -> Int {
        var place = row - removed.count { $0 < row }
        for other in inserted.sorted() where other <= place { place += 1 }
        return place
    }
}

/// Gathers the calls of a fetched results controller, one change at a time.
final class ChangeListener: NSObject {
    @MainActor var onChange: ([RowChange]) -> Void = { _ in }
    @MainActor private var changes: [RowChange] = []
}

extension ChangeListener: @preconcurrency NSFetchedResultsControllerDelegate {
    @MainActor
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        changes = []
    }

    @MainActor
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard type != .update else { return }
        changes.append(RowChange(old: indexPath, new: newIndexPath))
    }

    @MainActor
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        onChange(changes)
    }
}
