import Foundation

extension PredicateValue: Hashable {
    /// Equality of the format language: numbers by their value whatever their type, collections element by element,
    /// objects by `isEqual`, an object ID equal to the object it names.
    static func == (left: PredicateValue, right: PredicateValue) -> Bool {
        switch (left, right) {
        case (.null, .null): true
        case (.integer(let a), .integer(let b)): a == b
        case (.real(let a), .real(let b)): a == b
        case (.bool(let a), .bool(let b)): a == b
        // Byte by byte, as in a store: what is composed otherwise is another text.
        case (.string(let a), .string(let b)): a == b && a.utf8.elementsEqual(b.utf8)
        case (.date(let a), .date(let b)): a == b
        case (.data(let a), .data(let b)): a == b
        case (.uuid(let a), .uuid(let b)): a == b
        case (.url(let a), .url(let b)): a.absoluteString == b.absoluteString
        // A store holds an URL as its text.
        case (.url(let a), .string(let b)), (.string(let b), .url(let a)): a.absoluteString.utf8.elementsEqual(b.utf8)
        case (.collection(let a), .collection(let b)): a == b
        case (.object(let a), .object(let b)): a === b || objectsAreEqual(a, b)
        case (.other(let a), .other(let b)): valuesAreEqual(a, b)
        default: left.isNumber && right.isNumber && left.numericOrder(to: right) == .orderedSame
        }
    }

    func hash(into hasher: inout Hasher) {
        switch self {
        case .null: hasher.combine(0)
        // Equal numbers of different types must share a hash.
        case .bool, .integer, .real, .decimal: hasher.combine(doubleValue)
        case .string(let value): hasher.combine(value)
        case .date(let value): hasher.combine(value)
        case .data(let value): hasher.combine(value)
        case .uuid(let value): hasher.combine(value)
        case .url(let value): hasher.combine(value.absoluteString)
        case .object(let value): hasher.combine(identity(of: value) as? NSObject)
        case .collection(let values): hasher.combine(values)
        case .other(let value): hasher.combine(value as? AnyHashable)
        }
    }

    private static func objectsAreEqual(_ a: AnyObject, _ b: AnyObject) -> Bool {
        if let a = a as? NSManagedObject, let b = b as? NSManagedObject,
            a.managedObjectContext === b.managedObjectContext
        {
            // One object for one ID in one context, and these are two.
            return false
        }
        let a = identity(of: a)
        let b = identity(of: b)
        guard a !== b else { return true }
        guard let a = a as? NSObject, let b = b as? NSObject else { return false }
        return a.isEqual(b)
    }

    private static func valuesAreEqual(_ a: Any, _ b: Any) -> Bool {
        guard let a = a as? AnyHashable, let b = b as? AnyHashable else { return false }
        return a == b
    }
}

/// The object whose equality counts: the ID of a managed object, so that `owner == %@` takes either.
private func identity(of object: AnyObject) -> AnyObject {
    (object as? any PredicateIdentifiable)?.predicateIdentity ?? object
}

/// An object that predicates compare through another object that names it.
protocol PredicateIdentifiable: AnyObject {
    /// The object that stands for this one in comparisons, such as its object ID.
    var predicateIdentity: AnyObject { get }
}

extension PredicateValue {
    /// Whether this is a number or a truth value.
    var isNumber: Bool {
        switch self {
        case .bool, .integer, .real, .decimal: true
        default: false
        }
    }

    /// The value as a double; `nil` unless it is a number.
    var doubleValue: Double? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .integer(let value): Double(value)
        case .real(let value): value
        case .decimal(let value): NSDecimalNumber(decimal: value).doubleValue
        default: nil
        }
    }

    /// The value as a decimal; `nil` unless it is a number.
    var decimalValue: Decimal? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .integer(let value): Decimal(value)
        case .real(let value): Decimal(value)
        case .decimal(let value): value
        default: nil
        }
    }

    /// The value as an integer; `nil` unless it is a whole number within range.
    var integerValue: Int64? {
        switch self {
        case .bool(let value): value ? 1 : 0
        case .integer(let value): value
        case .real(let value): Int64(exactly: value)
        case .decimal(let value): Int64(exactly: NSDecimalNumber(decimal: value).doubleValue)
        default: nil
        }
    }

    /// The number without its fraction, the nearest there is where it is out of range; `nil` unless it is a number.
    var truncatedInteger: Int64? {
        if let integerValue { return integerValue }
        guard let real = doubleValue, !real.isNaN else { return nil }
        return real >= 0x1p63 ? .max : real <= -0x1p63 ? .min : Int64(real)
    }

    /// The text that text operators look at.
    var searchableText: String? {
        switch self {
        case .string(let text): text
        case .url(let url): url.absoluteString
        default: nil
        }
    }

    /// How two values of one kind are ordered; `nil` when they cannot be, which makes every comparison false.
    func order(to other: PredicateValue) -> ComparisonResult? {
        switch (self, other) {
        case (.integer(let a), .integer(let b)): Self.order(a, b)
        case (.real(let a), .real(let b)): a.isNaN || b.isNaN ? nil : Self.order(a, b)
        case (.date(let a), .date(let b)): Self.order(a, b)
        case (.string(let a), .string(let b)): TextFolding.literal.order(a, b)
        case (.uuid(let a), .uuid(let b)): Self.order(a, b)
        case (.url, .url), (.url, .string), (.string, .url):
            TextFolding.literal.order(searchableText ?? "", other.searchableText ?? "")
        case (.data(let a), .data(let b)):
            a == b ? .orderedSame : a.lexicographicallyPrecedes(b) ? .orderedAscending : .orderedDescending
        default: isNumber && other.isNumber ? numericOrder(to: other) : nil
        }
    }

    fileprivate func numericOrder(to other: PredicateValue) -> ComparisonResult? {
        switch (self, other) {
        // First: as a decimal, 3.14 is 3.140000000000000512.
        case (.real, _), (_, .real):
            guard let a = doubleValue, let b = other.doubleValue, !a.isNaN, !b.isNaN else { return nil }
            return Self.order(a, b)
        case (.decimal, _), (_, .decimal):
            guard let a = decimalValue, let b = other.decimalValue else { return nil }
            return Self.order(a, b)
        default:
            guard let a = integerValue, let b = other.integerValue else { return nil }
            return Self.order(a, b)
        }
    }

    private static func order<T: Comparable>(_ a: T, _ b: T) -> ComparisonResult {
        a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
    }
}
