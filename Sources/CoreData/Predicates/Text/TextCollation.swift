import Foundation

/// The orders of text that a sort descriptor can ask for, by Apple's selector names.
///
/// - Note: Differs from Apple: the localized orders do not follow the user's language. They compare letters without
///   case and marks first, then marks, then case (small letters first), digits before letters and
///   everything else before digits; the standard order also compares runs of digits by their value.
enum TextCollation: String, Sendable, CaseIterable {
    /// By the bytes, which is the order of the code points and SQLite's own.
    case literal = "compare:"
    case caseInsensitive = "caseInsensitiveCompare:"
    case localized = "localizedCompare:"
    case localizedCaseInsensitive = "localizedCaseInsensitiveCompare:"
    case localizedStandard = "localizedStandardCompare:"

    /// The order of two UTF-8 texts.
    func order(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> ComparisonResult {
        switch self {
        case .literal: return Self.byteOrder(left, right)
        case .caseInsensitive: return TextFolding([.caseInsensitive]).order(left, right)
        case .localized, .localizedCaseInsensitive, .localizedStandard:
            // Nearly all pairs differ before anything beyond ASCII comes, which costs a hundred times as much.
            if let order = leadingOrder(left, right) { return order }
            if left.isASCII && right.isASCII { return foldedOrder(left, right).orElse { tieBreak(left, right) } }
            return fullOrder(String(decoding: left, as: UTF8.self), String(decoding: right, as: UTF8.self))
        }
    }

    /// The order of two strings.
    func order(_ left: String, _ right: String) -> ComparisonResult {
        var left = left
        var right = right
        return left.withUTF8 { left in right.withUTF8 { right in order(left, right) } }
    }

    private static func byteOrder(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> ComparisonResult {
        let shared = min(left.count, right.count)
        if shared > 0, let a = left.baseAddress, let b = right.baseAddress {
            let order = memcmp(a, b, shared)
            if order != 0 { return order < 0 ? .orderedAscending : .orderedDescending }
        }
        return left.count < right.count
            ? .orderedAscending : left.count == right.count ? .orderedSame : .orderedDescending
    }

    /// Level by level: letters, marks, case.
    private func fullOrder(_ left: String, _ right: String) -> ComparisonResult {
        let letters = TextFolding([.caseInsensitive, .diacriticInsensitive])
        return Self.withUTF8(letters.fold(left), letters.fold(right), foldedOrder)
            .orElse {
                let marks = TextFolding([.caseInsensitive])
                return Self.withUTF8(marks.fold(left), marks.fold(right), foldedOrder)
            }
            .orElse { Self.withUTF8(left, right, tieBreak) }
    }

    private static func withUTF8(
        _ left: String, _ right: String,
        _ body: (UnsafeBufferPointer<UInt8>, UnsafeBufferPointer<UInt8>) -> ComparisonResult
    ) -> ComparisonResult {
        var left = left
        var right = right
        return left.withUTF8 { left in right.withUTF8 { body(left, $0) } }
    }

    /// The order without regard to the case of ASCII letters.
    private func foldedOrder(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> ComparisonResult {
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            if self == .localizedStandard, left[i].isDigit, right[j].isDigit {
                let order = Self.compareNumbers(left, &i, right, &j)
                if order != .orderedSame { return order }
                continue
            }
            let (a, b) = (Self.weight(left[i]), Self.weight(right[j]))
            if a != b { return a < b ? .orderedAscending : .orderedDescending }
            i += 1
            j += 1
        }
        let (a, b) = (left.count - i, right.count - j)
        return a < b ? .orderedAscending : a == b ? .orderedSame : .orderedDescending
    }

    /// The order of the letters as far as both texts are ASCII; nil where that decides nothing.
    ///
    /// Marks after a letter do not matter: letters are compared before marks. A run of digits may go on beyond ASCII.
    private func leadingOrder(
        _ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>
    ) -> ComparisonResult? {
        var (i, j) = (0, 0)
        while i < left.count, j < right.count {
            let (first, second) = (left[i], right[j])
            if self == .localizedStandard, first.isDigit, second.isDigit {
                let order = Self.compareNumbers(left, &i, right, &j)
                if i < left.count, left[i] >= 0x80 { return nil }
                if j < right.count, right[j] >= 0x80 { return nil }
                if order != .orderedSame { return order }
                continue
            }
            guard first < 0x80, second < 0x80 else { return nil }
            if first != second {
                let (a, b) = (Self.weight(first), Self.weight(second))
                if a != b { return a < b ? .orderedAscending : .orderedDescending }
            }
            i += 1
            j += 1
        }
        return nil
    }

    /// Punctuation, then digits, then letters without case, then what is beyond ASCII.
    private static func weight(_ byte: UInt8) -> UInt16 {
        switch byte {
        case 0x30...0x39: UInt16(byte) + 0x100
        case 0x41...0x5A: UInt16(byte | 0x20) + 0x200
        case 0x61...0x7A: UInt16(byte) + 0x200
        case 0x80...: UInt16(byte) + 0x300
        default: UInt16(byte)
        }
    }

    /// Compares two runs of digits by value and moves past them.
    private static func compareNumbers(
        _ left: UnsafeBufferPointer<UInt8>, _ i: inout Int, _ right: UnsafeBufferPointer<UInt8>, _ j: inout Int
    ) -> ComparisonResult {
        while i < left.count, left[i] == 0x30 { i += 1 }
        while j < right.count, right[j] == 0x30 { j += 1 }
        var result = ComparisonResult.orderedSame
        while true {
            let inLeft = i < left.count && left[i].isDigit
            let inRight = j < right.count && right[j].isDigit
            if !inLeft || !inRight {
                return inLeft
                    ? finish(left, &i, .orderedDescending) : inRight ? finish(right, &j, .orderedAscending) : result
            }
            if result == .orderedSame, left[i] != right[j] {
                result = left[i] < right[j] ? .orderedAscending : .orderedDescending
            }
            i += 1
            j += 1
        }
    }

    private static func finish(
        _ text: UnsafeBufferPointer<UInt8>, _ index: inout Int, _ result: ComparisonResult
    ) -> ComparisonResult {
        while index < text.count, text[index].isDigit { index += 1 }
        return result
    }

    /// Small letters before capital ones, unless case does not matter; in the end the bytes decide.
    private func tieBreak(_ left: UnsafeBufferPointer<UInt8>, _ right: UnsafeBufferPointer<UInt8>) -> ComparisonResult {
        if self == .localizedCaseInsensitive { return .orderedSame }
        for (a, b) in zip(left, right) where a != b {
            // ASCII has the capitals first.
            return a > b ? .orderedAscending : .orderedDescending
        }
        return left.count < right.count
            ? .orderedAscending : left.count == right.count ? .orderedSame : .orderedDescending
    }
}

extension ComparisonResult {
    /// This order, or a further one where this decides nothing.
    @inline(__always)
    func orElse(_ next: () -> ComparisonResult) -> ComparisonResult {
        self == .orderedSame ? next() : self
    }

    /// The opposite order.
    var reversed: ComparisonResult {
        switch self {
        case .orderedAscending: .orderedDescending
        case .orderedSame: .orderedSame
        case .orderedDescending: .orderedAscending
        }
    }
}

extension UInt8 {
    fileprivate var isDigit: Bool { self &- 0x30 < 10 }
}
