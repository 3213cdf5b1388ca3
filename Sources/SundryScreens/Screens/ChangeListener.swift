import CoreData

/// What a change of a live result did to the numbers of its rows.
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

/// Gathers the calls of a fetched results controller into one `RowShift` a change.
final class ChangeListener: NSObject {
    @MainActor var onChange: (RowShift) -> Void = { _ in }
    @MainActor private var shift = RowShift()
}

extension ChangeListener: @preconcurrency NSFetchedResultsControllerDelegate {
    @MainActor
    func controllerWillChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        shift = RowShift()
    }

    @MainActor
    func controller(
        _ controller: NSFetchedResultsController<any NSFetchRequestResult>, didChange anObject: Any,
        at indexPath: IndexPath?, for type: NSFetchedResultsChangeType, newIndexPath: IndexPath?
    ) {
        guard type != .update else { return }
        if let indexPath { shift.remove(indexPath[1]) }
        if let newIndexPath { shift.insert(newIndexPath[1]) }
    }

    @MainActor
    func controllerDidChangeContent(_ controller: NSFetchedResultsController<any NSFetchRequestResult>) {
        onChange(shift)
    }
}
