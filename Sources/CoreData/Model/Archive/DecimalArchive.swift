/// NSDecimalNumber in an archive: up to eight 16-bit digits of a mantissa, lowest first, and an exponent of ten.
enum DecimalArchive {
    static func decode(_ object: PropertyListNode) -> NSDecimalNumber? {
        guard case .data(let mantissa)? = object["NS.mantissa"], mantissa.count == 16,
            let length = object["NS.length"]?.integer, (0...8).contains(length),
            let exponent = object["NS.exponent"]?.integer, (-128...127).contains(exponent)
        else { return nil }
        // NS.mantissa.bo names the byte order of the machine that wrote it: 1 little, 2 big.
        let isBigEndian = object["NS.mantissa.bo"]?.integer == 2
        let bytes = [UInt8](mantissa)
        var significand: UInt128 = 0
        for index in (0..<Int(length)).reversed() {
            let pair = (UInt128(bytes[2 * index]), UInt128(bytes[2 * index + 1]))
            significand = significand << 16 | (isBigEndian ? pair.0 << 8 | pair.1 : pair.1 << 8 | pair.0)
        }
        let isNegative = object["NS.negative"]?.bool == true
        // No digits and a negative sign stand for "not a number".
        if length == 0, isNegative { return .notANumber }
        guard let digits = Decimal(string: String(significand)) else { return nil }
        return NSDecimalNumber(
            decimal: Decimal(sign: isNegative ? .minus : .plus, exponent: Int(exponent), significand: digits))
    }

    static func add(_ number: NSDecimalNumber, to writer: inout KeyedArchiveWriter) -> PropertyListNode {
        let value = number.decimalValue
        let significand = value.isNaN ? 0 : UInt128(value.significand.description) ?? 0
        let bytes = (0..<16).map { UInt8(truncatingIfNeeded: significand >> UInt128(8 * $0)) }
        let length = (128 - significand.leadingZeroBitCount + 15) / 16
        return writer.add(
            ["NSDecimalNumber", "NSNumber", "NSValue", "NSObject"],
            [
                "NS.mantissa": .data(Data(bytes)), "NS.mantissa.bo": .integer(1), "NS.length": .integer(Int64(length)),
                "NS.exponent": .integer(value.isNaN ? 0 : Int64(value.exponent)),
                "NS.negative": .bool(value.isNaN || value < 0), "NS.compact": .bool(true),
            ])
    }
}
