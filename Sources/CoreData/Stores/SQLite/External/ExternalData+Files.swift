extension ExternalData {
    /// The names of the files there are. Throws where the folder cannot be read, in which there may be some.
    func names() throws -> Set<String> {
        guard let folder else { return [] }
        // A folder above it that may not be entered hides it.
        guard access(folder.path, F_OK) == 0 || errno != ENOENT else { return [] }
        let found = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        return Set(found.filter { UUID(uuidString: $0) != nil })
    }

    /// Whether the folder may be that of another store as well: it is named after the store without its extension.
    var isShared: Bool {
        guard let path = location.path else { return true }
        let file = URL(fileURLWithPath: path)
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)) ?? []
        let own = ["", "-wal", "-shm", "-journal"].map { file.lastPathComponent + $0 }
        let stem = file.deletingPathExtension().lastPathComponent
        return beside.contains { !own.contains($0) && ($0 == stem || $0.hasPrefix(stem + ".")) }
    }

    /// Throws where a file may not be read.
    func checkReadable() throws {
        guard let folder else { return }
        for name in try names() {
            let path = folder.appendingPathComponent(name).path
            guard access(path, R_OK) == 0 || errno == ENOENT else {
                throw StoreErrors.make(
                    CocoaError.Code.fileReadNoPermission.rawValue, reason: "A file of large data cannot be read",
                    path: path)
            }
        }
    }

    /// Copies the files of another store here, where they are on the disk then. No two files of any stores share a name.
    ///
    /// - Returns: The names of all, and of those that were not there before.
    @discardableResult
    func copyFiles(of other: ExternalData) throws -> (all: Set<String>, new: Set<String>) {
        let names = try other.names()
        guard let folder, let source = other.folder, folder != source, !names.isEmpty else { return (names, []) }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var new: Set<String> = []
        do {
            for name in names {
                let copy = folder.appendingPathComponent(name)
                if FileManager.default.fileExists(atPath: copy.path) { continue }
                // Under its name it is whole, also where the process ends on the way.
                let part = folder.appendingPathComponent(name + ".part")
                unlink(part.path)
                do {
                    try FileManager.default.copyItem(at: source.appendingPathComponent(name), to: part)
                    ExternalFiles.sync(part.path)
                    try FileManager.default.moveItem(at: part, to: copy)
                } catch {
                    unlink(part.path)
                    throw error
                }
                new.insert(name)
            }
        } catch {
            takeBack(new)
            throw error
        }
        for place in [folder, folder.deletingLastPathComponent()] { ExternalFiles.sync(place.path) }
        return (names, new)
    }

    /// Removes files that no row leads to.
    func takeBack(_ names: Set<String>) {
        guard let folder else { return }
        for name in names { unlink(folder.appendingPathComponent(name).path) }
    }

    /// Removes files that no row leads to any more, as far as they are nobody else's.
    func removeFiles(_ names: Set<String>) {
        guard let folder, !isShared else { return }
        for name in names {
            // One that cannot be removed is in nobody's way.
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }
}
