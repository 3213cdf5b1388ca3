import Foundation
import Testing

extension EndToEnd {
    /// A store that the user may read and not write.
    struct ReadOnlyTests {
        /// Before a command line: nobody's rights, where the tests have those of root, who may write anything.
        private static let nobody =
            getuid() == 0 ? ["/usr/bin/setpriv", "--reuid=65534", "--regid=65534", "--clear-groups", "--"] : []

        private static let canBeNobody: Bool = {
            guard let home = try? Home(), let version = try? run(["version"], home) else { return false }
            return version.status == 0
        }()

        private static func run(_ arguments: [String], _ home: Home) throws -> Program {
            let line = nobody + [Program.sundry] + arguments
            return try Program.run(line[0], Array(line.dropFirst()), environment: home.environment)
        }

        /// A store in a folder that may not be written, with its log beside it or without.
        private func store(in home: Home, withLog: Bool) throws -> URL {
            let folder = home.folder.appendingPathComponent("shared 50%?")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let store = folder.appendingPathComponent("lists.sqlite")
            try Program.sundry("add", "milk", "eggs", "--store", store.path, home: home)
            // Whoever closes a database last takes its log away.
            if !withLog { _ = try StoreFile(url: store).titles() }
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            #expect(files.count == (withLog ? 3 : 1))
            for file in files { chmod(folder.appendingPathComponent(file).path, 0o444) }
            chmod(folder.path, 0o555)
            chmod(home.folder.path, 0o755)
            return store
        }

        private func contents(of store: URL) throws -> [String: Data] {
            let folder = store.deletingLastPathComponent()
            let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
            return try Dictionary(
                uniqueKeysWithValues: files.map { ($0, try Data(contentsOf: folder.appendingPathComponent($0))) })
        }

        @Test(.enabled(if: canBeNobody, "the tests run as root, and may not become nobody"), arguments: [true, false])
        func `is listed, and every edit is refused in one sentence`(withLog: Bool) throws {
            let home = try Home()
            let store = try store(in: home, withLog: withLog)
            let before = try contents(of: store)
            let list = try Self.run(["list", "--store", store.path], home)
            #expect(list.status == 0 && list.output.contains("milk") && list.errors.isEmpty, "\(list.errors)")
            let lists = try Self.run(["lists", "--store", store.path], home)
            #expect(lists.output == "Shopping  2 open, 0 done\n")
            for edit in [["add", "bread"], ["done", "milk"], ["remove", "eggs"], ["undo"], ["redo"]] {
                let refused = try Self.run(edit + ["--store", store.path], home)
                #expect(refused.status == 1 && refused.output.isEmpty)
                #expect(
                    refused.errors == "sundry: Nothing was changed: the store is read-only; change its permissions.\n")
            }
            #expect(try contents(of: store) == before)
        }

        @Test(.enabled(if: canBeNobody, "the tests run as root, and may not become nobody"), arguments: [true, false])
        func `is shown on the screen, which says that nothing can be changed`(withLog: Bool) throws {
            let home = try Home()
            let store = try store(in: home, withLog: withLog)
            let before = try contents(of: store)
            let terminal = try Terminal(home: home)
            let program = (Self.nobody + [Program.sundry]).joined(separator: " ")
            try terminal.run("clear; \(program) --store '\(store.path)'")
            let screen = try terminal.wait("the items") { $0.itemLine(of: "milk") != nil }
            #expect(screen.contains("The store may not be written: look at the lists; nothing can be changed."))
            #expect(screen.contains("2 open · read-only · newest first"))
            for key in ["x", "d", "a", "u"] {
                try terminal.press("j")
                try terminal.wait("the keys") { $0.contains("? help") }
                try terminal.press(key)
                try terminal.wait(for: "Nothing was changed: the store is read-only; change its permissions.")
            }
            // It can be looked at in another order, which is not kept.
            try terminal.press("s", "n")
            try terminal.wait(for: "2 open · read-only · by title")
            try terminal.press("s", "s")
            try terminal.wait(for: "2 open · read-only · by title, Z first")
            try terminal.press("q")
            try terminal.waitForShell()
            #expect(try contents(of: store) == before)
        }
    }
}
