import CoreData
import Foundation

/// Turns a mapping model file of Xcode into what a program uses.
///
///     let mapping = try MappingCompiler(path: "V1ToV2.xcmappingmodel")
///     try mapping.writeCompiledMapping(to: "V1ToV2.cdm")
public struct MappingCompiler {
    private let path: String
    /// The mapping model.
    public let mappingModel: NSMappingModel
    /// The name of the mapping model.
    public let name: String

    /// Reads a `.xcmappingmodel`.
    public init(path: String) throws(ModelError) {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        self.path = path
        let url = URL(fileURLWithPath: path)
        name = url.deletingPathExtension().lastPathComponent
        let contents = path + "/xcmapping.xml"
        guard url.pathExtension == "xcmappingmodel", let data = FileManager.default.contents(atPath: contents) else {
            throw ModelError(file: path, line: 1, sentence: "this is no .xcmappingmodel folder with an xcmapping.xml")
        }
        mappingModel = try MappingReader.read(data, file: contents)
    }

    /// Whether a path is one of a mapping model.
    static func accepts(_ path: String) -> Bool { URL(fileURLWithPath: path).pathExtension == "xcmappingmodel" }

    /// Writes the compiled form, a `.cdm` as Xcode puts it into a program's bundle.
    public func writeCompiledMapping(to path: String) throws {
        try mappingModel.compiledData().write(to: URL(fileURLWithPath: path))
    }

    /// The Swift source that puts the mapping model into the program.
    public func source() -> GeneratedFile {
        let type = SwiftText.typeName(name) + "Mapping"
        return GeneratedFile(name: "\(type).swift", model: (path as NSString).lastPathComponent) { writer in
            writer.line("/// The mapping model \"\(name)\", by which stores are migrated without a file.")
            writer.block("public enum \(type): EmbeddedMappingModel") { writer in
                writer.line("/// The name of the mapping model's file.")
                writer.line("public static var name: String { \(SwiftText.literal(name)) }")
                writer.line("/// The mapping model in its compiled form.")
                writer.block("public static var compiledForm: String") { writer in
                    writer.line(SwiftText.literal(mappingModel.compiledData().base64EncodedString()))
                }
            }
        }
    }

    /// Writes the Swift source into a folder, which is made where it is missing. A file that would not change is not touched.
    public func writeSource(to folder: String) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        try source().write(to: folder)
    }
}
