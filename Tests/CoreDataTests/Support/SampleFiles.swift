import CoreDataSQLite
import Foundation

/// Real files that Apple's tools wrote; they stand beside the package, not in it.
enum SampleFiles {
    private static let folder = URL(fileURLWithPath: #filePath)
        .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
        .deletingLastPathComponent().appendingPathComponent("../shared/samples").standardizedFileURL

    /// Whether they are there; without them a test that needs them is skipped.
    static let areThere = FileManager.default.fileExists(atPath: folder.path)

    static func file(_ path: String) -> URL { folder.appendingPathComponent(path) }

    /// Paths from `samples`, of all files below a folder with that extension.
    static func paths(in part: String, extension name: String) -> [String] {
        let found = FileManager.default.enumerator(atPath: file(part).path)?.compactMap { $0 as? String } ?? []
        return found.filter { ($0 as NSString).pathExtension == name }.map { "\(part)/\($0)" }.sorted()
    }

    static let compiledModels = paths(in: "compiled-models", extension: "mom")
    static let bundles = paths(in: "compiled-models", extension: "momd")
    static let stores = paths(in: "stores", extension: "sqlite") + paths(in: "stores", extension: "moody")

    /// A connection to a copy of a store, with what is still in its WAL; the copy goes when `body` is through.
    static func withCopy<Result>(of path: String, _ body: (Connection) throws -> Result) throws -> Result {
        try withFolder { folder in
            let copy = folder.appendingPathComponent("copy.sqlite")
            try FileManager.default.copyItem(at: file(path), to: copy)
            let wal = file(path + "-wal")
            if FileManager.default.fileExists(atPath: wal.path) {
                try FileManager.default.copyItem(at: wal, to: URL(fileURLWithPath: copy.path + "-wal"))
            }
            return try body(try Connection(path: copy.path, access: .readWrite))
        }
    }

    /// An empty folder that goes when `body` is through.
    static func withFolder<Result>(_ body: (URL) throws -> Result) throws -> Result {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("CoreDataTests-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        return try body(folder)
    }
}
