/// The file of a binary store that is to be removed or overwritten.
///
/// The file itself goes, where that of a SQLite store is emptied: Apple's header has stores other than SQLite's default to
/// `NSFileManager`. Who has it open keeps its rows in memory, and its next save finds another file there, or none, and fails.
struct BinaryTarget {
    private let file: BinaryStoreFile

    init(_ url: URL, _ options: [AnyHashable: Any]?) throws {
        file = try Self.file(at: url)
        if StoreOptions(options).isReadOnly {
            throw StoreKinds.error(
                CocoaError.Code.fileWriteNoPermission.rawValue, reason: "The store may not be written", url: url)
        }
    }

    private static func file(at url: URL) throws -> BinaryStoreFile {
        guard url.isFileURL else {
            throw StoreKinds.error(
                NSPersistentStoreInvalidTypeError, reason: "A binary store needs the URL of a file", url: url)
        }
        return BinaryStoreFile(path: url.path)
    }

    /// The store at a URL; throws where there is none.
    static func content(at url: URL) throws -> BinaryStoreContent {
        let file = try file(at: url)
        guard let content = try file.read() else { throw file.isMissing }
        return content
    }

    /// Whether the store is the one at that URL.
    func isStore(at url: URL) -> Bool { BinaryStoreFile(path: url.path).path == file.path }

    /// Throws where there is no store.
    func checkThatItCanBeRemoved() throws {
        guard file.exists else { throw file.isMissing }
        try checkThatItCanBeWritten()
    }

    func remove() throws { try file.remove() }

    /// Throws where something stands in the way.
    func checkThatItCanBeWritten() throws {
        try file.requireNothingForeign()
        try file.requireWritable()
    }

    /// Puts a store in the place of what is there: who opens it finds the old one or the new.
    func write(_ content: BinaryStoreContent) throws { try file.overwrite(with: content) }

    /// Has a store made from what is there, and puts it in its place.
    ///
    /// - Parameter make: makes the store at a place of its own, which it answers.
    /// - Returns: Whether nobody has written to the store meanwhile.
    func replace(_ make: () throws -> URL) throws -> Bool {
        guard try file.read() != nil else { throw file.isMissing }
        return try file.writeIfUnchanged(try Self.content(at: make()))
    }
}
