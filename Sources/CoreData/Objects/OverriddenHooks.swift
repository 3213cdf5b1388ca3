import Synchronization

/// Which classes override a hook of `NSManagedObject`: a save need not make a value for a hook that nobody has taken up.
///
/// Swift does not say whether a class overrides a method; its metadata does, in the table that calls go through. Where the
/// method stands there is found out with two subclasses, of which one overrides it: there, and in no other word of the
/// table that plain subclasses share with `NSManagedObject`, does it differ from them. Were that ever not so, every class
/// would count as overriding, which is slower and as right.
///
///     word of class metadata | content (Swift ABI, TypeMetadata.rst)
///     4                      | size of the metadata (low half), offset of the address point in it (high half)
///     7 …                    | the methods, those of the superclass first, at the same places in every subclass
final class OverriddenHooks: Sendable {
    /// `validateValue(_:forKey:)`.
    static let validateValue = OverriddenHooks(ValidatingProbe.self)

    private let word: Int?
    private let answers = Mutex<[ObjectIdentifier: Bool]>([:])
    /// The class asked about last, and what was found: saves ask for one class at a time. Address of the class, lowest bit set
    /// where it overrides.
    private let last = Atomic<UInt>(0)

    private init(_ probe: NSManagedObject.Type) {
        let words =
            Self
            .firstMethod..<min(
                Self.wordCount(PlainProbe.self), Self.wordCount(probe), Self.wordCount(SecondPlainProbe.self))
        let differing = words.filter { word in
            Self.word(word, of: PlainProbe.self) == Self.word(word, of: SecondPlainProbe.self)
                && Self.word(word, of: PlainProbe.self) != Self.word(word, of: probe)
        }
        word = differing.count == 1 ? differing.first : nil
    }

    func isOverridden(by objectClass: NSManagedObject.Type) -> Bool {
        let address = UInt(bitPattern: unsafeBitCast(objectClass, to: UnsafeRawPointer.self))
        let known = last.load(ordering: .relaxed)
        if known & ~1 == address { return known & 1 != 0 }
        let answer = answers.withLock { answers in
            if let answer = answers[ObjectIdentifier(objectClass)] { return answer }
            let answer = word.map { Self.word($0, of: objectClass) != Self.word($0, of: PlainProbe.self) } ?? true
            answers[ObjectIdentifier(objectClass)] = answer
            return answer
        }
        last.store(address | (answer ? 1 : 0), ordering: .relaxed)
        return answer
    }

    private static let firstMethod = 7

    private static func word(_ index: Int, of objectClass: NSManagedObject.Type) -> UInt {
        unsafeBitCast(objectClass, to: UnsafeRawPointer.self).load(fromByteOffset: index * 8, as: UInt.self)
    }

    /// Words behind the address point.
    private static func wordCount(_ objectClass: NSManagedObject.Type) -> Int {
        let sizes = word(4, of: objectClass)
        return (Int(sizes & 0xFFFF_FFFF) - Int(sizes >> 32)) / 8
    }

    private final class PlainProbe: NSManagedObject {}
    private final class SecondPlainProbe: NSManagedObject {}
    private final class ValidatingProbe: NSManagedObject {
        override func validateValue(_ value: inout Any?, forKey key: String) throws {
            try super.validateValue(&value, forKey: key)
        }
    }
}
