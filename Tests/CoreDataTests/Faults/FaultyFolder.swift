import CoreDataSQLite
import FaultyFiles
import Foundation
import Testing

@testable import CoreData

/// What goes wrong with one operation on a file, and SQLite's code for it.
struct Fault: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let operations: UInt32
    let code: Int32
    /// Whether it goes wrong from then on, rather than once.
    var lasts = false

    private init(_ name: String, _ operations: faulty_operation..., code: Int32, lasts: Bool = false) {
        testDescription = name
        self.operations = operations.reduce(0) { $0 | UInt32($1.rawValue) }
        self.code = code
        self.lasts = lasts
    }

    // Extended codes are SQLITE_IOERR with a number above it (https://www.sqlite.org/rescode.html).
    static let full = Fault("disk full", faulty_write, code: 13, lasts: true)
    static let writes = [
        full, Fault("disk full for a moment", faulty_write, code: 13),
        Fault("write", faulty_write, code: 10 | 3 << 8), Fault("fsync", faulty_sync, code: 10 | 4 << 8),
        Fault("every fsync", faulty_sync, code: 10 | 4 << 8, lasts: true),
        Fault("truncate", faulty_truncate, code: 10 | 6 << 8), Fault("delete", faulty_delete, code: 10 | 10 << 8),
    ]
    static let locks = [
        Fault("lock", faulty_lock, code: 10 | 15 << 8),
        Fault("lock of the index", faulty_lock_shared, code: 10 | 20 << 8),
        Fault("memory of the index", faulty_map_shared, code: 10 | 21 << 8),
    ]
    /// Met by waiting.
    static let busy = Fault("busy", faulty_lock, faulty_lock_shared, code: 5)
    static let reads = [
        Fault("read", faulty_read, code: 10 | 1 << 8), Fault("every read", faulty_read, code: 10 | 1 << 8, lasts: true),
        Fault("size", faulty_size, code: 10 | 7 << 8), Fault("open", faulty_open, code: 14),
        Fault("look for a file", faulty_access, code: 10 | 13 << 8),
    ]
    static let all = writes + locks + reads
    /// The codes of what can happen to a read.
    static let reading = Set((locks + reads).map(\.code))
}

/// A folder whose files fail as a test says.
final class FaultyFolder {
    let folder = ScratchFolder()
    private let handle: OpaquePointer
    var store: URL { folder.url.appendingPathComponent("Store.sqlite") }

    init() { handle = faulty_folder_make(folder.url.path) }

    deinit { faulty_folder_free(handle) }

    /// Runs `body` while the operation of that number goes wrong.
    ///
    /// - Returns: What `body` threw, and whether it came to that operation.
    func meeting(
        _ fault: Fault, at number: Int, _ body: () throws -> Void
    ) -> (error: (any Error)?, isMet: Bool) {
        faulty_folder_arm(handle, fault.operations, number, fault.code, fault.lasts ? 1 : 0)
        var thrown: (any Error)?
        do { try body() } catch { thrown = error }
        return (thrown, faulty_folder_disarm(handle) >= number)
    }

    /// The files of a store in another folder, as a process that ends now would leave them.
    func copyOfStore() throws -> (folder: ScratchFolder, store: URL) {
        let copy = ScratchFolder()
        try copy.take(storeAt: store)
        return (copy, copy.url.appendingPathComponent("Store.sqlite"))
    }
}

extension ScratchFolder {
    /// Copies the files of a store here, but for the index of its log, which is made anew.
    func take(storeAt store: URL) throws {
        for suffix in ["", "-wal", "-journal"] where FileManager.default.fileExists(atPath: store.path + suffix) {
            try FileManager.default.copyItem(
                atPath: store.path + suffix, toPath: url.appendingPathComponent("Store.sqlite").path + suffix)
        }
    }
}
