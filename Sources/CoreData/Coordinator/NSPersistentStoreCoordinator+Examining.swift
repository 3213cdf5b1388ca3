internal import CoreDataSQLite

extension NSPersistentStoreCoordinator {
    /// Looks for all that is wrong with the SQLite store at that URL, which others may have open meanwhile; nothing is written.
    /// Not Apple's.
    ///
    /// - Parameters:
    ///   - model: what the store is to be opened with. Where it is not of that model, or none is given, the model that is kept
    ///     in the store is gone by.
    /// - Returns: nothing for a sound store.
    public static func examinePersistentStore(
        at url: URL, model: NSManagedObjectModel? = nil, options: [AnyHashable: Any]? = nil
    ) throws -> [StoreFinding] {
        let location = StoreLocation(url)
        let path = try StoreTarget.path(of: location, url)
        return try location.reporting {
            let connection = try StoreFile.connect(path, access: .readOnly, timeout: StoreOptions(options).timeout)
            // One transaction, so that what others save meanwhile makes nothing disagree.
            return try connection.read {
                try StoreExamination(connection: connection, external: ExternalData(location), given: model)
                    .faults().map(\.finding)
            }
        }
    }

    /// Repairs the SQLite store at that URL on a copy, which takes the place of the store if it is sound. Not Apple's.
    ///
    /// What was there is kept beside it, with its log, as `NAME.damaged`. Nobody else may have the store open: that throws
    /// `NSPersistentStoreTimeoutError`. Where pages cannot be read, the rows that can be are taken over, and of others what the
    /// indexes hold.
    ///
    /// - Parameters:
    ///   - model: what the store is to be opened with; see `examinePersistentStore(at:model:options:)`.
    ///   - amend: handed the copy before it is checked, to put right what the application alone knows of.
    public static func repairPersistentStore(
        at url: URL, model: NSManagedObjectModel? = nil, options: [AnyHashable: Any]? = nil,
        amend: (URL) throws -> Void = { _ in }
    ) throws -> StoreRepair {
        try StoreReplacement(url, model, options).run(amend: amend)
    }

    /// Copies the SQLite store at a URL, as it is at one moment, into a file of its own, with its external data. Others may
    /// have it open, and save, meanwhile. Not Apple's.
    ///
    /// The copy is checked before it stands under its name; a process that ends on the way leaves what was there. Unlike
    /// `replacePersistentStore(at:…)` it throws where the destination is there already: `CocoaError.fileWriteFileExists`.
    ///
    /// - Parameter overwriting: whether it may take the place of another store.
    public static func backUpPersistentStore(
        at url: URL, to destination: URL, overwriting: Bool = false, options: [AnyHashable: Any]? = nil
    ) throws {
        try StoreBackup(of: url, at: destination, options).run(overwriting: overwriting)
    }
}
