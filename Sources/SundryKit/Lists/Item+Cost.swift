import CoreData

extension Item {
    /// How much of it there is to be; nil where that was not said.
    var measuredAmount: Amount? { (quantity as Decimal?).map { Amount($0, unit: unit) } }

    /// What it says of its price: of each, where it is counted, else of the whole amount.
    var saidPrice: Price? { (price as Decimal?).map { Price($0, currency: currency ?? "") } }

    /// Sets how much there is of it. What is weighed or poured costs more then, or less.
    func setAmount(_ amount: Amount, text: String? = nil) {
        if let price = saidPrice, let ratio = measuredAmount.flatMap({ amount.ratio(to: $0) }) {
            setPrice(price.times(ratio))
        }
        setQuantity(amount.quantity, unit: amount.unit, text: text ?? amount.text)
    }

    /// What the item costs as it stands on the list, in its currency: the price times how many, where it is counted; of what is
    /// weighed or poured, the price is that of the amount.
    public var cost: (value: Decimal, currency: String)? {
        guard let price = price as Decimal? else { return nil }
        let count = MeasureUnit.counts(unit) ? quantity as Decimal? ?? 1 : 1
        return (price * count, currency ?? "")
    }
}
