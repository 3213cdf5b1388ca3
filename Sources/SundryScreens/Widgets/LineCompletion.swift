import SundryKit

/// What may stand at the end of a line that is being typed.
struct LineCompletion: Equatable {
    /// The letters at the end of the line that are replaced.
    let stem: String
    /// What may stand there, most likely first; one at least.
    let candidates: [String]
    /// The rest of the first one, as far as it begins with what is typed: shown behind the cursor.
    let rest: String?
    /// The line as it was typed.
    let line: String
    /// Which of the candidates stands there now; nil before the first is taken.
    private(set) var chosen: Int?

    init(of line: String, stem: String, candidates: [String], rest: String?) {
        (self.line, self.stem, self.candidates, self.rest) = (line, stem, candidates, rest)
    }

    /// The names that begin with the line, whatever its case and accents; nil where there are none.
    init?(of line: String, among names: [String]) {
        let folded = Search.folded(line)
        let candidates = names.filter { Search.folded($0).hasPrefix(folded) && $0 != line }
        guard let first = candidates.first else { return nil }
        let rest = line.isEmpty || first.count <= line.count ? nil : String(first.dropFirst(line.count))
        self.init(of: line, stem: line, candidates: candidates, rest: rest)
    }

    /// The line with the next candidate, or the one before. Past the last one comes what was typed.
    mutating func step(_ step: Int) -> String {
        let place = (chosen ?? (step > 0 ? -1 : candidates.count)) + step
        chosen = candidates.indices.contains(place) ? place : nil
        return chosen.map { line.dropLast(stem.count) + candidates[$0] } ?? line
    }
}
