import CoreData

/// The rows of a live result with a cursor that follows its object, not its row.
///
/// A change from outside moves the rows; the cursor stays on its object and the object on its line of the screen. If
/// the object is gone, the cursor goes to the one that took its place.
@MainActor
final class LiveRows<Object: NSManagedObject> {
    /// Called after each change of the rows.
    var onChange: () -> Void = {}
    private var controller: NSFetchedResultsController<Object>?
    private let listener = ChangeListener()
    /// The object under the cursor.
    private(set) var selected: Object?
    /// Its row; 0 where there are none.
    private(set) var row = 0
    /// The number of rows.
    private(set) var count = 0
    private var scroll = Scroll()

    /// Shows the result of a request from now on. The cursor goes to the first of the given objects that is in it.
    func show(_ request: NSFetchRequest<Object>, in context: NSManagedObjectContext, selecting wanted: [Object] = [])
        throws
    {
        controller?.delegate = nil
        let next = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        listener.onChange = { [weak self] shift in self?.follow(shift) }
        next.delegate = listener
        try next.performFetch()
        controller = next
        recount()
        row = 0
        for object in wanted {
            guard let found = position(of: object) else { continue }
            row = found
            break
        }
        scroll = Scroll()
        select(row)
    }

    /// Shows nothing.
    func clear() {
        controller?.delegate = nil
        controller = nil
        count = 0
        select(0)
    }

    /// The object of a row that is there.
    func object(at row: Int) -> Object? {
        guard row >= 0, row < count else { return nil }
        return controller?.object(at: [0, row])
    }

    /// The objects from a row on.
    func objects(from row: Int, count wanted: Int) -> [Object] {
        (row..<max(row, min(row + wanted, count))).compactMap(object)
    }

    /// The row of an object, nil if it is not among them.
    func position(of object: Object) -> Int? {
        guard object.managedObjectContext != nil else { return nil }
        return controller?.indexPath(forObject: object).map { $0[1] }
    }

    /// Puts the cursor on a row, or the nearest there is.
    func select(_ wanted: Int) {
        row = max(0, min(wanted, count - 1))
        selected = object(at: row)
    }

    /// Puts the cursor on an object; where it is not among the rows, nothing happens.
    func select(_ object: Object?) {
        guard let object, let found = position(of: object) else { return }
        select(found)
    }

    /// Changes rows by an edit of this screen; then the cursor is on another object, and the lines above stand still.
    func leave(for next: Object?, _ edit: () throws -> Void) rethrows {
        let top = scroll.top
        try edit()
        select(next)
        scroll.top = top
    }

    /// The row at the top of so many lines, scrolled until the cursor is seen.
    func top(height: Int) -> Int {
        scroll.reveal(row, of: count, height: height)
        return scroll.top
    }

    /// Moves as the movement actions say. False for any other.
    func move(_ action: Action, count times: Int?) -> Bool {
        guard let target = scroll.target(of: action, from: row, rows: count, count: times) else { return false }
        select(target)
        return true
    }

    private func recount() {
        count = controller?.sections?.first?.numberOfObjects ?? 0
    }

    private func follow(_ shift: RowShift) {
        recount()
        let former = row
        if let selected, let found = position(of: selected) {
            select(found)
        } else {
            select(shift.place(of: row))
        }
        scroll.top += row - former
        onChange()
    }
}
