import Testing

/// SQL text stands in one place.
@Suite struct StatementTests {
    @Test func `statements are written in the SQLite store alone`() throws {
        let statement =
            /"[^"]*\b(SELECT .*\bFROM|INSERT (OR \w+ )?INTO|DELETE FROM|UPDATE \S+ SET|CREATE (UNIQUE )?(TABLE|INDEX|VIRTUAL|TRIGGER)|DROP (TABLE|INDEX)|ALTER TABLE|PRAGMA \w)/
        var found = 0
        for file in try SourceTree("Sources").files where file.module != "SundryBenchmarks" {
            let isStore = file.path.hasPrefix("Sources/CoreData/Stores/SQLite/")
            for (number, line) in file.lines.enumerated() where line.contains("\"") && line.contains(statement) {
                found += 1
                #expect(isStore, "\(file.path):\(number + 1) holds SQL: \(line.trimmed)")
            }
        }
        #expect(found > 10, "the rule has found too few statements to be true")
    }
}

extension StringProtocol where SubSequence == Substring {
    /// Without the blanks around it.
    var trimmed: Substring {
        guard let first = firstIndex(where: { !$0.isWhitespace }), let last = lastIndex(where: { !$0.isWhitespace })
        else { return "" }
        return self[first...last]
    }
}
