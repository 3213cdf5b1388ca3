import Foundation
import Testing

/// A package of its own that depends on this one by path and drops a model into its target's folder.
@Suite("Another package") struct ItemsClientTests {
    /// Kept between runs: the first one builds CoreData anew.
    private static let scratch = Fixtures.package.appendingPathComponent(".build/clients/items")
    private static let client = Fixtures.package.appendingPathComponent("Tests/Clients/Items")

    @Test("gets its classes from its model, and lives with them") func items() throws {
        let arguments = ["swift", "build", "--package-path", Self.client.path, "--scratch-path", Self.scratch.path]
        let build = try Fixtures.run(arguments)
        #expect(build.code == 0, "\(build.output)")
        #expect(!build.output.contains("warning:"), "\(build.output)")
        try Fixtures.withFolder { folder in
            let store = folder.appendingPathComponent("Items.sqlite").path
            let program = try Fixtures.run([Self.scratch.appendingPathComponent("debug/Items").path, store])
            #expect(
                program.output == """
                    items [4, 3, 2]
                    sorted by shelf.name
                    shelf new new [true, false, false, false, false, false]
                    notes ["milk 7.0"] true

                    """)
            #expect(program.code == 0)
        }
    }
}
