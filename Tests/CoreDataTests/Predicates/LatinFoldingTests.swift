import Testing

@testable import CoreData

@Suite("Latin letters fold by a table")
struct LatinFoldingTests {
    private static let foldings = [
        [], [.caseInsensitive], [.diacriticInsensitive], [.caseInsensitive, .diacriticInsensitive],
    ].map { (options: ComparisonOptions) in TextFolding(options) }

    private func folded(_ text: String, _ folding: TextFolding) -> [UInt8]? {
        var text = text
        return text.withUTF8 { LatinFolding.table(for: folding).withFolded($0) { Array($0) } }
    }

    @Test("as Foundation folds them, alone and beside each other", arguments: foldings)
    func agrees(_ folding: TextFolding) {
        let scalars = (0x20..<0x250).compactMap { Unicode.Scalar(UInt32($0)) }
        for (index, scalar) in scalars.enumerated() {
            let other = scalars[(index * 37 + 11) % scalars.count]
            for text in ["\(scalar)", "x\(scalar)i", "\(scalar)\(other)", "\(other)\(scalar)\(scalar)S"] {
                if let folded = folded(text, folding) { #expect(folded == Array(folding.fold(text).utf8), "\(text)") }
            }
        }
        #expect(folded("Crème FRAÎCHE ß", folding) != nil)
    }

    @Test("and others are left to Foundation", arguments: ["e\u{301}", "キムチ", "Ωμέγα", "☕", "ǆ\u{300}"])
    func others(_ text: String) {
        for folding in Self.foldings { #expect(folded("milk \(text)", folding) == nil) }
        let pattern = TextPattern(.contains, text, TextFolding([.caseInsensitive, .diacriticInsensitive]))
        #expect(pattern.matches("milk and \(text)"))
        #expect(!pattern.matches("mïlk and kiwi"))
    }
}
