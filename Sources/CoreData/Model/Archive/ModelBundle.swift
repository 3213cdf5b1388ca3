/// A `.momd`: a folder with a compiled file a version, and VersionInfo.plist, which names the current one and the hashes of all.
struct ModelBundle {
    private let folder: URL
    private let info: [String: Any]

    init?(_ folder: URL) {
        guard let data = try? Data(contentsOf: folder.appendingPathComponent("VersionInfo.plist")),
            let info = PropertyListDictionary.read([UInt8](data))
        else { return nil }
        self.folder = folder
        self.info = info
    }

    /// The file of the current version.
    var currentFile: URL? {
        (info["NSManagedObjectModel_CurrentVersionName"] as? String).map { file($0) }
    }

    /// The version hashes of each version's entities.
    var versionHashes: [String: [String: Data]] {
        info["NSManagedObjectModel_VersionHashes"] as? [String: [String: Data]] ?? [:]
    }

    /// The checksum of each version; only in bundles of newer compilers.
    var versionChecksums: [String: String] {
        info["NSManagedObjectModel_VersionChecksums"] as? [String: String] ?? [:]
    }

    /// The file of a version.
    func file(_ version: String) -> URL { folder.appendingPathComponent("\(version).mom") }

    /// Writes a bundle in place of whatever is at that place.
    static func write(
        _ versions: [(name: String, model: NSManagedObjectModel)], current: String, to folder: URL
    ) throws {
        let parent = folder.deletingLastPathComponent()
        let draft = parent.appendingPathComponent(".\(folder.lastPathComponent).\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: draft, withIntermediateDirectories: true)
        do {
            for (name, model) in versions {
                try model.compiledData().write(to: draft.appendingPathComponent("\(name).mom"))
            }
            let hashes = versions.map { ($0.name, $0.model.entityVersionHashesByName) }
            let info: [String: Any] = [
                "NSManagedObjectModel_CurrentVersionName": current,
                "NSManagedObjectModel_VersionHashes": Dictionary(hashes, uniquingKeysWith: { $1 }),
                "NSManagedObjectModel_VersionChecksums": Dictionary(
                    versions.map { ($0.name, $0.model.versionChecksum) }, uniquingKeysWith: { $1 }),
            ]
            let list = try PropertyListSerialization.data(fromPropertyList: info, format: .binary, options: 0)
            try list.write(to: draft.appendingPathComponent("VersionInfo.plist"))
            if FileManager.default.fileExists(atPath: folder.path) { try FileManager.default.removeItem(at: folder) }
            try FileManager.default.moveItem(at: draft, to: folder)
        } catch {
            try? FileManager.default.removeItem(at: draft)
            throw error
        }
    }
}
