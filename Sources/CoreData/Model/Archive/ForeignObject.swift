/// An archived object of a class this program does not have, such as the default value of a transformable attribute: kept with
/// all its fields, so that a model goes through unchanged.
final class ForeignObject: NSObject {
    /// The names of the object's class and of those it inherits from.
    let classNames: [String]
    /// Values of fields: Swift and Foundation values, other foreign objects, arrays of these.
    var fields: [String: Any] = [:]

    init(classNames: [String]) { self.classNames = classNames }

    override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? ForeignObject else { return false }
        return self === other || (classNames == other.classNames && AnyValue.equal(fields, other.fields))
    }

    override var hash: Int { classNames.hashValue }
}
