import CoreData

/// The model generates the properties of this class, not the class.
public final class Shelf: NSManagedObject {
    override public func awakeFromInsert() {
        super.awakeFromInsert()
        name = "new"
    }
}
