import CoreData

/// A part of a list's rows that has a request of its own: a store sorts what has no value first, and knows nothing of the
/// order of the shelves in a shop, so a list is put together of several results, each live.
struct RowPart<Object: NSManagedObject> {
    let request: NSFetchRequest<Object>
    /// The key path by whose values it is divided, each under a heading; nil for a part of one piece.
    var sectionKey: String?
    /// What stands above it where it has no sections; nothing where that is nil.
    var heading: String?
    /// Those of a lower number come first. Of one number, pieces under the same heading stand together.
    var rank = 0
    /// Whether it comes after all others, as what is done does.
    var isTail = false
}

/// In which order sections stand, and what is written above them.
struct RowHeadings {
    /// The place of the section of that name.
    let rank: (String) -> Int
    /// What stands above it.
    let title: (String) -> String
}
