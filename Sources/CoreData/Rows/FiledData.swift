import Synchronization

internal import CoreDataC

/// Data in a file of their own beside a store, read into memory when they are first asked for.
///
/// They are not mapped: to touch a page of a mapping ends the process where somebody has cut the file short. All snapshots of rows
/// in this process that lead to a file share one of these, whatever store or context they belong to, so that who takes a file
/// away can have it mapped before (``mapLiving(_:)``): a mapping outlives its file's name, under which nobody can change it
/// then, and takes no memory until it is asked for. Files are written once and never changed.
final class FiledData: Sendable {
    struct Name: Hashable, Sendable {
        /// The path of the store.
        let store: String
        let file: String
    }

    /// Addresses, not retained: followed under the lock and retained by `swift_tryRetain`, which answers nil for one that is on its
    /// way out (its deinit waits for this lock, so the memory is still there).
    private static let living = Mutex<[Name: UInt]>([:])

    private let name: Name
    private let path: @Sendable () -> String
    /// What was read or mapped. Written once, by the first who asks; valid until the end of this object.
    private let mapping = Mutex<UnsafeRawBufferPointer?>(nil)

    private init(_ name: Name, _ path: @escaping @Sendable () -> String) {
        self.name = name
        self.path = path
    }

    deinit {
        Self.living.withLock { living in
            // Another may have come in this one's place.
            if living[name] == address { living[name] = nil }
        }
        mapping.withLock { mapping in
            if let mapping, let start = mapping.baseAddress {
                munmap(UnsafeMutableRawPointer(mutating: start), mapping.count)
            }
        }
    }

    /// What stands for a file, which need not be there; where it is, is only asked when it is read.
    static func at(_ name: Name, path: @escaping @Sendable () -> String) -> FiledData {
        living.withLock { living in
            if let known = retained(living[name]) { return known }
            let made = FiledData(name, path)
            living[name] = made.address
            return made
        }
    }

    private var address: UInt { UInt(bitPattern: Unmanaged.passUnretained(self).toOpaque()) }

    private static func retained(_ address: UInt?) -> FiledData? {
        guard let pointer = address.flatMap({ UnsafeMutableRawPointer(bitPattern: $0) }),
            let retained = swift_tryRetain(pointer)
        else { return nil }
        return Unmanaged<FiledData>.fromOpaque(retained).takeRetainedValue()
    }

    /// Maps those of these files that a snapshot leads to, since their names are about to go.
    static func mapLiving(_ names: some Sequence<Name>) {
        for name in names { living.withLock { retained($0[name]) }?.hold(mapped: true) }
    }

    /// nil where the file cannot be read: another process may have taken it away, with the row that led to it.
    var bytes: UnsafeRawBufferPointer? { hold(mapped: false) }

    @discardableResult
    private func hold(mapped: Bool) -> UnsafeRawBufferPointer? {
        mapping.withLock { mapping in
            if mapping == nil { mapping = Self.open(path(), mapped: mapped) }
            return mapping
        }
    }

    /// The same as a value that keeps the mapping.
    var data: Data? {
        guard let bytes else { return nil }
        guard let start = bytes.baseAddress else { return Data() }
        // Data that are not copied are only read: a mutation of the value makes a copy.
        return Data(
            bytesNoCopy: UnsafeMutableRawPointer(mutating: start), count: bytes.count,
            deallocator: .custom { [self] _, _ in withExtendedLifetime(self) {} })
    }

    private static func open(_ path: String, mapped: Bool) -> UnsafeRawBufferPointer? {
        let descriptor = Foundation.open(path, O_RDONLY | O_CLOEXEC)
        guard descriptor >= 0 else { return nil }
        defer { close(descriptor) }
        var status = stat()
        guard fstat(descriptor, &status) == 0 else { return nil }
        guard status.st_size > 0 else { return UnsafeRawBufferPointer(start: nil, count: 0) }
        return mapped ? map(descriptor, Int(status.st_size)) : read(descriptor, Int(status.st_size))
    }

    private static func map(_ descriptor: Int32, _ count: Int) -> UnsafeRawBufferPointer? {
        guard let start = mmap(nil, count, PROT_READ, MAP_PRIVATE, descriptor, 0), start != MAP_FAILED else {
            return nil
        }
        return UnsafeRawBufferPointer(start: start, count: count)
    }

    /// nil where the file is cut short this moment.
    private static func read(_ descriptor: Int32, _ count: Int) -> UnsafeRawBufferPointer? {
        guard let start = mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
            start != MAP_FAILED
        else { return nil }
        var place = 0
        while place < count {
            let read = pread(descriptor, start + place, count - place, place)
            if read < 0 && errno == EINTR { continue }
            guard read > 0 else {
                munmap(start, count)
                return nil
            }
            place += read
        }
        return UnsafeRawBufferPointer(start: start, count: count)
    }
}
