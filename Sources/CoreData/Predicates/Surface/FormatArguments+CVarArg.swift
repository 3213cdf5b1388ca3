import Foundation

// What client code passes for %@. The variadic initialisers of predicates and expressions read the values themselves;
// the encodings below exist for the compiler, and for `String(format:)`, which prints the object behind the pointer.

extension NSObject: @retroactive CVarArg {
    /// The object's address.
    public var _cVarArgEncoding: [Int] { argumentWords(Unmanaged.passUnretained(self).toOpaque()) }
}

extension Date: @retroactive CVarArg {
    /// The address of an `NSDate`, which the callee never releases.
    public var _cVarArgEncoding: [Int] { argumentWords(retained: self as NSDate) }
}

extension UUID: @retroactive CVarArg {
    /// The address of an `NSUUID`, which the callee never releases.
    public var _cVarArgEncoding: [Int] { argumentWords(retained: self as NSUUID) }
}

extension URL: @retroactive CVarArg {
    /// The address of an `NSURL`, which the callee never releases.
    public var _cVarArgEncoding: [Int] { argumentWords(retained: self as NSURL) }
}

extension Data: @retroactive CVarArg {
    /// The address of an `NSData`, which the callee never releases.
    public var _cVarArgEncoding: [Int] { argumentWords(retained: self as NSData) }
}

extension Decimal: @retroactive CVarArg {
    /// The address of an `NSDecimalNumber`, which the callee never releases.
    public var _cVarArgEncoding: [Int] { argumentWords(retained: NSDecimalNumber(decimal: self)) }
}

extension Array: @retroactive CVarArg {
    /// The address of an `NSArray`, which the callee never releases.
    public var _cVarArgEncoding: [Int] { argumentWords(retained: self as NSArray) }
}

extension Set: @retroactive CVarArg {
    /// The address of an `NSSet`, which the callee never releases.
    public var _cVarArgEncoding: [Int] { argumentWords(retained: NSSet(set: self)) }
}

extension Dictionary: @retroactive CVarArg {
    /// The address of an `NSDictionary`, which the callee never releases.
    public var _cVarArgEncoding: [Int] { argumentWords(retained: NSDictionary(dictionary: self)) }
}

private func argumentWords(retained object: NSObject) -> [Int] {
    argumentWords(Unmanaged.passRetained(object).toOpaque())
}

private func argumentWords(_ pointer: UnsafeMutableRawPointer) -> [Int] {
    [Int(bitPattern: pointer)]
}
