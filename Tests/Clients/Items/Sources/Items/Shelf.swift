import CoreData

/// The model generates the properties of this class, not the class.
public final class Shelf: NSManagedObject {
    @NSManaged private var primitiveName: String?

    /// The name, past any observer.
    var quietName: String? { primitiveName }

    override public func awakeFromInsert() {
        super.awakeFromInsert()
        name = "new"
    }
}
