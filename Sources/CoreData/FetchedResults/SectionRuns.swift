/// Neighbouring rows with one section name, counted.
struct SectionRuns {
    private(set) var runs: [(name: String, count: Int)]

    init(_ runs: [(name: String, count: Int)] = []) { self.runs = runs }

    /// Counts a row with the name of the one before.
    mutating func extend() { runs[runs.count - 1].count += 1 }

    /// Counts a row that may begin a section.
    mutating func begin(_ name: String) {
        if runs.last?.name == name { extend() } else { runs.append((name, 1)) }
    }
}
