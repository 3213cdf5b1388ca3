internal import CoreDataSQLite

/// Errors of a SQLite store in Apple's form: SQLite's code stands under NSSQLiteErrorDomain, the file under NSFilePath,
/// a sentence under `reason`.
enum StoreErrors {
    /// A read or write that SQLite refused.
    static func from(_ error: SQLiteError, path: String?) -> NSError {
        let code: Int =
            switch error.code {
            case 26, 11: CocoaError.Code.fileReadCorruptFile.rawValue
            case 8: CocoaError.Code.fileWriteNoPermission.rawValue
            case 13: CocoaError.Code.fileWriteOutOfSpace.rawValue
            case 5, 6: NSPersistentStoreTimeoutError
            case 14: CocoaError.Code.fileReadUnknown.rawValue
            case 10: CocoaError.Code.fileWriteUnknown.rawValue
            default: NSSQLiteError
            }
        return make(code, reason: sentence(error), path: path, sqlite: error)
    }

    /// An error with the parts that are there.
    static func make(
        _ code: Int, reason: String, path: String? = nil, sqlite: SQLiteError? = nil, more: [String: Any] = [:]
    ) -> NSError {
        var info: [String: Any] = ["reason": reason]
        if let path { info[NSFilePathErrorKey] = path }
        if let sqlite { info[NSSQLiteErrorDomain] = NSNumber(value: sqlite.code) }
        info.merge(more) { $1 }
        return NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info)
    }

    private static func sentence(_ error: SQLiteError) -> String {
        switch error.code {
        case 26: "The file is not a database"
        case 5, 6: "Another process holds the store locked"
        case 8: "The store may not be written"
        case 13: "There is no space left for the store"
        default:
            error.sql.map { "\(error.message) (SQLite \(error.extendedCode), statement: \($0))" }
                ?? "\(error.message) (SQLite \(error.extendedCode))"
        }
    }
}

extension StoreLocation {
    /// Runs `body`, turning SQLite's errors into Apple's.
    func reporting<Result>(_ body: () throws -> Result) throws -> Result {
        do {
            return try body()
        } catch let error as SQLiteError {
            throw StoreErrors.from(error, path: path)
        }
    }
}
