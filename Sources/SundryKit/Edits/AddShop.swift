import CoreData

/// Makes a shop.
public struct AddShop: UserEdit {
    /// “add shop”.
    public static let verb = "add shop"
    private let name: String

    /// A new shop of that name.
    public init(_ name: String) { self.name = name }

    /// Gives back the shop; the one there is already where it has that name.
    public func change(in context: NSManagedObjectContext) throws -> Change<Shop> {
        let shop = try Shop.named(name, in: context)
        return Change(shop, summary: "add shop \(Title.shortened(shop.name ?? ""))")
    }
}
