import Foundation
import Synchronization

/// What `FUNCTION(object, 'name:', argument)` calls: on Apple's platforms a method of the object, here what was registered.
enum NamedFunctions {
    static let keyword = "FUNCTION"

    typealias Body = @Sendable (_ object: Any?, _ arguments: [Any?]) -> Any?

    private static let registered = Mutex<[String: Body]>([:])

    static func register(_ name: String, _ body: @escaping Body) { registered.withLock { $0[name] = body } }

    /// Calls a function with the values of an expression: the object, the name, the arguments.
    static func call(_ values: [PredicateValue]) -> PredicateValue {
        let name = values[1].text ?? ""
        guard let body = registered.withLock({ $0[name] }) else {
            raise(
                "NSInvalidArgumentException",
                "-[\(values[0].foundationValue.map { "\(type(of: $0))" } ?? "nil") \(name)]: unrecognized selector, see "
                    + "NSExpression.registerFunction(_:_:)")
        }
        return PredicateValue(body(values[0].foundationValue, values.dropFirst(2).map(\.foundationValue)))
    }
}

extension NSCopying where Self: NSExpression {
    /// Gives `FUNCTION(object, 'name:', argument)` a meaning, for all expressions of the process: the block is called with the
    /// object's and the arguments' values. No store runs it.
    ///
    /// - Note: Differs from Apple: there the name is that of a method, which Objective-C finds.
    public static func registerFunction(
        _ name: String, _ body: @escaping @Sendable (_ object: Any?, _ arguments: [Any?]) -> Any?
    ) { NamedFunctions.register(name, body) }
}
