internal import CoreDataSQLite

/// The file of a store that is to be emptied or overwritten, by SQLite alone: others may have it open.
///
/// All of it is one transaction of SQLite's, so that readers see the old content or the new, and a process that ends on the way
/// leaves the old.
struct StoreTarget {
    private let location: StoreLocation
    private let file: StoreFile

    init(_ url: URL, _ options: [AnyHashable: Any]?) throws {
        location = StoreLocation(url)
        file = StoreFile(path: try Self.path(of: location, url), options: StoreOptions(options))
    }

    /// The path of a store that has one.
    static func path(of location: StoreLocation, _ url: URL) throws -> String {
        guard let path = location.path else {
            throw StoreErrors.make(
                CocoaError.Code.fileReadNoSuchFile.rawValue, reason: "A store in memory is its coordinator's alone",
                path: url.path)
        }
        return path
    }

    private func connect() throws -> Connection {
        let access: Connection.Access = file.options.isReadOnly ? .readOnly : .readWrite
        let connection = try StoreFile.connect(file.path, access: access, timeout: file.options.timeout)
        guard !connection.isReadOnly else {
            throw StoreErrors.make(
                CocoaError.Code.fileWriteNoPermission.rawValue, reason: "The store may not be written", path: file.path)
        }
        try requireNothingForeign(connection)
        return connection
    }

    /// What is no store is somebody else's. A store whose schema cannot be read any more is one to get rid of.
    private func requireNothingForeign(_ connection: Connection) throws {
        do {
            let schema = try FileSchema(connection)
            if try schema.isCoreDataStore || schema.isEmpty() { return }
        } catch let error as SQLiteError where error.code == 11 {
            return
        }
        throw StoreErrors.make(
            NSPersistentStoreInvalidTypeError, reason: "The file is a SQLite database, but not a Core Data store",
            path: file.path)
    }

    // MARK: Emptying

    /// Throws where there is no store.
    func checkThatItCanBeEmptied() throws { try location.reporting { _ = try connect() } }

    /// Leaves an empty database.
    func removeContent() throws {
        let external = ExternalData(location)
        // What others save from here on makes files of its own.
        let former = (try? external.names()) ?? []
        try location.reporting { try connect().removeContent() }
        external.removeFiles(former)
    }

    // MARK: Overwriting

    /// Throws where something stands in the way.
    func checkThatItCanBeWritten() throws {
        try location.reporting { if file.isFilled { _ = try connect() } }
    }

    /// Whether there is nothing yet.
    var isVacant: Bool { !file.isFilled }

    /// Copies a store over what is there.
    ///
    /// - Parameter isWanted: asked when nobody else can write to it any more; where it says no, everything stays.
    /// - Returns: Whether it was wanted.
    @discardableResult
    func copyContent(
        of source: Connection, external: ExternalData, if isWanted: () throws -> Bool = { true }
    ) throws -> Bool {
        let own = ExternalData(location)
        // What others save from here on makes files of its own.
        let former = (try? own.names()) ?? []
        let names = try own.copyFiles(of: external)
        do {
            let isWritten = try location.reporting {
                try file.isFilled ? write(source, if: isWanted) : file.making { try write(source, if: isWanted) }
            }
            if isWritten { own.removeFiles(former.subtracting(names.all)) } else { own.takeBack(names.new) }
            return isWritten
        } catch {
            // Where the end of it could not be told, rows may lead to them.
            if (error as NSError).userInfo[NSSQLiteErrorDomain] == nil { own.takeBack(names.new) }
            throw error
        }
    }

    private func write(_ source: Connection, if isWanted: () throws -> Bool) throws -> Bool {
        let connection = try connect()
        try connection.leaveLogForOtherPages(of: source)
        return try connection.copyContent(of: source, if: isWanted)
    }
}

extension Connection {
    /// SQLite copies pages of another size into a database with a rollback journal only, which it then takes for itself.
    fileprivate func leaveLogForOtherPages(of source: Connection) throws {
        let (own, other) = (try value("PRAGMA page_size"), try source.value("PRAGMA page_size"))
        guard own != other, try value("PRAGMA page_count") != .integer(0) else { return }
        let mode = try waiting { try value("PRAGMA journal_mode = delete") }
        guard mode == .text("delete") else {
            throw SQLiteError(code: 5, extendedCode: 5, message: "database is locked")
        }
    }
}

/// The file of a store that is copied.
struct StoreOrigin {
    let location: StoreLocation
    let connection: Connection

    init(_ url: URL, _ options: [AnyHashable: Any]?) throws {
        let location = StoreLocation(url)
        let path = try StoreTarget.path(of: location, url)
        connection = try location.reporting {
            let connection = try StoreFile.connect(path, access: .readOnly, timeout: StoreOptions(options).timeout)
            guard try FileSchema(connection).isCoreDataStore else {
                throw StoreErrors.make(
                    NSPersistentStoreInvalidTypeError, reason: "The file holds no Core Data store", path: path)
            }
            return connection
        }
        self.location = location
    }
}
