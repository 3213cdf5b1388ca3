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

    /// Copies the files of another store here; answers their names. No two files of any stores share a name.
    func copyFiles(of other: ExternalData) throws -> Set<String> {
        let names = other.names
        guard let folder, let source = other.folder, folder != source, !names.isEmpty else { return names }
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        for name in names {
            let copy = folder.appendingPathComponent(name)
            if FileManager.default.fileExists(atPath: copy.path) { continue }
            try FileManager.default.copyItem(at: source.appendingPathComponent(name), to: copy)
        }
        return names
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
