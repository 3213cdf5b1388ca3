internal import CoreDataC

/// The list of a request in a file, of which the next launch makes it without asking the store: as long as the store is as it
/// was. A file that cannot be read, or written, is none.
struct ListCache: Sendable {
    private let path: String
    private let store: NSPersistentStore
    private let isSectioned: Bool
    /// What the list is of: the store, the entity as it is in the model, the request.
    private let subject: [UInt8]

    init?(
        _ name: String, _ settings: FetchSettings, _ entity: NSEntityDescription, sectionNameKeyPath: String?,
        of store: NSPersistentStore
    ) {
        guard let request = CachedRequest(settings, sectionNameKeyPath: sectionNameKeyPath), request.isLasting,
            let path = FetchedResultsCaches.file(name)
        else { return nil }
        self.path = path
        self.store = store
        isSectioned = sectionNameKeyPath != nil
        subject = Array("\(store.identifier ?? "")\n".utf8) + entity.versionHash + Array(request.text.utf8)
    }

    /// What tells the state of the store; see `NSPersistentStore.contentMark`.
    func mark() -> [UInt8]? { store.contentMark() }

    /// The list as it was kept when the store had that mark; nil where it was not.
    ///
    /// - Parameter homes: the number of each entity's home by its name.
    func load(_ mark: [UInt8], _ shape: KeyShape, _ homes: [String: Int]) -> KeyFetch.Found? {
        guard let data = FileManager.default.contents(atPath: path) else { return nil }
        return data.withUnsafeBytes { bytes in
            var reader = ListReader(bytes)
            guard reader.takeHead(), reader.data() == subject, reader.data() == mark,
                let found = reader.list(shape, homes), (found.runs != nil) == isSectioned
            else { return nil }
            return found
        }
    }

    /// Keeps the list of a mark in the place of what was there.
    func write(_ found: KeyFetch.Found, _ mark: [UInt8], _ homes: [String: Int]) {
        var writer = ListWriter()
        writer.add(subject)
        writer.add(mark)
        writer.add(found, homes)
        let folder = (path as NSString).deletingLastPathComponent
        // What the user has is for nobody else to read.
        try? FileManager.default.createDirectory(
            atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let draft = "\(path).\(UUID().uuidString)"
        guard
            FileManager.default.createFile(
                atPath: draft, contents: Data(writer.finish()), attributes: [.posixPermissions: 0o600])
        else { return }
        if rename(draft, path) != 0 { unlink(draft) }
    }
}

/// The layout of a cache's file. Numbers have their low byte first; a text, as any data, has its length before it, in four bytes.
///
/// | part | |
/// |---|---|
/// | head | `CDList1` and a zero byte; the CRC-32 of all that follows |
/// | subject, mark | data |
/// | entities | count in four bytes; the name of each, and the number by which rows name it, in four bytes |
/// | sections | a byte: whether there are any; count in four bytes; the name of each, and its number of rows in eight bytes |
/// | leaves | count in four bytes; of each the number of rows in four bytes, their handles of eight bytes, a column for each sort descriptor |
/// | column of numbers | eight bytes a row |
/// | column of texts | for each row where its text ends, in four bytes, and a byte: whether it is none; the length, and the texts |
struct ListWriter {
    static let head: [UInt8] = Array("CDList1".utf8) + [0]

    private var bytes: [UInt8] = []

    mutating func add<Number: FixedWidthInteger>(_ number: Number) {
        withUnsafeBytes(of: number.littleEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ data: some Collection<UInt8>) {
        add(UInt32(data.count))
        bytes.append(contentsOf: data)
    }

    /// Numbers without their count.
    mutating func add<Number: FixedWidthInteger>(each numbers: [Number]) {
        numbers.withUnsafeBytes { bytes.append(contentsOf: $0) }
    }

    mutating func add(_ found: KeyFetch.Found, _ homes: [String: Int]) {
        add(UInt32(homes.count))
        for (name, number) in homes {
            add(name.utf8)
            add(UInt32(number))
        }
        add(UInt8(found.runs == nil ? 0 : 1))
        let runs = found.runs?.runs ?? []
        add(UInt32(runs.count))
        for run in runs {
            add(run.name.utf8)
            add(UInt64(run.count))
        }
        add(UInt32(found.rows.leafCount))
        found.rows.forEachLeaf { rows, columns in
            add(UInt32(rows.count))
            rows.withUnsafeBytes { bytes.append(contentsOf: $0) }
            for column in columns { column.write(to: &self) }
        }
    }

    func finish() -> [UInt8] {
        var whole = ListWriter()
        whole.bytes = Self.head
        whole.add(ListReader.checksum(bytes[...]))
        return whole.bytes + bytes
    }
}
