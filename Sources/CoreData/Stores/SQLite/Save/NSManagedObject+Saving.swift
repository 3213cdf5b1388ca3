extension NSManagedObject {
    /// The primary key, nil while the object has none.
    @inline(__always)
    final var savedKey: Int64? { key < 0 ? nil : key }

    /// How rows of the object's entity lie in memory.
    final var layoutOfEntity: EntityLayout { home.layout }
}
