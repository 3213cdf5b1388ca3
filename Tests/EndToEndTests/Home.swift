import Foundation

/// A home folder that nobody has used yet, gone when the test is over.
final class Home {
    let folder: URL

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sundry-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }

    /// Where the program keeps its items when nothing else is said.
    var store: URL { folder.appendingPathComponent(".local/share/sundry/Sundry.sqlite") }

    /// All that a program needs to know, and nothing that it could find Swift by.
    var environment: [String: String] {
        ["HOME": folder.path, "PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "TZ": "UTC"]
    }

    func write(_ text: String, to name: String) throws -> URL {
        let file = folder.appendingPathComponent(name)
        try Data(text.utf8).write(to: file)
        return file
    }
}
