import Foundation

/// The members of `NSSortDescriptor` that need key-value coding, which Foundation on Linux declares unavailable.
extension NSCopying where Self: NSSortDescriptor {
    /// Sorts by the property of that name, or a dotted path of to-one relationships and a property.
    public init(key: String?, ascending: Bool) {
        self = instance(KeySortDescriptor(named: key, ascending: ascending))
    }

    /// Sorts by a property, comparing by the method named: `compare:`, `caseInsensitiveCompare:`, `localizedCompare:`,
    /// `localizedCaseInsensitiveCompare:` or `localizedStandardCompare:`.
    public init(key: String?, ascending: Bool, selector: Selector?) {
        let name = selector?.description ?? TextCollation.literal.rawValue
        guard TextCollation(rawValue: name) != nil else {
            raise("NSInvalidArgumentException", "unsupported NSSortDescriptor selector: \(name)")
        }
        self = instance(KeySortDescriptor(named: key, ascending: ascending, selectorName: name))
    }

    /// Sorts by a property, comparing with a block; works in memory, not in a store.
    public init(key: String?, ascending: Bool, comparator cmptr: @escaping Comparator) {
        self = instance(KeySortDescriptor(named: key, ascending: ascending, comparator: cmptr))
    }

    /// Sorts by a property that may be nil; nil sorts lowest. Raises where nothing tells the property's name, as on a Mac.
    public init<Root, Value>(keyPath: KeyPath<Root, Value>, ascending: Bool) {
        self = instance(KeySortDescriptor(named: keyPath.sortName, ascending: ascending, keyPath: keyPath))
    }

    /// Makes the counterpart of a Swift sort descriptor.
    public init<Compared>(_ sortDescriptor: SortDescriptor<Compared>) {
        guard let keyPath = sortDescriptor.keyPath else {
            raise("NSInvalidArgumentException", "a SortDescriptor without a key path has no NSSortDescriptor")
        }
        self = instance(
            KeySortDescriptor(
                named: keyPath.sortName, ascending: sortDescriptor.order == .forward, keyPath: keyPath))
    }

    /// The name of the property that is sorted by; nil when the objects themselves are compared.
    public var key: String? {
        let descriptor: NSSortDescriptor = self
        if let keyed = descriptor as? KeySortDescriptor { return keyed.keyText }
        return descriptor.keyPath.propertyName
    }

    /// The method that compares the values; nil when a block does.
    public var selector: Selector? {
        let descriptor: NSSortDescriptor = self
        guard let keyed = descriptor as? KeySortDescriptor else { return Selector(TextCollation.literal.rawValue) }
        return keyed.selectorName.map { Selector($0) }
    }
}

private func instance<Class: NSSortDescriptor>(_ descriptor: KeySortDescriptor) -> Class {
    guard let made = descriptor as? Class else {
        raise("NSInvalidArgumentException", "sort descriptors are not made as instances of \(Class.self)")
    }
    return made
}

extension NSSortDescriptor {
    /// Raises where the descriptor was made of a key path whose name nothing tells.
    final func requireKey() {
        if !(self is KeySortDescriptor) { _ = keyPath.sortName }
    }
}

extension AnyKeyPath {
    /// What is sorted by: nil for the objects themselves.
    fileprivate var sortName: String? {
        if let name = propertyName { return name }
        if debugDescription.hasSuffix(".self") { return nil }
        raise("NSInvalidArgumentException", "Could not extract a String from KeyPath \(self)")
    }

    /// The name of the property the path leads to, dotted over relationships; nil where nothing tells it.
    ///
    /// Paths of generated classes are found in the tables of their models; of stored properties Swift itself knows the names.
    var propertyName: String? {
        if let name = EmbeddedModels.propertyName(of: self) { return name }
        if let name = EmbeddedModels.propertyName(of: self) { return name }
        // Printed as \Root.name, with something in <> for each part whose name is not kept.
        let printed = debugDescription
        guard printed.hasPrefix("\\"), let dot = printed.firstIndex(of: ".") else { return nil }
        let name = printed[printed.index(after: dot)...].filter { $0 != "?" && $0 != "!" }
        // A subscript is printed with its types.
        guard !printed.contains("<"), !name.contains("(") else { return nil }
        return name == "self" || name.isEmpty ? nil : name
    }
}
