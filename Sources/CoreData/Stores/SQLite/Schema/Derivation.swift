/// What a derived attribute is computed from, in the forms that a SQLite store keeps up to date.
enum Derivation {
    /// The moment of the save.
    case now
    /// What stands at the end of a path over to-one relationships, or a function of that text.
    case value([String], TextFunction?)
    /// How many objects a to-many relationship has.
    case count(String)
    /// The sum of an attribute over a to-many relationship.
    case sum(String, of: String)

    /// A function of a text that SQLite itself does not have: its own know ASCII alone.
    enum TextFunction: String {
        case canonical = "CDCANONICAL"
        case uppercase = "CDUPPER"
        case lowercase = "CDLOWER"

        fileprivate init?(selector: String) {
            switch selector {
            case "canonical:": self = .canonical
            case "uppercase:": self = .uppercase
            case "lowercase:": self = .lowercase
            default: return nil
            }
        }
    }

    /// nil where the expression is of no such form.
    init?(_ expression: NSExpression?) {
        switch expression?.expressionNode {
        case .keyPath(of: .evaluatedObject, let keys): self.init(keys)
        case .function("now", let arguments) where arguments.isEmpty: self = .now
        case .function(let selector, let arguments):
            guard arguments.count == 1, let keys = arguments[0].keys else { return nil }
            if let function = TextFunction(selector: selector) {
                self = .value(keys, function)
            } else {
                self.init(selector: selector, keys)
            }
        default: return nil
        }
    }

    /// `items.@count`, `items.@sum.price` and `items.price.@sum`, else a plain path.
    private init?(_ keys: [String]) {
        guard let place = keys.firstIndex(where: { $0.hasPrefix("@") }) else {
            self = .value(keys, nil)
            return
        }
        self.init(selector: keys[place].dropFirst() + ":", Array(keys[..<place] + keys[(place + 1)...]))
    }

    private init?(selector: String, _ keys: [String]) {
        switch (selector, keys.count) {
        case ("count:", 1): self = .count(keys[0])
        case ("sum:", 2): self = .sum(keys[0], of: keys[1])
        default: return nil
        }
    }
}
