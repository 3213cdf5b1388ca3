/// Writes the statements that set up a fetch request.
struct FetchRequestStatements {
    private let request: FetchRequestDeclaration

    init(_ request: FetchRequestDeclaration) { self.request = request }

    func writeTemplate(to writer: inout SourceWriter) {
        var arguments = [SwiftText.literal(request.name), "entity: \(SwiftText.literal(request.entity))"]
        if let predicate = request.predicate { arguments.append("predicate: \(SwiftText.literal(predicate))") }
        writer.call("model.fetchRequest", arguments, closure: lines)
    }

    /// What differs from a new request, on `$0`.
    var lines: [String] {
        var lines: [String] = []
        if request.fetchLimit != 0 { lines.append("$0.fetchLimit = \(request.fetchLimit)") }
        if request.fetchBatchSize != 0 { lines.append("$0.fetchBatchSize = \(request.fetchBatchSize)") }
        switch request.resultType {
        case 1: lines.append("$0.resultType = .managedObjectIDResultType")
        case 2: lines.append("$0.resultType = .dictionaryResultType")
        case 4: lines.append("$0.resultType = .countResultType")
        default: break
        }
        let flags = request.flags
        if !flags.includesSubentities { lines.append("$0.includesSubentities = false") }
        if !flags.includesPropertyValues { lines.append("$0.includesPropertyValues = false") }
        if !flags.includesPendingChanges { lines.append("$0.includesPendingChanges = false") }
        if !flags.returnsObjectsAsFaults { lines.append("$0.returnsObjectsAsFaults = false") }
        if flags.returnsDistinctResults { lines.append("$0.returnsDistinctResults = true") }
        return lines
    }
}
