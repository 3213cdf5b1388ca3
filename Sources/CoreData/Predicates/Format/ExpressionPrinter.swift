import Foundation

extension ExpressionNode {
    /// The expression as format text.
    var printed: String {
        switch self {
        case .constant(let value): return value.printed
        case .evaluatedObject: return "SELF"
        case .anyKey: return "*"
        case .variable(let name): return "$\(name)"
        case .keyPath(of: .evaluatedObject, let keys): return Self.print(keys: keys)
        case .keyPath(let operand, let keys): return "\(operand.printedOperand(.postfix)).\(Self.print(keys: keys))"
        case .element(let operand, let index): return "\(operand.printedOperand(.postfix))[\(index.printed)]"
        case .subquery(let collection, let name, let test):
            return "SUBQUERY(\(collection.printed), $\(name), \(test.printed))"
        case .aggregate(let members): return "{\(members.map(\.printed).joined(separator: ", "))}"
        case .conditional(let test, let a, let b): return "TERNARY(\(test.printed), \(a.printed), \(b.printed))"
        case .setOperation(let operation, let a, let b):
            return "\(a.printedOperand(.set)) \(operation.rawValue) \(b.printedOperand(.multiplicative))"
        case .block(_, let arguments):
            return "BLOCK(\(arguments.map(\.printed).joined(separator: ", ")))"
        case .function(let name, let arguments): return Self.print(function: name, arguments)
        }
    }

    /// How tightly the printed form holds together.
    enum Binding: Int {
        case comparison, shift, set, additive, multiplicative, power, postfix, atom
    }

    /// Printed, in parentheses where the place asks for a tighter binding than the expression has.
    func printedOperand(_ place: Binding) -> String {
        binding.rawValue < place.rawValue ? "(\(printed))" : printed
    }

    private var binding: Binding {
        switch self {
        case .setOperation: .set
        case .function(let name, let arguments) where arguments.count == 2:
            InfixOperator.bySelector[name]?.binding ?? .atom
        case .constant(let value) where value.isNegativeNumber: .multiplicative
        default: .atom
        }
    }

    private static func print(function name: String, _ arguments: [ExpressionNode]) -> String {
        if arguments.count == 2, let infix = InfixOperator.bySelector[name] {
            let a = arguments[0].printedOperand(infix.binding)
            // Operators group to the left, so an equal one on the right needs its parentheses.
            let tighter = Binding(rawValue: infix.binding.rawValue + 1) ?? .atom
            return "\(a) \(infix.symbol) \(arguments[1].printedOperand(tighter))"
        }
        if name == "castObject:toType:", arguments.count == 2 {
            return "CAST(\(arguments[0].printed), \(arguments[1].printed))"
        }
        let colons = name.filter { $0 == ":" }.count
        let shown = colons == 1 ? String(name.dropLast()) : name
        return "\(shown)(\(arguments.map(\.printed).joined(separator: ", ")))"
    }

    private static func print(keys: [String]) -> String {
        keys.enumerated().map { index, key in
            index == 0 && Keyword(key) != nil ? "#\(key)" : key
        }.joined(separator: ".")
    }
}

extension ElementIndex {
    var printed: String {
        switch self {
        case .first: "FIRST"
        case .last: "LAST"
        case .size: "SIZE"
        case .at(let expression): expression.printed
        }
    }
}

extension PredicateValue {
    fileprivate var isNegativeNumber: Bool {
        isNumber && (doubleValue ?? 0) < 0
    }

    /// The constant as format text: as a literal where the language has one, else as a CAST of a literal.
    var printed: String {
        switch self {
        case .null: return "nil"
        case .bool(let value): return value ? "1" : "0"
        case .integer(let value): return String(value)
        case .real(let value): return value.isFinite ? String(value) : "CAST(\"\(value)\", \"NSNumber\")"
        case .decimal(let value): return "CAST(\"\(value)\", \"NSDecimalNumber\")"
        case .string(let value): return Self.quote(value)
        case .date(let value): return "CAST(\(Self.print(seconds: value)), \"NSDate\")"
        case .data(let value): return "CAST(\"\(value.base64EncodedString())\", \"NSData\")"
        case .uuid(let value): return "CAST(\"\(value.uuidString)\", \"NSUUID\")"
        case .url(let value): return "CAST(\(Self.quote(value.absoluteString)), \"NSURL\")"
        case .object(let value): return String(describing: value)
        case .collection(let values): return "{\(values.map(\.printed).joined(separator: ", "))}"
        case .other(let value): return String(describing: value)
        }
    }

    /// Six decimals as Apple prints them, more where those would name another instant.
    private static func print(seconds: Double) -> String {
        let short = String(format: "%.6f", seconds)
        return Double(short) == seconds ? short : String(seconds)
    }

    private static func quote(_ string: String) -> String {
        var quoted = "\""
        for scalar in string.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case "\r": quoted += "\\r"
            case "\t": quoted += "\\t"
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
