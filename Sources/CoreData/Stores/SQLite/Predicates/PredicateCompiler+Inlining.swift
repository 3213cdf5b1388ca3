internal import CoreDataSQLite

extension PredicateCompiler {
    /// A condition with the values of its parameters in their places: for the schema, which has no parameters.
    func inlining(_ condition: String) -> String {
        var text = ""
        var rest = condition[...]
        // A value may look like a parameter itself: what was put in is not looked at again. Names have no question mark in them.
        while let mark = rest.firstIndex(of: "?") {
            let digits = rest[rest.index(after: mark)...].prefix { $0.isNumber }
            text += rest[..<mark]
            text += Int(digits).map { parameters[$0 - 1].literal } ?? "?"
            rest = rest[digits.endIndex...]
        }
        return text + rest
    }
}

extension Value {
    /// As it stands in a statement.
    var literal: String {
        switch self {
        case .null: "NULL"
        case .integer(let number): String(number)
        // What is beyond all numbers SQLite has no word for.
        case .real(let number): number.isFinite ? "\(number)" : number.isNaN ? "NULL" : number > 0 ? "9e999" : "-9e999"
        case .text(let text): "'\(text.replacing("'", with: "''"))'"
        case .blob(let bytes):
            "x'" + bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "'"
        }
    }
}
