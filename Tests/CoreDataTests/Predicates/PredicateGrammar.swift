/// Makes predicates on items of the shop by the rules of the format language, each of them typed, from a seed.
///
/// Two sorts, as SQL and memory differ by design over nil: NOT and != over it hold in memory and not in SQL. Those of one sort ask
/// rows that have all values, and negate; those of the other ask rows with gaps, and do not.
struct PredicateGrammar {
    private var random: SeededNumbers
    private let negates: Bool
    private var variables = 0

    init(seed: UInt64, negates: Bool) {
        random = SeededNumbers(seed: seed)
        self.negates = negates
    }

    mutating func format() -> String { predicate(1 + random.number(below: 3), "") }

    private mutating func pick(_ choices: String...) -> String { choices[random.number(below: choices.count)] }

    // MARK: Predicates

    /// - Parameter root: what stands before keys of an item: nothing, or a variable of SUBQUERY and a dot.
    private mutating func predicate(_ depth: Int, _ root: String) -> String {
        guard depth > 0 else { return comparison(1, root) }
        switch random.number(below: negates ? 8 : 6) {
        case 0: return "(\(predicate(depth - 1, root))) AND (\(predicate(depth - 1, root)))"
        case 1: return "(\(predicate(depth - 1, root))) OR (\(predicate(depth - 1, root)))"
        case 2: return subquery(depth, root)
        case 3: return quantified(root)
        case 6: return "NOT (\(predicate(depth - 1, root)))"
        case 7: return "NONE \(root)\(pick("tags.name", "list.items.title", "steps.text")) \(textTest())"
        default: return comparison(depth, root)
        }
    }

    private mutating func comparison(_ depth: Int, _ root: String) -> String {
        switch random.number(below: 9) {
        case 0, 1, 2: return sides(number(depth, root), order(), number(depth - 1, root))
        case 3: return "\(number(depth, root)) \(order()) \(numberConstant())"
        case 4: return "\(text(depth, root)) \(textTest())"
        case 5: return sides(text(depth, root), order() + options(), text(depth - 1, root))
        case 6: return sides(date(depth, root), order(), date(depth - 1, root))
        case 7: return range(depth, root)
        default: return plain(root)
        }
    }

    /// Two sides that may both be nil, which are equal in memory alone.
    private func sides(_ left: String, _ sign: String, _ right: String) -> String {
        negates ? "\(left) \(sign) \(right)" : "(\(left) != nil AND \(left) \(sign) \(right))"
    }

    private mutating func order() -> String {
        negates ? pick("==", "!=", "<", "<=", ">", ">=") : pick("==", "<", "<=", ">", ">=")
    }

    private mutating func options() -> String { pick("", "", "[c]", "[d]", "[cd]", "[n]") }

    private mutating func range(_ depth: Int, _ root: String) -> String {
        switch random.number(below: 5) {
        case 0:
            return "\(number(depth, root)) BETWEEN {\(number(depth - 1, root)), \(number(depth - 1, root))}"
        case 1:
            let left = number(depth, root)
            return sides(left, "IN", "{\(numberConstant()), \(number(depth - 1, root)), 2}")
        case 2: return "\(text(depth, root)) BETWEEN\(pick("", "[c]")) {\(textConstant()), \(textConstant())}"
        case 3: return "\(text(depth, root)) IN\(pick("", "[c]", "[cd]")) {\(textConstant()), \(textConstant()), 'x1'}"
        default:
            return "\(date(depth, root)) BETWEEN {CAST(\(random.number(below: 200)), 'NSDate'), CAST(300, 'NSDate')}"
        }
    }

    private mutating func textTest() -> String {
        switch random.number(below: 4) {
        case 0: return "\(pick("BEGINSWITH", "ENDSWITH", "CONTAINS"))\(options()) \(textConstant())"
        case 1: return "LIKE\(options()) \(pick("'*x*'", "'x?'", "'?*'", "'*É*'", "'a'", "'*'"))"
        case 2: return "MATCHES\(pick("", "[c]")) \(pick("'x[0-9]'", "'.*'", "'[A-F0-9-]+'", "'.*é.*'"))"
        default: return "\(order())\(options()) \(textConstant())"
        }
    }

    private mutating func quantified(_ root: String) -> String {
        switch random.number(below: 5) {
        case 0: return "\(pick("ANY", "SOME", "ALL")) \(root)list.items.count \(order()) \(numberConstant())"
        case 1: return "\(pick("ANY", "ALL")) \(root)tags.name \(textTest())"
        case 2:
            // With members that may be nil, beside a number that is not.
            return "\(pick("ANY", "ALL")) {1, \(number(0, root)), 3} \(pick("<", ">=", "==")) \(numberConstant())"
        case 3: return "ANY \(root)list.items.tags.name \(textTest())"
        default: return "\(pick("ANY", "ALL")) \(root)steps.text \(pick("IN {'a', 'b', 'É'}", "== 'a'", "!= nil"))"
        }
    }

    private mutating func subquery(_ depth: Int, _ root: String) -> String {
        guard variables < 2 else { return quantified(root) }
        variables += 1
        defer { variables -= 1 }
        let name = "$v\(variables)"
        let test = predicate(depth - 1, name + ".")
        return "SUBQUERY(\(root)list.items, \(name), \(test)).@count \(order()) \(random.number(below: 5))"
    }

    private mutating func plain(_ root: String) -> String {
        switch random.number(below: 15) {
        case 0: return "\(root)done == \(pick("YES", "NO", "1", "TRUE"))"
        case 1: return "\(root)\(pick("list", "title", "price", "timestamp", "site", "photo", "identifier")) == nil"
        case 2: return "\(root)\(pick("list", "title", "price", "timestamp", "site", "photo", "identifier")) != nil"
        case 3: return "\(root)identifier == CAST('00000000-0000-0000-0000-000000000002', 'NSUUID')"
        case 4: return "\(root)site \(pick("CONTAINS[c] 'X1'", "BEGINSWITH 'http'", "== 'http://x2'", "LIKE '*3'"))"
        case 5: return "\(root)photo == CAST('AQI=', 'NSData')"
        case 6: return "\(root)entity.name \(pick("== 'Offer'", "BEGINSWITH 'O'", "IN[c] {'OFFER'}", "> 'Item'"))"
        case 7: return sides("\(root)title", "IN", "\(root)list.items.title")
        case 8: return "\(root)list.items CONTAINS \(root.isEmpty ? "SELF" : String(root.dropLast()))"
        // Of different types: never equal, in no order.
        case 9:
            return
                "\(root)\(pick("title", "site", "identifier", "list", "timestamp")) \(pick("==", "<", ">=")) \(root)count"
        case 10: return "\(pick("'x'", "'1'", "'É'")) IN\(pick("", "[cd]")) \(root)title"
        case 11: return "\(root)price \(order()) \(pick("1.5", "0.25", "CAST('2.5', 'NSDecimalNumber')", "3"))"
        case 12: return "\(root)list == \(root)steps[FIRST].item.list AND \(root)list != nil"
        case 13: return pick("TRUEPREDICATE", "FALSEPREDICATE")
        default:
            return "TERNARY(\(comparison(0, root)), \(pick("1", "'a'")), \(pick("2", "'b'"))) == \(pick("1", "'b'"))"
        }
    }

    // MARK: Expressions

    private mutating func numberConstant() -> String {
        pick("-3", "0", "1", "2", "3", "4", "2.5", "-0.25", "10", "1e3", "0x10", "3.0")
    }

    private mutating func number(_ depth: Int, _ root: String) -> String {
        guard depth > 0 else {
            return pick(
                "\(root)count", "\(root)weight", "\(root)tags.@count", "\(root)list.items.@count", numberConstant(),
                "\(root)list.items.@sum.count", "\(root)list.items.@max.weight", "\(root)list.items.@min.count",
                "\(root)list.items.@avg.count", "\(root)steps[SIZE]", "\(root)title.length", "\(root)price")
        }
        let inner = number(depth - 1, root)
        switch random.number(below: 13) {
        case 0, 1: return "(\(inner) \(pick("+", "-", "*")) \(number(depth - 1, root)))"
        case 2: return "(\(negates ? "\(inner) / 2" : "\(inner) / \(number(depth - 1, root))"))"
        case 3: return "\(pick("abs", "FLOOR", "ceiling", "trunc", "noindex"))(\(inner))"
        case 4: return "modulus:by:(\(inner), \(pick("2", "3", "2.5")))"
        case 5: return "(\(inner) \(pick("&", "|", "^", "<<", ">>")) \(pick("1", "2", "5")))"
        case 6: return negates ? "sqrt(abs(\(inner)))" : "\(pick("sqrt", "ln", "LOG"))(\(inner))"
        case 7: return "\(pick("max", "min", "sum", "average"))(\(inner), \(number(depth - 1, root)), 1)"
        case 8: return "length(\(text(depth - 1, root)))"
        case 9: return "TERNARY(\(comparison(depth - 1, root)), \(inner), \(number(depth - 1, root)))"
        case 10: return "CAST(\(date(depth - 1, root)), 'NSNumber')"
        case 11: return negates ? "~(\(inner))" : "CAST(\(text(depth - 1, root)), 'NSNumber')"
        default: return "(\(inner) ** 2)"
        }
    }

    private mutating func textConstant() -> String {
        pick("'x1'", "'X'", "'é'", "'É'", "''", "'a'", "'red'", "'1'", "'😀'", "'e'", "'offer'")
    }

    private mutating func text(_ depth: Int, _ root: String) -> String {
        guard depth > 0 else {
            return pick(
                "\(root)title", "\(root)title", "\(root)list.name", "\(root)steps[FIRST].text",
                "\(root)steps[LAST].text",
                "\(root)steps.text[0]", "\(root)entity.name", textConstant())
        }
        let inner = text(depth - 1, root)
        switch random.number(below: 8) {
        case 0, 1: return "\(pick("uppercase", "LOWERCASE", "canonical", "noindex"))(\(inner))"
        case 2: return "TERNARY(\(comparison(depth - 1, root)), \(inner), \(text(depth - 1, root)))"
        case 3: return "CAST(\(root)\(pick("count", "done", "identifier", "site", "weight", "price")), 'NSString')"
        case 4: return "\(pick("max", "min"))(\(inner), \(text(depth - 1, root)))"
        case 5: return "\(root)list.items.\(pick("@max", "@min")).title"
        default: return inner
        }
    }

    private mutating func date(_ depth: Int, _ root: String) -> String {
        guard depth > 0 else {
            return pick(
                "\(root)timestamp", "\(root)timestamp", "CAST(100, 'NSDate')", "\(root)list.items.@max.timestamp")
        }
        let inner = date(depth - 1, root)
        switch random.number(below: 5) {
        case 0: return "(\(inner) \(pick("+", "-")) \(number(depth - 1, root)))"
        case 1: return "CAST(\(number(depth - 1, root)), 'NSDate')"
        case 2: return "TERNARY(\(comparison(depth - 1, root)), \(inner), \(date(depth - 1, root)))"
        case 3: return "\(pick("max", "min"))(\(inner), \(date(depth - 1, root)))"
        default: return inner
        }
    }
}
