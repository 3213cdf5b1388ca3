/// Turns data into what was archived in it, of allowed classes alone. Follows Apple's `NSSecureUnarchiveFromDataTransformer`,
/// which Foundation on Linux lacks.
///
///     final class ColorTransformer: NSSecureUnarchiveFromDataTransformer, @unchecked Sendable {
///         override static var allowedTopLevelClasses: [AnyClass] { [Color.self] }
///     }
///     ValueTransformer.setValueTransformer(ColorTransformer(), forName: NSValueTransformerName("ColorTransformer"))
///
/// A transformable attribute that names one, or none, is read with `transformedValue` and written with
/// `reverseTransformedValue`: the other way round than with other transformers.
open class NSSecureUnarchiveFromDataTransformer: ValueTransformer, @unchecked Sendable {
    // Sendable: without state.

    /// What may be archived and read: the class that `transformedValueClass` names, or the classes of property lists with URLs,
    /// UUIDs and null.
    open class var allowedTopLevelClasses: [AnyClass] {
        let own: AnyClass = transformedValueClass()
        if own != NSObject.self { return [own] }
        return [
            NSArray.self, NSDictionary.self, NSSet.self, NSString.self, NSNumber.self, NSDate.self, NSData.self,
            NSURL.self,
            NSUUID.self, NSNull.self,
        ]
    }

    /// There is: from the value to data.
    open override class func allowsReverseTransformation() -> Bool { true }

    /// What is archived in the data; nil for nil, and where the data hold nothing of an allowed class.
    open override func transformedValue(_ value: Any?) -> Any? {
        guard let data = value as? Data, let archive = try? KeyedArchive(data), Self.allows(archive) else { return nil }
        return try? NSKeyedUnarchiver.unarchivedObject(ofClasses: Self.allowedTopLevelClasses, from: data)
    }

    /// Whether what was archived, and what collections in it hold, is of allowed classes: Foundation on Linux ends the program over
    /// others.
    private static func allows(_ archive: KeyedArchive) -> Bool {
        let names = Set(allowedTopLevelClasses.map { NSStringFromClass($0) })
        var (reached, waiting): (Set<Int>, [Int]) = ([archive.root], [archive.root])
        while let number = waiting.popLast() {
            // Texts and numbers stand for themselves.
            guard let object = archive.object(.uid(number)), let kind = archive.object(object["$class"]) else {
                continue
            }
            let classes = (kind["$classes"]?.array ?? []).compactMap(\.string)
            guard !names.isDisjoint(with: classes) else { return false }
            for case .uid(let member) in ["NS.objects", "NS.keys"].flatMap({ object[$0]?.array ?? [] })
            where reached.insert(member).inserted {
                waiting.append(member)
            }
        }
        return true
    }

    /// The value, archived with secure coding; nil for nil. Raises for a value of a class that is not allowed.
    open override func reverseTransformedValue(_ value: Any?) -> Any? {
        guard let value else { return nil }
        let object = value as AnyObject
        guard let object = object as? NSObject, Self.allowedTopLevelClasses.contains(where: { object.isKind(of: $0) })
        else {
            raise(
                "NSInvalidArgumentException",
                "Object of class \(type(of: object)) is not among allowed top level class list \(Self.allowedTopLevelClasses)"
            )
        }
        do {
            return try NSKeyedArchiver.archivedData(withRootObject: object, requiringSecureCoding: true)
        } catch {
            raise("NSInvalidArgumentException", "A \(type(of: object)) cannot be archived: \(error)")
        }
    }
}
