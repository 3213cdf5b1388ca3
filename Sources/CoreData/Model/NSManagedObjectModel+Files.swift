extension NSManagedObjectModel {
    /// The model in a compiled file: a `.mom`, or the current version in a `.momd`. Nil where there is none to be read.
    ///
    /// Source models (`.xcdatamodeld`) are compiled by Xcode, or by this package's `xcdatamodelc`.
    public convenience init?(contentsOf url: URL) {
        guard let file = Self.compiledFile(at: url), let data = try? Data(contentsOf: file) else { return nil }
        guard let model = try? ModelDecoder.decode(data) else { return nil }
        self.init()
        takeEntities(of: [model])
        versionIdentifiers = model.versionIdentifiers
    }

    /// The version checksum of each version in a `.momd`, by the version's name.
    ///
    /// Throws `NSFileReadUnknownError`, with the URL, where there is no such bundle.
    public class func checksumsForVersionedModel(at modelURL: URL) throws -> [String: String] {
        guard let bundle = ModelBundle(modelURL) else {
            throw CocoaError(.fileReadUnknown, userInfo: [NSURLErrorKey: modelURL])
        }
        let computed = bundle.versionHashes.mapValues { VersionHash.checksum(of: $0) }
        return computed.merging(bundle.versionChecksums) { $1 }
    }

    /// The union of the models in the bundles, of the main bundle for nil, and of those embedded in the program. Nil if there are none.
    public class func mergedModel(from bundles: [Bundle]?) -> NSManagedObjectModel? {
        let models = models(in: bundles)
        return models.isEmpty ? nil : NSManagedObjectModel(byMerging: models)
    }

    /// The union of those of the bundles' models whose entities a store of that metadata holds. Nil if they are not all there.
    public class func mergedModel(from bundles: [Bundle]?, forStoreMetadata metadata: [String: Any])
        -> NSManagedObjectModel?
    {
        NSManagedObjectModel(byMerging: models(in: bundles), forStoreMetadata: metadata)
    }

    /// On Linux a program has no bundle unless it has resources, so the embedded models stand with the main one. A file
    /// of an embedded model's name is that model once more.
    private class func models(in bundles: [Bundle]?) -> [NSManagedObjectModel] {
        let files = (bundles ?? [.main]).flatMap { bundle in
            ["momd", "mom"].flatMap { bundle.urls(forResourcesWithExtension: $0, subdirectory: nil) ?? [] }
        }
        let names = bundles == nil ? EmbeddedModels.names : []
        return names.compactMap { EmbeddedModels.model(named: $0) }
            + files.map { $0 as URL }
            .filter { !names.contains($0.deletingPathExtension().lastPathComponent) }
            .sorted { $0.path < $1.path }
            .compactMap { NSManagedObjectModel(contentsOf: $0) }
    }

    private static func compiledFile(at url: URL) -> URL? {
        var isFolder: ObjCBool = false
        guard FileManager.default.fileExists(atPath: url.path, isDirectory: &isFolder) else { return nil }
        guard isFolder.boolValue else { return url }
        return ModelBundle(url)?.currentFile
    }
}
