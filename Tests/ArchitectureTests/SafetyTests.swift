import Testing

/// What the compiler is told to take on trust has its reason beside it.
@Suite struct SafetyTests {
    @Test func `every unchecked promise says what keeps it`() throws {
        let promise = /@unchecked Sendable|nonisolated\(unsafe\)|\btry!/
        try expectReasons { line in
            (line.contains("unchecked") || line.contains("unsafe") || line.contains("try!")) && line.contains(promise)
        }
    }

    @Test func `every forced value says why it is there`() throws {
        let force = /[\w\])]!(?=[\s.,)\]\[;:}]|$)/
        // `Type!` in a declaration forces nothing.
        let declaration = /:\s*[\w.<>\[\]]+!(\s*[{=]|\s*$)/
        try expectReasons { $0.contains("!") && $0.contains(force) && !$0.contains(declaration) }
    }

    /// A statement over several lines has its reason above its first one, and a run of such lines shares one; a reason
    /// may also be the first line of the body. Documentation counts when it speaks of what holds, not of what the
    /// declaration does.
    private func expectReasons(where isTrusting: (Substring) -> Bool) throws {
        let reason = /(^|\s)\/\/ \S|\/\/\/.*\b(Sendable|immutable|never|only|once|queue|lock|thread|guard)/
        for file in try SourceTree("Sources", "Plugins").files where !file.module.hasPrefix("Examples/") {
            for (number, line) in file.lines.enumerated() {
                let code = SourceTree.File.code(line)
                guard isTrusting(code) else { continue }
                let near = file.lines[max(0, number - 4)...min(number + 2, file.lines.count - 1)]
                #expect(
                    near.contains { $0.contains(reason) },
                    "\(file.path):\(number + 1) gives no reason: \(code.trimmed)")
            }
        }
    }
}
