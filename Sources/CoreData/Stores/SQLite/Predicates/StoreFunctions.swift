internal import CoreDataSQLite

/// What every connection of a store can call from SQL beside SQLite's own functions.
///
///     CDMATCH(text, pattern, kind)    | BEGINSWITH, CONTAINS, LIKE … with [cd]; kind = relation + 8 × options
///     CDORDER(text, text, options)    | −1, 0, 1: order comparisons with [cd]
///     CDUPPER, CDLOWER, CDCANONICAL   | of any script, where SQLite's own know ASCII alone
///     CDLENGTH(text)                  | in UTF-16, to the end, where SQLite's own counts characters up to a zero
///     CDSAME(data, constant, name)    | whether the transformer of that name makes equal values of both
///     CDABS(integer)                  | where SQLite's own raises for the smallest, whose counterpart is a real number
///     CDCAST(value, type, class)      | a value of the column of an attribute of that type as an instance of a class
///     COLLATE CDCASE, CDLOCAL …       | the orders of text that sort descriptors name by selector
///     CDDATA, CDMARKED                | the data that a column of external data stands for, and the column of short data
///     CDKEPT                          | CDDATA for rows that are moved: fails where a file cannot be read that may be there
///     NSCoreData…Value                | called by triggers of derived attributes, Apple's and those made in their likeness
///     NSCoreDataNow                   | the same: seconds since 2001
enum StoreFunctions {
    /// The functions that no other program registers.
    static let ownNames = [
        "CDMATCH", "CDORDER", "CDUPPER", "CDLOWER", "CDCANONICAL", "CDLENGTH", "CDABS", "CDCAST", "CDSAME",
    ]

    /// Lets the connection add them at the first statement that needs one.
    static func offer(to connection: Connection, noting triggered: TriggeredRows, _ external: ExternalData) {
        connection.addNamesWhenAsked { try register(on: $0, noting: triggered, external) }
    }

    static func register(on connection: Connection, noting triggered: TriggeredRows, _ external: ExternalData) throws {
        try addData(connection, external)
        try connection.addFunction("CDMATCH", arguments: 3, match)
        try connection.addFunction("CDORDER", arguments: 3, order)
        try addText("CDUPPER", connection) { $0.uppercased() }
        try addText("CDLOWER", connection) { $0.lowercased() }
        try addText("CDCANONICAL", connection) {
            TextFolding([.caseInsensitive, .diacriticInsensitive]).fold($0)
        }
        try connection.addFunction("CDLENGTH", arguments: 1) { call in
            if let text = call.string(0) { call.answer(.integer(Int64(text.utf16.count))) }
        }
        try connection.addFunction("CDABS", arguments: 1) { call in
            switch call.value(0) {
            case .integer(.min): call.answer(.real(0x1p63))
            case .integer(let number): call.answer(.integer(abs(number)))
            case .real(let number): call.answer(.real(abs(number)))
            default: break
            }
        }
        try connection.addFunction("CDSAME", arguments: 3, isDeterministic: false, same)
        try connection.addFunction("CDCAST", arguments: 3, PredicateCompiler.cast)
        for collation in TextCollation.allCases where collation != .literal {
            try connection.addCollation(name(collation)) { left, right in
                collation.order(left.assumingMemoryBound(to: UInt8.self), right.assumingMemoryBound(to: UInt8.self))
                    .rawValue
            }
        }
        try connection.addFunction("NSCoreDataNow", arguments: 0, isDeterministic: false) { call in
            call.answer(.real(Date().timeIntervalSinceReferenceDate))
        }
        for name in [
            "NSCoreDataDATriggerUpdatedAffectedObjectValue", "NSCoreDataDATriggerInsertUpdatedAffectedObjectValue",
            "NSCoreDataTriggerUpdateAffectedObjectValue",
        ] {
            try connection.addFunction(name, arguments: 5, isDeterministic: false) { call in
                triggered.note(entity: call.integer(1), primaryKey: call.integer(2))
                call.answerNull()
            }
        }
    }

    /// A relation and options as one number of a statement.
    static func kind(_ relation: TextPattern.Relation, _ options: ComparisonOptions) -> Int64 {
        Int64(number(relation)) + 8 * Int64(options.rawValue)
    }

    private static let relations: [TextPattern.Relation] = [.equal, .beginsWith, .endsWith, .contains, .like, .matches]

    private static func number(_ relation: TextPattern.Relation) -> Int {
        relations.firstIndex { $0 == relation } ?? 0
    }

    /// A pattern compiled once for all rows of a statement.
    private final class Prepared {
        let pattern: TextPattern
        init(_ pattern: TextPattern) { self.pattern = pattern }
    }

    private static func match(_ call: FunctionCall) {
        guard let text = call.text(0), !call.isNull(1) else { return }
        let matches = call.withPrepared(1) {
            let kind = call.integer(2)
            let options = ComparisonOptions(rawValue: UInt(kind >> 3))
            return Prepared(TextPattern(relations[Int(kind & 7)], call.string(1) ?? "", TextFolding(options)))
        } _: { prepared in
            prepared.pattern.matches(text.assumingMemoryBound(to: UInt8.self))
        }
        call.answer(matches)
    }

    /// A value made once for all rows of a statement.
    private final class Wanted {
        let value: PredicateValue
        init(_ value: PredicateValue) { self.value = value }
    }

    private static func same(_ call: FunctionCall) {
        guard case .blob(let bytes) = call.value(0), case .blob(let constant) = call.value(1) else { return }
        let name = call.string(2) ?? ""
        func value(_ bytes: [UInt8]) -> PredicateValue {
            PredicateValue(Transforming.value(from: Data(bytes), transformerNamed: name))
        }
        call.answer(
            call.withPrepared(1) {
                Wanted(value(constant))
            } _: {
                $0.value == value(bytes)
            })
    }

    private static func order(_ call: FunctionCall) {
        guard let left = call.text(0), let right = call.text(1) else { return }
        let folding = TextFolding(ComparisonOptions(rawValue: UInt(call.integer(2))))
        let order = folding.order(
            left.assumingMemoryBound(to: UInt8.self), right.assumingMemoryBound(to: UInt8.self))
        call.answer(.integer(Int64(order.rawValue)))
    }

    private static func addText(
        _ name: String, _ connection: Connection, _ body: @escaping (String) -> String
    ) throws {
        try connection.addFunction(name, arguments: 1) { call in
            if let text = call.string(0) { call.answer(.text(body(text))) }
        }
    }

    /// What CDKEPT fails with.
    static let unreadableFile = "A file of large data cannot be read"

    /// Not deterministic to SQLite, as a file may be gone the next time.
    private static func addData(_ connection: Connection, _ external: ExternalData) throws {
        try connection.addFunction("CDDATA", arguments: 1, isDeterministic: false) { call in
            guard case .blob(let bytes) = call.value(0) else { return }
            bytes.withUnsafeBytes { column in
                external.withData(column) { call.answer(.blob(Array($0))) }
            }
        }
        try connection.addFunction("CDKEPT", arguments: 1, isDeterministic: false) { call in
            guard case .blob(let bytes) = call.value(0) else { return }
            bytes.withUnsafeBytes { column in
                guard !external.isOutOfReach(column) else {
                    return call.fail(unreadableFile)
                }
                external.withData(column) { call.answer(.blob(Array($0))) }
            }
        }
        try connection.addFunction("CDMARKED", arguments: 1) { call in
            if case .blob(let bytes) = call.value(0) { call.answer(.blob([1] + bytes)) }
        }
    }

    /// What an order of texts is called in COLLATE; the literal one is SQLite's own.
    static func name(_ collation: TextCollation) -> String {
        switch collation {
        case .literal: "BINARY"
        case .caseInsensitive: "CDCASE"
        case .localized: "CDLOCAL"
        case .localizedCaseInsensitive: "CDLOCALCASE"
        case .localizedStandard: "CDSTANDARD"
        }
    }
}
