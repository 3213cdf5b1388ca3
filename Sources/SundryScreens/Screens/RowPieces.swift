/// Where the pieces of a list stand: which rows belong to which section of which part, and which lines are headings.
struct RowPieces {
    /// A section of a part.
    struct Piece: Equatable {
        let part: Int
        let section: Int
        let heading: String?
        let rank: Int
        let isTail: Bool
        let count: Int
        fileprivate(set) var start = 0

        var rows: Range<Int> { start..<start + count }
    }

    /// What stands on a line.
    enum Line: Equatable {
        case heading(String)
        case row(Int)
    }

    let pieces: [Piece]
    /// The number of rows.
    let count: Int
    /// How many of them belong to what comes after all others.
    let tailCount: Int
    /// The headings, each before the row that it stands above.
    private let headings: [(row: Int, text: String)]

    /// Pieces in any order.
    init(_ unordered: [Piece] = []) {
        var pieces = unordered.enumerated().sorted { one, other in
            let key = { (piece: Piece, place: Int) in (piece.isTail ? 1 : 0, piece.rank, piece.part, place) }
            return key(one.element, one.offset) < key(other.element, other.offset)
        }.map(\.element)
        var headings: [(row: Int, text: String)] = []
        var (start, tail) = (0, 0)
        for index in pieces.indices {
            pieces[index].start = start
            let piece = pieces[index]
            guard piece.count > 0 else { continue }
            if let heading = piece.heading, headings.last?.text != heading { headings.append((start, heading)) }
            start += piece.count
            if piece.isTail { tail += piece.count }
        }
        (self.pieces, self.headings, count, tailCount) = (pieces, headings, start, tail)
    }

    /// The number of lines, headings included.
    var lineCount: Int { count + headings.count }

    /// The piece that a row belongs to.
    func piece(of row: Int) -> Piece? {
        pieces.first { $0.rows.contains(row) }
    }

    /// The row of a place in a section of a part.
    func row(part: Int, section: Int, item: Int) -> Int? {
        pieces.first { $0.part == part && $0.section == section }.map { $0.start + item }
    }

    /// The line of a row.
    func line(of row: Int) -> Int { row + headings.count { $0.row <= row } }

    /// What stands on a line.
    func content(of line: Int) -> Line {
        for (index, heading) in headings.enumerated() {
            let place = heading.row + index
            if line == place { return .heading(heading.text) }
            if line < place { return .row(line - index) }
        }
        return .row(line - headings.count)
    }
}
