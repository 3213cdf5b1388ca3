import Foundation

/// Predicates from format strings. Foundation on Linux declares these members of `NSPredicate` unavailable; the ones
/// here take their place.
extension NSCopying where Self: NSPredicate {
    /// Makes a predicate from a format string and its arguments.
    ///
    ///     NSPredicate(format: "title CONTAINS[cd] %@ AND timestamp > %@", text, date as CVarArg)
    ///
    /// Raises `NSInvalidArgumentException` when the text is not a predicate.
    public init(format predicateFormat: String, _ args: any CVarArg...) {
        self = instance(parsing: predicateFormat, args)
    }

    /// Makes a predicate from a format string and its arguments.
    ///
    /// Raises `NSInvalidArgumentException` when the text is not a predicate.
    public init(format predicateFormat: String, argumentArray arguments: [Any]?) {
        self = instance(parsing: predicateFormat, arguments ?? [])
    }

    /// Makes a predicate from a format string and a list of variable arguments, as `withVaList` makes it.
    public init(format predicateFormat: String, arguments argList: CVaListPointer) {
        self = instance(parsing: predicateFormat, VariableArguments.read(argList, for: predicateFormat))
    }

    /// Makes a predicate in which each `$NAME` that the dictionary knows is replaced by its value.
    public func withSubstitutionVariables(_ variables: [String: Any]) -> NSPredicate {
        NSPredicate.make(predicateNode.substituting(variables.mapValues { PredicateValue($0) }))
    }
}

private func instance<Class: NSPredicate>(parsing format: String, _ arguments: [Any?]) -> Class {
    do {
        let predicate = NSPredicate.make(try PredicateParser.predicate(format, arguments))
        if let instance = predicate as? Class { return instance }
        raise("NSInvalidArgumentException", "the format \"\(format)\" does not make a \(Class.self)")
    } catch let error as PredicateFormatError {
        raise("NSInvalidArgumentException", error.reason)
    } catch {
        raise("NSInvalidArgumentException", "\(error)")
    }
}
