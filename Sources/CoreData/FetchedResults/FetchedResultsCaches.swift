import Synchronization

/// The requests that controllers have noted as fixed under a cache name.
enum FetchedResultsCaches {
    private struct Fingerprint: Equatable {
        let entity: String?
        let predicate: String
        let sortDescriptors: [String]
        let sectionNameKeyPath: String?
    }

    private static let noted = Mutex<[String: Fingerprint]>([:])

    /// Raises if another request was noted under the name, else notes this one.
    static func check(_ name: String, _ settings: FetchSettings, sectionNameKeyPath: String?) {
        let fingerprint = Fingerprint(
            entity: settings.knownEntity?.name ?? settings.entityName,
            predicate: settings.predicate?.predicateNode.printed ?? "",
            sortDescriptors: (settings.sortDescriptors ?? []).map {
                "\($0.key ?? "") \($0.ascending) \($0.selector?.description ?? "")"
            },
            sectionNameKeyPath: sectionNameKeyPath)
        let fits = noted.withLock { noted in
            if let known = noted[name] { return known == fingerprint }
            noted[name] = fingerprint
            return true
        }
        guard fits else {
            raise(
                "NSInternalInconsistencyException",
                "FATAL ERROR: The persistent cache of section information does not match the current configuration.  "
                    + "You have illegally mutated the NSFetchedResultsController's fetch request, its predicate, or its sort "
                    + "descriptor without either disabling caching or using +deleteCacheWithName:")
        }
    }

    static func delete(_ name: String?) {
        noted.withLock { noted in
            if let name {
                noted[name] = nil
            } else {
                noted = [:]
            }
        }
    }
}
