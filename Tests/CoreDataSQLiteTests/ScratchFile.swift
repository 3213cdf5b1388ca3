import Foundation

/// A path in a folder of its own, which goes when the value does.
final class ScratchFile {
    let folder: URL
    var path: String { folder.appendingPathComponent("test.sqlite").path }

    init() throws {
        folder = FileManager.default.temporaryDirectory.appendingPathComponent("sqlite-\(UUID().uuidString)")
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    }

    deinit { try? FileManager.default.removeItem(at: folder) }
}
