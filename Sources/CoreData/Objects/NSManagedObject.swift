/// An object of a context, standing on a row of a store. Follows Apple's `NSManagedObject`.
open class NSManagedObject: NSObject {
}
