import CoreData

/// The type of a handwritten member, as far as its symbol is concerned.
indirect enum MangledType {
    /// A type with a symbol of its own: "SS" for String, "yp" for Any.
    case standard(String)
    /// A type after those around it; `module` is nil for Swift's own.
    case nominal(module: String?, [Step])
    case optional(MangledType)
    /// Array "Sa", Set "Sh", Dictionary "SD".
    case collection(String, [MangledType])

    struct Step {
        let name: String
        /// "C" for a class, "V" for a struct, "O" for an enum.
        let kind: String
    }

    /// Reads the text of a type; nil where a name in it is neither Foundation's nor a class of the module.
    ///
    /// - Parameter own: the class of the module that a name means.
    init?(_ text: String, own: (String) -> MangledType?) {
        func nested(_ text: some StringProtocol) -> MangledType? { MangledType(String(text), own: own) }
        if text.hasSuffix("?"), let wrapped = nested(text.dropLast()) {
            self = .optional(wrapped)
        } else if text.hasPrefix("["), text.hasSuffix("]") {
            let parts = Self.split(text.dropFirst().dropLast(), at: ":").compactMap { nested($0) }
            guard parts.count == Self.split(text.dropFirst().dropLast(), at: ":").count else { return nil }
            self = .collection(parts.count == 2 ? "SD" : "Sa", parts)
        } else if let open = text.firstIndex(of: "<"), text.hasSuffix(">") {
            let symbols = ["Set": "Sh", "Array": "Sa", "Dictionary": "SD"]
            let arguments = Self.split(text[text.index(after: open)...].dropLast(), at: ",")
            let parts = arguments.compactMap { nested($0) }
            if text[..<open] == "Optional", let wrapped = parts.first {
                self = .optional(wrapped)
            } else {
                guard let symbol = symbols[String(text[..<open])], parts.count == arguments.count else { return nil }
                self = .collection(symbol, parts)
            }
        } else if let own = own(text) {
            self = own
        } else {
            let name = text.split(separator: ".")
            let isQualified = name.count == 2 && ["Swift", "Foundation", "CoreData"].contains(name[0])
            guard let known = Self.known[isQualified ? String(name[1]) : text].flatMap({ _mangledTypeName($0) }) else {
                return nil
            }
            self.init(symbol: known)
        }
    }

    /// Takes apart a symbol of a type that is not generic: `10Foundation8NSNumberC`, `s5Int32V`, `SS`.
    private init(symbol: String) {
        var rest = symbol[...]
        var names: [String] = []
        let isSwifts = rest.hasPrefix("s") && rest.dropFirst().first?.isNumber ?? false
        if isSwifts { rest.removeFirst() }
        while let count = Int(rest.prefix { $0.isNumber }), count > 0 {
            rest = rest.drop { $0.isNumber }
            names.append(String(rest.prefix(count)))
            rest = rest.dropFirst(count)
        }
        guard let name = names.last, rest.count == 1 else {
            self = .standard(symbol)
            return
        }
        self = .nominal(module: isSwifts ? nil : names[0], [Step(name: name, kind: String(rest))])
    }

    /// Splits where no bracket is open.
    private static func split(_ text: Substring, at separator: Character) -> [Substring] {
        var parts: [Substring] = []
        var depth = 0
        var start = text.startIndex
        for index in text.indices {
            switch text[index] {
            case "[", "<", "(": depth += 1
            case "]", ">", ")": depth -= 1
            case separator where depth == 0:
                parts.append(text[start..<index])
                start = text.index(after: index)
            default: break
            }
        }
        return parts + [text[start...]]
    }

    /// The types that attributes and relationships come in. Their symbols are those of the toolchain that built this tool,
    /// which builds the module too.
    private static let known: [String: Any.Type] = [
        "Any": Any.self, "AnyObject": AnyObject.self, "AnyHashable": AnyHashable.self, "Bool": Bool.self,
        "Int": Int.self,
        "Int16": Int16.self, "Int32": Int32.self, "Int64": Int64.self, "Double": Double.self, "Float": Float.self,
        "TimeInterval": Double.self, "String": String.self, "Date": Date.self, "Data": Data.self, "UUID": UUID.self,
        "URL": URL.self, "Decimal": Decimal.self, "NSNumber": NSNumber.self, "NSDecimalNumber": NSDecimalNumber.self,
        "NSString": NSString.self, "NSDate": NSDate.self, "NSData": NSData.self, "NSURL": NSURL.self,
        "NSUUID": NSUUID.self,
        "NSSet": NSSet.self, "NSMutableSet": NSMutableSet.self, "NSOrderedSet": NSOrderedSet.self,
        "NSMutableOrderedSet": NSMutableOrderedSet.self, "NSArray": NSArray.self, "NSDictionary": NSDictionary.self,
        "NSObject": NSObject.self, "NSIndexSet": NSIndexSet.self, "NSManagedObject": NSManagedObject.self,
        "NSManagedObjectID": NSManagedObjectID.self,
    ]
}
