import Foundation

/// The name of an object that outlives its row: entity and identifier.
struct ObjectName: Hashable, Sendable {
    let entity: String
    let identifier: UUID
}

/// A value as the journal keeps it.
enum RecordedValue: Equatable, Sendable {
    case nothing
    case flag(Bool)
    case integer(Int64)
    case real(Double)
    case text(String)
    case data(Data)
    case date(Date)
    /// In plain digits, so that nothing is rounded.
    case decimal(String)
    case identifier(UUID)
    case address(String)
    case object(ObjectName)
    /// The members of a relationship, in order where it has one.
    case objects([ObjectName])
}

/// What an edit did to one object, as far as it takes to undo it.
///
/// An insertion needs no values: the row holds them, and the edit that undoes it records them as those of a deletion.
enum RecordedChange: Equatable, Sendable {
    case inserted(ObjectName)
    case updated(ObjectName, [Property])
    case deleted(ObjectName, [String: RecordedValue])

    /// A property's value before and after. For an unordered to-many relationship: the members taken out and put in.
    struct Property: Equatable, Sendable {
        let name: String
        let before: RecordedValue
        let after: RecordedValue
    }

    var object: ObjectName {
        switch self {
        case .inserted(let object), .updated(let object, _), .deleted(let object, _): object
        }
    }
}
