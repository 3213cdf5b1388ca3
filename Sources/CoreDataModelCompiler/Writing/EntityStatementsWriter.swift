/// Writes the function that adds one entity to the model.
struct EntityStatementsWriter {
    let entity: EntityDeclaration
    let model: ModelDeclaration
    let className: String?

    func write(as function: String, to writer: inout SourceWriter) {
        writer.block("private static func \(function)(to model: EmbeddedModelBuilder)") { writer in
            var arguments = [SwiftText.literal(entity.name)]
            if let className { arguments.append("class: \(SwiftText.literal(className))") }
            if let parent = entity.parent { arguments.append("parent: \(SwiftText.literal(parent))") }
            if entity.isAbstract { arguments.append("isAbstract: true") }
            let isUsed = !entity.properties.isEmpty || !entity.constraints.indexes.isEmpty || !description.isEmpty
            writer.call("\(isUsed ? "let entity" : "_") = model.entity", arguments)
            for property in entity.properties {
                PropertyStatement(property: property, model: model).write(on: "entity", to: &writer)
            }
            for line in description { writer.line("entity.description.\(line)") }
            for index in entity.constraints.indexes { write(index, to: &writer) }
        }
    }

    /// What is set on the entity's description.
    private var description: [String] {
        var lines = entity.annotations.assignments
        let constraints = entity.constraints
        if !constraints.uniqueness.isEmpty { lines.append("uniquenessConstraints = \(lists(constraints.uniqueness))") }
        if !constraints.compoundIndexes.isEmpty {
            lines.append("compoundIndexes = \(lists(constraints.compoundIndexes))")
        }
        return lines
    }

    private func lists(_ lists: [[String]]) -> String {
        "[" + lists.map { "[" + $0.map(SwiftText.literal).joined(separator: ", ") + "]" }.joined(separator: ", ") + "]"
    }

    private func write(_ index: IndexDeclaration, to writer: inout SourceWriter) {
        var arguments = [
            SwiftText.literal(index.name), "[" + index.elements.map(statement).joined(separator: ", ") + "]",
        ]
        if let predicate = index.partialPredicate { arguments.append("where: \(SwiftText.literal(predicate))") }
        writer.call("entity.index", arguments)
    }

    private func statement(_ element: IndexDeclaration.Element) -> String {
        let order = (element.isAscending ? "" : ", ascending: false") + (element.isRTree ? ", type: .rTree" : "")
        if let expression = element.expression {
            return ".expression(\(SwiftText.literal(expression)), result: .\(element.resultType.constantName)\(order))"
        }
        return ".property(\(SwiftText.literal(element.property ?? ""))\(order))"
    }
}

extension Annotations {
    /// What is set on the description of an entity or property.
    var assignments: [String] {
        var lines: [String] = []
        if let renamingIdentifier { lines.append("renamingIdentifier = \(SwiftText.literal(renamingIdentifier))") }
        if let versionHashModifier { lines.append("versionHashModifier = \(SwiftText.literal(versionHashModifier))") }
        if !userInfo.isEmpty {
            var seen: [String: String] = [:]
            for entry in userInfo { seen[entry.key] = entry.value }
            let entries = seen.sorted { $0.key < $1.key }
                .map { "\(SwiftText.literal($0.key)): \(SwiftText.literal($0.value))" }
            lines.append("userInfo = [\(entries.joined(separator: ", "))]")
        }
        if isIndexed { lines.append("isIndexed = true") }
        if isIndexedBySpotlight { lines.append("isIndexedBySpotlight = true") }
        return lines
    }
}
