/// What a symbol has for a name that is not ASCII: Punycode (RFC 3492) with letters for the digits and `_` for the hyphen.
struct Punycode {
    private static let digits = Array("abcdefghijklmnopqrstuvwxyzABCDEFGHIJ")
    private var text = ""
    private var bias = 72
    private var isFirst = true

    static func encode(_ name: String) -> String {
        var code = Punycode()
        code.append(name.unicodeScalars.map { Int($0.value) })
        return code.text
    }

    private mutating func append(_ scalars: [Int]) {
        let basic = scalars.filter { $0 < 128 }
        for value in basic { text.unicodeScalars.append(Unicode.Scalar(UInt8(value))) }
        if !basic.isEmpty { text += "_" }
        var (point, delta, handled) = (128, 0, basic.count)
        while let next = scalars.filter({ $0 >= point }).min() {
            delta += (next - point) * (handled + 1)
            point = next
            for value in scalars {
                if value < point { delta += 1 }
                guard value == point else { continue }
                append(delta)
                handled += 1
                adapt(delta, handled)
                delta = 0
            }
            delta += 1
            point += 1
        }
    }

    private mutating func append(_ delta: Int) {
        var rest = delta
        var position = 36
        while true {
            let threshold = min(max(position - bias, 1), 26)
            guard rest >= threshold else { return text.append(Self.digits[rest]) }
            text.append(Self.digits[threshold + (rest - threshold) % (36 - threshold)])
            rest = (rest - threshold) / (36 - threshold)
            position += 36
        }
    }

    private mutating func adapt(_ delta: Int, _ handled: Int) {
        var delta = isFirst ? delta / 700 : delta / 2
        isFirst = false
        delta += delta / handled
        var base = 0
        while delta > 455 {
            delta /= 35
            base += 36
        }
        bias = base + 36 * delta / (delta + 38)
    }
}
