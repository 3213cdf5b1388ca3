import Foundation

/// Reads the XML of one model version into declarations.
struct ModelReader {
    /// Reads and checks a `contents` file.
    static func read(_ data: Data, file: String) throws(ModelError) -> ModelDeclaration {
        let root = ElementReader(element: try MarkupReader.read(data, file: file), file: file)
        guard root.element.name == "model" else {
            throw root.error("a data model begins with <model>, not <\(root.element.name)>")
        }
        var model = ModelDeclaration(file: file)
        model.versionIdentifier = root["userDefinedModelVersionIdentifier"] ?? ""
        for child in root.element.children {
            let reader = root.reader(of: child)
            switch child.name {
            case "entity": model.entities.append(try EntityReader(reader).read())
            case "composite": model.composites.append(try composite(reader))
            case "fetchRequest": model.fetchRequests.append(try FetchRequestReader(reader).read())
            case "configuration": model.configurations.append(try configuration(reader))
            // Where the diagram shows an entity says nothing about the model, and later Xcodes may add elements.
            default: break
            }
        }
        try ModelCheck(model: model).run()
        return model
    }

    private static func composite(_ reader: ElementReader) throws(ModelError) -> CompositeDeclaration {
        var fields: [PropertyDeclaration] = []
        for attribute in reader.children("attribute") { fields.append(try AttributeReader(attribute).read()) }
        return CompositeDeclaration(name: try reader.required("name"), line: reader.element.line, fields: fields)
    }

    private static func configuration(_ reader: ElementReader) throws(ModelError) -> ConfigurationDeclaration {
        var members: [String] = []
        for member in reader.children("memberEntity") { members.append(try member.required("name")) }
        return ConfigurationDeclaration(
            name: try reader.required("name"), line: reader.element.line, members: members)
    }
}
