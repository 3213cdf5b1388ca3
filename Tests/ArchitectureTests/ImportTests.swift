import Testing

/// Which module may import which: the table of the house style.
@Suite struct ImportTests {
    private static let allowed: [String: Set<String>] = [
        "CoreDataSQLite": ["CoreDataC"],
        "CoreData": ["Foundation", "Synchronization", "Dispatch", "CoreDataSQLite", "CoreDataC"],
        "CoreDataModelCompiler": ["CoreData", "Foundation", "FoundationXML"],
        "xcdatamodelc": ["CoreDataModelCompiler"],
        "SundryTerminal": ["SundryC", "Foundation"],
        "SundryKit": ["CoreData", "Foundation"],
        "SundryScreens": ["SundryKit", "CoreData", "SundryTerminal", "Foundation"],
        "sundry": ["SundryKit", "SundryScreens", "SundryC", "Foundation"],
        "Examples/*": ["CoreData", "Foundation"],
    ]
    private static let inside: Set<String> = ["CoreDataSQLite", "CoreDataC"]

    @Test func `every import stands in the table`() throws {
        // Attributes, an access level, `import`, a kind of declaration, the module.
        let statement =
            /^\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(public|package|internal|fileprivate|private)\s+)?import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var)\s+)?(\w+)/
        var seen = 0
        for file in try SourceTree("Sources").files where file.module != "SundryBenchmarks" {
            let key = file.module.hasPrefix("Examples/") ? "Examples/*" : file.module
            let allowed = try #require(Self.allowed[key], "\(file.module) has no row in the table")
            for line in file.lines where line.contains("import ") {
                guard let match = SourceTree.File.code(line).firstMatch(of: statement) else { continue }
                seen += 1
                let module = String(match.2)
                #expect(allowed.contains(module), "\(file.path) imports \(module)")
                if file.module == "CoreData", Self.inside.contains(module) {
                    #expect(match.1 == "internal", "\(file.path): SQLite stays inside: internal import \(module)")
                }
            }
        }
        #expect(seen > 20, "the rule has found too few imports to be true")
    }
}
