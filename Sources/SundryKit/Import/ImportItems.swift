import CoreData

/// Imports the items of a text into a list: one transaction, one step to undo, on a background context.
public struct ImportItems: UserEdit, Sendable {
    /// “import”.
    public static let verb = "import"
    /// After how many lines the progress is told and a wish to cancel is heard.
    private static let stride = 256

    private let text: TaskText
    private let target: ListTarget
    private let progress: Progress?
    private let onProgress: @Sendable () -> Void

    /// The items of the text in the target list. Cancelling `progress` before the end leaves everything as it was.
    /// `onProgress` is called whenever it has gone on, on whatever thread.
    public init(
        _ text: TaskText, to target: ListTarget, progress: Progress? = nil,
        onProgress: @escaping @Sendable () -> Void = {}
    ) {
        self.text = text
        self.target = target
        self.progress = progress
        self.onProgress = onProgress
    }

    /// Gives back what came in.
    public func change(in context: NSManagedObjectContext) throws -> Change<ImportReport> {
        let count = text.lines.count
        // A text without items makes no list either.
        guard count > 0 else { return Change(ImportReport(of: text, list: nil), summary: "import nothing") }
        progress?.totalUnitCount = Int64(count)
        let list = try target.list(in: context)
        var maker = try ItemMaker(of: count, for: list, in: context)
        for (index, line) in text.lines.enumerated() {
            if index % Self.stride == 0 { try tell(index) }
            _ = maker.insert(line.title, completed: line.isDone)
        }
        try tell(count)
        let items = count == 1 ? Title.shortened(text.lines[0].title) : "\(count) items"
        return Change(
            ImportReport(of: text, list: list.name), summary: "import \(items) from \(Title.shortened(text.name))")
    }

    private func tell(_ done: Int) throws(Problem) {
        guard let progress else { return }
        guard !progress.isCancelled else { throw Problem("The import was cancelled. Nothing was changed.") }
        progress.completedUnitCount = Int64(done)
        onProgress()
    }
}

/// What an import did.
public struct ImportReport: Sendable, Equatable {
    /// How many items came in.
    public let added: Int
    /// The list they went to, nil where there were none.
    public let list: String?
    /// The lines that made no items, with reasons. Empty lines are not among them.
    public let skipped: [TaskText.SkippedLine]

    /// What importing the text into that list does.
    public init(of text: TaskText, list: String?) {
        added = text.lines.count
        self.list = list
        skipped = text.skipped
    }
}
