import Foundation

/// How much of something: “2 l”, “1½ cups of”, “3 × 500 g”, “2-3”.
public struct Amount: Equatable, Sendable {
    /// As it is shown, in the words it was typed in.
    public let text: String
    /// How much it is; of a range as much as is enough, of a product all of it.
    public let quantity: Decimal
    /// Of what, in the spelling that is kept: `l` for litres. nil for what is counted.
    public let unit: String?

    init(_ quantity: Decimal, unit: String?, text: String) {
        self.text = text
        self.quantity = quantity
        self.unit = unit
    }

    /// So much of a unit, shown as a number and the unit.
    public init(_ quantity: Decimal, unit: String? = nil) {
        let name = unit.map { MeasureUnit.named($0)?.text(for: quantity) ?? $0 }
        self.init(
            quantity, unit: unit,
            text: [EntryNumber.text(of: quantity), name].compactMap(\.self).joined(separator: " "))
    }

    /// Both together, where their units add up: 500 g and 1 kg are 1.5 kg. nil where they do not.
    public func adding(_ other: Amount) -> Amount? {
        if unit == other.unit {
            return Amount(EntryNumber.rounded(quantity + other.quantity, to: 9), unit: unit).inLargerUnit
        }
        guard let mine = measure, let theirs = other.measure, mine.kind == theirs.kind else { return nil }
        let sum = quantity * mine.factor + other.quantity * theirs.factor
        let (smaller, larger) = mine.factor < theirs.factor ? (mine, theirs) : (theirs, mine)
        // Thirds of a cup are no number of teaspoons that anybody would want to read, nor the other way round.
        let inLarger = sum / larger.factor
        let isShort = inLarger == EntryNumber.rounded(inLarger, to: 3)
        let result = isShort ? larger : smaller
        return Amount(EntryNumber.rounded(sum / result.factor, to: 9), unit: result.name.isEmpty ? nil : result.name)
    }

    /// How many times another amount it is, where both are weighed, poured or measured, and their units add up; nil for what is
    /// counted, of which each has its price.
    func ratio(to other: Amount) -> Decimal? {
        guard unit != nil, other.unit != nil, let mine = measure, let theirs = other.measure, mine.kind == theirs.kind,
            mine.kind != .pieces, other.quantity > 0
        else { return nil }
        return quantity * mine.factor / (other.quantity * theirs.factor)
    }

    /// 2000 g are 2 kg; 1050 g stay, which are no shorter as kilograms.
    private var inLargerUnit: Amount {
        guard let larger = ["g": "kg", "ml": "l"][unit ?? ""], quantity >= 1000 else { return self }
        let inLarger = quantity / 1000
        return inLarger == EntryNumber.rounded(inLarger, to: 1) ? Amount(inLarger, unit: larger) : self
    }

    /// A number alone counts pieces.
    private var measure: (name: String, kind: MeasureUnit.Kind, factor: Decimal)? {
        guard let unit else { return ("", .pieces, 1) }
        guard let measure = MeasureUnit.named(unit), let kind = measure.kind else { return nil }
        return (measure.name, kind, measure.factor)
    }

    /// As it is typed before a title. A number alone would stay in the title, as the 7 of “7 up” does.
    var typed: String { unit == nil && text.utf8.allSatisfy { (0x30...0x39).contains($0) } ? text + "x" : text }
}
