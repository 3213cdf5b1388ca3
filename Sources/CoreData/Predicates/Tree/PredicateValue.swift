import Foundation

/// A value as predicates see it: constants, attribute values and results of expressions.
///
/// Everything is reduced to the few kinds that can be compared or bound to a statement, so that an `NSNumber`, an
/// `Int16` and a `Bool` read from different places compare alike without a cast.
///
/// The values are immutable; `object` and `other` carry what the caller put into the predicate, and are only
/// touched where the predicate is evaluated, which is the queue of the context they belong to.
enum PredicateValue: @unchecked Sendable {
    case null
    case bool(Bool)
    case integer(Int64)
    case real(Double)
    indirect case decimal(Decimal)
    case string(String)
    /// Seconds since 2001, as `Date.timeIntervalSinceReferenceDate`.
    case date(Double)
    case data(Data)
    case uuid(UUID)
    indirect case url(URL)
    /// Managed objects, object IDs, entity descriptions and other class instances.
    case object(AnyObject)
    /// An array, a set or an ordered set, in its own order.
    indirect case collection([PredicateValue])
    /// A value of a type that no comparison knows.
    indirect case other(Any)
}

extension PredicateValue {
    /// Reduces any value to its kind. Optionals are unwrapped; `NSNull` and `nil` are `null`.
    init(_ value: Any?) {
        guard let value else {
            self = .null
            return
        }
        // Comparing metatypes costs a hundredth of a cast that fails, and the first few types are nearly all there is.
        let type = type(of: value)
        if type == String.self, let value = value as? String {
            self = .string(value)
        } else if type == Date.self, let value = value as? Date {
            self = .date(value.timeIntervalSinceReferenceDate)
        } else if type == Bool.self, let value = value as? Bool {
            self = .bool(value)
        } else if type == Int.self, let value = value as? Int {
            self = .integer(Int64(value))
        } else if type == Double.self, let value = value as? Double {
            self = .real(value)
        } else {
            self = PredicateValue(uncommon: value)
        }
    }

    private init(uncommon value: Any) {
        switch value {
        case let value as PredicateValue: self = value
        case let value as NSManagedObject: self = .object(value)
        case let value as String: self = .string(value)
        case let value as NSNumber: self = PredicateValue(number: value)
        case let value as any BinaryInteger: self = PredicateValue(integer: value)
        case let value as Float: self = .real(Double(value))
        case let value as Date: self = .date(value.timeIntervalSinceReferenceDate)
        case let value as UUID: self = .uuid(value)
        case let value as Decimal: self = .decimal(value)
        case let value as Data: self = .data(value)
        case let value as URL: self = .url(value)
        case is NSNull: self = .null
        default: self = PredicateValue(compound: value)
        }
    }

    private init(integer value: any BinaryInteger) {
        if let exact = Int64(exactly: value) {
            self = .integer(exact)
        } else {
            self = .real(Double(value))
        }
    }

    private init(number: NSNumber) {
        if let decimal = number as? NSDecimalNumber {
            self = .decimal(decimal.decimalValue)
            return
        }
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "c") where isBoolean(number), UInt8(ascii: "B"): self = .bool(number.boolValue)
        case UInt8(ascii: "d"), UInt8(ascii: "f"): self = .real(number.doubleValue)
        case UInt8(ascii: "Q"):
            self = Int64(exactly: number.uint64Value).map(PredicateValue.integer) ?? .real(number.doubleValue)
        default: self = .integer(number.int64Value)
        }
    }

    private init(compound value: Any) {
        switch value {
        case let value as NSArray: self = .collection(value.map { PredicateValue($0) })
        case let value as NSSet: self = .collection(value.map { PredicateValue($0) })
        case let value as NSOrderedSet: self = .collection(value.map { PredicateValue($0) })
        case let value as [Any?]: self = .collection(value.map(PredicateValue.init))
        case let value as Set<AnyHashable>: self = .collection(value.map { PredicateValue($0.base) })
        default:
            let mirror = Mirror(reflecting: value)
            if mirror.displayStyle == .optional {
                self = PredicateValue(mirror.children.first?.value)
            } else if type(of: value) == AnyHashable.self, let hashable = value as? AnyHashable {
                self = PredicateValue(hashable.base)
            } else if type(of: value) is AnyClass {
                self = .object(value as AnyObject)
            } else {
                self = .other(value)
            }
        }
    }

    /// The value as Foundation spells it: `NSNumber` for numbers and truth values, `Date`, `String`, arrays; `nil` for `null`.
    var foundationValue: Any? {
        switch self {
        case .null: nil
        case .bool(let value): NSNumber(value: value)
        case .integer(let value): NSNumber(value: value)
        case .real(let value): NSNumber(value: value)
        case .decimal(let value): NSDecimalNumber(decimal: value)
        case .string(let value): value
        case .date(let value): Date(timeIntervalSinceReferenceDate: value)
        case .data(let value): value
        case .uuid(let value): value
        case .url(let value): value
        case .object(let value): value
        case .collection(let values): values.map { $0.foundationValue ?? NSNull() }
        case .other(let value): value
        }
    }
}

/// `Foundation` on Linux keeps truth values in a class of its own; its name is the only public mark of it.
private func isBoolean(_ number: NSNumber) -> Bool {
    type(of: number) == booleanClass
}

private let booleanClass: AnyClass = type(of: NSNumber(value: true))
