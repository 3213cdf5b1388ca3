import CoreData

/// The rows of a live result with a cursor that follows its object, not its row.
///
/// A change from outside moves the rows; the cursor stays on its object and the object on its line of the screen, unless
/// the first row was seen: then it is seen still. If the object is gone, the cursor goes to the one that took its place.
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
    /// The first row that came with a change of this screen's own.
    private var came: Int?
    /// Whether the cursor stays on the first row, whatever comes there, until it is moved: while rows come into an empty
    /// list in portions, of which the first is any.
    var keepsFirst = false

    /// Whether all rows are there; of a long list the first come ahead of the rest.
    private(set) var isComplete = true
    /// Whether not even the first rows of what was asked for last are there: what is shown is what was there before.
    var isWaiting: Bool { coming != nil }
    /// What went wrong while nobody waited for it.
    private var failure: (any Error)?
    /// Being fetched, to be shown in place of `controller`.
    private var coming: NSFetchedResultsController<Object>?
    /// Where the cursor goes once rows are there that were not yet.
    private var destination: [Object] = []
    private var goesToEnd = false
    /// How many rows of a long list come ahead: more than the tallest screen has.
    private static var rowsAhead: Int { 256 }

    /// Shows the result of a request from now on. The cursor goes to the first of the given objects that is in it.
    ///
    /// A long result is fetched behind the screen, which keeps what it shows until the first rows are there.
    func show(
        _ request: NSFetchRequest<Object>, in context: NSManagedObjectContext, isLong: Bool = false,
        selecting wanted: [Object] = []
    ) throws {
        let next = NSFetchedResultsController(
            fetchRequest: request, managedObjectContext: context, sectionNameKeyPath: nil, cacheName: nil)
        (destination, goesToEnd, failure) = (wanted, false, nil)
        guard isLong else {
            next.delegate = listener
            try next.performFetch()
            coming = nil
            return present(next, isComplete: true)
        }
        coming = next
        next.performFetchInBackground(firstRows: Self.rowsAhead) { [weak self, unowned next] result in
            guard let self else { return }
            switch result {
            case .success(let isComplete): present(next, isComplete: isComplete)
            case .failure(let error):
                failure = error
                if coming === next { coming = nil }
            }
            onChange()
        }
    }

    /// Throws what went wrong behind the screen.
    func check() throws {
        defer { failure = nil }
        if let failure { throw failure }
    }

    /// Shows what has been fetched: of another request, or more of the same.
    private func present(_ next: NSFetchedResultsController<Object>, isComplete: Bool) {
        let isMore = controller === next
        if !isMore {
            controller?.delegate = nil
            listener.onChange = { [weak self] shift in self?.follow(shift) }
            next.delegate = listener
            controller = next
            coming = nil
            scroll.top = 0
        }
        self.isComplete = isComplete
        recount()
        let former = row
        place(isMore: isMore)
        if isMore { scroll.follow(from: former, to: row) }
        if isComplete { (destination, goesToEnd) = ([], false) }
    }

    /// Puts the cursor where it is meant to be, as far as that is there.
    private func place(isMore: Bool) {
        if goesToEnd { return select(count - 1) }
        for object in destination + (isMore ? [selected].compactMap(\.self) : []) {
            if let found = position(of: object) { return select(found) }
        }
        select(isMore ? row : 0)
    }

    /// Shows nothing.
    func clear() {
        controller?.delegate = nil
        (controller, coming, isComplete) = (nil, nil, true)
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

    /// Puts the cursor on an object, if need be once the row is there; where it is not among the rows, nothing happens.
    func select(_ object: Object?) {
        guard let object else { return }
        if !isComplete || isWaiting { (destination, goesToEnd) = ([object], false) }
        if let found = position(of: object) { select(found) }
    }

    /// Changes rows by an edit of this screen; then the cursor is on another object, and the lines above stand still.
    func leave(for next: Object?, _ edit: () throws -> Void) rethrows {
        let top = scroll.top
        try edit()
        select(next)
        scroll.top = top
    }

    /// Changes rows by an edit of this screen, and scrolls to the first that came, if the cursor is seen with it.
    func reveal<Outcome>(_ edit: () throws -> Outcome) rethrows -> Outcome {
        came = nil
        let outcome = try edit()
        if let came, abs(row - came) < scroll.height {
            scroll.reveal(row, of: count, height: scroll.height)
            scroll.reveal(came, of: count, height: scroll.height)
        }
        return outcome
    }

    /// The row at the top of so many lines, scrolled until the cursor is seen.
    func top(height: Int) -> Int {
        scroll.reveal(row, of: count, height: height)
        return scroll.top
    }

    /// Moves as the movement actions say. False for any other.
    func move(_ action: Action, count times: Int?) -> Bool {
        guard let target = scroll.target(of: action, from: row, rows: count, count: times) else { return false }
        keepsFirst = false
        let isPartial = !isComplete || isWaiting
        (destination, goesToEnd) = ([], isPartial && action == .moveToBottom && times == nil)
        select(target)
        return true
    }

    private func recount() {
        count = controller?.sections?.first?.numberOfObjects ?? 0
    }

    private func follow(_ shift: RowShift) {
        recount()
        let former = row
        if keepsFirst {
            select(0)
        } else if let selected, let found = position(of: selected) {
            select(found)
        } else if selected == nil {
            select(0)
        } else {
            select(shift.place(of: row))
        }
        scroll.follow(from: former, to: row)
        came = shift.firstInserted ?? came
        onChange()
    }
}
