import CoreDataC

extension Connection {
    /// How many steps of SQLite's virtual machine pass between two looks: some tens of microseconds.
    private static let stepsBetweenLooks: Int32 = 2000

    /// Runs `body`, whose statements fail with SQLITE_INTERRUPT soon after `isOver` has come true: for what nobody waits
    /// for any more. `isOver` is asked on the thread that runs the statements.
    public func interruptible<Result>(
        when isOver: @escaping () -> Bool, _ body: () throws -> Result
    ) rethrows -> Result {
        let question = Question(isOver)
        sqlite3_progress_handler(
            handle, Self.stepsBetweenLooks,
            { context in
                // The context is the question, which outlives the handler.
                guard let context else { return 0 }
                return Unmanaged<Question>.fromOpaque(context).takeUnretainedValue().isOver() ? 1 : 0
            }, Unmanaged.passUnretained(question).toOpaque())
        defer { sqlite3_progress_handler(handle, 0, nil, nil) }
        return try withExtendedLifetime(question, body)
    }
}

private final class Question {
    let isOver: () -> Bool
    init(_ isOver: @escaping () -> Bool) { self.isOver = isOver }
}
