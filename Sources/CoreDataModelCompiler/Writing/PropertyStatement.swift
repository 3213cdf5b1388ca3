/// Writes the statement that adds one property to an entity, or one field to a composite.
struct PropertyStatement {
    let property: PropertyDeclaration
    let model: ModelDeclaration

    func write(on receiver: String, to writer: inout SourceWriter) {
        switch property.kind {
        case .attribute(let attribute): write(attribute, on: receiver, to: &writer)
        case .relationship(let relationship):
            writer.call("\(receiver).relationship", arguments(relationship), closure: annotations)
        case .fetched(let request):
            var arguments = [SwiftText.literal(property.name), "entity: \(SwiftText.literal(request.entity))"]
            if let predicate = request.predicate { arguments.append("predicate: \(SwiftText.literal(predicate))") }
            if !annotations.isEmpty {
                arguments.append("configure: { \(annotations.joined(separator: "; ")) }")
            }
            let lines = FetchRequestStatements(request).lines
            if !lines.isEmpty { arguments.append("configureRequest: { \(lines.joined(separator: "; ")) }") }
            writer.call("\(receiver).fetchedProperty", arguments)
        }
    }

    private func write(_ attribute: AttributeDeclaration, on receiver: String, to writer: inout SourceWriter) {
        let name = SwiftText.literal(property.name)
        let type = ".\(attribute.type.constantName)"
        let optional = property.isOptional ? ["optional: true"] : []
        if let derivation = attribute.derivation {
            let arguments = [name, type, "from: \(SwiftText.literal(derivation))"] + optional
            writer.call("\(receiver).derivedAttribute", arguments, closure: configuration(attribute))
        } else if let composite = attribute.composite.flatMap({ model.composite($0) }) {
            let lines = configuration(attribute)
            let configure = lines.isEmpty ? [] : ["configure: { \(lines.joined(separator: "; ")) }"]
            let fields = "fields\(receiver == "entity" ? "" : "OfFields")"
            let head = ([name] + optional + configure).joined(separator: ", ")
            guard !composite.fields.isEmpty else {
                return writer.line("\(receiver).compositeAttribute(\(head)) { _ in }")
            }
            writer.block("\(receiver).compositeAttribute(\(head))", parameters: fields) { writer in
                for field in composite.fields {
                    PropertyStatement(property: field, model: model).write(on: fields, to: &writer)
                }
            }
        } else {
            let value = attribute.defaultValue.map { ["default: \($0.source)"] } ?? []
            writer.call("\(receiver).attribute", [name, type] + optional + value, closure: configuration(attribute))
        }
    }

    private func arguments(_ relationship: RelationshipDeclaration) -> [String] {
        var arguments = [SwiftText.literal(property.name), "to: \(SwiftText.literal(relationship.destination))"]
        if let inverse = relationship.inverse { arguments.append("inverse: \(SwiftText.literal(inverse))") }
        if relationship.minCount != 0 { arguments.append("minCount: \(relationship.minCount)") }
        if relationship.maxCount != 0 { arguments.append("maxCount: \(relationship.maxCount)") }
        switch relationship.deleteRule {
        case .nullify: break
        case .noAction: arguments.append("deleteRule: .noActionDeleteRule")
        case .cascade: arguments.append("deleteRule: .cascadeDeleteRule")
        case .deny: arguments.append("deleteRule: .denyDeleteRule")
        }
        if relationship.isOrdered { arguments.append("isOrdered: true") }
        if property.isOptional { arguments.append("optional: true") }
        return arguments
    }

    /// What every kind of property can carry, set on `$0`.
    private var annotations: [String] {
        (property.isTransient && !isFetched ? ["$0.isTransient = true"] : [])
            + property.annotations.assignments.map { "$0.\($0)" }
    }

    private var isFetched: Bool {
        if case .fetched = property.kind { true } else { false }
    }

    private func configuration(_ attribute: AttributeDeclaration) -> [String] {
        var lines = annotations
        let storage = attribute.storage
        if storage.allowsExternalBinaryData { lines.append("$0.allowsExternalBinaryDataStorage = true") }
        if storage.isPreservedAfterDeletion { lines.append("$0.preservesValueInHistoryOnDeletion = true") }
        if storage.allowsCloudEncryption { lines.append("$0.allowsCloudEncryption = true") }
        if let transformer = storage.transformerName {
            lines.append("$0.valueTransformerName = \(SwiftText.literal(transformer))")
        }
        if let className = attribute.swiftType.className, attribute.type == .transformable {
            lines.append("$0.attributeValueClassName = \(SwiftText.literal(className))")
        }
        let rules = ValidationRule.rules(of: attribute)
        if !rules.isEmpty {
            let predicates = rules.map { "NSPredicate(format: \(SwiftText.literal($0.format)))" }
            lines.append("$0.setValidationPredicates(")
            lines.append("    [\(predicates.joined(separator: ", "))],")
            lines.append("    withValidationWarnings: [\(rules.map { "\($0.code)" }.joined(separator: ", "))])")
        }
        return lines
    }
}
