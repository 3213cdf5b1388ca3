import CoreData

/// Deletes a shop with the order of its shelves; its lists stay.
public struct DeleteShop: UserEdit {
    /// “delete shop”.
    public static let verb = "delete shop"
    private let shop: Shop

    /// The shop gone.
    public init(_ shop: Shop) { self.shop = shop }

    /// Deletes; the model has the shelves go with their shop.
    public func change(in context: NSManagedObjectContext) throws -> Change<Void> {
        let name = Title.shortened(shop.name ?? "")
        context.delete(shop)
        return Change((), summary: "delete shop \(name)")
    }
}
