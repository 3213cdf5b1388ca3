import Foundation
import Synchronization

/// An object that knows functions by name.
protocol NamedFunctionTarget: AnyObject {
    /// Answers nil for a name it does not know.
    func call(_ name: String, _ arguments: [PredicateValue]) -> PredicateValue?
}

/// What `FUNCTION(object, 'name:', argument)` calls: on Apple's platforms a method of the object, here one of those that are known
/// of it, or what was registered.
enum NamedFunctions {
    static let keyword = "FUNCTION"

    typealias Body = @Sendable (_ object: Any?, _ arguments: [Any?]) -> Any?

    private static let registered = Mutex<[String: Body]>([:])

    static func register(_ name: String, _ body: @escaping Body) { registered.withLock { $0[name] = body } }

    /// Calls a function with the values of an expression: the object, the name, the arguments.
    static func call(_ values: [PredicateValue]) -> PredicateValue {
        let name = values[1].text ?? ""
        if case .object(let object) = values[0], let target = object as? any NamedFunctionTarget,
            let answer = target.call(name, Array(values.dropFirst(2)))
        {
            return answer
        }
        guard let body = registered.withLock({ $0[name] }) else {
            if ["valueForKey:", "valueForKeyPath:"].contains(name), values.count == 3, let path = values[2].text {
                return KeyPathReader(path.split(separator: ".").map(String.init)).read(values[0])
            }
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
