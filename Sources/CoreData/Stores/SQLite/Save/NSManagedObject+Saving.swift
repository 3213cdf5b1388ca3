extension NSManagedObject {
    /// The primary key, nil while the object has none.
    @inline(__always)
    final var savedKey: Int64? { key < 0 ? nil : key }
}
