import CoreData

extension Edit {
    /// What was done, in one line: “add 2 l milk”, “undo: add 2 l milk”, with a word on what was taken back since.
    public var line: String {
        let isReversal = verb == UndoEdit.verb || verb == RedoEdit.verb
        // Every edit has one: it is missing where the store was damaged.
        let summary = summary ?? "(cannot be read)"
        let words = isReversal ? "\(verb ?? ""): \(summary)" : summary
        // An undoing that was taken back is a redoing, which stands there by itself.
        return undoneAt == nil || isReversal ? words : "\(words) (undone)"
    }

    /// Who did it: “window”, “shell”, “import”.
    public var authorText: String { author ?? "" }

    /// The last edits there are, the last one first; those whose words hold `text`.
    public static func latest(_ count: Int, text: String? = nil, in context: NSManagedObjectContext) throws -> [Edit] {
        let request = NSFetchRequest<Edit>(entityName: "Edit")
        request.sortDescriptors = [NSSortDescriptor(key: "createdAt", ascending: false)]
        request.fetchLimit = count
        if let text, !text.isEmpty { request.predicate = Search.edits(holding: text) }
        return try context.fetch(request)
    }
}
