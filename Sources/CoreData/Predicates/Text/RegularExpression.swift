import Foundation

/// The pattern of MATCHES: it must cover the whole text.
///
/// Sendable: `NSRegularExpression` is immutable and documented as safe to use from several threads.
struct RegularExpression: @unchecked Sendable {
    private let expression: NSRegularExpression
    private let folding: TextFolding

    init(_ pattern: String, _ folding: TextFolding) {
        // Case is left to the expression engine: folding the pattern would turn \S into \s.
        self.folding = TextFolding(folding.ignoresDiacritics ? [.diacriticInsensitive] : [.normalized])
        let pattern = folding.ignoresDiacritics ? self.folding.fold(pattern) : pattern
        do {
            expression = try NSRegularExpression(
                pattern: "\\A(?:\(pattern))\\z", options: folding.ignoresCase ? [.caseInsensitive] : [])
        } catch {
            raise(
                "NSInvalidArgumentException",
                "Can't do regex matching, reason: (Can't open pattern \(pattern): \(error.localizedDescription))")
        }
    }

    func matches(_ text: String) -> Bool {
        let text = folding.fold(text)
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
