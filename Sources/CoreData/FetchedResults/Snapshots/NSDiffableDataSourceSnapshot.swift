/// The identifiers of a list's sections and items in their order, as a value. Follows UIKit's and AppKit's
/// `NSDiffableDataSourceSnapshot`, which Apple's controllers hand to their delegates.
///
///     func controller(
///         _ controller: NSFetchedResultsController<any NSFetchRequestResult>,
///         didChangeContentWith snapshot: NSDiffableDataSourceSnapshotReference
///     ) {
///         let snapshot = snapshot as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>
///         …
///     }
///
/// An identifier stands in a snapshot once; adding it again, or naming one that is not there, raises.
public struct NSDiffableDataSourceSnapshot<
    SectionIdentifierType: Hashable & Sendable, ItemIdentifierType: Hashable & Sendable
>: Sendable {
    struct Section: Sendable {
        let identifier: SectionIdentifierType
        var items: [ItemIdentifierType]
    }
    var content: [Section] = []
    /// Items whose looks have changed where they are.
    public internal(set) var reloadedItemIdentifiers: [ItemIdentifierType] = []
    /// Items whose cells are to be set up anew without being replaced.
    public internal(set) var reconfiguredItemIdentifiers: [ItemIdentifierType] = []
    /// Sections whose looks have changed.
    public internal(set) var reloadedSectionIdentifiers: [SectionIdentifierType] = []

    /// A snapshot of nothing.
    public init() {}

    // MARK: Looking

    /// How many items all sections have.
    public var numberOfItems: Int { content.reduce(0) { $0 + $1.items.count } }
    /// How many sections there are.
    public var numberOfSections: Int { content.count }
    /// The sections in their order.
    public var sectionIdentifiers: [SectionIdentifierType] { content.map(\.identifier) }
    /// All items in their order.
    public var itemIdentifiers: [ItemIdentifierType] { content.flatMap(\.items) }

    /// How many items a section has.
    public func numberOfItems(inSection identifier: SectionIdentifierType) -> Int {
        content[known(identifier)].items.count
    }

    /// The items of a section in their order.
    public func itemIdentifiers(inSection identifier: SectionIdentifierType) -> [ItemIdentifierType] {
        content[known(identifier)].items
    }

    /// The section that an item is in; nil where it is in none.
    public func sectionIdentifier(containingItem identifier: ItemIdentifierType) -> SectionIdentifierType? {
        place(identifier).map { content[$0.section].identifier }
    }

    /// The position of an item among all of them; nil where it is not there.
    public func indexOfItem(_ identifier: ItemIdentifierType) -> Int? {
        place(identifier).map { place in
            content[..<place.section].reduce(place.item) { $0 + $1.items.count }
        }
    }

    /// The position of a section; nil where it is not there.
    public func indexOfSection(_ identifier: SectionIdentifierType) -> Int? {
        content.firstIndex { $0.identifier == identifier }
    }

    func place(_ identifier: ItemIdentifierType) -> (section: Int, item: Int)? {
        for (section, part) in content.enumerated() {
            if let item = part.items.firstIndex(of: identifier) { return (section, item) }
        }
        return nil
    }

    func known(_ identifier: SectionIdentifierType) -> Int {
        if let index = indexOfSection(identifier) { return index }
        raise("NSInternalInconsistencyException", "Invalid section identifier specified: \(identifier)")
    }

    func known(_ identifier: ItemIdentifierType) -> (section: Int, item: Int) {
        if let place = place(identifier) { return place }
        raise("NSInternalInconsistencyException", "Invalid item identifier specified: \(identifier)")
    }
}

extension NSDiffableDataSourceSnapshot: Equatable {
    /// Whether two snapshots have the same identifiers in the same order.
    public static func == (left: Self, right: Self) -> Bool {
        left.content.count == right.content.count
            && zip(left.content, right.content).allSatisfy { $0.identifier == $1.identifier && $0.items == $1.items }
    }
}
