/// Stands for a model that was asked for by its name and is not there. Apple's container goes on without entities as well;
/// here each store that is to be opened with it is refused for the reason, so that a misspelt name makes no file.
final class MissingModel: NSManagedObjectModel, @unchecked Sendable {
    // Sendable: the reason is set before the model is handed on.

    private(set) var reason = ""

    convenience init(named name: String) {
        self.init()
        let names = EmbeddedModels.names
        reason =
            "Failed to load model named \(name): "
            + (names.isEmpty
                ? "the program contains no model" : "the program's models are \(names.joined(separator: ", "))")
            + ", and no file \(name).momd or \(name).mom lies beside it."
    }
}
