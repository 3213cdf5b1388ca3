import Foundation
import Testing

/// A package whose library has classes written by hand, `@NSManaged` properties and all, and whose program uses them from
/// another module.
@Suite("A package with handwritten classes") struct HandWrittenClientTests {
    private static let client = Fixtures.package.appendingPathComponent("Tests/Clients/HandWritten")

    /// A release build compiles CoreData once more, which takes minutes: it comes with the long run.
    private static let configurations =
        ProcessInfo.processInfo.environment["SUNDRY_SOAK"] == nil ? ["debug"] : ["debug", "release"]

    @Test("reads and writes what it declares", arguments: configurations)
    func library(_ configuration: String) throws {
        // Kept between runs: the first one builds CoreData anew.
        let scratch = Fixtures.package.appendingPathComponent(".build/clients/handwritten")
        let build = try Fixtures.run([
            "swift", "build", "-c", configuration, "--package-path", Self.client.path, "--scratch-path", scratch.path,
        ])
        #expect(build.code == 0, "\(build.output)")
        #expect(!build.output.contains("warning:"), "\(build.output)")
        try Fixtures.withFolder { folder in
            let store = folder.appendingPathComponent("Library.sqlite").path
            let program = try Fixtures.run([scratch.appendingPathComponent("\(configuration)/HandWritten").path, store])
            #expect(
                program.output == """
                    books ["Krazy Kat  1 Comic", "Bestiary paper 2 Book", "Atlas paper 2 Book"]
                    shelf by the door ["Atlas", "Bestiary", "Krazy Kat"]
                    readers ["Ida"] 1
                    colours 2
                    loan Krazy Kat a week 3.0 true
                    reminders 2 now! true true
                    old loan lost true
                    kind by post 3 2
                    keys größe Loan LastReminder

                    """)
            #expect(program.code == 0)
        }
    }
}
