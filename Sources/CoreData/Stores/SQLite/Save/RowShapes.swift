internal import CoreDataSQLite

/// The statement for rows of one entity of which the same slots, or (nil) all, are to be written.
struct RowShape {
    let layout: EntityLayout
    let slots: SlotSet?
    let binder: RowBinder
    let statement: Statement
}

/// The shapes that rows written through one connection have had last: objects of a few kinds, each changed in a few ways, come
/// mixed, and one save is like the one before.
final class RowShapes {
    private static let limit = 16
    private var known: [RowShape] = []

    func shape(of layout: EntityLayout, _ slots: SlotSet?, make: () throws -> RowShape) rethrows -> RowShape {
        for shape in known where shape.layout === layout && shape.slots == slots { return shape }
        let shape = try make()
        if known.count == Self.limit { known.removeFirst() }
        known.append(shape)
        return shape
    }
}
