import Synchronization

/// The name of a modelled property together with the place it was last found at: what generated accessors read and write by.
///
///     public var title: String? {
///         get { managedValue(for: Self.titleKey) }
///         set { setManagedValue(newValue, for: Self.titleKey) }
///     }
///
/// The first access through an entity looks the name up; later ones cost an integer comparison.
public final class ManagedKey: Sendable {
    /// The property's name in the model.
    public let name: String
    /// Layout number in the high half, slot in the low half; 0 while unresolved (layout numbers begin at 1).
    private let resolved = Atomic<UInt64>(0)

    /// A key for the property of that name.
    public init(_ name: String) { self.name = name }

    /// The slot of this property in rows of that layout, nil where it has none (to-many, transient, fetched, unknown).
    @inline(__always)
    func slot(in layout: EntityLayout) -> Int? {
        let found = resolved.load(ordering: .relaxed)
        if UInt32(truncatingIfNeeded: found >> 32) == layout.id { return Int(UInt32(truncatingIfNeeded: found)) }
        return lookUp(in: layout)
    }

    /// The slot in rows of the home's layout.
    @inline(__always)
    func slot(in home: ObjectHome) -> Int? {
        let found = resolved.load(ordering: .relaxed)
        if UInt32(truncatingIfNeeded: found >> 32) == home.layoutID { return Int(UInt32(truncatingIfNeeded: found)) }
        return lookUp(in: home.layout)
    }

    @inline(never)
    private func lookUp(in layout: EntityLayout) -> Int? {
        guard let slot = layout.slot(named: name) else { return nil }
        resolved.store(UInt64(layout.id) << 32 | UInt64(slot), ordering: .relaxed)
        return slot
    }
}
