import Foundation

/// What two strings are allowed to differ in and still count as the same: case, diacritics, the form of composition.
///
/// Text whose bytes are all ASCII is folded byte by byte without an allocation; anything else goes through
/// Foundation's folding once, after which bytes can be compared.
struct TextFolding: Hashable, Sendable {
    let ignoresCase: Bool
    let ignoresDiacritics: Bool
    /// `[n]`: the caller vouches that both sides are in one normal form.
    let comparesBytes: Bool

    init(_ options: ComparisonOptions) {
        ignoresCase = options.contains(.caseInsensitive)
        ignoresDiacritics = options.contains(.diacriticInsensitive)
        comparesBytes = options.contains(.normalized) && !ignoresCase && !ignoresDiacritics
    }

    /// Whether nothing counts as the same but what is.
    private var isLiteral: Bool { !ignoresCase && !ignoresDiacritics }
    static let literal = TextFolding([])

    /// The string in the form whose bytes are equal exactly when the strings count as the same.
    func fold(_ string: String) -> String {
        if string.utf8.allSatisfy({ $0 < 0x80 }) {
            return ignoresCase ? string.lowercased() : string
        }
        if comparesBytes { return string }
        var options: String.CompareOptions = []
        if ignoresCase { options.insert(.caseInsensitive) }
        if ignoresDiacritics { options.insert(.diacriticInsensitive) }
        let folded = options.isEmpty ? string : string.folding(options: options, locale: nil)
        return folded.precomposedStringWithCanonicalMapping
    }

    /// The order of two UTF-8 texts after folding.
    func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> ComparisonResult {
        let shared = min(left.count, right.count)
        if isLiteral {
            guard let a = left.baseAddress, let b = right.baseAddress else {
                return Self.order(left.count, right.count)
            }
            let order = memcmp(a, b, shared)
            return order == 0 ? Self.order(left.count, right.count) : Self.order(Int(order), 0)
        }
        var index = 0
        while index < shared {
            let a = fold(left[index])
            let b = fold(right[index])
            if (a | b) >= 0x80 { return foldedOrder(left, right) }
            if a != b {
                // A difference in ASCII decides only if no mark that follows could change the character.
                if left.isASCII && right.isASCII { return a < b ? .orderedAscending : .orderedDescending }
                return foldedOrder(left, right)
            }
            index += 1
        }
        if left.count != right.count, !left.isASCII || !right.isASCII { return foldedOrder(left, right) }
        return Self.order(left.count, right.count)
    }

    private static func order(_ a: Int, _ b: Int) -> ComparisonResult {
        a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
    }

    /// The order of two strings after folding.
    func order(_ left: String, _ right: String) -> ComparisonResult {
        var left = left
        var right = right
        return left.withUTF8 { left in right.withUTF8 { right in order(left, right) } }
    }

    private func foldedOrder(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> ComparisonResult {
        let a = fold(String(decoding: left, as: UTF8.self)).utf8
        let b = fold(String(decoding: right, as: UTF8.self)).utf8
        if a.elementsEqual(b) { return .orderedSame }
        return a.lexicographicallyPrecedes(b) ? .orderedAscending : .orderedDescending
    }

    @inline(__always)
    func fold(_ byte: UInt8) -> UInt8 {
        ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether no byte has its high bit set; looks at eight at a time.
    var isASCII: Bool {
        guard let base = baseAddress else { return true }
        let raw = UnsafeRawPointer(base)
        var index = 0
        while index + 8 <= count {
            if raw.loadUnaligned(fromByteOffset: index, as: UInt64.self) & 0x8080_8080_8080_8080 != 0 { return false }
            index += 8
        }
        while index < count {
            if self[index] >= 0x80 { return false }
            index += 1
        }
        return true
    }
}
