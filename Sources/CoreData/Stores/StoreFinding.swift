/// Something that is wrong with a store in a file. Not Apple's.
///
///     for finding in try NSPersistentStoreCoordinator.examinePersistentStore(at: url) { print(finding) }
///
/// Found by `NSPersistentStoreCoordinator.examinePersistentStore(at:model:options:)`.
public struct StoreFinding: Hashable, Sendable {
    /// What sort of thing is wrong.
    public enum Kind: String, CaseIterable, Sendable {
        /// Pages of a table cannot be read, or make no sense.
        case damagedPages
        /// An index does not agree with its table.
        case damagedIndex
        /// An index of the model is not there.
        case missingIndex
        /// A table or column of the model is not there.
        case missingTable
        /// The metadata are not there, or cannot be read.
        case unreadableMetadata
        /// The metadata name version hashes that are not those of the store's model, or lack some; or digest and checksum are
        /// not those of the hashes.
        case wrongHashes
        /// The model that is kept in the store cannot be read.
        case unreadableModel
        /// No model is known that the store could have been made with: its rows cannot be looked at.
        case unknownModel
        /// An entity is not in the table of the numbers, or with the wrong parent.
        case unnumberedEntity
        /// The highest key given out is noted as less than one that is there: it would be given out again.
        case lowHighestKey
        /// Rows are of an entity that their table does not hold.
        case foreignRow
        /// Rows have no version, so that no save of them succeeds.
        case unversionedRow
        /// Values are not of the type of their attribute.
        case wrongValue
        /// An attribute that must have a value has none.
        case missingValue
        /// A relationship that must lead to an object leads to none.
        case missingDestination
        /// A to-one relationship leads to a row that is not there.
        case danglingKey
        /// A to-one relationship says of its destination that it is of another entity than it is.
        case wrongDestinationEntity
        /// Of two ends of a relationship only one leads to the other.
        case oneSidedRelationship
        /// A row of a many-to-many relationship leads to an object that is not there.
        case danglingPair
        /// Members of an ordered relationship have no place, or the same one.
        case unorderedMembers
        /// Rows agree in what a uniqueness constraint says no two may share.
        case duplicate
        /// The history tells of what is not there.
        case brokenHistory
        /// A file of external data is not there.
        case missingFile
        /// Files of external data are there that no row leads to.
        case surplusFile
    }

    /// What sort of thing is wrong.
    public let kind: Kind
    /// The entity that is concerned, or else the table or index.
    public let entity: String?
    /// The attribute or relationship that is concerned.
    public let property: String?
    /// How many rows are concerned, or files, or messages of SQLite's.
    public let count: Int
    /// Whether repairing does something about it.
    public let isRepairable: Bool
    /// SQLite's own words, where there are any.
    public let detail: String?

    init(
        _ kind: Kind, entity: String? = nil, property: String? = nil, count: Int = 1, isRepairable: Bool,
        detail: String? = nil
    ) {
        self.kind = kind
        self.entity = entity
        self.property = property
        self.count = count
        self.isRepairable = isRepairable
        self.detail = detail
    }
}

extension StoreFinding: CustomStringConvertible {
    /// One sentence.
    public var description: String {
        let rows = count == 1 ? "1 row" : "\(count) rows"
        let place = [entity, property].compactMap(\.self).joined(separator: ".")
        let sentence =
            switch kind {
            case .damagedPages: "pages are damaged"
            case .damagedIndex: "the index does not agree with its table"
            case .missingIndex: "the index is not there"
            case .missingTable: "the table or column is not there"
            case .unreadableMetadata: "the metadata cannot be read"
            case .wrongHashes: "the metadata name other version hashes than the store's model has"
            case .unreadableModel: "the model that is kept in the store cannot be read"
            case .unknownModel: "no model is known that the store was made with"
            case .unnumberedEntity: "the entity is not in Z_PRIMARYKEY, or with another parent"
            case .lowHighestKey: "the highest key given out is noted as less than it is"
            case .foreignRow: "\(rows) of an entity that the table does not hold"
            case .unversionedRow: "\(rows) without a version"
            case .wrongValue: "\(rows) with a value of another type"
            case .missingValue: "\(rows) without a value that must be there"
            case .missingDestination: "\(rows) without a destination that must be there"
            case .danglingKey: "\(rows) that lead to a row that is not there"
            case .wrongDestinationEntity: "\(rows) that say of their destination that it is of another entity"
            case .oneSidedRelationship: "\(rows) whose destination does not lead back"
            case .danglingPair: "\(rows) that lead to an object that is not there"
            case .unorderedMembers: "\(rows) in an order that is not defined"
            case .duplicate: "\(rows) with what another row has and no two may share"
            case .brokenHistory: "\(rows) of history that tell of what is not there"
            case .missingFile: "\(rows) whose file of external data is not there"
            case .surplusFile: count == 1 ? "1 file that no row leads to" : "\(count) files that no row leads to"
            }
        return (place.isEmpty ? sentence : "\(place): \(sentence)") + (detail.map { " (\($0))" } ?? "")
    }
}

/// Rows that could not be read when a store was repaired. Not Apple's.
public struct StoreLoss: Hashable, Sendable {
    /// The entity, or else the table.
    public let entity: String
    /// How many rows are known to have been there; nil where nothing tells how many.
    public let count: Int?
    /// How many of them were put together again from the indexes, with the values that these hold.
    public let pieced: Int
}

/// What repairing a store has done. Not Apple's.
public struct StoreRepair: Sendable {
    /// What was put right; nothing where the store was left as it was.
    public internal(set) var changes: [StoreFinding] = []
    /// What could not be read.
    public internal(set) var losses: [StoreLoss] = []
    /// What is still wrong with the repaired copy. Unless all of it is of the kind `missingDestination`, which nothing can be
    /// done about, or `surplusFile`, which rows that were lost may have led to, the store was left as it was.
    public internal(set) var remaining: [StoreFinding] = []
    /// Where the store is kept as it was; nil where it was left as it was.
    public internal(set) var original: URL?
    /// Whether the repaired copy has taken the place of the store.
    public var hasReplaced: Bool { original != nil }
}
