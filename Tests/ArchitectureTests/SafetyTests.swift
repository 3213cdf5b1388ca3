import Testing

/// What the compiler is told to take on trust has its reason beside it.
@Suite struct SafetyTests {
    @Test func `every unchecked promise says what keeps it`() throws {
        try expectReasons(/@unchecked Sendable|nonisolated\(unsafe\)|\btry!/) { _ in true }
    }

    @Test func `every forced value says why it is there`() throws {
        // `Type!` in a declaration forces nothing.
        try expectReasons(/[\w\])]!(?=[\s.,)\]\[;:}]|$)/) { line in
            !line.contains(/:\s*[\w.<>\[\]]+!(\s*[{=]|\s*$)/)
        }
    }

    /// A statement over several lines has its reason above its first one, and a run of such lines shares one; a reason
    /// may also be the first line of the body. Documentation tells what, not why: it does not count.
    private func expectReasons(_ rule: some RegexComponent, where counts: (String) -> Bool) throws {
        for file in try SourceTree("Sources", "Plugins").files where !file.module.hasPrefix("Examples/") {
            for (number, line) in file.code.enumerated() where line.contains(rule) && counts(line) {
                let near = file.lines[max(0, number - 4)...min(number + 2, file.lines.count - 1)]
                #expect(
                    near.contains { $0.contains(/(^|\s)\/\/ \S/) },
                    "\(file.path):\(number + 1) gives no reason: \(line.trimmed)")
            }
        }
    }
}
