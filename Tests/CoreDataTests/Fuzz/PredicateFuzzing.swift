import CoreData
import Foundation

@testable import CoreData

/// The format language: what is read is printed, and read again as the same; is evaluated; and is translated for a store.
enum PredicateFuzzing {
    static let target = FuzzTarget(
        name: "predicate", rounds: 2_000, seeds: { seeds.map { Array($0.utf8) } },
        tokens: [
            " AND ", " OR ", "NOT ", "!", "ANY ", "ALL ", "NONE ", " IN ", " BETWEEN ", " LIKE[cd] ", " CONTAINS ",
            " MATCHES ",
            "title", "count", "tags", "list.name", "steps", "SELF", "$x", "@count", "@sum.", ".", "(", ")", "{", "}",
            "[", "]", "'",
            "\"", "\\", ",", "==", "!=", "<=", "**", "+", "-", "~", "0x7F", "-9223372036854775808",
            "9223372036854775807", "1e308",
            "0.1", "nil", "TRUE", "SUBQUERY(", "TERNARY(", "CAST(", "FUNCTION(", "now()", "[FIRST]", "[SIZE]", "#",
            "%@", "%%",
            "uppercase(", "sqrt(", "max(", "é", "😀", " UNION ", "TRUEPREDICATE", "<<", "64",
        ],
        read: { try read(String(decoding: $0, as: UTF8.self)) })

    private static let seeds = [
        "title == 'Milk' AND NOT count > 3", "title CONTAINS[cd] \"crème\" OR list.name BEGINSWITH[c] 'r'",
        "count IN {1, 2, 3} || count BETWEEN {5, 7}", "ANY tags.name == 'red' AND steps.@count > 2",
        "title LIKE '*a?b*'",
        "title MATCHES '[a-c]+.*'", "SUBQUERY(steps, $x, $x.text == 'a' AND $x.item.count > 1).@count > 2",
        "TERNARY(count > 3, 1, 0) == 1", "CAST(timestamp, 'NSNumber') > 1500 AND timestamp < now()",
        "(count + 1) * 2 ** 3 - -4 / 0.5 == 8e3", "modulus:by:(count, 2) == 1 && ~count != 5 & 3 | 1 ^ 2 << 1",
        "SELF IN {nil, TRUE, NO, 0x1F, 0b101, 'it''s'}", "tags.@avg.name == nil AND tags[FIRST] != tags[LAST]",
        "TRUEPREDICATE",
        "NOT FALSEPREDICATE", "list.items.@sum.count > 8 AND list.items[SIZE] == 3", "#not.#and == $list",
        "ALL tags.name != ''",
        "NONE steps.text ENDSWITH 'x'", "title == '\\u00e9\\n\\'' AND identifier == CAST('x', 'NSUUID')",
        "{1, 2} UNION {3} == {1, 2, 3}",
        "max(1, 2, count) == average({1, 2}) AND length(title) < 3", "entity.name == 'Item' AND objectID != nil",
        "price == CAST('1.10', 'NSDecimalNumber') AND photo == nil",
        "title ==[c] uppercase(title) AND abs(count) <= trunc(weight)",
    ]

    static func read(_ format: String) throws {
        guard let node = try? PredicateParser.predicate(format, []) else { return }
        let printed = node.printed
        guard let again = try? PredicateParser.predicate(printed, []) else {
            throw FuzzFinding(
                "\(format.debugDescription) is printed as \(printed.debugDescription), which is no predicate")
        }
        guard again == node else {
            throw FuzzFinding("\(format.debugDescription) is printed as \(printed.debugDescription), which is another")
        }
        if TamePredicates.contain(node) {
            for object in objects { _ = NSPredicate.make(node).evaluate(with: object) }
        }
        try translate(node, format)
    }

    // Values alone, of which none is ever changed.
    private nonisolated(unsafe) static let objects: [Any?] = {
        let steps = [["text": "a", "count": 1], ["text": "x", "count": NSNull()]] as [[String: Any]]
        let full: [String: Any] = [
            "title": "Crème 😀", "count": 3, "done": true, "timestamp": Date(timeIntervalSinceReferenceDate: 0),
            "price": NSDecimalNumber(string: "1.10"), "identifier": UUID(), "weight": 0.5, "photo": Data([1]),
            "list": ["name": "Red"], "tags": steps, "steps": NSOrderedSet(array: steps),
        ]
        return [full, [String: Any](), nil]
    }()

    // MARK: SQL

    /// An empty store: what is translated is compiled by SQLite, and no row is looked at.
    private static let coordinator = NSPersistentStoreCoordinator(managedObjectModel: ShopModel.make())
    private static let store =
        try? coordinator.addPersistentStore(type: .sqlite, at: URL(fileURLWithPath: "/dev/null")) as? SQLiteStore

    private static func translate(_ node: PredicateNode, _ format: String) throws {
        guard let store, let entity = store.schema.maps.map(\.layout.entity).first(where: { $0.name == "Item" }) else {
            throw FuzzFinding("there is no store")
        }
        let compiler = PredicateCompiler(schema: store.schema, storeIdentifier: store.identifier)
        let scope = QueryScope(alias: compiler.alias(), map: store.schema.map(entity))
        guard (try? compiler.condition(node, scope)) != nil else { return }
        var plan = FetchPlan(entity: entity)
        plan.predicate = NSPredicate.make(node)
        do {
            _ = try store.readKeys(plan)
        } catch {
            // What is too much for SQLite is an error of the fetch.
            let limits = ["too many", "too large", "too deep", "too big", "maximum depth", "stack overflow", "limit"]
            guard !limits.contains(where: "\(error)".contains) else { return }
            throw FuzzFinding("\(format.debugDescription) becomes SQL that is none: \(error)")
        }
    }
}

/// Predicates that Apple's framework would evaluate over the dictionaries here without an exception.
enum TamePredicates {
    static func contain(_ node: PredicateNode, _ variables: Set<String> = []) -> Bool {
        switch node {
        case .value: return true
        case .and(let nodes), .or(let nodes): return nodes.allSatisfy { contain($0, variables) }
        case .not(let node): return contain(node, variables)
        case .opaque: return false
        case .comparison(let comparison):
            guard isTame(comparison.left, variables), isTame(comparison.right, variables) else { return false }
            if comparison.modifier != .direct, !isCollection(comparison.left) { return false }
            return comparison.operator != .matches || isPattern(comparison.right)
        }
    }

    /// A pattern that is well formed, and no puzzle for hours.
    private static func isPattern(_ node: ExpressionNode) -> Bool {
        guard case .constant(.string(let text)) = node else { return false }
        return text.utf8.count < 20 && text.allSatisfy { $0.isLetter || $0 == "." }
    }

    private static func isCollection(_ node: ExpressionNode) -> Bool {
        switch node {
        case .aggregate: true
        case .keyPath(of: .evaluatedObject, let keys):
            ["tags", "steps"].contains(keys[0]) && !keys.contains { $0.hasPrefix("@") }
        default: false
        }
    }

    private static func isTame(_ node: ExpressionNode, _ variables: Set<String>) -> Bool {
        switch node {
        case .constant, .evaluatedObject, .anyKey: return true
        case .variable(let name): return variables.contains(name)
        case .keyPath(.evaluatedObject, let keys): return areTame(keys)
        case .keyPath(.variable(let name), let keys): return variables.contains(name) && areTame(keys)
        case .keyPath, .block: return false
        case .function(let selector, let arguments):
            return selector != NamedFunctions.keyword && arguments.allSatisfy { isTame($0, variables) }
        case .element(let operand, .at(.constant(.integer))), .element(let operand, .first),
            .element(let operand, .last),
            .element(let operand, .size):
            return isTame(operand, variables)
        case .element: return false
        case .subquery(let collection, let name, let test):
            return isCollection(collection) && isTame(collection, variables) && lacksScalars(collection)
                && contain(test, variables.union([name]))
        case .aggregate(let nodes): return nodes.allSatisfy { isTame($0, variables) }
        case .conditional(let test, let first, let second):
            return contain(test, variables) && isTame(first, variables) && isTame(second, variables)
        case .setOperation(_, let first, let second): return isTame(first, variables) && isTame(second, variables)
        }
    }

    private static func lacksScalars(_ node: ExpressionNode) -> Bool { node.keys.map { $0.count == 1 } ?? false }

    private static let operators: Set = ["@count", "@sum", "@min", "@max", "@avg", "@distinctUnionOfObjects"]
    private static let objects: Set = ["list", "tags", "steps"]

    /// No key is asked of a number or a text, as `SELF` is one of them as well: by what dictionaries hold.
    private static func areTame(_ keys: [String]) -> Bool {
        guard keys.count > 1 else {
            return keys[0] == "@count" || operators.isDisjoint(with: keys) && !keys[0].hasPrefix("@")
        }
        for (number, key) in keys.enumerated() {
            if key.hasPrefix("@"), !operators.contains(key) || key != "@count" && number == keys.count - 1 {
                return false
            }
            if number < keys.count - 1, !objects.contains(key), !operators.contains(key) || key == "@count" {
                return false
            }
        }
        return true
    }
}
