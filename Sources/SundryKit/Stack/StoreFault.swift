import CoreData

/// What can be wrong with a store that was one, each told in words of its own and never in those of SQLite.
enum StoreFault {
    case damaged, full, readOnly, locked, unreadable

    /// The fault that an error of Core Data tells of; nil for another one.
    init?(_ error: NSError) {
        switch (error.sqliteCode, error.domain == NSCocoaErrorDomain ? error.code : 0) {
        case (11, _), (26, _), (_, CocoaError.Code.fileReadCorruptFile.rawValue): self = .damaged
        // A column or a table that is not there: SQLite's general error. Statements are right, so the file is not.
        case (1, _): self = .damaged
        case (13, _), (_, CocoaError.Code.fileWriteOutOfSpace.rawValue): self = .full
        case (8, _), (_, CocoaError.Code.fileWriteNoPermission.rawValue): self = .readOnly
        case (5, _), (6, _), (_, NSPersistentStoreTimeoutError): self = .locked
        case (10, _), (14, _): self = .unreadable
        default: return nil
        }
    }

    /// What follows the name of a store that was to be opened.
    var opening: String {
        switch self {
        case .damaged: "is damaged: run sundry doctor, restore a copy of it, or give --store another file."
        case .full: "cannot be opened: the disk is full; make room."
        case .readOnly: "may not be written: change its permissions, or give --store another file."
        case .locked: "is in use by another program: try again when that is done."
        case .unreadable: "cannot be read: look after its disk, or give --store another file."
        }
    }

    /// What follows “Nothing was changed:”.
    var saving: String {
        switch self {
        case .damaged: "the store is damaged; quit, and run sundry doctor."
        case .full: "the disk is full; make room, then try again."
        case .readOnly: "the store is read-only; change its permissions."
        case .locked: "another program is using the store; try again."
        case .unreadable: "the disk does not take it; look after that."
        }
    }

    /// The whole sentence for lists that were to be read.
    var reading: String { self == .full ? "The disk is full; make room." : "The store \(opening)" }
}

extension NSError {
    /// The code that SQLite gave, where the error comes from there.
    var sqliteCode: Int? {
        (userInfo[NSSQLiteErrorDomain] as? NSNumber)?.intValue
            ?? (userInfo[NSUnderlyingErrorKey] as? NSError)?.sqliteCode
    }

    /// What can be told to somebody who is asked for help.
    var codes: String {
        let code = domain == NSCocoaErrorDomain ? "error \(code)" : "\(domain) \(code)"
        return sqliteCode.map { "\(code), code \($0)" } ?? code
    }
}
