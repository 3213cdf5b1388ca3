extension AnyKeyPath {
    /// The name of the property that the key path leads to, dotted where it goes over relationships; nil for one that no model
    /// knows.
    ///
    /// Some programs read the standard library's property of this name, which is there for key-value coding: on Linux it is nil
    /// for every key path, as the compiler writes it for `@objc` alone. This one takes its place wherever CoreData is imported.
    public var _kvcKeyPathString: String? { EmbeddedModels.propertyName(of: self) }
}
