import CoreData

/// A copy of the lists as they are at one moment, in a file of its own, which opens as a store. Other programs may go on
/// saving meanwhile.
public struct StoreCopy: Sendable {
    private let location: StoreLocation
    private let destination: URL

    /// A copy of the store at that place, to be made in that file.
    public init(of location: StoreLocation, at destination: URL) {
        self.location = location
        self.destination = destination
    }

    /// Makes it.
    ///
    /// - Parameter overwriting: whether it may take the place of another store.
    public func make(overwriting: Bool) throws(Problem) {
        let url = try location.file()
        try StoreLocation.file(destination).check(isCopy: true)
        guard !Self.areOne(url, destination) else {
            throw Problem("“\(destination.path)” is the store itself: name another file.", kind: .usage)
        }
        do {
            try NSPersistentStoreCoordinator.backUpPersistentStore(
                at: url, to: destination, overwriting: overwriting, options: [NSPersistentStoreTimeoutOption: 10])
        } catch {
            throw problem(error as NSError, url)
        }
    }

    private static func areOne(_ url: URL, _ other: URL) -> Bool {
        var (one, two) = (stat(), stat())
        return stat(url.path, &one) == 0 && stat(other.path, &two) == 0 && one.st_ino == two.st_ino
            && one.st_dev == two.st_dev
    }

    private func problem(_ error: NSError, _ url: URL) -> Problem {
        let path = error.userInfo[NSFilePathErrorKey] as? String ?? destination.path
        if error.domain == NSCocoaErrorDomain, error.code == CocoaError.Code.fileWriteFileExists.rawValue {
            let advice =
                path == destination.path ? "name another file, or add --force" : "remove it, or name another file"
            return Problem("“\(path)” is there already: \(advice).")
        }
        if error.domain == NSCocoaErrorDomain, error.code == CocoaError.Code.fileReadCorruptFile.rawValue,
            path == url.path
        {
            return Problem("“\(url.path)” is damaged, and a copy would be: run sundry doctor first.")
        }
        if path == destination.path, error.code == NSPersistentStoreInvalidTypeError || error.sqliteCode == 26 {
            return Problem("“\(path)” is no store of lists and is not overwritten: name another file.")
        }
        if let fault = StoreFault(error) {
            switch fault {
            case .full: return Problem("The copy could not be written: the disk is full; make room, then try again.")
            case .readOnly:
                return Problem(
                    "“\(destination.path)” may not be written: change its permissions, or name another file.")
            default: break
            }
        }
        return Problem("The copy could not be made (\(error.codes)): look after the disks, or name another file.")
    }
}
