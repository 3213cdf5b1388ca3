import Foundation

/// A number as it is typed into a line: `2`, `1,5`, `½`, `1½`, `1/2`, `1 1/2`.
struct EntryNumber {
    let value: Decimal
    /// As it was typed.
    let text: String
    /// Whether it is a fraction, which is an amount even without a unit.
    var isFraction = false
    /// Whether that fraction is one sign.
    var isVulgar = false
    /// Whether that fraction is no date either: halves, thirds and quarters.
    var isCommon = false

    static let vulgar: [Character: (Int, Int)] = [
        "½": (1, 2), "⅓": (1, 3), "⅔": (2, 3), "¼": (1, 4), "¾": (3, 4), "⅕": (1, 5), "⅖": (2, 5), "⅗": (3, 5),
        "⅘": (4, 5), "⅙": (1, 6), "⅚": (5, 6), "⅛": (1, 8), "⅜": (3, 8), "⅝": (5, 8), "⅞": (7, 8),
    ]

    /// The parts that people cut things into: `24/7` and `5/9` are something else.
    private static let denominators: Set<Int> = [2, 3, 4, 5, 6, 8, 10, 16]

    static func ratio(_ numerator: Int, _ denominator: Int) -> Decimal? {
        guard numerator > 0, numerator < denominator, denominators.contains(denominator) else { return nil }
        return rounded(Decimal(numerator) / Decimal(denominator), to: 12)
    }

    static func rounded(_ value: Decimal, to places: Int) -> Decimal {
        var (value, result) = (value, Decimal())
        NSDecimalRound(&result, &value, places, .plain)
        return result
    }

    /// The value of digits with a decimal separator and separators of thousands, as far as they make one.
    static func plain(_ text: some StringProtocol, _ customs: EntryCustoms) -> Decimal? {
        var (groups, separators): ([[Character]], [Character]) = ([[]], [])
        for character in text {
            if character == "." || character == "," {
                separators.append(character)
                groups.append([])
            } else if character.isASCII, character.isNumber {
                groups[groups.count - 1].append(character)
            } else {
                return nil
            }
        }
        let digits = groups.reduce(0) { $0 + $1.count }
        guard !groups.contains(where: \.isEmpty), digits <= 9, groups[0].count == 1 || groups[0][0] != "0" else {
            return nil
        }
        let areThousands = groups.dropFirst().allSatisfy { $0.count == 3 } && groups[0].count <= 3 && groups[0] != ["0"]
        var decimals: [Character] = []
        if let last = separators.last {
            let isMixed = Set(separators).count == 2 && separators.dropLast().allSatisfy { $0 != last }
            let isThousand = last == (customs.hasDecimalComma ? "." : ",")
            if isMixed || separators.count == 1 && !(areThousands && isThousand) {
                decimals = groups.removeLast()
            }
            let whole = groups.dropFirst().allSatisfy { $0.count == 3 } && (groups.count == 1 || groups[0].count <= 3)
            guard whole, isMixed || Set(separators).count == 1 else { return nil }
        }
        let number = String(groups.joined()) + (decimals.isEmpty ? "" : "." + String(decimals))
        return Decimal(string: number)
    }

    /// A value as it is shown: thirds and sixths as fractions, anything else with a decimal point.
    static func text(of value: Decimal) -> String {
        let places = rounded(value, to: 6)
        guard places != rounded(value, to: 4) else { return places.description }
        for (denominator, numerators) in [(3, 1...2), (6, 1...5)] {
            for numerator in numerators {
                guard let part = ratio(numerator, denominator) else { continue }
                let whole = value - part
                let nearest = rounded(whole, to: 0)
                guard nearest >= 0, rounded(whole, to: 6) == nearest else { continue }
                return (nearest == 0 ? "" : "\(nearest) ") + "\(numerator)/\(denominator)"
            }
        }
        return places.description
    }
}
