import Foundation

// Foundation on Linux declares `NSComparisonPredicate` and `NSExpression`, marked deprecated, with initialisers that
// are unavailable and trap. Classes of our own under these names would be ambiguous in every file that imports
// Foundation as well, so we give life to Foundation's: the aliases below are the same types without the mark, and
// `reclassed(as:)` makes instances without running the initialisers.

/// A deprecated class of Foundation's, wrapped so that naming the class raises no warning.
public protocol FoundationName {
    /// The class itself.
    associatedtype Named
}

/// Names Foundation's `NSComparisonPredicate`.
public enum ComparisonPredicateName: FoundationName {
    /// The class, as Foundation marks it.
    @available(*, deprecated)
    public typealias Named = Foundation.NSComparisonPredicate
}

/// Names Foundation's `NSExpression`.
public enum ExpressionName: FoundationName {
    /// The class, as Foundation marks it.
    @available(*, deprecated)
    public typealias Named = Foundation.NSExpression
}

/// Names Foundation's `NSExpression.ExpressionType`.
public enum ExpressionTypeName: FoundationName {
    /// The type, as Foundation marks it.
    @available(*, deprecated)
    public typealias Named = Foundation.NSExpression.ExpressionType
}

/// Resolves a wrapped name to its class.
public enum Resolved<Name: FoundationName> {
    /// The class that the name stands for.
    public typealias Class = Name.Named
}

/// A predicate that compares two expressions: Foundation's class, usable with the members that CoreData adds.
public typealias NSComparisonPredicate = Resolved<ComparisonPredicateName>.Class

/// An expression of a predicate or of a fetch request: Foundation's class, usable with the members that CoreData adds.
public typealias NSExpression = Resolved<ExpressionName>.Class

/// Changes the class of a fresh object, and hands it out as one of that class.
///
/// The two classes must store the same properties in the same order over superclasses of equal layout, so that each
/// member finds its fields and the new class's deinitialiser releases exactly what the old one's initialiser stored.
/// - Note: Kept out of line so that the optimiser cannot act on the class that it saw being allocated.
@inline(never)
func reclassed<Target: AnyObject>(_ object: AnyObject, as target: Target.Type) -> Target {
    // The first word of a Swift object on Linux is the metadata pointer of its class, which is what a metatype is.
    let header = unsafeBitCast(object, to: UnsafeMutablePointer<UnsafeRawPointer>.self)
    header.pointee = unsafeBitCast(target as AnyClass, to: UnsafeRawPointer.self)
    // The object's class is the target now.
    return unsafeDowncast(object, to: target)
}
