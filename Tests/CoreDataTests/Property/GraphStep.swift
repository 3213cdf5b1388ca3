/// One step of a random sequence. What it is about is drawn from the graph as it stands when the step is taken, so that a
/// sequence still means something after steps have been dropped from it.
struct GraphStep: CustomStringConvertible, Sendable {
    enum Kind: String, CaseIterable, Sendable {
        case edit, save, undo, redo, rollback, refreshAll, refreshMerging, refreshDropping, fetch, second, overtaken,
            child,
            letGo, permanentIDs, reset, compare

        /// How often it comes.
        var weight: Int {
            switch self {
            case .edit: 46
            case .save: 9
            case .undo: 7
            case .redo: 5
            case .refreshMerging, .refreshDropping, .fetch, .second, .child: 5
            case .overtaken, .refreshAll, .letGo, .compare: 3
            case .rollback, .permanentIDs: 2
            case .reset: 1
            }
        }
    }

    let kind: Kind
    /// Numbers that new objects of the step may take.
    let firstUID: Int
    /// Where its own random numbers begin.
    let seed: UInt64

    var description: String { "\(kind.rawValue)(\(firstUID), \(seed))" }

    /// The steps that a failure has printed.
    static func sequence(printed text: String) -> [GraphStep] {
        text.matches(of: /(\w+)\((\d+), (\d+)\)/).compactMap { match in
            guard let kind = Kind(rawValue: String(match.1)), let first = Int(match.2), let seed = UInt64(match.3)
            else {
                return nil
            }
            return GraphStep(kind: kind, firstUID: first, seed: seed)
        }
    }

    /// How many objects one step may make.
    static let uidsPerStep = 100

    static func sequence(_ count: Int, seed: UInt64) -> [GraphStep] {
        var random = SeededNumbers(seed: seed)
        let kinds = Kind.allCases.flatMap { Array(repeating: $0, count: $0.weight) }
        return (0..<count).map { at in
            GraphStep(
                kind: kinds[Int.random(in: 0..<kinds.count, using: &random)], firstUID: (at + 1) * uidsPerStep,
                seed: random.next())
        }
    }
}
