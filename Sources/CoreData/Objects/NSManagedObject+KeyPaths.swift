extension NSManagedObject {
    final func valueAlong(_ keyPath: String) -> Any? {
        KeyPathWalk.value(of: self, along: keyPath.split(separator: ".")[...])
    }

    final func setValueAlong(_ keyPath: String, to value: Any?) {
        guard let dot = keyPath.firstIndex(of: ".") else { return setValue(value, forKey: keyPath) }
        // An element of a composite attribute is set in the object, at whatever depth it is nested.
        if !home.layout.composites.isEmpty, home.layout.place(of: keyPath) != nil {
            return setValue(value, forKey: keyPath)
        }
        let rest = String(keyPath[keyPath.index(after: dot)...])
        switch self.value(forKey: String(keyPath[..<dot])) {
        case let owner as NSManagedObject: owner.setValue(value, forKeyPath: rest)
        case let owners as NSSet:
            for case let owner as NSManagedObject in owners.allObjects { owner.setValue(value, forKeyPath: rest) }
        default: break
        }
    }
}

/// Reads along key paths over objects, collections and dictionaries, with the collection operators.
enum KeyPathWalk {
    static func value(of start: Any?, along path: ArraySlice<Substring>) -> Any? {
        guard let start, let key = path.first else { return start }
        if let elements = elements(of: start) {
            if key.hasPrefix("@") { return collect(key, over: elements, along: path.dropFirst()) }
            let values = elements.compactMap { value(of: $0, along: path) }
            if start is NSOrderedSet { return NSOrderedSet(array: flattened(values)) }
            return start is NSArray || start is [Any] ? values : NSSet(array: flattened(values)) as Any
        }
        return value(of: self.value(of: start, key: String(key)), along: path.dropFirst())
    }

    private static func value(of owner: Any, key: String) -> Any? {
        switch owner {
        case let object as NSManagedObject: object.value(forKey: key)
        case let dictionary as NSDictionary: dictionary.object(forKey: key)
        case let dictionary as [String: Any]: dictionary[key]
        case let id as NSManagedObjectID where key == "entity": id.entity
        case let entity as NSEntityDescription where key == "name": entity.name
        default: nil
        }
    }

    private static func elements(of value: Any) -> [Any]? {
        switch value {
        case let set as NSSet: set.allObjects
        case let set as NSOrderedSet: set.array
        case let array as [Any]: array
        case let set as Set<AnyHashable>: Array(set)
        default: nil
        }
    }

    private static func flattened(_ values: [Any]) -> [Any] {
        values.flatMap { elements(of: $0) ?? [$0] }
    }

    private static func collect(_ key: Substring, over elements: [Any], along path: ArraySlice<Substring>) -> Any? {
        if key == "@count" { return NSNumber(value: elements.count) }
        let values = elements.compactMap { value(of: $0, along: path) }
        switch key {
        case "@sum": return sum(values.compactMap { AnyValue.decimal($0) })
        case "@avg":
            let numbers = values.compactMap { AnyValue.decimal($0) }
            guard !numbers.isEmpty else { return nil }
            return sum(numbers).dividing(by: NSDecimalNumber(value: numbers.count))
        case "@min": return values.min { precedes($0, $1) }
        case "@max": return values.max { precedes($0, $1) }
        case "@unionOfObjects": return values
        case "@distinctUnionOfObjects": return NSSet(array: values).allObjects
        case "@distinctUnionOfSets", "@distinctUnionOfArrays": return NSSet(array: flattened(values)).allObjects
        case "@unionOfSets", "@unionOfArrays": return flattened(values)
        default:
            raise("NSUnknownKeyException", "The collection operator \(key) is not known.")
        }
    }

    private static func sum(_ numbers: [NSDecimalNumber]) -> NSDecimalNumber {
        numbers.reduce(NSDecimalNumber.zero) { $0.adding($1) }
    }

    private static func precedes(_ one: Any, _ other: Any) -> Bool {
        switch (one, other) {
        case (let one as Date, let other as Date): one < other
        case (let one as String, let other as String): one < other
        default: (AnyValue.real(one) ?? 0) < (AnyValue.real(other) ?? 0)
        }
    }
}
