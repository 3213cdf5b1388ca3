import Foundation

/// What the build must know of a model before it is compiled: which files it consists of, and which will come of it.
///
/// The names of the outputs follow from names of entities and classes, so the XML is searched for its `<entity>` tags. What is
/// wrong with the file is for the compiler to say.
struct ModelOnDisk {
    let url: URL
    /// The model itself, by which the package manager knows it as handled, the XML of every version, and the file that names
    /// the current one.
    let inputs: [URL]
    /// The tags of the current version's entities.
    private let entities: [String]

    var name: String { url.deletingPathExtension().lastPathComponent }

    /// The models under a folder.
    static func all(in folder: URL) -> [ModelOnDisk] {
        let keys: [URLResourceKey] = [.isDirectoryKey]
        guard let items = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: keys) else {
            return []
        }
        var models: [ModelOnDisk] = []
        for case let item as URL in items where ["xcdatamodeld", "xcdatamodel"].contains(item.pathExtension) {
            items.skipDescendants()
            models.append(ModelOnDisk(url: item))
        }
        return models.sorted { $0.url.path < $1.url.path }
    }

    private init(url: URL) {
        self.url = url
        guard url.pathExtension == "xcdatamodeld" else {
            let contents = url.appending(path: "contents")
            inputs = [url, contents]
            entities = Self.entities(in: contents)
            return
        }
        let versions = ((try? FileManager.default.contentsOfDirectory(at: url, includingPropertiesForKeys: nil)) ?? [])
            .filter { $0.pathExtension == "xcdatamodel" }
            .sorted { $0.deletingPathExtension().lastPathComponent < $1.deletingPathExtension().lastPathComponent }
        let mark = url.appending(path: ".xccurrentversion")
        let isMarked = FileManager.default.fileExists(atPath: mark.path)
        inputs = [url] + versions.map { $0.appending(path: "contents") } + (isMarked ? [mark] : [])
        let list = (try? Data(contentsOf: mark)).flatMap {
            try? PropertyListSerialization.propertyList(from: $0, format: nil) as? [String: Any]
        }
        let named = list?["_XCCurrentVersionName"] as? String
        let plain = url.deletingPathExtension().lastPathComponent + ".xcdatamodel"
        let current =
            versions.first { $0.lastPathComponent == named ?? plain } ?? versions.last
        entities = current.map { Self.entities(in: $0.appending(path: "contents")) } ?? []
    }

    /// The files that the compiler writes.
    var outputs: [String] {
        var outputs: [String] = []
        var seen: Set<String> = []
        var taken: Set<String> = []
        for entity in entities {
            // Of classes of one name within different types, all but the first go by the whole of it (see the compiler).
            guard let path = classPath(of: entity), let last = path.last,
                seen.insert(path.joined(separator: ".")).inserted
            else { continue }
            let name = taken.insert(last).inserted ? last : path.joined(separator: "-")
            switch attribute("codeGenerationType", of: entity) {
            case "class": outputs += ["\(name)+CoreDataClass.swift", "\(name)+CoreDataProperties.swift"]
            case "category": outputs.append("\(name)+CoreDataProperties.swift")
            default: outputs.append("\(name)+CoreDataAccessors.swift")
            }
        }
        return outputs + [embeddedName + ".swift"]
    }

    /// Whether the user writes classes whose `@NSManaged` properties want accessors.
    var hasHandwrittenClasses: Bool {
        entities.contains { className(of: $0) != nil && attribute("codeGenerationType", of: $0) != "class" }
    }

    /// The name of the generated model type; a class of the same name has the right of way.
    private var embeddedName: String {
        var name = String(self.name.map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
        if name.first.map(\.isNumber) ?? true { name = "_" + name }
        name += "Model"
        return entities.contains { className(of: $0) == name } ? name + "Description" : name
    }

    /// The class without its module, nil for `NSManagedObject`.
    private func className(of entity: String) -> String? { classPath(of: entity)?.last }

    /// The class after its module or the types around it, nil for `NSManagedObject`.
    private func classPath(of entity: String) -> [String]? {
        let name = attribute("representedClassName", of: entity) ?? ""
        guard !name.isEmpty, name != "NSManagedObject" else {
            return attribute("codeGenerationType", of: entity) == nil ? nil : attribute("name", of: entity).map { [$0] }
        }
        return name.split(separator: ".").map(String.init)
    }

    private static func entities(in contents: URL) -> [String] {
        guard let text = try? String(contentsOf: contents, encoding: .utf8) else { return [] }
        return text.ranges(of: /<entity\s[^>]*>/).map { String(text[$0]) }
    }

    private func attribute(_ name: String, of tag: String) -> String? {
        guard let start = tag.firstRange(of: " \(name)=\"")?.upperBound, let end = tag[start...].firstIndex(of: "\"")
        else { return nil }
        return String(tag[start..<end])
    }
}
