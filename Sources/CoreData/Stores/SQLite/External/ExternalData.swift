/// Data that may lie in a file of its own beside the store.
///
///     first byte | then
///     0x01       | the data
///     0x02       | the name of a file: an upper-case UUID and a NUL
///
/// Files lie in `.NAME_SUPPORT/_EXTERNAL_DATA/`. We write the first form only, which every reader takes.
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

    /// Hands over the data that a column stands for; no data where the file is gone.
    func withData(_ column: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
        switch column.first {
        case 1: body(UnsafeRawBufferPointer(rebasing: column.dropFirst()))
        case 2:
            let name = String(decoding: column.dropFirst().prefix { $0 != 0 }, as: UTF8.self)
            guard UUID(uuidString: name) != nil, let folder,
                let data = try? Data(contentsOf: folder.appendingPathComponent(name))
            else { return }
            data.withUnsafeBytes(body)
        default: body(column)
        }
    }
}
