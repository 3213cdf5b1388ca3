/// A model that stands in the program as code. Generated sources conform to it, one type a model:
///
///     public enum ItemsModel: EmbeddedModel {
///         public static var name: String { "Items" }
///         public static var classes: [String: NSManagedObject.Type] { ["Items.Item": Item.self] }
///         public static func nameKeyPaths(in names: inout KeyPathNames) { … }
///         public static func makeModel() -> NSManagedObjectModel { … }
///     }
///
/// Nothing has to be called: conforming is enough for `NSPersistentContainer(name: "Items")` to find the model, see
/// `EmbeddedModels`. The conforming type must not be generic, and must be public so that no optimiser takes it for unused.
public protocol EmbeddedModel {
    /// The name of the model: its file's without extension.
    static var name: String { get }
    /// The classes of the model's objects by the names that its entities give in `managedObjectClassName`.
    static var classes: [String: NSManagedObject.Type] { get }
    /// Tells the names of the properties that key paths of those classes lead to.
    static func nameKeyPaths(in names: inout KeyPathNames)
    /// A new model that can be edited.
    static func makeModel() -> NSManagedObjectModel
}
