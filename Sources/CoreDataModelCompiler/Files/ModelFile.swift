import Foundation

/// A model on disk: a `.xcdatamodeld` folder with its versions, or a single `.xcdatamodel`.
struct ModelFile {
    /// The path as it was given.
    let path: String
    /// The name of the model, without extension.
    let name: String
    /// The versions, sorted by name; the current one among them.
    let versions: [Version]
    /// The name of the current version.
    let currentName: String

    /// One version of a model.
    struct Version {
        let name: String
        /// The path of its XML.
        let contents: String
    }

    var current: Version { versions.first { $0.name == currentName } ?? versions[0] }

    /// Looks at what is at the path.
    init(path: String) throws(ModelError) {
        let path = path.count > 1 && path.hasSuffix("/") ? String(path.dropLast()) : path
        let url = URL(fileURLWithPath: path)
        self.path = path
        name = url.deletingPathExtension().lastPathComponent
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) else {
            throw ModelError(file: path, line: 1, sentence: "there is no such file")
        }
        switch url.pathExtension {
        case "xcdatamodel":
            versions = [Version(name: name, contents: path + "/contents")]
            currentName = name
        case "xcdatamodeld" where isFolder.boolValue:
            versions = Self.versions(in: path)
            guard let last = versions.last else {
                throw ModelError(file: path, line: 1, sentence: "the model has no version, no .xcdatamodel folder")
            }
            currentName = try Self.currentName(in: path) ?? (versions.count == 1 ? last.name : name)
            guard versions.contains(where: { [currentName] in $0.name == currentName }) else {
                throw ModelError(
                    file: path + "/.xccurrentversion", line: 1,
                    sentence:
                        "the current version '\(currentName)' is not among \(versions.map(\.name).joined(separator: ", "))"
                )
            }
        default:
            throw ModelError(
                file: path, line: 1, sentence: "this is neither an .xcdatamodeld nor an .xcdatamodel folder")
        }
    }

    /// Reads and checks one version.
    func declaration(of version: Version) throws(ModelError) -> ModelDeclaration {
        guard let data = FileManager.default.contents(atPath: version.contents) else {
            let folder = (version.contents as NSString).deletingLastPathComponent
            let isOld = FileManager.default.fileExists(atPath: folder + "/elements")
            throw ModelError(
                file: version.contents, line: 1,
                sentence: isOld
                    ? "this version is in the binary form of Xcode 3; open and save it in a newer Xcode"
                    : "the version '\(version.name)' has no contents file")
        }
        return try ModelReader.read(data, file: version.contents)
    }

    private static func versions(in folder: String) -> [Version] {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        return names.filter { $0.hasSuffix(".xcdatamodel") }.map { String($0.dropLast(".xcdatamodel".count)) }.sorted()
            .map { Version(name: $0, contents: "\(folder)/\($0).xcdatamodel/contents") }
    }

    private static func currentName(in folder: String) throws(ModelError) -> String? {
        let path = folder + "/.xccurrentversion"
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        let list = try? PropertyListSerialization.propertyList(from: data, format: nil) as? [String: Any]
        guard let name = list?["_XCCurrentVersionName"] as? String else {
            throw ModelError(file: path, line: 1, sentence: "there is no _XCCurrentVersionName")
        }
        return (name as NSString).deletingPathExtension
    }
}
