@_spi(ModelCompiler) import CoreData
import Foundation

/// Checks that every name in a model names something, once, and that every formula can be read.
struct ModelCheck {
    let model: ModelDeclaration

    func run() throws(ModelError) {
        try checkNames(model.entities.map { ($0.name, $0.line) }, "entities")
        try checkNames(model.composites.map { ($0.name, $0.line) }, "composites")
        try checkNames(model.fetchRequests.map { ($0.name, $0.line) }, "fetch requests")
        try checkNames(model.configurations.map { ($0.name, $0.line) }, "configurations")
        for entity in model.entities { try check(entity) }
        for composite in model.composites { try check(composite) }
        for request in model.fetchRequests { try check(request) }
        for configuration in model.configurations {
            for member in configuration.members where model.entity(member) == nil {
                throw error(
                    configuration.line, "configuration '\(configuration.name)' lists the unknown entity '\(member)'")
            }
        }
    }

    private func check(_ entity: EntityDeclaration) throws(ModelError) {
        if let parent = entity.parent {
            guard model.entity(parent) != nil else {
                throw error(entity.line, "the parent '\(parent)' of entity '\(entity.name)' is unknown")
            }
            let lineage = model.lineage(of: entity)
            if let top = lineage.last?.parent, lineage.contains(where: { $0.name == top }) {
                throw error(entity.line, "entity '\(entity.name)' is its own ancestor")
            }
        }
        let inherited = model.lineage(of: entity).dropFirst().flatMap(\.properties)
        try checkNames((entity.properties).map { ($0.name, $0.line) }, "properties of entity '\(entity.name)'")
        for property in entity.properties {
            if inherited.contains(where: { $0.name == property.name }) {
                throw error(
                    property.line, "entity '\(entity.name)' inherits a property '\(property.name)' and declares another"
                )
            }
            try check(property, of: entity)
        }
        try checkConstraints(of: entity)
    }

    private func check(_ property: PropertyDeclaration, of entity: EntityDeclaration) throws(ModelError) {
        switch property.kind {
        case .attribute(let attribute): try check(attribute, property)
        case .relationship(let relationship): try check(relationship, property, of: entity)
        case .fetched(let request): try check(request)
        }
    }

    private func check(_ attribute: AttributeDeclaration, _ property: PropertyDeclaration) throws(ModelError) {
        if let composite = attribute.composite, model.composite(composite) == nil {
            throw error(property.line, "the composite '\(composite)' of attribute '\(property.name)' is unknown")
        }
        if let derivation = attribute.derivation {
            try checkExpression(derivation, "the derivation of attribute '\(property.name)'", property.line)
        }
        if let pattern = attribute.limits.pattern, (try? NSRegularExpression(pattern: pattern)) == nil {
            throw error(property.line, "'\(pattern)' of attribute '\(property.name)' is no regular expression")
        }
        if attribute.type == .undefined, !property.isTransient {
            throw error(property.line, "attribute '\(property.name)' has no type and is not transient")
        }
    }

    private func check(
        _ relationship: RelationshipDeclaration, _ property: PropertyDeclaration, of entity: EntityDeclaration
    ) throws(ModelError) {
        guard let destination = model.entity(relationship.destination) else {
            throw error(
                property.line,
                "the destination '\(relationship.destination)' of relationship '\(property.name)' is unknown")
        }
        guard let inverse = relationship.inverse else { return }
        let found = model.lineage(of: destination).lazy.compactMap { $0.property(inverse) }.first
        guard let back = found?.relationship else {
            throw error(
                property.line,
                "the inverse '\(inverse)' of relationship '\(property.name)' is unknown in entity '\(destination.name)'"
            )
        }
        guard
            model.lineage(of: entity).contains(where: { $0.name == back.destination })
                || model.entity(back.destination).map({ model.lineage(of: $0).contains { $0.name == entity.name } })
                    ?? true
        else {
            throw error(
                property.line,
                "the inverse '\(inverse)' of relationship '\(property.name)' leads to '\(back.destination)' and not back"
            )
        }
    }

    private func check(_ composite: CompositeDeclaration) throws(ModelError) {
        try checkNames(composite.fields.map { ($0.name, $0.line) }, "attributes of composite '\(composite.name)'")
        for field in composite.fields {
            guard let attribute = field.attribute else { continue }
            try check(attribute, field)
            if let nested = attribute.composite, contains(composite.name, in: nested, seen: []) {
                throw error(field.line, "composite '\(composite.name)' contains itself")
            }
        }
    }

    private func contains(_ name: String, in composite: String, seen: Set<String>) -> Bool {
        guard composite != name else { return true }
        guard !seen.contains(composite), let fields = model.composite(composite)?.fields else { return false }
        return fields.contains { field in
            field.attribute?.composite.map { contains(name, in: $0, seen: seen.union([composite])) } ?? false
        }
    }

    private func check(_ request: FetchRequestDeclaration) throws(ModelError) {
        guard model.entity(request.entity) != nil else {
            throw error(request.line, "the entity '\(request.entity)' of fetch request '\(request.name)' is unknown")
        }
        if let predicate = request.predicate {
            try checkPredicate(predicate, "the predicate of fetch request '\(request.name)'", request.line)
        }
    }

    private func checkConstraints(of entity: EntityDeclaration) throws(ModelError) {
        let known = Set(model.lineage(of: entity).flatMap(\.properties).map(\.name))
        let constraints = entity.constraints
        for index in constraints.indexes {
            let what = "of index '\(index.name)'"
            if let predicate = index.partialPredicate {
                try checkPredicate(predicate, "the predicate \(what)", index.line)
            }
            for case let expression? in index.elements.map(\.expression) {
                try checkExpression(expression, "an element \(what)", index.line)
            }
            for case let name? in index.elements.map(\.property) where !known.contains(name) && name != "self" {
                throw error(
                    index.line, "index '\(index.name)' of entity '\(entity.name)' names the unknown property '\(name)'")
            }
        }
        for name in (constraints.uniqueness + constraints.compoundIndexes).joined() where !known.contains(name) {
            throw error(
                entity.line, "a constraint or index of entity '\(entity.name)' names the unknown property '\(name)'")
        }
    }

    private func checkPredicate(_ format: String, _ what: String, _ line: Int) throws(ModelError) {
        guard let problem = FormatCheck.problem(inPredicate: format) else { return }
        throw error(line, "\(what), '\(format)', cannot be read: \(problem)")
    }

    private func checkExpression(_ format: String, _ what: String, _ line: Int) throws(ModelError) {
        guard let problem = FormatCheck.problem(inExpression: format) else { return }
        throw error(line, "\(what), '\(format)', cannot be read: \(problem)")
    }

    /// Throws on the second of two equal names.
    private func checkNames(_ names: [(name: String, line: Int)], _ what: String) throws(ModelError) {
        var lines: [String: Int] = [:]
        for (name, line) in names {
            if let first = lines[name] {
                throw error(line, "two \(what) are named '\(name)'; the first is on line \(first)")
            }
            lines[name] = line
        }
    }

    private func error(_ line: Int, _ sentence: String) -> ModelError {
        ModelError(file: model.file, line: line, sentence: sentence)
    }
}
