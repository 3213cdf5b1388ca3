import Testing

/// Size and names of files.
@Suite struct FileTests {
    @Test func `no source file has more than 500 lines, no test more than 800`() throws {
        for file in try SourceTree("Sources", "Plugins").files {
            #expect(file.lines.count <= 501, "\(file.path) has \(file.lines.count - 1) lines")
        }
        for file in try SourceTree("Tests").files {
            #expect(file.lines.count <= 801, "\(file.path) has \(file.lines.count - 1) lines")
        }
    }

    @Test func `a module has no two files of one name`() throws {
        let names = Dictionary(grouping: try SourceTree("Sources").files) { "\($0.module)/\($0.name)" }
        for (name, files) in names {
            #expect(files.count == 1, "\(name) is there \(files.count) times: \(files.map(\.path))")
        }
    }

    @Test func `no file is named after what it is not`() throws {
        // Apple's own names.
        for file in try SourceTree("Sources").files
        where file.name != "UndoManager.swift" && !file.name.hasPrefix("NS") {
            let match = file.name.firstMatch(of: /(Manager|Helper|Utils?|Handler|Impl)(\+\w+)?\.swift$/)
            #expect(match == nil, "\(file.path): name the thing it owns or the step it does")
        }
    }
}
