import Testing

@testable import CoreData

@Suite("A text pattern")
struct TextPatternTests {
    private static let words = [
        "", "a", "A", "ab", "Ab", "abc", "café", "cafe\u{301}", "CAFÉ", "Straße", "STRASSE", "ﬁn", "fin", "K",
        "\u{212A}",
        "naïve", "e", "é", "e\u{301}", "日本語", "日本", "😀", "👩‍👩‍👧", "👩", "a*b", "ｆｕｌｌ", "Ωmega", "ωMEGA",
        "long long text with ASCII only",
        "long long text with ünïcode", "İstanbul", "istanbul",
    ]

    /// What the folded strings say, without any of the short cuts.
    private func reference(_ text: String, _ relation: TextPattern.Relation, _ pattern: String, _ folding: TextFolding)
        -> Bool
    {
        let text = Array(folding.fold(text))
        let pattern = Array(folding.fold(pattern))
        switch relation {
        case .equal: return text == pattern
        case .beginsWith: return text.starts(with: pattern)
        case .endsWith: return text.reversed().starts(with: pattern.reversed())
        default:
            guard pattern.count <= text.count else { return false }
            return (0...text.count - pattern.count).contains { Array(text[$0...].prefix(pattern.count)) == pattern }
        }
    }

    @Test(
        "agrees with comparing folded strings character by character",
        arguments: [
            ComparisonOptions(), .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
        ])
    func agreement(_ options: ComparisonOptions) {
        let folding = TextFolding(options)
        for relation in [TextPattern.Relation.equal, .beginsWith, .endsWith, .contains] {
            for pattern in Self.words where !pattern.contains("👩") {
                let prepared = TextPattern(relation, pattern, folding)
                for text in Self.words {
                    #expect(
                        prepared.matches(text) == reference(text, relation, pattern, folding),
                        "\(text) \(relation) \(pattern) \(options)")
                }
            }
        }
    }

    @Test("finds a pattern of ASCII wherever it stands, and no other", arguments: [0, 1] as [UInt])
    func places(_ options: UInt) {
        let folding = TextFolding(ComparisonOptions(rawValue: options))
        var numbers = SeededNumbers(seed: UInt64(options))
        // Signs that differ from another by the bit in which letters differ in case, and repetitions that fit in part.
        let bytes = Array("aAbB@`[{ 1".utf8)
        for _ in 0..<5_000 {
            let kinds = numbers.number(below: bytes.count) + 1
            func text(_ count: Int) -> String {
                String(decoding: (0..<count).map { _ in bytes[numbers.number(below: kinds)] }, as: UTF8.self)
            }
            let (text, pattern) = (text(numbers.number(below: 40)), text(numbers.number(below: 6)))
            #expect(
                TextPattern(.contains, pattern, folding).matches(text) == reference(text, .contains, pattern, folding),
                "\(text) contains \(pattern)")
        }
    }

    @Test(
        "orders text like the folded strings",
        arguments: [ComparisonOptions(), .caseInsensitive, [.caseInsensitive, .diacriticInsensitive]])
    func order(_ options: ComparisonOptions) {
        let folding = TextFolding(options)
        for a in Self.words {
            for b in Self.words {
                // Where nothing is folded, it is as a store does: byte by byte, however composed.
                let (x, y) = options.isEmpty ? (a, b) : (folding.fold(a), folding.fold(b))
                let expected: ComparisonResult =
                    x.utf8.elementsEqual(y.utf8)
                    ? .orderedSame
                    : x.utf8.lexicographicallyPrecedes(y.utf8) ? .orderedAscending : .orderedDescending
                #expect(folding.order(a, b) == expected, "\(a) \(b)")
            }
        }
    }
}
