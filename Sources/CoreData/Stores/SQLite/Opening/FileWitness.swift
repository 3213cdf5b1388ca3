import Foundation

internal import CoreDataSQLite

/// What a database file says of itself without its log: whether it is the file that the log goes with, and the store that was opened.
///
/// Read by SQLite's own descriptor (see `Connection.head`). The metadata of a store are one row on one page, and its UUID stands
/// there in letters.
struct FileWitness {
    /// Why a file is not the one that it should be.
    enum Doubt {
        /// It has lost its beginning or its end.
        case cut
        /// It holds another store, or none.
        case other
        /// The log beside it was written over another file.
        case foreignLog
    }

    let connection: Connection
    let path: String

    /// How long before each further look, in milliseconds: others may write the log back meanwhile, and begin it anew. Only what
    /// is so for a while is so.
    private static let pauses: [UInt32] = [1, 5, 20, 100, 400]

    /// What speaks against the file as it is now; nil where nothing does.
    ///
    /// - Parameter identifier: the UUID of the store, as it is read through the log.
    /// - Parameter wasThere: whether the file itself has held the store before; a new one is in its log alone.
    func doubt(of identifier: String, wasThere: Bool) throws -> Doubt? {
        for pause in Self.pauses {
            guard try look(for: identifier, wasThere: wasThere) != nil else { return nil }
            usleep(pause * 1000)
        }
        return try look(for: identifier, wasThere: wasThere)
    }

    /// Whether the log beside the file was written over another one, as far as the counters of both tell.
    func hasForeignLog() throws -> Bool {
        for pause in Self.pauses {
            guard try !logFits() else { return false }
            usleep(pause * 1000)
        }
        return try !logFits()
    }

    private func logFits() throws -> Bool {
        let head = try connection.head(100)
        return LogFile.read(beside: path) { $0?.fits(head) ?? true }
    }

    /// Whether the file itself holds the store of that UUID.
    func holds(_ identifier: String) throws -> Bool {
        guard let page = try metadataPage() else { return false }
        let size = try pageSize()
        let bytes = try connection.bytes(size, at: (page - 1) * size)
        return bytes.firstRange(of: identifier.utf8) != nil
    }

    private func look(for identifier: String, wasThere: Bool) throws -> Doubt? {
        let size = try connection.fileSize()
        guard size > 0 else { return wasThere ? .cut : nil }
        let head = try connection.head(100)
        guard head.starts(with: "SQLite format 3".utf8) else { return .other }
        return try LogFile.read(beside: path) { log in
            if try !holds(identifier), log?.holdsAllPages != true {
                // Until the log is written back, the page may be in it alone, or be another one there.
                guard !wasThere, let log, try log.holds(metadataPage() ?? 0) else { return .other }
                return log.fits(head) ? nil : .foreignLog
            }
            if let log, !log.fits(head) { return .foreignLog }
            // While the log is written back page 1 comes first, and the pages by which the database has grown come later.
            let (pages, whole) = (try size / pageSize(), head[28..<32].reduce(0) { $0 << 8 | Int($1) })
            return pages < whole && log?.holds(allOf: pages + 1...whole) != true ? .cut : nil
        }
    }

    private func metadataPage() throws -> Int? {
        try connection.value("SELECT rootpage FROM sqlite_master WHERE type = 'table' AND name = 'Z_METADATA'")
            .flatMap(\.integer).map(Int.init)
    }

    private func pageSize() throws -> Int { try Int(connection.value("PRAGMA page_size")?.integer ?? 4096) }
}
