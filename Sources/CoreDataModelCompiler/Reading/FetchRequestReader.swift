/// Reads a `<fetchRequest>`, of a model or of a fetched property.
struct FetchRequestReader {
    private let reader: ElementReader

    init(_ reader: ElementReader) { self.reader = reader }

    func read() throws(ModelError) -> FetchRequestDeclaration {
        var request = FetchRequestDeclaration(
            name: try reader.required("name"), line: reader.element.line, entity: try reader.required("entity"))
        request.predicate = reader.text("predicateString")
        request.fetchLimit = try reader.count("fetchLimit") ?? 0
        request.fetchBatchSize = try reader.count("fetchBatchSize") ?? 0
        request.resultType = try reader.count("resultType") ?? 0
        guard [0, 1, 2, 4].contains(request.resultType) else {
            throw reader.error("resultType is 0, 1, 2 or 4, not \(request.resultType)")
        }
        request.flags = FetchRequestDeclaration.Flags(
            includesSubentities: try reader.flag("includeSubentities", default: true),
            includesPropertyValues: try reader.flag("includePropertyValues", default: true),
            includesPendingChanges: try reader.flag("includesPendingChanges", default: true),
            returnsObjectsAsFaults: try reader.flag("returnObjectsAsFaults", default: true),
            returnsDistinctResults: try reader.flag("returnDistinctResults"))
        return request
    }
}
