import CoreData
import Foundation

/// Turns a data model file of Xcode into what a program uses.
///
///     let model = try ModelCompiler(path: "Sundry.xcdatamodeld")
///     try model.writeSources(to: folder, module: "SundryKit")
public struct ModelCompiler {
    private let file: ModelFile
    private let declarations: [String: ModelDeclaration]

    /// Reads and checks every version of a model, `.xcdatamodeld` or `.xcdatamodel`.
    public init(path: String) throws(ModelError) {
        file = try ModelFile(path: path)
        var declarations: [String: ModelDeclaration] = [:]
        for version in file.versions { declarations[version.name] = try file.declaration(of: version) }
        self.declarations = declarations
    }

    /// The name of the model.
    public var name: String { file.name }

    /// The names of the versions, sorted.
    public var versionNames: [String] { file.versions.map(\.name) }

    /// The name of the version that programs are built with.
    public var currentVersionName: String { file.currentName }

    /// The model of one version, the current one unless named. `module` stands for "current product module".
    public func managedObjectModel(version: String? = nil, module: String = "") -> NSManagedObjectModel? {
        declarations[version ?? file.currentName]?.managedObjectModel(module: module)
    }

    /// The Swift sources for the current version, for a module of that name. Classes in the `handwritten` files, which are the
    /// module's own, get accessors for their `@NSManaged` properties.
    public func sources(module: String, handwritten: [HandwrittenFile] = []) throws(ModelError) -> [GeneratedFile] {
        guard let model = declarations[file.currentName] else { return [] }
        let classes = HandwrittenClasses(handwritten, module: module)
        let located = try classes.locatingClasses(of: model)
        return try SourceSet(model: located, name: name, path: file.path, module: module, handwritten: classes).files()
    }

    /// Writes the Swift sources into a folder, which is made where it is missing. A file that would not change is not
    /// touched, so that nothing is compiled again.
    public func writeSources(to folder: String, module: String, readingSourcesIn sources: String? = nil) throws {
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
        for source in try self.sources(module: module, handwritten: sources.map(Self.swiftFiles) ?? []) {
            try source.write(to: folder)
        }
    }

    private static func swiftFiles(in folder: String) -> [HandwrittenFile] {
        let names = FileManager.default.enumerator(atPath: folder)?.compactMap { $0 as? String } ?? []
        return names.filter { $0.hasSuffix(".swift") }.sorted().compactMap { name in
            FileManager.default.contents(atPath: "\(folder)/\(name)").flatMap { String(data: $0, encoding: .utf8) }
                .map { HandwrittenFile(path: "\(folder)/\(name)", text: $0) }
        }
    }

    /// Writes the compiled form of every version, a `.momd` as Xcode puts it into a program's bundle.
    public func writeCompiledModel(to path: String, module: String = "") throws {
        let versions = file.versions.compactMap { version in
            managedObjectModel(version: version.name, module: module).map { (name: version.name, model: $0) }
        }
        try NSManagedObjectModel.writeVersions(versions, current: file.currentName, to: URL(fileURLWithPath: path))
    }
}
