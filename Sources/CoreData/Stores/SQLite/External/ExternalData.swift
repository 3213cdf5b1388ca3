/// Data that may lie in a file of its own beside the store.
///
///     first byte | then
///     0x01       | the data
///     0x02       | the name of a file: an upper-case UUID and a NUL
///
/// Files lie in `.NAME_SUPPORT/_EXTERNAL_DATA/`; see `ExternalFiles` for who gets one.
struct ExternalData {
    let location: StoreLocation

    init(_ location: StoreLocation) { self.location = location }

    var folder: URL? { location.path.map(Self.folder) }

    private static func folder(of path: String) -> URL {
        let file = URL(fileURLWithPath: path)
        let name = file.deletingPathExtension().lastPathComponent
        return file.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
    }

    /// How long the second form is.
    static let referenceLength = 38

    /// The file that a column leads to, if it does.
    static func fileName(_ column: UnsafeRawBufferPointer) -> String? {
        guard column.count == referenceLength, column.first == 2 else { return nil }
        let name = String(decoding: column.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        return UUID(uuidString: name) == nil ? nil : name
    }

    /// The data in the file that a column leads to, if it does.
    func file(_ column: UnsafeRawBufferPointer) -> FiledData? {
        guard let path = location.path, let file = Self.fileName(column) else { return nil }
        return FiledData.at(FiledData.Name(store: path, file: file)) {
            Self.folder(of: path).appendingPathComponent(file).path
        }
    }

    /// Whether a column leads to a file that cannot be read and may yet be there: not allowed to, or with all others away.
    func isOutOfReach(_ column: UnsafeRawBufferPointer) -> Bool {
        guard let folder, let name = Self.fileName(column), access(folder.appendingPathComponent(name).path, R_OK) != 0
        else { return false }
        return errno != ENOENT || access(folder.path, F_OK) != 0
    }

    /// Hands over the data that a column stands for; no data where the file is gone.
    func withData(_ column: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        switch column.first {
        case 1: body(UnsafeRawBufferPointer(rebasing: column.dropFirst()))
        case 2:
            // The bytes are there as long as what stands for the file.
            guard let file = file(column) else { return }
            withExtendedLifetime(file) { if let bytes = file.bytes { body(bytes) } }
        default: body(column)
        }
    }
}
