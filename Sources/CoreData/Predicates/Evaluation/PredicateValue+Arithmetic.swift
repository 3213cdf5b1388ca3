import Foundation

extension PredicateValue {
    var isNull: Bool {
        if case .null = self { true } else { false }
    }

    func adding(_ other: PredicateValue) -> PredicateValue {
        if case .date(let seconds) = self, let more = other.doubleValue { return .date(seconds + more) }
        return calculate(other, { $0.addingReportingOverflow($1) }, { $0 + $1 }, { $0 + $1 })
    }

    func subtracting(_ other: PredicateValue) -> PredicateValue {
        if case .date(let seconds) = self {
            if case .date(let earlier) = other { return .real(seconds - earlier) }
            if let less = other.doubleValue { return .date(seconds - less) }
        }
        return calculate(other, { $0.subtractingReportingOverflow($1) }, { $0 - $1 }, { $0 - $1 })
    }

    func multiplying(by other: PredicateValue) -> PredicateValue {
        calculate(other, { $0.multipliedReportingOverflow(by: $1) }, { $0 * $1 }, { $0 * $1 })
    }

    /// Whole numbers divide to a whole number, as in Apple's expressions; by zero nothing comes out.
    func dividing(by other: PredicateValue) -> PredicateValue {
        if other.doubleValue == 0 { return .null }
        return calculate(other, { $0.dividedReportingOverflow(by: $1) }, { $0 / $1 }, { $0 / $1 })
    }

    func remainder(dividingBy other: PredicateValue) -> PredicateValue {
        if other.doubleValue == 0 { return .null }
        return calculate(
            other, { $0.remainderReportingOverflow(dividingBy: $1) }, { $0.truncatingRemainder(dividingBy: $1) },
            { _, _ in nil })
    }

    func raised(to other: PredicateValue) -> PredicateValue {
        guard let base = doubleValue, let exponent = other.doubleValue else { return .null }
        return .number(pow(base, exponent))
    }

    /// A result; none where there is no such number, as in a store.
    static func number(_ result: Double) -> PredicateValue { result.isNaN ? .null : .real(result) }

    /// The quotient for averages: never cut to a whole number.
    func dividingExactly(by count: Int) -> PredicateValue {
        switch self {
        case .decimal(let value): .decimal(value / Decimal(count))
        case .date(let value): .date(value / Double(count))
        default: doubleValue.map { .real($0 / Double(count)) } ?? .null
        }
    }

    private var isWhole: Bool {
        switch self {
        case .integer, .bool: true
        default: false
        }
    }

    /// Calculates in the widest type of the two: whole numbers, decimals, doubles. Whole numbers out of range go on as doubles.
    private func calculate(
        _ other: PredicateValue, _ whole: (Int64, Int64) -> (partialValue: Int64, overflow: Bool),
        _ real: (Double, Double) -> Double, _ decimal: (Decimal, Decimal) -> Decimal?
    ) -> PredicateValue {
        guard let a = doubleValue, let b = other.doubleValue else { return .null }
        if isWhole, other.isWhole, let first = integerValue, let second = other.integerValue {
            let result = whole(first, second)
            if !result.overflow { return .integer(result.partialValue) }
        }
        switch (self, other) {
        case (.decimal, _), (_, .decimal):
            if let first = decimalValue, let second = other.decimalValue, let result = decimal(first, second) {
                return .decimal(result)
            }
        default: break
        }
        return .number(real(a, b))
    }

    /// The value as an instance of a Foundation class, `nil` where there is no such conversion.
    func cast(to type: String) -> PredicateValue? {
        switch (type, self) {
        case (_, .null): .null
        case ("NSNumber", .date(let seconds)): .real(seconds)
        case ("NSNumber", .string(let text)):
            Int64(text).map(PredicateValue.integer) ?? Double(text).map(PredicateValue.real)
        case ("NSNumber", _): isNumber ? self : nil
        case ("NSDate", .date): self
        case ("NSDate", .string(let text)): Double(text).map(PredicateValue.date)
        case ("NSDate", _): doubleValue.map(PredicateValue.date)
        case ("NSDecimalNumber", .string(let text)): Decimal(string: text).map(PredicateValue.decimal)
        case ("NSDecimalNumber", _): decimalValue.map(PredicateValue.decimal)
        case ("NSString", .string): self
        case ("NSString", .uuid(let value)): .string(value.uuidString)
        case ("NSString", .url(let value)): .string(value.absoluteString)
        case ("NSString", _): isNumber ? .string(printedNumber) : nil
        case ("NSUUID", .string(let text)): UUID(uuidString: text).map(PredicateValue.uuid)
        case ("NSURL", .string(let text)): URL(string: text).map(PredicateValue.url)
        case ("NSData", .string(let text)): Data(base64Encoded: text).map(PredicateValue.data)
        case ("NSUUID", .uuid), ("NSURL", .url), ("NSData", .data): self
        default: nil
        }
    }

    private var printedNumber: String {
        if case .decimal(let value) = self { return "\(value)" }
        return (foundationValue as? NSNumber)?.stringValue ?? ""
    }
}
