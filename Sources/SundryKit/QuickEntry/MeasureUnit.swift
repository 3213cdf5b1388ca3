import Foundation

/// A unit that amounts are given in, with all its spellings.
struct MeasureUnit: Sendable {
    /// What can be added up. Spoons and cups of a kitchen that counts in decilitres are volumes like others; those of
    /// American ones are told in teaspoons.
    enum Kind: Sendable { case mass, volume, length, pounds, cups, feet, pieces }

    /// As it is kept: `l`, `EL`, `cup`.
    let name: String
    /// As it is shown of more than one.
    let plural: String
    /// nil for what adds up only with itself: a can is no measure.
    let kind: Kind?
    /// How many of the smallest of its kind it is.
    let factor: Decimal
    /// Whether it may follow a number without a blank, as in `500g`.
    let mayBeGlued: Bool
    /// Whether it is a thing as well, which has a name of its own in compounds: `1 can opener`.
    let isThing: Bool

    func text(for quantity: Decimal) -> String { quantity > 1 ? plural : name }

    /// The unit that some words spell after a number.
    static func spelled(_ words: Substring, isGlued: Bool, after number: Decimal) -> MeasureUnit? {
        let word = words.last == "." ? words.dropLast() : words
        guard let spelling = exact[String(word)] ?? folded[Search.folded(String(word))] else { return nil }
        if isGlued, !spelling.unit.mayBeGlued { return nil }
        // “2 can openers” and “6 foot ladder” are things: of two there are cans and feet.
        if let isPlural = spelling.isPlural, isPlural != (number > 1) { return nil }
        return spelling.unit
    }

    static func named(_ name: String) -> MeasureUnit? { byName[name] }

    /// Whether things of a unit are counted, and have a price each: cans and what has no unit are, litres are not.
    static func counts(_ name: String?) -> Bool { name.map { named($0)?.kind == nil } ?? true }

    struct Spelling: Sendable {
        let unit: MeasureUnit
        /// nil where it goes with any number.
        let isPlural: Bool?
    }

    private static let byName = Dictionary(table.map { ($0.unit.name, $0.unit) }) { first, _ in first }

    /// As they are in the table, which tells a `tasse` from a `Tasse`, and what other letters would make something else of:
    /// `5 G`.
    private static let exact = spellings { row in [(row.exact + row.any, nil), (row.one, false), (row.many, true)] }

    /// Without case and accents.
    private static let folded = spellings { row in
        [(row.any, nil), (row.one, false), (row.many, true)].map { ($0.map(Search.folded), $1) }
    }

    private static func spellings(_ words: (Row) -> [([String], Bool?)]) -> [String: Spelling] {
        var spellings: [String: Spelling] = [:]
        for row in table {
            for (words, isPlural) in words(row) {
                for word in words {
                    guard let known = spellings[word] else {
                        spellings[word] = Spelling(unit: row.unit, isPlural: isPlural)
                        continue
                    }
                    // What is written alike of one and of many goes with any number.
                    if known.isPlural != isPlural { spellings[word] = Spelling(unit: known.unit, isPlural: nil) }
                }
            }
        }
        return spellings
    }
}
