/// Where a SQLite store lies.
enum StoreLocation: Equatable {
    case file(String)
    /// `/dev/null`: in memory, for one coordinator.
    case privateMemory
    /// `/dev/null/NAME`: in memory, one database for all coordinators of the process that name it.
    case sharedMemory(String)

    init(_ url: URL) {
        let given = url.path
        // Most paths are in standard form, and finding the form takes longer than finding that out.
        let path = Self.isStandard(given) ? given : url.standardizedFileURL.path
        if path == "/dev/null" {
            self = .privateMemory
        } else if path.hasPrefix("/dev/null/") {
            self = .sharedMemory(String(path.dropFirst("/dev/null/".count)))
        } else {
            self = .file(path)
        }
    }

    /// Whether a path begins at the root, and no part of it is empty or begins with a full stop.
    private static func isStandard(_ path: String) -> Bool {
        let slash = UInt8(ascii: "/")
        var last: UInt8 = 0
        for byte in path.utf8 {
            if last == slash, byte == slash || byte == UInt8(ascii: ".") { return false }
            last = byte
        }
        return path.utf8.first == slash
    }

    /// What SQLite opens.
    var databaseName: String {
        switch self {
        case .file(let path): path
        case .privateMemory: ":memory:"
        // A name that begins with a slash is shared by all connections of the process.
        case .sharedMemory(let name):
            "file:/" + (name.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? "") + "?vfs=memdb"
        }
    }

    /// The file, nil for a store in memory.
    var path: String? {
        if case .file(let path) = self { return path }
        return nil
    }
}
