import CoreData
import Foundation

/// Reads the XML of a mapping model, which is a store of Core Data's XML kind.
///
///     XDDevMappingModel      | sourcemodelpath, destinationmodelpath: both models, from the folder of the project; a form of them
///                            | that only Xcode reads; entitymappings
///     XDDevEntityMapping     | sourcename, destinationname, mappingnumber, migrationpolicyclassname, attributemappings,
///                            | relationshipmappings
///     XDDevAttributeMapping, | name, valueexpressiondata: an archived expression; or sourcekeypath, and of a relationship
///     XDDevRelationshipMapping sourcemappingname; or nothing, and the property of the same name is meant
struct MappingReader {
    private let objects: [String: MappingRecord]
    private let file: String
    private let model: MappingRecord
    private let source: NSManagedObjectModel
    private let destination: NSManagedObjectModel

    static func read(_ data: Data, file: String) throws(ModelError) -> NSMappingModel {
        let root = try MarkupReader.read(data, file: file)
        return try MappingReader(root, file: file).mappingModel()
    }

    private init(_ root: MarkupElement, file: String) throws(ModelError) {
        self.file = file
        let records = root.children("object").map { MappingRecord($0) }
        objects = Dictionary(records.map { ($0.id, $0) }, uniquingKeysWith: { $1 })
        guard let model = records.first(where: { $0.type == "XDDEVMAPPINGMODEL" }) else {
            throw ModelError(file: file, line: root.line, sentence: "there is no mapping model in the file")
        }
        self.model = model
        source = try Self.model("sourcemodel", of: model, file)
        destination = try Self.model("destinationmodel", of: model, file)
    }

    private static func model(
        _ name: String, of record: MappingRecord, _ file: String
    ) throws(ModelError) -> NSManagedObjectModel {
        let path = record[name + "path"] ?? ""
        guard let found = self.path(of: path, from: file) else {
            throw ModelError(
                file: file, line: record.line,
                sentence: "the model '\(path)' is neither beside the mapping model nor where that says")
        }
        guard let model = try ModelCompiler(path: found).managedObjectModel() else {
            throw ModelError(file: file, line: record.line, sentence: "the model '\(path)' has no entities")
        }
        return model
    }

    /// Where a version of a model is: below one of the folders that the mapping model is in, by its whole path or the end of that.
    private static func path(of path: String, from file: String) -> String? {
        let parts = path.split(separator: "/").map(String.init)
        guard !parts.isEmpty else { return nil }
        let ends = [parts, parts.suffix(2), parts.suffix(1)].map { $0.joined(separator: "/") }
        var folder = URL(fileURLWithPath: file).deletingLastPathComponent().deletingLastPathComponent()
        while folder.path != "/" {
            for end in ends {
                let candidate = folder.appendingPathComponent(end).path
                if FileManager.default.fileExists(atPath: candidate) { return candidate }
            }
            folder.deleteLastPathComponent()
        }
        return nil
    }

    private func mappingModel() throws(ModelError) -> NSMappingModel {
        let model = NSMappingModel()
        let records = records(self.model, "entitymappings").sorted {
            (Int($0["mappingnumber"] ?? "") ?? 0) < (Int($1["mappingnumber"] ?? "") ?? 0)
        }
        var mappings: [NSEntityMapping] = []
        for record in records { mappings.append(try entityMapping(record)) }
        model.entityMappings = mappings
        return model
    }

    private func records(_ record: MappingRecord, _ relationship: String) -> [MappingRecord] {
        (record.references[relationship] ?? []).compactMap { objects[$0] }
    }

    // MARK: Entities

    private func entityMapping(_ record: MappingRecord) throws(ModelError) -> NSEntityMapping {
        let mapping = NSEntityMapping()
        mapping.name = name(of: record)
        mapping.sourceEntityName = record["sourcename"]
        mapping.destinationEntityName = record["destinationname"]
        let (from, to) = (
            try entity(record["sourcename"], in: source, record),
            try entity(record["destinationname"], in: destination, record)
        )
        mapping.sourceEntityVersionHash = from.flatMap { source.entityVersionHashesByName[$0.name ?? ""] }
        mapping.destinationEntityVersionHash = to.flatMap { destination.entityVersionHashesByName[$0.name ?? ""] }
        mapping.entityMigrationPolicyClassName = record["migrationpolicyclassname"]
        mapping.mappingType = type(of: mapping)
        mapping.sourceExpression = from.flatMap { $0.name.map(MappingExpressions.instances) }
        mapping.attributeMappings = try properties(record, "attributemappings") { (property) throws(ModelError) in
            try value(of: property, from)
        }
        mapping.relationshipMappings = try properties(record, "relationshipmappings") { (property) throws(ModelError) in
            try members(of: property, from)
        }
        return mapping
    }

    /// Xcode's name unless the file has another: of both entities, or of the one there is.
    private func name(of record: MappingRecord) -> String {
        if let name = record["name"] { return name }
        return [record["sourcename"], record["destinationname"]].compactMap(\.self).joined(separator: "To")
    }

    private func entity(
        _ name: String?, in model: NSManagedObjectModel, _ record: MappingRecord
    ) throws(ModelError) -> NSEntityDescription? {
        guard let name else { return nil }
        guard let entity = model.entitiesByName[name] else {
            throw ModelError(file: file, line: record.line, sentence: "the model has no entity '\(name)'")
        }
        return entity
    }

    /// The files do not say; these are the types that Xcode's compiler writes.
    private func type(of mapping: NSEntityMapping) -> NSEntityMappingType {
        if mapping.entityMigrationPolicyClassName != nil { return .customEntityMappingType }
        guard let source = mapping.sourceEntityName else { return .addEntityMappingType }
        guard let destination = mapping.destinationEntityName else { return .removeEntityMappingType }
        return source == destination ? .copyEntityMappingType : .transformEntityMappingType
    }

    // MARK: Properties

    private func properties(
        _ record: MappingRecord, _ relationship: String,
        _ value: (MappingRecord) throws(ModelError) -> NSExpression?
    ) throws(ModelError) -> [NSPropertyMapping] {
        var mappings: [NSPropertyMapping] = []
        for property in records(record, relationship).sorted(by: { ($0["name"] ?? "") < ($1["name"] ?? "") }) {
            let mapping = NSPropertyMapping()
            mapping.name = property["name"]
            let given = try given(property)
            mapping.valueExpression = if let given { given } else { try value(property) }
            mappings.append(mapping)
        }
        return mappings
    }

    private func given(_ record: MappingRecord) throws(ModelError) -> NSExpression? {
        guard let data = record.data("valueexpressiondata") else { return nil }
        guard let expression = MappingExpressions.expression(archived: data) else {
            throw ModelError(
                file: file, line: record.line,
                sentence: "the value expression of '\(record["name"] ?? "")' cannot be read")
        }
        return expression
    }

    private func keyPath(_ record: MappingRecord) throws(ModelError) -> NSExpression? {
        guard let path = record["sourcekeypath"] else { return nil }
        let prefix = "$source."
        guard path.hasPrefix(prefix), path.count > prefix.count else {
            throw ModelError(
                file: file, line: record.line, sentence: "the key path '\(path)' does not begin with $source")
        }
        return MappingExpressions.value(ofSourceKey: String(path.dropFirst(prefix.count)))
    }

    private func value(of record: MappingRecord, _ entity: NSEntityDescription?) throws(ModelError) -> NSExpression? {
        if let path = try keyPath(record) { return path }
        guard let name = record["name"], entity?.attributesByName[name] != nil else { return nil }
        return MappingExpressions.value(ofSourceKey: name)
    }

    private func members(of record: MappingRecord, _ entity: NSEntityDescription?) throws(ModelError) -> NSExpression? {
        if let path = try keyPath(record), let mapping = record["sourcemappingname"] {
            return MappingExpressions.destinations(ofMapping: mapping, path)
        }
        guard let name = record["name"], let relationship = entity?.relationshipsByName[name],
            let end = relationship.destinationEntity
        else { return nil }
        let mappings = records(model, "entitymappings").filter { mapping in
            mapping["sourcename"].flatMap { source.entitiesByName[$0] }?.isKindOf(entity: end) == true
        }
        // Where several mappings make objects of those, each may have made what is looked for.
        guard mappings.count == 1 else {
            return mappings.isEmpty ? nil : MappingExpressions.destinations(ofSourceRelationship: name)
        }
        return MappingExpressions.destinations(
            ofMapping: self.name(of: mappings[0]), MappingExpressions.value(ofSourceKey: name))
    }
}
