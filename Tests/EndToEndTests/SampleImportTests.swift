import Foundation
import Testing

extension EndToEnd {
    /// Real lists that people have published, where they are at hand.
    @Suite(.enabled(if: Samples.areThere, "there are no samples beside the package"))
    struct SampleImportTests {
        @Test(arguments: Samples.plainTexts)
        func `every line of a real list comes in, is shown, sorted, and still there afterwards`(name: String) throws {
            let home = try Home()
            let file = Samples.folder.appendingPathComponent(name)
            let lines = try String(contentsOf: file, encoding: .utf8).split(whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            let result = try Program.sundry("import", file.path, home: home)
            #expect(result.status == 0, "\(result.errors)")
            // Each is another process, so that what is listed has survived a restart.
            let listed = try titles(home, "--sort", "manual")
            #expect(listed == lines, "in its order")
            #expect(try Set(titles(home, "--sort", "title")) == Set(lines))
            #expect(try titles(home, "--sort", "-time") == lines)

            let terminal = try Terminal(home: home, width: 150, height: 60)
            try terminal.startSundry()
            try terminal.wait(for: "\(lines.count) open")
            try terminal.press("q")
            try terminal.waitForShell()
            #expect(try StoreFile(url: home.store).integrity() == "ok")
        }

        private func titles(_ home: Home, _ arguments: String...) throws -> [String] {
            let listed = try Program.run(
                Program.sundry, ["list", "--all", "--json"] + arguments, environment: home.environment)
            let items = try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]]
            return try #require(items).compactMap { $0["title"] as? String }
        }
    }
}

/// The samples beside the package.
enum Samples {
    static let folder = Program.packageRoot.appendingPathComponent("../shared/samples/lists").standardizedFileURL
    static let areThere = FileManager.default.fileExists(atPath: folder.path)
    static let plainTexts =
        ((try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []).filter { $0.hasSuffix(".txt") }
        .sorted()
}
