import Foundation

/// The name of a method, as sort descriptors take it: `Selector("localizedStandardCompare:")`.
///
/// - Note: Differs from Apple: `#selector` needs the Objective-C runtime; give the name as a string.
public struct Selector: Hashable, Sendable, ExpressibleByStringLiteral, CustomStringConvertible {
    /// The name, with a colon for each argument.
    public let description: String

    /// A selector of that name.
    public init(_ name: String) {
        description = name
    }

    /// A selector of that name.
    public init(stringLiteral name: String) {
        description = name
    }
}

/// The selector of that name.
public func NSSelectorFromString(_ aSelectorName: String) -> Selector {
    Selector(aSelectorName)
}

/// The name of a selector.
public func NSStringFromSelector(_ aSelector: Selector) -> String {
    aSelector.description
}
