/// Formats of predicates on entries, made by rule: each operator on each kind of attribute with constants of all sorts, alone,
/// negated, over relationships, and in pairs.
///
/// What is left out: NOT and != over nil, which hold in memory and not in SQL, on Apple's platforms as well.
enum PredicateTable {
    static let formats: [String] = {
        var all = simple
        for part in [quantifiers, calculations, pairs] { all += part }
        return all
    }()

    private static let simple: [String] = {
        var all: [String] = []
        for part in [texts, orders, numbers, dates, truths, paths] { all += part }
        return all
    }()

    /// Each of the first with each of the second.
    private static func each(_ first: [String], _ second: [String], _ between: String = " ") -> [String] {
        first.flatMap { start in second.map { start + between + $0 } }
    }

    private static var texts: [String] {
        let signs = ["title ==", "title BEGINSWITH", "title ENDSWITH", "title CONTAINS", "title LIKE"]
        let options = ["", "[c]", "[d]", "[cd]"]
        var all = each(
            each(signs, options, ""), ["'Milk'", "'m'", "'CREME'", "'è'", "''", "'日本茶'", "'*i*'", "'a_c%'"])
        all += each(["title MATCHES", "title MATCHES[c]"], ["'M.*'", "'.*e'", "'[a-z]+'", "''", "'.* .*'"])
        all += each(each(["title IN"], options, ""), ["{'Milk', 'creme brulee', 'x'}"])
        all += ["'il' IN title", "'IL' IN[c] title", "title == nil", "title != nil", "title == group"]
        all.append("title != nil AND NOT title LIKE 'M*'")
        return all
    }

    private static var orders: [String] {
        let signs = each(["title <", "title <=", "title >", "title >="], ["", "[c]", "[cd]"], "")
        return each(signs, ["'Milk'", "'m'", "'Z'", "''"])
            + ["title BETWEEN {'A', 'N'}", "title BETWEEN {'a', 'n'}", "title BETWEEN {'N', 'A'}"]
    }

    private static let signs = ["==", "<", "<=", ">", ">="]

    private static var numbers: [String] {
        var all = each(each(["rank"], signs), ["-7", "0", "3", "3.5", "4.0", "99", "nil", "'3'"])
        all += ["rank != nil AND rank != 3", "rank IN {1, 3, 9}", "rank IN {}", "rank IN {nil, 3}"]
        all += ["rank BETWEEN {2, 4}", "rank BETWEEN {4, 2}", "rank BETWEEN {1 + 1, 2 * 2}", "rank == 0x10"]
        all.append("rank != nil AND NOT (rank IN {1, 2})")
        return all
    }

    private static var dates: [String] {
        each(each(["when"], signs), ["CAST(0, 'NSDate')", "CAST(1000, 'NSDate')", "CAST(2000.5, 'NSDate')"])
            + ["when == nil", "when != nil", "when < now()", "CAST(when, 'NSNumber') >= 1500", "when > 3"]
    }

    private static var truths: [String] {
        each(["done =="], ["YES", "NO", "1", "0", "nil", "TRUE"])
            + ["done != nil AND done != YES", "done == YES OR done == NO", "TRUEPREDICATE", "NOT TRUEPREDICATE"]
    }

    private static var paths: [String] {
        let tests = [
            "== 'Red'", "BEGINSWITH[c] 'b'", "IN {'Red', 'x'}", "< 'C'", "LIKE '*e*'", "CONTAINS 'l'", "== nil",
        ]
        let names = each(["folder.name"], tests + ["!= nil"])
        return names + each(names, ["AND rank > 2"])
            + ["folder == nil", "folder != nil", "entity.name == 'Entry'", "folder.entries.@count == 0"]
    }

    private static var quantifiers: [String] {
        let tests = [
            "rank > 3", "rank < 20", "rank == nil", "title BEGINSWITH[c] 'm'", "title == 'x'", "done == YES",
            "when > CAST(500, 'NSDate')", "rank IN {1, 9}", "rank BETWEEN {1, 16}",
        ]
        var all = each(each(["ANY", "ALL", "NONE", "SOME"], ["folder.entries"]), tests, ".")
        let operations = ["@count", "@sum.rank", "@max.rank", "@min.rank", "@avg.rank"]
        all += each(each(["folder.entries"], operations, "."), ["> 3", "== 4", "< 2"])
        let filters = [
            "$x.rank > 2", "$x.done == YES", "$x.title BEGINSWITH[cd] 'c'", "$x.rank > 2 AND $x.done == YES",
        ]
        let subqueries = filters.map { "SUBQUERY(folder.entries, $x, \($0)).@count" }
        all += each(subqueries, ["> 0", "== 1", "== 0"])
        all += ["folder.entries[SIZE] > 3", "max(folder.entries.rank) > 5", "count(folder.entries) == 5"]
        return all
    }

    private static var calculations: [String] {
        let numbers = [
            "rank + 1", "rank - 1", "rank * 2", "rank / 2", "-rank", "rank ** 2", "modulus:by:(rank, 4)", "rank & 3",
            "rank | 1", "rank ^ 1", "rank << 1", "rank >> 1", "~rank", "abs(rank)",
            "abs((rank * 0 + 1) * 4611686018427387904 * -2)", "noindex(rank)",
            "TERNARY(rank > 3, 1, rank)", "max(rank, 3)", "min(rank, 3)", "length(title)",
            "CAST(when, 'NSNumber') / 1000",
        ]
        return each(numbers, ["== 4", "> 2", "< 1"])
            + ["uppercase(title) == 'MILK'", "lowercase(title) BEGINSWITH 'm'", "canonical(title) CONTAINS 'creme'"]
    }

    /// Two of the simpler ones, joined in every way.
    private static var pairs: [String] {
        var random = SeededNumbers(seed: 10)
        return (0..<120).map { number in
            let first = simple[random.number(below: simple.count)]
            let second = simple[random.number(below: simple.count)]
            return switch number % 3 {
            case 0: "(\(first)) AND (\(second))"
            case 1: "(\(first)) OR (\(second))"
            default: "(\(first)) OR (\(second)) AND rank > 1"
            }
        }
    }
}
