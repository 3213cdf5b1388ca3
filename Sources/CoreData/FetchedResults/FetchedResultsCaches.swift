import Synchronization

/// The caches of controllers: which requests were noted under their names, and where their files are.
enum FetchedResultsCaches {
    private static let noted = Mutex<[String: String]>([:])

    /// Raises if another request was noted under the name in this process, else notes this one.
    static func check(_ name: String, _ request: CachedRequest?) {
        guard let request else { return }
        let fits = noted.withLock { noted in
            if let known = noted[name] { return known == request.text }
            noted[name] = request.text
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

    /// Forgets the request noted under a name, and what is kept on disk for it; all of them for nil.
    static func delete(_ name: String?) {
        noted.withLock { noted in
            if let name {
                noted[name] = nil
            } else {
                noted = [:]
            }
        }
        guard let folder else { return }
        try? FileManager.default.removeItem(atPath: name.map { file($0, in: folder) } ?? folder)
    }

    // MARK: Files

    /// The file of the cache of a name; nil where there is no place for one.
    static func file(_ name: String) -> String? { folder.map { file(name, in: $0) } }

    /// Stands for the folder where it is set: a test leaves nothing among the user's caches.
    @TaskLocal static var givenFolder: String?

    private static var folder: String? {
        let information = ProcessInfo.processInfo
        return givenFolder ?? folder(information.environment, program: information.processName)
    }

    /// A folder of the program's among the user's caches: in `$XDG_CACHE_HOME`, or `~/.cache` where that is not set or not absolute.
    static func folder(_ environment: [String: String], program: String) -> String? {
        var root = environment["XDG_CACHE_HOME"] ?? ""
        if !root.hasPrefix("/") {
            guard let home = environment["HOME"] ?? getpwuid(getuid()).map({ String(cString: $0.pointee.pw_dir) }),
                home.hasPrefix("/")
            else { return nil }
            root = home + "/.cache"
        }
        return "\(root)/\(program)/CoreData/FetchedResults"
    }

    /// A name may be any text, of a file's name not.
    private static func file(_ name: String, in folder: String) -> String {
        let plain = name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        guard plain.utf8.count > 200 else { return "\(folder)/\(plain).list" }
        let sum = VersionHash.checksum(of: [name: Data(name.utf8)])
        return "\(folder)/\(sum.replacingOccurrences(of: "/", with: "-")).list"
    }
}
