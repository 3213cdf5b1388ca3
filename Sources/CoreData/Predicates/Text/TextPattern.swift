import Foundation

/// The right side of a text comparison, prepared once and matched against many texts.
///
///     let pattern = TextPattern(.contains, "cafe", TextFolding([.caseInsensitive, .diacriticInsensitive]))
///     pattern.matches("Café con leche")  // true
///
/// A text whose bytes are all ASCII is matched in place; so may the SQL functions of a store hand over SQLite's bytes.
struct TextPattern: Sendable {
    /// How the text must relate to the pattern.
    enum Relation: Sendable {
        case equal
        case beginsWith
        case endsWith
        case contains
        /// `?` stands for one character, `*` for any number, `\` for the next character itself.
        case like
        /// A regular expression (ICU's syntax) over the whole text.
        case matches
    }

    private enum Matcher: Sendable {
        case wildcards(Wildcards)
        case expression(RegularExpression)
    }

    private let relation: Relation
    private let folding: TextFolding
    private let isASCII: Bool
    /// The folded pattern, to be compared byte by byte. Not a case of the matcher, which would be copied for every text.
    private let bytes: [UInt8]
    /// For the relations that bytes do not decide.
    private let matcher: Matcher?

    /// Prepares a pattern. An invalid regular expression raises as on Apple's platforms.
    init(_ relation: Relation, _ pattern: String, _ folding: TextFolding) {
        self.relation = relation
        self.folding = folding
        let folded = relation == .matches ? pattern : folding.fold(pattern)
        isASCII = folded.utf8.allSatisfy { $0 < 0x80 }
        bytes = Array(folded.utf8)
        switch relation {
        case .like: matcher = .wildcards(Wildcards(folded))
        case .matches: matcher = .expression(RegularExpression(pattern, folding))
        default: matcher = nil
        }
    }

    func matches(_ text: String) -> Bool {
        var text = text
        return text.withUTF8 { matches($0) }
    }

    /// Whether a UTF-8 text matches.
    func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if relation != .like, relation != .matches { return matchesBytes(text) }
        return switch matcher {
        case .wildcards(let wildcards):
            text.isASCII
                ? wildcards.matches(ascii: text, folding)
                : wildcards.matches(folding.fold(String(decoding: text, as: UTF8.self)))
        case .expression(let expression): expression.matches(String(decoding: text, as: UTF8.self))
        case nil: false
        }
    }

    private func matchesBytes(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
        if text.isASCII {
            // Folding keeps ASCII within ASCII, so a pattern beyond it cannot occur.
            guard isASCII else { return false }
            if relation == .contains { return bytes.withUnsafeBufferPointer { text.containsASCII($0, folding) } }
            return bytes.withUnsafeBufferPointer { matches(text, relation, $0, folding) }
        }
        let exact = TextFolding([.normalized])
        return bytes.withUnsafeBufferPointer { pattern in
            if folding.comparesBytes { return matches(text, relation, pattern, exact) }
            let latin = LatinFolding.table(for: folding)
            if let found = latin.withFolded(text, { matches($0, relation, pattern, exact) }) { return found }
            var folded = folding.fold(String(decoding: text, as: UTF8.self))
            return folded.withUTF8 { matches($0, relation, pattern, exact) }
        }
    }

    private func matches(
        _ text: UnsafeBufferPointer<UInt8>, _ relation: Relation, _ pattern: UnsafeBufferPointer<UInt8>,
        _ folding: TextFolding
    ) -> Bool {
        let room = text.count - pattern.count
        guard room >= 0 else { return false }
        switch relation {
        case .equal: return room == 0 && text.hasPattern(pattern, at: 0, folding)
        case .beginsWith: return text.hasPattern(pattern, at: 0, folding) && text.isCharacterBoundary(pattern.count)
        case .endsWith: return text.hasPattern(pattern, at: room, folding)
        default: return contains(text, pattern, folding)
        }
    }

    private func contains(
        _ text: UnsafeBufferPointer<UInt8>, _ pattern: UnsafeBufferPointer<UInt8>, _ folding: TextFolding
    ) -> Bool {
        guard let first = pattern.first else { return true }
        var start = 0
        let last = text.count - pattern.count
        while start <= last {
            if folding.fold(text[start]) == first, text.hasPattern(pattern, at: start, folding),
                text.isCharacterBoundary(start + pattern.count)
            {
                return true
            }
            start += 1
        }
        return false
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether no combining mark follows, which would make the character before it another one.
    fileprivate func isCharacterBoundary(_ offset: Int) -> Bool {
        guard offset < count, self[offset] >= 0x80 else { return true }
        // Marks take at most four bytes; what comes after them is cut and does not matter.
        let next = String(decoding: self[offset..<Swift.min(offset + 4, count)], as: UTF8.self).unicodeScalars.first
        return next.map { !$0.properties.isGraphemeExtend } ?? true
    }
}
