/// What happened to the rows of a list in one event, as far as the list is concerned.
struct ResultChanges {
    /// A row with what it is placed by.
    struct Placement {
        let row: RowHandle
        let key: ListKey
        /// The section's name; "" in a list without sections.
        let section: String
    }

    /// Rows that leave the list.
    var leaving: [RowHandle] = []
    /// Rows that enter it.
    var entering: [Placement] = []
    /// Rows of the list that were changed and stay in it.
    var changed: [Placement] = []

    var isEmpty: Bool { leaving.isEmpty && entering.isEmpty && changed.isEmpty }
}

/// The difference between a list before and after an event, in the terms of the delegate.
struct ResultDifference {
    struct SectionChange {
        let section: FetchedSection
        /// Of a deleted section the index before, of an inserted one the index after.
        let index: Int
    }
    struct RowChange {
        let row: RowHandle
        /// The place before; nil for an inserted row.
        var old: IndexPath?
        /// The place after; nil for a deleted row.
        var new: IndexPath?
    }

    var deletedSections: [SectionChange] = []
    var insertedSections: [SectionChange] = []
    var deleted: [RowChange] = []
    var inserted: [RowChange] = []
    var moved: [RowChange] = []
    /// Both places are the old one: a list that shifts for other reasons is no news of this row.
    var updated: [RowChange] = []
}
