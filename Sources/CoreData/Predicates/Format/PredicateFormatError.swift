/// Why a format string is not a predicate. The public initialisers raise it, as Apple's do; tests catch it.
struct PredicateFormatError: Error, Equatable {
    let format: String
    /// The offset in characters where reading stopped.
    let position: Int
    let problem: String

    /// The reason text: Apple's sentence, followed by what is wrong and where.
    var reason: String {
        "Unable to parse the format string \"\(format)\" (\(place))"
    }

    /// What is wrong, and in which column, the first being 1.
    var place: String { "column \(position + 1): \(problem)" }
}
