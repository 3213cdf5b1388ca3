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

    var folder: URL? {
        location.path.map { path in
            let file = URL(fileURLWithPath: path)
            let name = file.deletingPathExtension().lastPathComponent
            return file.deletingLastPathComponent().appendingPathComponent(".\(name)_SUPPORT/_EXTERNAL_DATA")
        }
    }

    /// How long the second form is.
    static let referenceLength = 38

    /// The file that a column leads to, if it does.
    static func fileName(_ column: UnsafeRawBufferPointer) -> String? {
        guard column.count == referenceLength, column.first == 2 else { return nil }
        let name = String(decoding: column.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
        return UUID(uuidString: name) == nil ? nil : name
    }

    /// Hands over the data that a column stands for; no data where the file is gone.
    func withData(_ column: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        switch column.first {
        case 1: body(UnsafeRawBufferPointer(rebasing: column.dropFirst()))
        case 2:
            guard let name = Self.fileName(column), let folder,
                let data = try? Data(contentsOf: folder.appendingPathComponent(name))
            else { return }
            data.withUnsafeBytes(body)
        default: body(column)
        }
    }
}
