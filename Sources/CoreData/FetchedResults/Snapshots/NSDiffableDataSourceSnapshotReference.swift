/// A snapshot without the types of its identifiers, as delegates get it: `as NSDiffableDataSourceSnapshot<String, NSManagedObjectID>`
/// gives it these. Follows UIKit's and AppKit's class of that name.
///
/// What a controller hands out is put together when it is first looked at, or else before the list changes again.
open class NSDiffableDataSourceSnapshotReference: NSObject {
    typealias Content = NSDiffableDataSourceSnapshot<AnyIdentifier, AnyIdentifier>

    private var made: Content?
    private var make: (() -> Content)?

    /// A snapshot of nothing.
    public override init() { made = Content() }

    init(_ content: Content) { made = content }

    /// A snapshot to be made when it is needed.
    init(_ make: @escaping () -> Content) { self.make = make }

    var content: Content {
        if let made { return made }
        let content = make?() ?? Content()
        made = content
        make = nil
        return content
    }

    /// How many items all sections have.
    open var numberOfItems: Int { content.numberOfItems }
    /// How many sections there are.
    open var numberOfSections: Int { content.numberOfSections }
    /// The sections in their order.
    open var sectionIdentifiers: [Any] { content.sectionIdentifiers.map(\.value) }
    /// All items in their order.
    open var itemIdentifiers: [Any] { content.itemIdentifiers.map(\.value) }
    /// Items that have changed where they are.
    open var reloadedItemIdentifiers: [Any] { content.reloadedItemIdentifiers.map(\.value) }
    /// Sections that have changed.
    open var reloadedSectionIdentifiers: [Any] { content.reloadedSectionIdentifiers.map(\.value) }
    /// Items whose cells are to be set up anew.
    open var reconfiguredItemIdentifiers: [Any] { content.reconfiguredItemIdentifiers.map(\.value) }

    /// How many items a section has.
    open func numberOfItems(inSection sectionIdentifier: Any) -> Int {
        content.numberOfItems(inSection: AnyIdentifier(sectionIdentifier))
    }

    /// The items of a section in their order.
    open func itemIdentifiersInSection(withIdentifier sectionIdentifier: Any) -> [Any] {
        content.itemIdentifiers(inSection: AnyIdentifier(sectionIdentifier)).map(\.value)
    }

    /// The section that an item is in; nil where it is in none.
    open func sectionIdentifier(forSectionContainingItemIdentifier itemIdentifier: Any) -> Any? {
        content.sectionIdentifier(containingItem: AnyIdentifier(itemIdentifier))?.value
    }

    /// The position of an item among all of them; NSNotFound where it is not there.
    open func index(ofItemIdentifier itemIdentifier: Any) -> Int {
        content.indexOfItem(AnyIdentifier(itemIdentifier)) ?? NSNotFound
    }

    /// The position of a section; NSNotFound where it is not there.
    open func index(ofSectionIdentifier sectionIdentifier: Any) -> Int {
        content.indexOfSection(AnyIdentifier(sectionIdentifier)) ?? NSNotFound
    }
}

/// An identifier of any type.
struct AnyIdentifier: Hashable, @unchecked Sendable {
    // Sendable: made of identifiers, which are.
    private let base: AnyHashable
    var value: Any { base.base }

    init(_ value: Any) {
        guard let base = value as? AnyHashable else {
            raise("NSInvalidArgumentException", "An identifier of a snapshot must be hashable: \(value)")
        }
        self.base = base
    }
}

extension NSDiffableDataSourceSnapshot: _ObjectiveCBridgeable {
    /// The class behind `as`.
    public typealias _ObjectiveCType = NSDiffableDataSourceSnapshotReference

    /// The snapshot without its types.
    public func _bridgeToObjectiveC() -> NSDiffableDataSourceSnapshotReference {
        NSDiffableDataSourceSnapshotReference(
            mapped({ AnyIdentifier($0) }, { AnyIdentifier($0) }))
    }

    /// The snapshot with types that its identifiers must have.
    public static func _forceBridgeFromObjectiveC(
        _ source: NSDiffableDataSourceSnapshotReference, result: inout NSDiffableDataSourceSnapshot?
    ) { result = _unconditionallyBridgeFromObjectiveC(source) }

    /// The snapshot with types, if its identifiers have these.
    public static func _conditionallyBridgeFromObjectiveC(
        _ source: NSDiffableDataSourceSnapshotReference, result: inout NSDiffableDataSourceSnapshot?
    ) -> Bool {
        let content = source.content
        guard content.sectionIdentifiers.allSatisfy({ $0.value is SectionIdentifierType }),
            content.itemIdentifiers.allSatisfy({ $0.value is ItemIdentifierType })
        else { return false }
        result = _unconditionallyBridgeFromObjectiveC(source)
        return true
    }

    /// The snapshot with types that its identifiers must have.
    public static func _unconditionallyBridgeFromObjectiveC(
        _ source: NSDiffableDataSourceSnapshotReference?
    ) -> NSDiffableDataSourceSnapshot {
        guard let source else { return NSDiffableDataSourceSnapshot() }
        return source.content.mapped({ typed($0.value) }, { typed($0.value) })
    }

    private static func typed<Identifier>(_ value: Any) -> Identifier {
        guard let typed = value as? Identifier else {
            raise(
                "NSInvalidArgumentException",
                "The snapshot has a '\(type(of: value))', which is no '\(Identifier.self)'.")
        }
        return typed
    }

    private func mapped<Section, Item>(
        _ section: (SectionIdentifierType) -> Section, _ item: (ItemIdentifierType) -> Item
    ) -> NSDiffableDataSourceSnapshot<Section, Item> {
        var mapped = NSDiffableDataSourceSnapshot<Section, Item>()
        mapped.content = content.map { .init(identifier: section($0.identifier), items: $0.items.map(item)) }
        mapped.reloadedItemIdentifiers = reloadedItemIdentifiers.map(item)
        mapped.reconfiguredItemIdentifiers = reconfiguredItemIdentifiers.map(item)
        mapped.reloadedSectionIdentifiers = reloadedSectionIdentifiers.map(section)
        return mapped
    }
}
