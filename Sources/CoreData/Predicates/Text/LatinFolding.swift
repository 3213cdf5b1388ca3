/// The folded forms of the letters up to U+024F, the Latin of Europe, which fold one by one whatever stands beside them.
/// Foundation says once how; asked for every text, it takes a hundred times as long.
struct LatinFolding: Sendable {
    /// For each scalar the number of bytes, and the bytes; the number is 0 for one that is left to Foundation.
    private let forms: [UInt8]
    private let ignoresCase: Bool

    private static let end = 0x250
    // Each is made when the first text needs it.
    private static let byForm = LatinFolding(ignoresCase: false, ignoresDiacritics: false)
    private static let byCase = LatinFolding(ignoresCase: false, ignoresDiacritics: true)
    private static let byMarks = LatinFolding(ignoresCase: true, ignoresDiacritics: false)
    private static let byLetters = LatinFolding(ignoresCase: true, ignoresDiacritics: true)

    /// The table for a folding.
    static func table(for folding: TextFolding) -> LatinFolding {
        if folding.ignoresCase { return folding.ignoresDiacritics ? byLetters : byMarks }
        return folding.ignoresDiacritics ? byCase : byForm
    }

    private init(ignoresCase: Bool, ignoresDiacritics: Bool) {
        var options: ComparisonOptions = []
        if ignoresCase { options.insert(.caseInsensitive) }
        if ignoresDiacritics { options.insert(.diacriticInsensitive) }
        let folding = TextFolding(options)
        var forms = [UInt8](repeating: 0, count: Self.end * 4)
        for value in 0x80..<Self.end {
            guard let scalar = Unicode.Scalar(UInt32(value)) else { continue }
            let form = Array(folding.fold(String(scalar)).utf8)
            guard (1...3).contains(form.count) else { continue }
            forms[value * 4] = UInt8(form.count)
            for (index, byte) in form.enumerated() { forms[value * 4 + 1 + index] = byte }
        }
        self.forms = forms
        self.ignoresCase = ignoresCase
    }

    /// Calls `body` with the folded form of a UTF-8 text; nil, and it is not called, where the text has other letters.
    func withFolded<Result>(
        _ text: UnsafeBufferPointer<UInt8>, _ body: (UnsafeBufferPointer<UInt8>) -> Result
    ) -> Result? {
        // Two bytes of a scalar become three at most.
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: text.count * 2) { buffer in
            fold(text, into: buffer).map { body(UnsafeBufferPointer(rebasing: buffer[..<$0])) }
        }
    }

    /// The length of the folded form.
    private func fold(_ text: UnsafeBufferPointer<UInt8>, into buffer: UnsafeMutableBufferPointer<UInt8>) -> Int? {
        forms.withUnsafeBufferPointer { forms in
            var length = 0
            var index = 0
            while index < text.count {
                let byte = text[index]
                if byte < 0x80 {
                    buffer[length] = ignoresCase && byte &- 0x41 < 26 ? byte | 0x20 : byte
                    length += 1
                    index += 1
                    continue
                }
                guard byte & 0xE0 == 0xC0, index + 1 < text.count, text[index + 1] & 0xC0 == 0x80 else { return nil }
                let scalar = Int(byte & 0x1F) << 6 | Int(text[index + 1] & 0x3F)
                guard scalar < Self.end, forms[scalar * 4] > 0 else { return nil }
                for place in 1...Int(forms[scalar * 4]) {
                    buffer[length] = forms[scalar * 4 + place]
                    length += 1
                }
                index += 2
            }
            return length
        }
    }
}
