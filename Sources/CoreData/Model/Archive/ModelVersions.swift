/// The versions of models in bundles: those in each `.momd`, single `.mom` files, and the models in the program.
struct ModelVersions {
    private let bundles: [Bundle]
    private let looksInProgram: Bool

    /// - Parameter bundles: nil for the main bundle and the program itself.
    init(_ bundles: [Bundle]?) {
        self.bundles = bundles ?? [.main]
        looksInProgram = bundles == nil
    }

    /// The model of a store with those version hashes.
    static func model(withHashes hashes: [String: Data]) -> NSManagedObjectModel? {
        ModelVersions(nil).model { $0 == hashes }
    }

    /// The version with that checksum, of a model of that name.
    func model(named name: String, checksum: String) -> NSManagedObjectModel? {
        model(named: name) { VersionHash.checksum(of: $0) == checksum }
    }

    /// The first version whose hashes are wanted.
    func model(named name: String? = nil, _ isWanted: ([String: Data]) -> Bool) -> NSManagedObjectModel? {
        if looksInProgram {
            for known in EmbeddedModels.names where name == nil || name == known {
                if let model = EmbeddedModels.model(named: known), isWanted(model.entityVersionHashesByName) {
                    return model
                }
            }
        }
        for file in files("momd") where name == nil || file.deletingPathExtension().lastPathComponent == name {
            if let model = Self.model(in: file, isWanted) { return model }
        }
        for file in files("mom") where name == nil || file.deletingPathExtension().lastPathComponent == name {
            if let model = Self.model(inFile: file, isWanted) { return model }
        }
        return nil
    }

    /// The version in a `.momd` whose hashes are wanted.
    static func model(in folder: URL, _ isWanted: ([String: Data]) -> Bool) -> NSManagedObjectModel? {
        guard let bundle = ModelBundle(folder) else { return nil }
        let version = bundle.versionHashes.sorted { $0.key < $1.key }.first { isWanted($0.value) }
        return version.flatMap { NSManagedObjectModel(contentsOf: bundle.file($0.key)) }
    }

    static func model(inFile file: URL, _ isWanted: ([String: Data]) -> Bool) -> NSManagedObjectModel? {
        guard let model = NSManagedObjectModel(contentsOf: file), isWanted(model.entityVersionHashesByName) else {
            return nil
        }
        return model
    }

    private func files(_ kind: String) -> [URL] {
        bundles.flatMap { $0.urls(forResourcesWithExtension: kind, subdirectory: nil) ?? [] }
            .map { $0 as URL }.sorted { $0.path < $1.path }
    }
}
