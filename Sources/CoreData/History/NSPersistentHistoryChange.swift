/// What became of an object in a transaction; numbers are Apple's, and stand in the file.
public enum NSPersistentHistoryChangeType: Int, Sendable {
    /// It was inserted.
    case insert = 0
    /// It was updated.
    case update = 1
    /// It was deleted.
    case delete = 2
}

/// The change of one object in a transaction. Follows Apple's `NSPersistentHistoryChange`.
public final class NSPersistentHistoryChange: NSObject, NSCopying {
    /// The number of the change, unique in its store.
    public let changeID: Int64
    /// The object that was changed.
    public let changedObjectID: NSManagedObjectID
    /// What became of it.
    public let changeType: NSPersistentHistoryChangeType
    /// Of a deletion: the values that the model preserves after it.
    public let tombstone: [AnyHashable: Any]?
    /// Of an update: the properties that were changed.
    public let updatedProperties: Set<NSPropertyDescription>?
    /// The transaction that the change is part of; held by its transaction.
    public internal(set) weak var transaction: NSPersistentHistoryTransaction?

    init(_ change: HistoryChange, store: NSPersistentStore) {
        let entity = change.layout.entity
        changeID = change.number
        changedObjectID = NSManagedObjectID(entity: entity, store: store, key: .permanent(change.primaryKey))
        changeType = change.type
        updatedProperties =
            change.type == .update
            ? Set(change.changedNames.compactMap { entity.propertiesByName[$0] }) : nil
        tombstone = change.type == .delete ? Self.tombstone(change) : nil
    }

    /// nil where the entity preserves nothing.
    private static func tombstone(_ change: HistoryChange) -> [AnyHashable: Any]? {
        guard !change.tombstone.isEmpty else { return nil }
        let layout = change.layout
        let kept = Dictionary(
            change.tombstone.map { (layout.slot(named: $0.name), $0.value) }, uniquingKeysWith: { $1 })
        let values = layout.namedValues(where: { kept[$0] != nil }) { slot in
            guard let value = kept[slot], let attribute = layout.properties.attributes[slot] else { return nil }
            return SlotValue(value, of: attribute.attributeType).foundationValue(of: attribute)
        }
        return values.filter { !($0.value is NSNull) }
    }

    /// Itself: a change never changes.
    public func copy(with zone: NSZone? = nil) -> Any { self }
}

extension SlotValue {
    /// A value of a tombstone, in the kind its attribute has: a column may hold a whole date as an integer.
    fileprivate init(_ value: HistoryValue, of type: NSAttributeType) {
        switch (value, type) {
        case (.null, _): self = .null
        case (.integer(let number), .dateAttributeType), (.integer(let number), .doubleAttributeType),
            (.integer(let number), .floatAttributeType):
            self = .real(Double(number))
        case (.integer(let number), .decimalAttributeType): self = .decimal(NSDecimalNumber(value: number))
        case (.real(let number), .decimalAttributeType): self = .decimal(NSDecimalNumber(string: "\(number)"))
        case (.text(let text), .decimalAttributeType): self = .decimal(NSDecimalNumber(string: text))
        case (.integer(let number), _): self = .integer(number)
        case (.real(let number), _): self = .real(number)
        case (.text(let text), _): self = .text(text)
        case (.blob(let data), _): self = .blob(data)
        }
    }
}
