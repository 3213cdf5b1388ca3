extension ExternalData {
    private var names: Set<String> {
        guard let folder, let found = try? FileManager.default.contentsOfDirectory(atPath: folder.path) else {
            return []
        }
        return Set(found.filter { UUID(uuidString: $0) != nil })
    }

    private var isShared: Bool {
        guard let path = location.path else { return true }
        let file = URL(fileURLWithPath: path)
        let beside = (try? FileManager.default.contentsOfDirectory(atPath: file.deletingLastPathComponent().path)) ?? []
        let own = ["", "-wal", "-shm", "-journal"].map { file.lastPathComponent + $0 }
        let stem = file.deletingPathExtension().lastPathComponent
        return beside.contains { !own.contains($0) && ($0 == stem || $0.hasPrefix(stem + ".")) }
    }

    /// Copies the files of another store here, where they are on the disk then. No two files of any stores share a name.
    ///
    /// - Returns: The names of all, and of those that were not there before.
    @discardableResult
    func copyFiles(of other: ExternalData) throws -> (all: Set<String>, new: Set<String>) {
        let names = other.names
        guard let folder, let source = other.folder, folder != source, !names.isEmpty else { return (names, []) }
        try FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        var new: Set<String> = []
        do {
            for name in names {
                let copy = folder.appendingPathComponent(name)
                if FileManager.default.fileExists(atPath: copy.path) { continue }
                new.insert(name)
                try FileManager.default.copyItem(at: source.appendingPathComponent(name), to: copy)
                ExternalFiles.sync(copy.path)
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

    /// Removes the files that no row leads to any more.
    ///
    /// The folder is named after the store without its extension: it may be that of another store as well.
    func removeFiles(besides kept: Set<String>) {
        guard let folder, !isShared else { return }
        for name in names.subtracting(kept) {
            // One that cannot be removed is in nobody's way.
            try? FileManager.default.removeItem(at: folder.appendingPathComponent(name))
        }
    }
}
