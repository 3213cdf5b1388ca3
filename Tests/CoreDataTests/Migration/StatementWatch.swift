import CoreDataC
import Foundation
import Synchronization

/// Calls a function with each statement that any connection of the process begins or ends, from the next that is opened on:
/// what a migration runs cannot be reached otherwise, as it opens connections of its own.
enum StatementWatch {
    private static let count = Atomic<Int>(0)
    private static let body = Mutex<(@Sendable (Int) -> Void)?>(nil)

    private typealias EntryPoint =
        @convention(c) (
            OpaquePointer?, UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?, OpaquePointer?
        ) -> Int32
    private static let entryPoint: EntryPoint = { handle, _, _ in
        sqlite3_trace_v2(
            handle, UInt32(SQLITE_TRACE_STMT | SQLITE_TRACE_PROFILE),
            { _, _, _, _ in
                StatementWatch.note()
                return 0
            }, nil)
        return SQLITE_OK
    }

    /// Only for a process that does nothing else. The body is told how many statements have begun or ended.
    static func begin(_ body: @escaping @Sendable (Int) -> Void) {
        Self.body.withLock { $0 = body }
        // SQLite knows the function by a type without parameters and calls it with three.
        _ = sqlite3_auto_extension(unsafeBitCast(entryPoint, to: (@convention(c) () -> Void).self))
    }

    private static func note() {
        let number = count.add(1, ordering: .relaxed).newValue
        body.withLock(\.self)?(number)
    }
}
