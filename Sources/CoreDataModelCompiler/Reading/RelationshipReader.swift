/// Reads a `<relationship>`.
struct RelationshipReader {
    private let reader: ElementReader

    init(_ reader: ElementReader) { self.reader = reader }

    func read() throws(ModelError) -> PropertyDeclaration {
        var relationship = RelationshipDeclaration(destination: try reader.required("destinationEntity"))
        relationship.inverse = reader.text("inverseName")
        relationship.minCount = try reader.count("minCount") ?? 0
        let isToMany = try reader.flag("toMany")
        relationship.maxCount = try reader.count("maxCount") ?? (isToMany ? 0 : 1)
        relationship.isOrdered = try reader.flag("ordered")
        if let text = reader.text("deletionRule") {
            guard let rule = RelationshipDeclaration.DeleteRule(rawValue: text) else {
                throw reader.error("deletionRule is 'No Action', 'Nullify', 'Cascade' or 'Deny', not '\(text)'")
            }
            relationship.deleteRule = rule
        }
        return PropertyDeclaration(
            name: try reader.required("name"), line: reader.element.line, isOptional: try reader.flag("optional"),
            isTransient: try reader.flag("transient"), annotations: try reader.annotations(),
            kind: .relationship(relationship))
    }
}
