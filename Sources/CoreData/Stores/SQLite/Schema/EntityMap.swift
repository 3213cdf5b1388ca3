/// Where the rows of one entity lie in a store, slot by slot.
final class EntityMap: Sendable {
    let layout: EntityLayout
    /// Z_ENT.
    let number: Int64
    /// Name of the family's table, ready for a statement.
    let table: String
    /// Z_ENT of the topmost parent, whose row of Z_PRIMARYKEY counts the family's keys.
    let rootNumber: Int64
    /// The column of each slot, ready for a statement; nil where the file has none.
    let columns: [String?]
    /// For each slot of a to-one relationship the column of its position in the ordered inverse.
    let orderColumns: [String?]
    /// In the order of `layout.toMany`.
    let toMany: [ToManyMap]
    /// Slots whose blobs begin with a byte that tells data from the name of a file.
    let externalSlots: SlotSet
    /// Slots that triggers write, and updates do not.
    let derivedSlots: Set<Int>
    /// Unique constraints, own and inherited: slots.
    let constraints: [UniqueConstraint]

    init(
        layout: EntityLayout, number: Int64, table: String, rootNumber: Int64, columns: [String?],
        orderColumns: [String?],
        toMany: [ToManyMap], externalSlots: SlotSet, derivedSlots: Set<Int>, constraints: [UniqueConstraint]
    ) {
        self.layout = layout
        self.number = number
        self.table = table
        self.rootNumber = rootNumber
        self.columns = columns
        self.orderColumns = orderColumns
        self.toMany = toMany
        self.externalSlots = externalSlots
        self.derivedSlots = derivedSlots
        self.constraints = constraints
    }
}

/// A set of slots whose values, taken together, no two rows of a table may share.
struct UniqueConstraint: Sendable {
    let names: [String]
    let slots: [Int]
}

/// Where the members of a to-many relationship are found. Names are ready for a statement.
enum ToManyMap: Sendable {
    /// In a key column of the destination's rows, which is the to-one inverse or stands for a missing inverse.
    case key(KeyColumn)
    /// In a join table.
    case join(Join)

    struct KeyColumn: Sendable {
        let table: String
        let column: String
        let orderColumn: String?
        /// Whether no to-one relationship writes the column: then the to-many relationship does.
        let isOwn: Bool
    }

    struct Join: Sendable {
        let table: String
        let ownerColumn: String
        let memberColumn: String
        /// Position among the owner's members.
        let memberOrder: String?
        /// Position among the member's owners.
        let ownerOrder: String?
    }
}
