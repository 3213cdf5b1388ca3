import Foundation

internal import CoreDataSQLite

/// The write-ahead log beside a database file, by its own bytes, and whether it is this file's.
///
/// SQLite takes a log to a file by its name alone: an old one left beside a copy that was put back, or that of another store,
/// it would write into the file. What was to be seen in experiments with SQLite 3.40 and follows from its file format
/// (https://www.sqlite.org/fileformat2.html, sections 1.3.7 and 4):
///
///     header   | 32 bytes: page size at 8, salts at 16
///     frame    | 24 bytes: page, pages of the database after a commit or 0, salts; then the page
///     counter  | of changes, at 24 of page 1: each process that writes page 1 adds one to that which it has read
///
/// So the file's counter is the one before the first in its log, or one of those in the log where that has been written back. A log
/// that holds all pages of its database needs nothing of the file, but is no other file's for that.
struct LogFile {
    private struct Frame {
        let page: UInt32
        let sizeAfterCommit: UInt32
    }

    private static let headerSize = 32
    private static let frameHeaderSize = 24
    private let descriptor: CInt
    private let pageSize: Int
    private let salts: [UInt8]
    /// Frames up to the last commit.
    private let count: Int
    /// Pages of the database after the last commit.
    private let size: UInt32

    /// Hands over the log beside a file; nil where there is none, or nothing in it was committed. No lock is on a log that
    /// closing it could drop.
    static func read<Result>(beside path: String, _ body: (LogFile?) throws -> Result) rethrows -> Result {
        let descriptor = open(path + "-wal", O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return try body(nil) }
        defer { close(descriptor) }
        return try body(LogFile(descriptor))
    }

    private init?(_ descriptor: CInt) {
        var status = stat()
        let header = Self.bytes(Self.headerSize, at: 0, of: descriptor)
        guard fstat(descriptor, &status) == 0, header.count == Self.headerSize else { return nil }
        self.descriptor = descriptor
        pageSize = Int(Self.number(header, 8))
        salts = Array(header[16..<24])
        guard pageSize >= 512, pageSize <= 65536 else { return nil }
        // Frames of before the log was begun anew have other salts, and come after those of now.
        var (low, high) = (0, (Int(status.st_size) - Self.headerSize) / (pageSize + Self.frameHeaderSize))
        while low < high {
            let middle = (low + high) / 2
            if Self.frame(middle, of: descriptor, pageSize, salts) != nil { low = middle + 1 } else { high = middle }
        }
        for index in stride(from: low - 1, through: 0, by: -1) {
            guard let frame = Self.frame(index, of: descriptor, pageSize, salts) else { return nil }
            if frame.sizeAfterCommit > 0 {
                (count, size) = (index + 1, frame.sizeAfterCommit)
                return
            }
        }
        return nil
    }

    /// Whether the log goes with a file that begins with those bytes.
    func fits(_ head: [UInt8]) -> Bool {
        let all = 0..<count
        guard let first = all.first(where: { frame($0)?.page == 1 }).flatMap(counter(of:)),
            let last = all.last(where: { frame($0)?.page == 1 }).flatMap(counter(of:))
        else {
            // Whoever makes the database larger or smaller writes page 1.
            return Self.number(head, 28) == size
        }
        let own = Self.number(head, 24)
        // The counter begins anew after 4,294,967,295.
        return own &- (first &- 1) <= last &- (first &- 1)
    }

    /// Whether the log holds each page of the database, so that it needs nothing of the file.
    var holdsAllPages: Bool {
        // Of the page at that place SQLite makes no use (section 1.2).
        let lockPage = UInt32(0x4000_0000 / pageSize + 1)
        return pages.count + (size >= lockPage ? 1 : 0) >= Int(size)
    }

    /// The pages of the database that are in the log.
    private var pages: Set<UInt32> {
        Set((0..<count).lazy.compactMap { frame($0)?.page }.filter { $0 <= size })
    }

    /// Whether each of some pages is in the log.
    func holds(allOf wanted: ClosedRange<Int>) -> Bool {
        let pages = pages
        return wanted.allSatisfy { pages.contains(UInt32($0)) }
    }

    /// Whether a page is in the log.
    func holds(_ page: Int) -> Bool { (0..<count).contains { frame($0).map { Int($0.page) } == page } }

    private func frame(_ index: Int) -> Frame? { Self.frame(index, of: descriptor, pageSize, salts) }

    private func counter(of index: Int) -> UInt32? {
        let place = Self.headerSize + index * (pageSize + Self.frameHeaderSize) + Self.frameHeaderSize + 24
        let bytes = Self.bytes(4, at: place, of: descriptor)
        return bytes.count == 4 ? Self.number(bytes, 0) : nil
    }

    /// nil beyond the end, and of a frame that is not of this log.
    private static func frame(_ index: Int, of descriptor: CInt, _ pageSize: Int, _ salts: [UInt8]) -> Frame? {
        let bytes = bytes(frameHeaderSize, at: headerSize + index * (pageSize + frameHeaderSize), of: descriptor)
        guard bytes.count == frameHeaderSize, bytes[8..<16].elementsEqual(salts) else { return nil }
        return Frame(page: number(bytes, 0), sizeAfterCommit: number(bytes, 4))
    }

    private static func bytes(_ count: Int, at place: Int, of descriptor: CInt) -> [UInt8] {
        [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            filled = max(0, pread(descriptor, buffer.baseAddress, count, off_t(place)))
        }
    }

    /// Four bytes, the highest first.
    private static func number(_ bytes: [UInt8], _ place: Int) -> UInt32 {
        bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) }
    }
}
