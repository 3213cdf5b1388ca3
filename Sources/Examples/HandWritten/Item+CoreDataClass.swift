import CoreData

/// Written by hand in the two files that Xcode would write: the class, and its properties.
public class Item: NSManagedObject {
    enum Kind: Int16 {
        case bought = 1
        case made
    }

    var kind: Kind {
        get { Kind(rawValue: kindNumber) ?? .bought }
        set { kindNumber = newValue.rawValue }
    }

    /// An accessor written out, around the primitive value.
    var shout: String {
        get {
            willAccessValue(forKey: "title")
            defer { didAccessValue(forKey: "title") }
            return (primitiveTitle ?? "").uppercased()
        }
        set {
            willChangeValue(forKey: "title")
            primitiveTitle = newValue.lowercased()
            didChangeValue(forKey: "title")
        }
    }

    override public func awakeFromInsert() {
        super.awakeFromInsert()
        setPrimitiveValue(UUID(), forKey: identifierKey)
    }
}

/// Stands for `#keyPath(Item.identifier)`, which needs Objective-C.
private let identifierKey = "identifier"
