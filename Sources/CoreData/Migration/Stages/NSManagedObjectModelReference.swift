import Synchronization

/// Names a version of a model, which is looked for when it is needed. Follows Apple's `NSManagedObjectModelReference`.
open class NSManagedObjectModelReference: NSObject {
    /// The checksum of the version; see `NSManagedObjectModel.versionChecksum`.
    public let versionChecksum: String
    private let place: Place
    private let found = Mutex<NSManagedObjectModel?>(nil)

    private enum Place {
        case model(NSManagedObjectModel)
        case file(URL)
        case name(String, Bundle?)
        case hashes([String: Data], Bundle?)
    }

    private init(_ place: Place, _ versionChecksum: String) {
        self.place = place
        self.versionChecksum = versionChecksum
        super.init()
    }

    /// A reference to a model that is there.
    public convenience init(model: NSManagedObjectModel, versionChecksum: String) {
        self.init(.model(model), versionChecksum)
    }

    /// A reference to a compiled model: a `.mom`, or the version with that checksum in a `.momd`.
    public convenience init(fileURL: URL, versionChecksum: String) { self.init(.file(fileURL), versionChecksum) }

    /// A reference to a version of the model of that name in the bundle, in the main bundle or the program itself for nil.
    public convenience init(name modelName: String, in bundle: Bundle?, versionChecksum: String) {
        self.init(.name(modelName, bundle), versionChecksum)
    }

    /// A reference to the version with those hashes of a model in the bundle, in the main bundle or the program itself for nil.
    public convenience init(
        entityVersionHashes versionHash: [AnyHashable: Any], in bundle: Bundle?, versionChecksum: String
    ) {
        var hashes: [String: Data] = [:]
        for (name, hash) in versionHash {
            if let name = name.base as? String { hashes[name] = hash as? Data }
        }
        self.init(.hashes(hashes, bundle), versionChecksum)
    }

    /// The model; raises where it is not found.
    open var resolvedModel: NSManagedObjectModel {
        do {
            return try resolve()
        } catch {
            raise("NSInternalInconsistencyException", "\((error as NSError).userInfo["reason"] ?? error)")
        }
    }

    /// - Throws: NSManagedObjectModelReferenceNotFoundError where there is no such model, or one with another checksum.
    final func resolve() throws -> NSManagedObjectModel {
        if let found = found.withLock(\.self) { return found }
        guard let model = lookedUp else {
            throw MigrationErrors.make(
                NSManagedObjectModelReferenceNotFoundError,
                reason:
                    "There is no model for the reference to \(placeName) with the version checksum \(versionChecksum)")
        }
        guard model.versionChecksum == versionChecksum else {
            throw MigrationErrors.make(
                NSManagedObjectModelReferenceNotFoundError,
                reason: "The model of the reference to \(placeName) has the version checksum \(model.versionChecksum), "
                    + "not \(versionChecksum)")
        }
        return found.withLock { found in
            if let first = found { return first }
            found = model
            return model
        }
    }

    private var lookedUp: NSManagedObjectModel? {
        switch place {
        case .model(let model): model
        case .file(let url):
            ModelVersions.model(in: url) { VersionHash.checksum(of: $0) == versionChecksum }
                ?? NSManagedObjectModel(contentsOf: url)
        case .name(let name, let bundle):
            ModelVersions(bundle.map { [$0] }).model(named: name, checksum: versionChecksum)
        case .hashes(let hashes, let bundle): ModelVersions(bundle.map { [$0] }).model { $0 == hashes }
        }
    }

    private var placeName: String {
        switch place {
        case .model: "a model"
        case .file(let url): url.path
        case .name(let name, _): "'\(name)'"
        case .hashes(let hashes, _): "the entities \(hashes.keys.sorted().joined(separator: ", "))"
        }
    }
}
