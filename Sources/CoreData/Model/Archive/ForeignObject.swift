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
        return self === other || (classNames == other.classNames && hasFields(of: other))
    }

    /// Objects may lead back to themselves: two that are being compared already are taken to be equal.
    private func hasFields(of other: ForeignObject) -> Bool {
        let pair = [ObjectIdentifier(self), ObjectIdentifier(other)]
        let compared = Self.compared
        guard !compared.contains(pair) else { return true }
        return Self.$compared.withValue(compared.union([pair])) { AnyValue.equal(fields, other.fields) }
    }

    @TaskLocal private static var compared: Set<[ObjectIdentifier]> = []

    override var hash: Int { classNames.hashValue }
}
