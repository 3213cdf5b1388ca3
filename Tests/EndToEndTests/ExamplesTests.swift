import Foundation
import Testing

extension EndToEnd {
    /// The client code in `Sources/Examples`, run as the programs it is.
    struct ExamplesTests {
        @Test(
            arguments: [
                "lazy-container", "persistence-controller", "live-items", "by-hand", "container-subclass", "injected",
                "merge-policies", "awaited", "deferred", "migration",
            ])
        func `a shape of client code runs as on a Mac`(shape: String) throws {
            let home = try Home()
            // A program of its own place, with the compiled model beside it as in an application's bundle.
            let program = home.folder.appendingPathComponent("StacksExample")
            try FileManager.default.copyItem(at: Program.built("StacksExample"), to: program)
            let model = Program.packageRoot.appendingPathComponent("Sources/Examples/Stacks/Items.xcdatamodeld").path
            let compiled = try Program.run(
                Program.built("xcdatamodelc").path,
                ["--momd", home.folder.appendingPathComponent("Items.momd").path, model], environment: home.environment)
            try #require(compiled.status == 0, "\(compiled.errors)")
            let result = try Program.run(program.path, [shape], environment: home.environment)
            #expect(result.output == "\(shape): ok\n", "\(result.output)\(result.errors)")
            #expect(result.status == 0)
        }

        @Test func `classes written by hand have the properties that they declare`() throws {
            let home = try Home()
            let result = try Program.run(
                Program.built("HandWrittenExample").path, [], environment: home.environment)
            #expect(result.output == "handwritten: ok\n", "\(result.output)\(result.errors)")
            #expect(result.status == 0)
        }
    }
}
