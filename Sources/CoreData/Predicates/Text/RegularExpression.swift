import Foundation

/// The pattern of MATCHES: it must cover the whole text. One that cannot be compiled raises when it is matched, as on a Mac, and
/// not when it is read: a model may hold one that nobody ever uses.
///
/// Sendable: `NSRegularExpression` is immutable and documented as safe to use from several threads.
struct RegularExpression: @unchecked Sendable {
    private let expression: Result<NSRegularExpression, any Error>
    private let pattern: String
    private let folding: TextFolding

    init(_ pattern: String, _ folding: TextFolding) {
        // Case is left to the expression engine: folding the pattern would turn \S into \s.
        self.folding = TextFolding(folding.ignoresDiacritics ? [.diacriticInsensitive] : [.normalized])
        let pattern = folding.ignoresDiacritics ? self.folding.fold(pattern) : pattern
        self.pattern = pattern
        expression = Result {
            try NSRegularExpression(
                pattern: "\\A(?:\(pattern))\\z", options: folding.ignoresCase ? [.caseInsensitive] : [])
        }
    }

    func matches(_ text: String) -> Bool {
        let text = folding.fold(text)
        let expression: NSRegularExpression
        switch self.expression {
        case .success(let compiled): expression = compiled
        case .failure(let error):
            raise(
                "NSInvalidArgumentException",
                "Can't do regex matching, reason: (Can't open pattern \(pattern): \(error.localizedDescription))")
        }
        return expression.firstMatch(in: text, range: NSRange(text.startIndex..., in: text)) != nil
    }
}
