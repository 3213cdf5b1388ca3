/// What a statement that writes rows does: its shape, under which it is kept.
enum RowStatement: Hashable {
    /// A new row of an entity, all slots.
    case insert(layout: UInt32)
    /// New values for some slots of a row that still has a certain version.
    case update(layout: UInt32, slots: SlotSet)
    case delete(layout: UInt32)
    /// What every save runs, whatever it saves.
    case fixed(Fixed)
    /// Any other statement, by its text.
    case text(String)

    /// Statements whose text never changes: finding one costs no hash of it.
    enum Fixed: UInt8 {
        case begin, commit, readHighestKey, writeHighestKey, writeTransaction, writeChange
    }
}
