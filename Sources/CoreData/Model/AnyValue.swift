/// What can be asked of a value whose type the compiler does not know: a default, an entry of a `userInfo`, a constant.
enum AnyValue {
    /// The value as an integer: of any integer type, Bool, a whole real number within range, or an `NSNumber` of these.
    static func integer(_ value: Any) -> Int64? {
        // An object: casting it to a Swift number would bridge it, through a double that has not all digits.
        if type(of: value) is AnyClass { return (value as? NSNumber).flatMap { integer($0) } }
        return switch value {
        case let value as Bool: value ? 1 : 0
        case let value as any BinaryInteger: Int64(truncatingIfNeeded: value)
        case let value as Double: Int64(exactly: value.rounded(.towardZero))
        case let value as Float: Int64(exactly: value.rounded(.towardZero))
        case let value as Decimal: (value as NSDecimalNumber).int64Value
        default: nil
        }
    }

    private static func integer(_ number: NSNumber) -> Int64? {
        switch UInt8(bitPattern: number.objCType.pointee) {
        case UInt8(ascii: "d") where !(number is NSDecimalNumber), UInt8(ascii: "f"):
            Int64(exactly: number.doubleValue.rounded(.towardZero))
        default: number.int64Value
        }
    }

    /// The value as a double: of any number type, or an `NSNumber`.
    static func real(_ value: Any) -> Double? {
        switch value {
        case let value as Double: value
        case let value as Float: Double(value)
        case let value as Bool: value ? 1 : 0
        case let value as any BinaryInteger: Double(value)
        case let value as Decimal: (value as NSDecimalNumber).doubleValue
        case let value as NSNumber: value.doubleValue
        default: nil
        }
    }

    /// The value as a decimal number.
    static func decimal(_ value: Any) -> NSDecimalNumber? {
        switch value {
        case let value as NSDecimalNumber: value
        case let value as Decimal: value as NSDecimalNumber
        case let value as any BinaryInteger: NSDecimalNumber(decimal: Decimal(Int64(truncatingIfNeeded: value)))
        case let value as Double: NSDecimalNumber(decimal: Decimal(value))
        case let value as Float: NSDecimalNumber(decimal: Decimal(Double(value)))
        case let value as NSNumber: NSDecimalNumber(decimal: value.decimalValue)
        default: nil
        }
    }

    /// Whether two values say the same, be they Swift values or the Foundation objects they bridge to.
    static func equal(_ one: Any?, _ other: Any?) -> Bool {
        switch (one, other) {
        case (nil, nil): true
        case (let one?, let other?): object(one).isEqual(object(other))
        default: false
        }
    }

    private static func object(_ value: Any) -> NSObject {
        switch value {
        case let value as NSObject: value
        case let value as [AnyHashable: Any]: NSDictionary(dictionary: value.mapValues { object($0) })
        case let value as [Any]: NSArray(array: value.map { object($0) })
        default: (value as AnyObject) as? NSObject ?? NSString(string: String(reflecting: value))
        }
    }
}
