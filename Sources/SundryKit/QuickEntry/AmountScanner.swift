import Foundation

/// Reads an amount from the start of a text whose words have one blank between them.
///
///     amount  = product | count | range | measure | fraction
///     product = number "×" (range | measure), with a unit
///     count   = digits "×"
///     range   = number "-" number [unit]
///     measure = number unit ["of" | "de"]
struct AmountScanner {
    /// Where an amount stands, and hence how plain it may be.
    enum Position {
        /// Before the title: ranges and fractions need no unit.
        case leading
        /// After it: only what cannot be part of it.
        case trailing
        /// After it in parentheses: a small number alone counts.
        case enclosed
    }

    private let characters: [Character]
    private let customs: EntryCustoms
    private let position: Position
    private var place = 0

    /// The amount a text begins with, and how many letters it takes; it ends with a word.
    static func amount(in text: String, _ position: Position, _ customs: EntryCustoms) -> (Amount, length: Int)? {
        var scanner = AmountScanner(characters: Array(text), customs: customs, position: position)
        guard let amount = scanner.amount(), scanner.isAtBoundary else { return nil }
        return (amount, scanner.place)
    }

    private init(characters: [Character], customs: EntryCustoms, position: Position) {
        self.characters = characters
        self.customs = customs
        self.position = position
    }

    private var next: Character? { place < characters.count ? characters[place] : nil }
    private var isAtBoundary: Bool { next == nil || next == " " }
    private var rest: String { String(characters[place...]) }

    private mutating func amount() -> Amount? {
        if position != .leading, skip(["x", "×"]) {
            skip([" "])
            return number().flatMap { count($0) }
        }
        guard let first = number() else { return nil }
        let start = place
        skip([" "])
        if skip(["x", "×", "*"]) {
            if !isAtBoundary || next == " " && characters.indices.contains(place + 1) && isDigit(place + 1) {
                skip([" "])
                return product(of: first)
            }
            return characters[place - 1] == "*" ? nil : count(first)
        }
        place = start
        return measure(from: first, isFactor: false)
    }

    /// So many pieces.
    private func count(_ number: EntryNumber) -> Amount? {
        guard number.text.allSatisfy(\.isNumber), !number.isFraction else { return nil }
        return Amount(number.value, unit: nil, text: number.text)
    }

    /// So many times an amount, which has a unit: `2 × 4` is a size.
    private mutating func product(of factor: EntryNumber) -> Amount? {
        guard let number = number(), let each = measure(from: number, isFactor: true), each.unit != nil else {
            return nil
        }
        let quantity = EntryNumber.rounded(factor.value * each.quantity, to: 9)
        return Amount(quantity, unit: each.unit, text: "\(factor.text) × \(each.text)")
    }

    private mutating func measure(from first: EntryNumber, isFactor: Bool) -> Amount? {
        var (value, text) = (first.value, first.text)
        let end = place
        var isRange = false
        skip([" "])
        if let dash = next, skip(["-", "–", "—"]) {
            let isSpaced = skip([" "])
            if let last = number(), last.value > first.value {
                (value, text, isRange) = (last.value, "\(first.text)\(dash)\(last.text)", true)
            } else if !isSpaced {
                return nil
            } else {
                place = end
            }
        } else {
            place = end
        }
        let numbersEnd = place
        if let unit = unit(after: value) {
            return Amount(value, unit: unit.0.name, text: "\(text) \(unit.text)")
        }
        place = numbersEnd
        guard !isFactor, isAtBoundary, mayStandAlone(first, value, isRange: isRange) else { return nil }
        return Amount(value, unit: nil, text: text)
    }

    private func mayStandAlone(_ number: EntryNumber, _ value: Decimal, isRange: Bool) -> Bool {
        let isSmall = value < 100
        switch position {
        case .enclosed: return isSmall
        case .trailing: return number.isVulgar && !isRange
        case .leading:
            let following = String(characters[place...].dropFirst().prefix { $0 != " " })
            return isSmall && (isRange || number.isCommon) && !Self.sizes.contains(Search.folded(following))
        }
    }

    /// What a fraction before makes a name of: a “1/2 inch drill” is not half of one.
    private static let sizes: Set<String> = [
        "inch", "inches", "in", "mile", "miles", "marathon", "price", "off", "hour", "hours", "hr", "h", "day", "time",
        "term", "year", "years", "zoll", "stunde", "heure", "hora", "timme",
    ]

    /// What a thing before makes another thing of: a “1 can opener” holds no opener.
    private static let compounds: Set<String> = [
        "opener", "openers", "holder", "holders", "lid", "lids", "rack", "clip", "clips", "spring", "whistle", "lamp",
        "light", "cutter", "stool", "cam", "plant", "roast", "lunch", "office", "insect", "brush",
    ]

    /// The unit here, and the words it was given in.
    private mutating func unit(after number: Decimal) -> (MeasureUnit, text: String)? {
        let isGlued = !skip([" "])
        guard let first = next, first.isLetter else { return nil }
        let words = characters[place...].split(separator: " ", maxSplits: 4, omittingEmptySubsequences: false)
        for count in stride(from: min(4, words.count), through: 1, by: -1) {
            let spelled = words[0].startIndex..<words[count - 1].endIndex
            let text = String(characters[spelled])
            guard let unit = MeasureUnit.spelled(Substring(text), isGlued: isGlued, after: number) else { continue }
            let following = words.count > count ? Search.folded(String(words[count])) : ""
            if unit.isThing, Self.compounds.contains(following) { return nil }
            place = spelled.upperBound
            return (unit, text + joint())
        }
        return nil
    }

    /// What joins a unit to the title, “2 cups of milk”: no part of either, and shown with the amount.
    private mutating func joint() -> String {
        guard position == .leading, next == " " else { return "" }
        let words = characters[place...].split(separator: " ", maxSplits: 2)
        guard words.count > 1, ["of", "de"].contains(String(words[0])) else { return "" }
        place = words[0].endIndex
        return " " + String(words[0])
    }

    private mutating func number() -> EntryNumber? {
        if let number = fractionSign(after: nil) { return number }
        let digits = run { $0.isASCII && $0.isNumber || $0 == "." || $0 == "," }
        guard let value = EntryNumber.plain(digits, customs), value > 0 else { return nil }
        let isWhole = digits.allSatisfy(\.isNumber)
        guard isWhole else { return EntryNumber(value: value, text: digits) }
        if let number = fractionSign(after: (value, digits)) { return number }
        let end = place
        if next == "/" || next == "\u{2044}" { return ratio(from: digits, whole: nil) }
        if skip([" "]) {
            let numerator = run { $0.isASCII && $0.isNumber }
            if !numerator.isEmpty, next == "/" || next == "\u{2044}",
                let number = ratio(from: numerator, whole: (value, digits))
            {
                return number
            }
        }
        place = end
        return EntryNumber(value: value, text: digits)
    }

    /// `½` here, or behind a whole number with a blank or none between.
    private mutating func fractionSign(after whole: (value: Decimal, text: String)?) -> EntryNumber? {
        let start = place
        let isSpaced = whole != nil && skip([" "])
        guard let sign = next, let parts = EntryNumber.vulgar[sign],
            let value = EntryNumber.ratio(parts.0, parts.1)
        else {
            place = start
            return nil
        }
        place += 1
        let text = (whole?.text ?? "") + (isSpaced ? " " : "") + String(sign)
        return EntryNumber(
            value: (whole?.value ?? 0) + value, text: text, isFraction: true, isVulgar: true, isCommon: true)
    }

    private mutating func ratio(from numerator: String, whole: (value: Decimal, text: String)?) -> EntryNumber? {
        let sign = next ?? "/"
        place += 1
        let denominator = run { $0.isASCII && $0.isNumber }
        guard let upper = Int(numerator), let lower = Int(denominator), let value = EntryNumber.ratio(upper, lower),
            next != "/"
        else { return nil }
        let text = (whole.map { $0.text + " " } ?? "") + "\(numerator)\(sign)\(denominator)"
        return EntryNumber(
            value: (whole?.value ?? 0) + value, text: text, isFraction: true, isCommon: whole != nil || lower <= 4)
    }

    private func isDigit(_ index: Int) -> Bool { characters[index].isNumber }

    private mutating func run(_ belongs: (Character) -> Bool) -> String {
        let start = place
        while let next, belongs(next) { place += 1 }
        // A separator at the end is none.
        while place > start, characters[place - 1] == "." || characters[place - 1] == "," { place -= 1 }
        return String(characters[start..<place])
    }

    @discardableResult
    private mutating func skip(_ any: Set<Character>) -> Bool {
        guard let next, any.contains(next) else { return false }
        place += 1
        return true
    }
}
