import CoreData

/// Where the lists are kept.
public enum StoreLocation: Sendable, Equatable {
    /// In memory alone; nothing touches the disk.
    case memory
    /// In a file the user named.
    case file(URL)
    /// In the user's data folder, `$XDG_DATA_HOME/sundry/Sundry.sqlite`; missing folders are made.
    case standard(URL)

    /// The file, nil in memory.
    public var url: URL? {
        switch self {
        case .memory: nil
        case .file(let url), .standard(let url): url
        }
    }

    /// The place that option and environment ask for: `path`, else `SUNDRY_STORE`, else the user's data folder.
    ///
    /// Throws where there is no home folder to fall back on.
    public static func resolved(
        path: String? = nil, environment: [String: String] = ProcessInfo.processInfo.environment
    ) throws(Problem) -> StoreLocation {
        if let path {
            guard !path.isEmpty else { throw Problem("--store needs the name of a file.", kind: .usage) }
            return .file(followed(URL(fileURLWithPath: path)))
        }
        if let path = environment["SUNDRY_STORE"], !path.isEmpty {
            return .file(followed(URL(fileURLWithPath: path)))
        }
        return .standard(
            followed(
                try dataFolder(environment).appendingPathComponent("sundry", isDirectory: true)
                    .appendingPathComponent("Sundry.sqlite", isDirectory: false)))
    }

    /// The file that a symbolic link stands for, which may be yet to be made; no longer a chain than Linux follows.
    private static func followed(_ url: URL) -> URL {
        var file = url
        for _ in 0..<40 {
            guard let target = Self.target(of: file.path) else { return file }
            file =
                target.hasPrefix("/")
                ? URL(fileURLWithPath: target) : file.deletingLastPathComponent().appendingPathComponent(target)
        }
        return url
    }

    /// What a symbolic link leads to; nil of anything else.
    private static func target(of path: String) -> String? {
        withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(PATH_MAX)) { buffer in
            guard let start = buffer.baseAddress else { return nil }
            let length = readlink(path, start, buffer.count)
            guard length > 0 else { return nil }
            return String(decoding: UnsafeRawBufferPointer(start: start, count: length), as: UTF8.self)
        }
    }

    /// `$XDG_DATA_HOME`, by default `~/.local/share`. The XDG specification has relative values ignored.
    private static func dataFolder(_ environment: [String: String]) throws(Problem) -> URL {
        if let folder = environment["XDG_DATA_HOME"], folder.hasPrefix("/") {
            return URL(fileURLWithPath: folder, isDirectory: true)
        }
        if let home = environment["HOME"] ?? accountHome(), home.hasPrefix("/") {
            return URL(fileURLWithPath: home, isDirectory: true).appendingPathComponent(
                ".local/share", isDirectory: true)
        }
        throw Problem("There is no home folder to keep the lists in: set HOME, or name a file with --store.")
    }

    /// The home folder that the account database knows, for programs started with an empty environment.
    private static func accountHome() -> String? {
        guard let entry = getpwuid(getuid()), let folder = entry.pointee.pw_dir else { return nil }
        return String(cString: folder)
    }
}

extension StoreLocation {
    /// Whether the file is there already; true in memory. Throws where that cannot be found out: a folder that may not be
    /// read is no folder without a store.
    public func exists() throws(Problem) -> Bool {
        guard let url else { return true }
        var status = stat()
        if stat(url.path, &status) == 0 { return true }
        let code = errno
        guard code == ENOENT else { throw cannotOpen(code) }
        return false
    }

    /// Makes the folders of the standard place, readable by the user alone, and checks.
    func prepare() throws(Problem) {
        if case .standard(let url) = self { try Self.makeFolders(of: url) }
        try check()
    }

    /// Looks for what would keep the store from being opened or made, so that it can be told in plain words.
    ///
    /// - Parameter isCopy: whether it is not the store of `--store` but a copy that is to be made.
    public func check(isCopy: Bool = false) throws(Problem) {
        guard let url else { return }
        let give = isCopy ? "name" : "give --store"
        let path = url.path
        var status = stat()
        if stat(path, &status) == 0 {
            guard status.st_mode & S_IFMT != S_IFDIR else {
                throw Problem("“\(path)” is a folder: \(isCopy ? "name" : "give --store the name of") a file in it.")
            }
            guard status.st_mode & S_IFMT == S_IFREG else {
                throw Problem("“\(path)” is no ordinary file: \(give) another one.")
            }
            guard access(path, R_OK) == 0 else { throw cannotOpen(errno) }
            return
        } else if errno != ENOENT {
            throw cannotOpen(errno)
        }
        let folder = url.deletingLastPathComponent().path
        guard access(folder, F_OK) == 0 else {
            throw Problem("The folder “\(folder)” does not exist: make it, or \(give) another file.")
        }
        // SQLite puts the write-ahead log beside the file.
        guard access(folder, W_OK | X_OK) == 0 else { throw cannotOpen(errno) }
    }

    /// Whether the store that is there may be written, and the log beside it. What may not can still be looked at.
    var mayBeWritten: Bool {
        guard let url else { return true }
        let folder = url.deletingLastPathComponent().path
        return access(url.path, F_OK) != 0 || access(url.path, W_OK) == 0 && access(folder, W_OK | X_OK) == 0
    }

    private func cannotOpen(_ code: Int32) -> Problem {
        let advice = [EACCES, EPERM, EROFS].contains(code) ? "change its permissions, or " : ""
        return Problem(
            "“\(url?.path ?? "")” cannot be opened (\(String(cString: strerror(code)))): \(advice)give --store another file."
        )
    }

    private static func makeFolders(of url: URL) throws(Problem) {
        var path = ""
        for part in url.deletingLastPathComponent().path.split(separator: "/") {
            path += "/\(part)"
            if mkdir(path, 0o700) == 0 || errno == EEXIST { continue }
            // Of a folder that is there already, some file systems say that it cannot be made, not that it is there.
            let code = errno
            if access(path, F_OK) == 0 { continue }
            throw Problem(
                "The folder “\(path)” cannot be made (\(String(cString: strerror(code)))): name another file with --store."
            )
        }
    }

    /// The sentence for a store that would not load.
    func problem(_ error: any Error) -> Problem {
        let error = error as NSError
        let path = url?.path ?? "memory"
        switch (error.domain, error.code) {
        case (NSCocoaErrorDomain, 134_100), (NSCocoaErrorDomain, 134_020):
            return Problem(
                "“\(path)” was made by another version of sundry, or by another program: update sundry, or give --store another file."
            )
        case (NSCocoaErrorDomain, NSMigrationError) where !mayBeWritten:
            return Problem(
                "“\(path)” was made by an earlier sundry and has to be updated, but may not be written: change its permissions."
            )
        case (NSCocoaErrorDomain, _) where error.userInfo[NSFilePathErrorKey] as? String == path + "-wal":
            return Problem(
                "The log beside “\(path)” belongs to another file: move “\(path)-wal” away, or put the file that it belongs to back."
            )
        case (NSCocoaErrorDomain, _) where error.sqliteCode == 26,
            (NSCocoaErrorDomain, NSPersistentStoreInvalidTypeError):
            return Problem("“\(path)” is no store of lists: give --store another file. It was left as it is.")
        default:
            return Problem(
                StoreFault(error).map { "“\(path)” \($0.opening)" }
                    ?? "“\(path)” could not be opened: restore a copy of it, or give --store another file (\(error.codes))."
            )
        }
    }
}
