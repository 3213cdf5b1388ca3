import CoreDataC

/// One call of a custom function: its arguments, and where its result goes.
public struct FunctionCall {
    @usableFromInline let context: OpaquePointer
    @usableFromInline let arguments: UnsafeMutablePointer<OpaquePointer?>
    /// How many arguments there are.
    public let count: Int

    @usableFromInline
    init(context: OpaquePointer, arguments: UnsafeMutablePointer<OpaquePointer?>, count: Int) {
        self.context = context
        self.arguments = arguments
        self.count = count
    }

    /// Whether the argument is NULL.
    @inlinable public func isNull(_ index: Int) -> Bool { sqlite3_value_type(arguments[index]) == SQLITE_NULL }
    /// The argument as an integer, 0 for NULL.
    @inlinable public func integer(_ index: Int) -> Int64 { sqlite3_value_int64(arguments[index]) }
    /// The argument as a double, 0 for NULL.
    @inlinable public func real(_ index: Int) -> Double { sqlite3_value_double(arguments[index]) }

    /// The UTF-8 bytes of the argument, nil for NULL; valid during the call.
    @inlinable
    public func text(_ index: Int) -> UnsafeRawBufferPointer? {
        guard let base = sqlite3_value_text(arguments[index]) else { return nil }
        return UnsafeRawBufferPointer(start: base, count: Int(sqlite3_value_bytes(arguments[index])))
    }

    /// The argument as text, nil for NULL.
    public func string(_ index: Int) -> String? { text(index).map { String(decoding: $0, as: UTF8.self) } }

    /// The argument in its own storage class.
    public func value(_ index: Int) -> Value {
        switch sqlite3_value_type(arguments[index]) {
        case SQLITE_INTEGER: return .integer(integer(index))
        case SQLITE_FLOAT: return .real(real(index))
        case SQLITE_TEXT: return .text(string(index) ?? "")
        case SQLITE_BLOB:
            guard let base = sqlite3_value_blob(arguments[index]) else { return .blob([]) }
            return .blob(
                Array(UnsafeRawBufferPointer(start: base, count: Int(sqlite3_value_bytes(arguments[index])))))
        default: return .null
        }
    }

    /// Lends what was made from an argument that stays the same for all rows of a statement, such as a compiled pattern: made once.
    /// Counts no reference to it, which for many rows would come to more than the use.
    @inlinable
    public func withPrepared<Object: AnyObject, Result>(
        _ index: Int, _ make: () -> Object, _ body: (Object) -> Result
    ) -> Result {
        if let kept = sqlite3_get_auxdata(context, Int32(index)) {
            return Unmanaged<Object>.fromOpaque(kept)._withUnsafeGuaranteedRef(body)
        }
        let object = make()
        sqlite3_set_auxdata(
            context, Int32(index), Unmanaged<AnyObject>.passRetained(object).toOpaque(),
            { if let object = $0 { Unmanaged<AnyObject>.fromOpaque(object).release() } })
        return body(object)
    }

    /// Answers a truth value.
    @inlinable public func answer(_ value: Bool) { sqlite3_result_int(context, value ? 1 : 0) }
    /// Answers NULL.
    @inlinable public func answerNull() { sqlite3_result_null(context) }
    /// Fails the statement.
    public func fail(_ message: String) { sqlite3_result_error(context, message, -1) }

    /// Answers any value.
    public func answer(_ value: Value) {
        switch value {
        case .null: sqlite3_result_null(context)
        case .integer(let value): sqlite3_result_int64(context, value)
        case .real(let value): sqlite3_result_double(context, value)
        // With its length: a text may have a zero in it.
        case .text(let value):
            sqlite3_result_text(context, value, Int32(value.utf8.count), core_data_sqlite_transient())
        case .blob(let value):
            sqlite3_result_blob(context, value, Int32(value.count), core_data_sqlite_transient())
        }
    }
}

private final class FunctionBody {
    let body: (FunctionCall) -> Void
    init(_ body: @escaping (FunctionCall) -> Void) { self.body = body }
}

private final class CollationBody {
    let body: (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
    init(_ body: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int) { self.body = body }
}

extension Connection {
    /// Sets what adds functions and collations once a statement names one that the connection does not know. Most connections never
    /// run such a statement, and to add them takes as long as to open a small file.
    public func addNamesWhenAsked(_ add: @escaping (Connection) throws -> Void) { lesson = add }

    /// Whether the statement that failed so may go well now.
    func learnNames(after code: Int32) throws -> Bool {
        guard let add = lesson, code & 0xFF == SQLITE_ERROR, let message = sqlite3_errmsg(handle),
            Self.lacks.contains(where: { strncmp(message, $0, $0.utf8.count) == 0 })
        else { return false }
        lesson = nil
        try add(self)
        return true
    }

    /// How SQLite begins to say that a statement, or an index that it has to do with, names what it does not know.
    private static let lacks = ["no such function", "no such collation", "unknown function"]

    /// Makes a function callable from SQL. A call of `body` that answers nothing answers NULL.
    ///
    /// - Parameter isDeterministic: whether equal arguments give equal results, so that indexes may stand on it.
    public func addFunction(
        _ name: String, arguments: Int, isDeterministic: Bool = true, _ body: @escaping (FunctionCall) -> Void
    ) throws {
        let code = sqlite3_create_function_v2(
            handle, name, Int32(arguments), SQLITE_UTF8 | (isDeterministic ? SQLITE_DETERMINISTIC : 0),
            Unmanaged.passRetained(FunctionBody(body)).toOpaque(),
            { context, count, arguments in
                guard let context, let arguments, let function = sqlite3_user_data(context) else { return }
                let call = FunctionCall(context: context, arguments: arguments, count: Int(count))
                // SQLite holds the function while it calls it.
                Unmanaged<FunctionBody>.fromOpaque(function)._withUnsafeGuaranteedRef { $0.body(call) }
            }, nil, nil, { if let body = $0 { Unmanaged<FunctionBody>.fromOpaque(body).release() } })
        if code != SQLITE_OK { throw SQLiteError(handle, code: code) }
    }

    /// Makes an order of texts usable in COLLATE; `body` answers a negative number, 0 or a positive one.
    public func addCollation(
        _ name: String, _ body: @escaping (UnsafeRawBufferPointer, UnsafeRawBufferPointer) -> Int
    ) throws {
        let code = sqlite3_create_collation_v2(
            handle, name, SQLITE_UTF8, Unmanaged.passRetained(CollationBody(body)).toOpaque(),
            { context, leftCount, left, rightCount, right in
                guard let context else { return 0 }
                let order = Unmanaged<CollationBody>.fromOpaque(context).takeUnretainedValue().body(
                    UnsafeRawBufferPointer(start: left, count: Int(leftCount)),
                    UnsafeRawBufferPointer(start: right, count: Int(rightCount)))
                return Int32(order.signum())
            }, { if let body = $0 { Unmanaged<CollationBody>.fromOpaque(body).release() } })
        if code != SQLITE_OK { throw SQLiteError(handle, code: code) }
    }
}
