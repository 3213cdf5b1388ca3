import CoreData

/// The rows of a live result with a cursor that follows its object, not its row.
///
/// A change from outside moves the rows; the cursor stays on its object and the object on its line of the screen, unless
/// the first row was seen: then it is seen still. If the object is gone, the cursor goes to the one that took its place.
@MainActor
final class LiveRows<Object: NSManagedObject> {
    /// Called after each change of the rows.
    var onChange: () -> Void = {}
    private var parts: LiveParts<Object>?
    /// Being fetched, to be shown in place of `parts`.
    private var coming: LiveParts<Object>?
    private var cursor: (object: Object?, row: Int) = (nil, 0)
    private var scroll = Scroll()
    /// The first row that came with a change of this screen's own.
    private var came: Int?
    /// Whether the cursor stays on the first row, whatever comes there, until it is moved: while rows come into an empty
    /// list in portions, of which the first is any.
    var keepsFirst = false
    /// What went wrong while nobody waited for it.
    private var failure: (any Error)?
    /// Where the cursor goes once rows are there that were not yet.
    private var destination: [Object] = []
    private var goesToEnd = false
    /// How many rows of a long list come ahead: more than the tallest screen has.
    private static var rowsAhead: Int { 256 }

    /// Whether all rows are there; of a long list the first come ahead of the rest.
    var isComplete: Bool { parts?.isComplete ?? true }
    /// Whether not even the first rows of what was asked for last are there: what is shown is what was there before.
    var isWaiting: Bool { coming != nil }

    /// The object under the cursor.
    var selected: Object? {
        settle()
        return cursor.object
    }
    /// Its row; 0 where there are none.
    var row: Int {
        settle()
        return cursor.row
    }
    /// The number of rows.
    var count: Int { pieces.count }
    /// Where the parts stand.
    var pieces: RowPieces {
        settle()
        return parts?.pieces ?? RowPieces()
    }

    /// Shows the result of a request from now on. The cursor goes to the first of the given objects that is in it.
    func show(_ request: NSFetchRequest<Object>, in context: NSManagedObjectContext) throws {
        try show([RowPart(request: request)], in: context)
    }

    /// Shows the results of several requests, one after the other.
    ///
    /// A long list is fetched behind the screen, which keeps what it shows until the first rows are there; where headings
    /// depend on the rest, until all are.
    func show(
        _ wanted: [RowPart<Object>], headings: RowHeadings? = nil, in context: NSManagedObjectContext,
        isLong: Bool = false, selecting objects: [Object] = []
    ) throws {
        let next = LiveParts(wanted, headings: headings, in: context)
        (destination, goesToEnd, failure) = (objects, false, nil)
        guard isLong else {
            try next.fetch()
            coming = nil
            return present(next)
        }
        coming = next
        next.fetchBehind(firstRows: headings == nil ? Self.rowsAhead : 0) { [weak self, unowned next] result in
            guard let self, next === coming || next === parts else { return }
            switch result {
            case .success: present(next)
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

    /// Shows what has been fetched: of other requests, or more of the same.
    private func present(_ next: LiveParts<Object>) {
        let isMore = parts === next
        if !isMore {
            parts?.onChange = {}
            next.onChange = { [weak self] in self?.onChange() }
            (parts, coming) = (next, nil)
            scroll.top = 0
        }
        _ = next.settle()
        let former = next.pieces.line(of: cursor.row)
        place(isMore: isMore)
        if isMore { scroll.follow(from: former, to: next.pieces.line(of: cursor.row)) }
        if isComplete { (destination, goesToEnd) = ([], false) }
    }

    /// Puts the cursor where it is meant to be, as far as that is there.
    private func place(isMore: Bool) {
        if goesToEnd { return select(count - 1) }
        for object in destination + (isMore ? [cursor.object].compactMap(\.self) : []) {
            if let found = position(of: object) { return select(found) }
        }
        select(isMore ? cursor.row : 0)
    }

    /// Shows nothing.
    func clear() {
        parts?.onChange = {}
        (parts, coming) = (nil, nil)
        select(0)
    }

    /// Shows what another one shows, which is empty afterwards.
    func takeOver(_ other: LiveRows) {
        clear()
        parts = other.parts
        parts?.onChange = { [weak self] in self?.onChange() }
        (other.parts, other.coming) = (nil, nil)
        other.select(0)
        select(0)
    }

    /// The object of a row that is there.
    func object(at row: Int) -> Object? {
        settle()
        return parts?.object(at: row)
    }

    /// The objects from a row on.
    func objects(from row: Int, count wanted: Int) -> [Object] {
        (row..<max(row, min(row + wanted, count))).compactMap(object)
    }

    /// The row of an object, nil if it is not among them.
    func position(of object: Object) -> Int? {
        guard object.managedObjectContext != nil else { return nil }
        settle()
        return parts?.position(of: object)
    }

    /// Puts the cursor on a row, or the nearest there is.
    func select(_ wanted: Int) {
        settle()
        cursor.row = max(0, min(wanted, count - 1))
        cursor.object = object(at: cursor.row)
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
        settle()
        scroll.top = top
    }

    /// Changes rows by an edit of this screen, and scrolls to the first that came, if the cursor is seen with it.
    func reveal<Outcome>(_ edit: () throws -> Outcome) rethrows -> Outcome {
        settle()
        came = nil
        let outcome = try edit()
        settle()
        let pieces = pieces
        if let came, abs(pieces.line(of: cursor.row) - pieces.line(of: came)) < scroll.height {
            scroll.reveal(pieces.line(of: cursor.row), of: pieces.lineCount, height: scroll.height)
            scroll.reveal(pieces.line(of: came), of: pieces.lineCount, height: scroll.height)
        }
        return outcome
    }

    /// The line at the top of so many, scrolled until the cursor is seen, with the heading that it stands under.
    func top(height: Int) -> Int {
        let pieces = pieces
        let line = pieces.line(of: cursor.row)
        if line > 0, case .heading = pieces.content(of: line - 1) {
            scroll.reveal(line - 1, of: pieces.lineCount, height: height)
        }
        scroll.reveal(line, of: pieces.lineCount, height: height)
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

    /// Puts the cursor on the row that was drawn on a line. False where none was.
    func point(at line: Int) -> Bool {
        let place = scroll.top + line
        guard (0..<max(0, min(scroll.height, pieces.lineCount - scroll.top))).contains(line),
            case .row(let row) = pieces.content(of: place)
        else { return false }
        (destination, goesToEnd, keepsFirst) = ([], false, false)
        select(row)
        return true
    }

    /// Scrolls by so many lines; the cursor comes along where it would be out of sight.
    func scroll(by lines: Int) {
        let pieces = pieces
        let top = max(0, min(scroll.top + lines, pieces.lineCount - scroll.height))
        guard count > 0, top != scroll.top else { return }
        scroll.top = top
        let line = pieces.line(of: row)
        let nearest = max(top, min(line, top + scroll.height - 1))
        guard nearest != line else { return }
        (destination, goesToEnd, keepsFirst) = ([], false, false)
        if case .row(let row) = pieces.content(of: nearest) { return select(row) }
        // Below a heading there is a row, and above one, too, unless it is the first.
        if case .row(let row) = pieces.content(of: nearest > line ? nearest + 1 : nearest - 1) { select(row) }
    }

    /// Follows what changed since the rows were last asked for.
    private func settle() {
        guard let parts else { return }
        let former = parts.pieces.line(of: cursor.row)
        guard let shift = parts.settle() else { return }
        let row: Int
        if keepsFirst || cursor.object == nil {
            row = 0
        } else if let object = cursor.object, let found = position(of: object) {
            row = found
        } else {
            row = shift.place(of: cursor.row)
        }
        select(row)
        scroll.follow(from: former, to: parts.pieces.line(of: cursor.row))
        came = shift.firstInserted ?? came
    }
}
