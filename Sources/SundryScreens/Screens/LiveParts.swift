import CoreData

/// The live results of the parts of one list, put together to rows.
///
/// An item that goes from one part to another leaves one result and comes into the other, one after the other. So what
/// changed is gathered, and the rows are numbered anew when they are next asked for.
@MainActor
final class LiveParts<Object: NSManagedObject> {
    /// How much of a part is there.
    private enum State: Comparable { case nothing, firstRows, all }

    private struct Feed {
        let part: RowPart<Object>
        let controller: NSFetchedResultsController<Object>
        let listener = ChangeListener()
        var state = State.nothing
    }

    /// Called after each change of the rows.
    var onChange: () -> Void = {}
    private var feeds: [Feed]
    private let headings: RowHeadings?
    private(set) var pieces = RowPieces()
    private var isSettled = true
    private var shift = RowShift()
    private var inserted: [(part: Int, place: IndexPath)] = []

    init(_ parts: [RowPart<Object>], headings: RowHeadings?, in context: NSManagedObjectContext) {
        self.headings = headings
        feeds = parts.map { part in
            Feed(
                part: part,
                controller: NSFetchedResultsController(
                    fetchRequest: part.request, managedObjectContext: context, sectionNameKeyPath: part.sectionKey,
                    cacheName: nil))
        }
        for (index, feed) in feeds.enumerated() {
            feed.listener.onChange = { [weak self] changes in self?.note(changes, of: index) }
            feed.controller.delegate = feed.listener
        }
    }

    /// Whether all rows are there.
    var isComplete: Bool { feeds.allSatisfy { $0.state == .all } }

    /// Fetches all of it.
    func fetch() throws {
        for index in feeds.indices {
            try feeds[index].controller.performFetch()
            feeds[index].state = .all
        }
        layOut()
    }

    /// Fetches behind the screen, the first rows ahead of the rest. `tell` is called when something of each part is there,
    /// and whenever there is more.
    func fetchBehind(firstRows: Int, tell: @escaping @MainActor (Result<Void, any Error>) -> Void) {
        for index in feeds.indices {
            feeds[index].controller.performFetchInBackground(firstRows: firstRows) { [weak self] result in
                MainActor.assumeIsolated {
                    guard let self else { return }
                    switch result {
                    case .success(let isComplete):
                        self.feeds[index].state = isComplete ? .all : .firstRows
                        guard self.feeds.allSatisfy({ $0.state > .nothing }) else { return }
                        self.layOut()
                        tell(.success(()))
                    case .failure(let error): tell(.failure(error))
                    }
                }
            }
        }
    }

    private func note(_ changes: [RowChange], of part: Int) {
        for change in changes {
            if let old = change.old, let row = pieces.row(part: part, section: old[0], item: old[1]) {
                shift.remove(row)
            }
            if let new = change.new { inserted.append((part, new)) }
        }
        isSettled = false
        onChange()
    }

    /// Numbers the rows anew, if something changed. Gives back what became of the old numbers.
    func settle() -> RowShift? {
        guard !isSettled else { return nil }
        isSettled = true
        layOut()
        for (part, place) in inserted {
            if let row = pieces.row(part: part, section: place[0], item: place[1]) { shift.insert(row) }
        }
        defer { (shift, inserted) = (RowShift(), []) }
        return shift
    }

    /// The pieces of all parts that are whole, and of the first that is not: what comes behind that one has no number yet.
    private func layOut() {
        var found: [RowPieces.Piece] = []
        for (index, feed) in feeds.enumerated() {
            for (number, section) in (feed.controller.sections ?? []).enumerated() {
                let names = feed.part.sectionKey == nil ? nil : headings
                found.append(
                    RowPieces.Piece(
                        part: index, section: number, heading: names?.title(section.name) ?? feed.part.heading,
                        rank: names?.rank(section.name) ?? feed.part.rank, isTail: feed.part.isTail,
                        count: section.numberOfObjects))
            }
            if feed.state < .all { break }
        }
        pieces = RowPieces(found)
    }

    /// The object of a row that is there.
    func object(at row: Int) -> Object? {
        guard let piece = pieces.piece(of: row) else { return nil }
        return feeds[piece.part].controller.object(at: [piece.section, row - piece.start])
    }

    /// The row of an object, nil if it is not among them.
    func position(of object: Object) -> Int? {
        for (index, feed) in feeds.enumerated() {
            if let place = feed.controller.indexPath(forObject: object) {
                return pieces.row(part: index, section: place[0], item: place[1])
            }
            if feed.state < .all { break }
        }
        return nil
    }
}
