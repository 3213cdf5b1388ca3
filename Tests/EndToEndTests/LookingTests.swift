import Foundation
import Testing

extension EndToEnd {
    /// What the program tells of the lists as a whole, and its settings.
    struct LookingTests {
        @Test func `history tells who changed what, as lines or as JSON`() throws {
            let home = try Home()
            try Program.sundry("add", "milk", "2 l oil", home: home)
            try Program.sundry("undo", home: home)
            let lines = try Program.sundry("history", home: home).output.split(separator: "\n")
            #expect(lines.count == 2 && lines[0].hasSuffix("  shell   undo: add 2 items"))
            #expect(lines[1].hasSuffix("  shell   add 2 items (undone)"))
            let json = try Program.sundry("history", "--json", "-f", "add", home: home).output
            let edits = try #require(try JSONSerialization.jsonObject(with: Data(json.utf8)) as? [[String: Any]])
            #expect(edits.count == 2 && edits[1]["undone"] as? Bool == true && edits[1]["author"] as? String == "shell")
            #expect(try Program.sundry("history", "-f", "nothing of that", home: home).output.isEmpty)
        }

        @Test func `stats draws bars, in ASCII where that is asked for`() throws {
            let home = try Home()
            #expect(try Program.sundry("stats", home: home).output.isEmpty)
            let blocks = try Program.sundry("stats", "--demo", home: home)
            #expect(blocks.status == 0 && blocks.output.contains("█") && blocks.output.contains("Open, by category"))
            let plain = try Program.sundry("stats", "--demo", "--plain", home: home).output
            #expect(plain.contains("###") && !plain.contains("█"))
        }

        @Test func `export writes what import reads, to a file or on`() throws {
            let home = try Home()
            try Program.sundry("add", "2 l milk #dairy", "eggs", "-l", "Groceries", home: home)
            try Program.sundry("done", "eggs", home: home)
            let text = "# Groceries\n\n- [ ] 2 l milk\n- [x] eggs\n"
            #expect(try Program.sundry("export", home: home).output == text)
            let file = home.folder.appendingPathComponent("out.md").path
            #expect(try Program.sundry("export", "-o", file, home: home).output == "Wrote 2 items to \(file).\n")
            #expect(try String(contentsOfFile: file, encoding: .utf8) == text)
            #expect(
                try Program.sundry("import", file, "-l", "Copy", "-c", home: home).output.hasPrefix(
                    "Added 2 items to Copy"))
            #expect(try Program.sundry("export", "-F", "csv", "-l", "copy", home: home).output.contains("\nCopy,eggs,"))
            #expect(try Program.sundry("export", "-F", "xml", home: home).status == 2)
            #expect(try Program.sundry("export", "-l", "Nowhere", home: home).status == 3)
            #expect(try Program.sundry("export", "-o", "/nowhere/out", home: home).status == 1)
            // The store is no file to be written over, by whatever name; a link stays one, and so does the mode of a file.
            let link = home.folder.appendingPathComponent("link").path
            try FileManager.default.createSymbolicLink(atPath: link, withDestinationPath: home.store.path)
            let before = try Data(contentsOf: home.store)
            for name in [home.store.path, link] {
                let refused = try Program.sundry("export", "-o", name, home: home)
                #expect(refused.status == 2 && refused.errors.contains("is a file of the store itself"))
            }
            #expect(try Data(contentsOf: home.store) == before)
            chmod(file, 0o600)
            let other = home.folder.appendingPathComponent("other").path
            try FileManager.default.createSymbolicLink(atPath: other, withDestinationPath: file)
            #expect(try Program.sundry("export", "-o", other, "-F", "csv", home: home).status == 0)
            #expect(try String(contentsOfFile: file, encoding: .utf8).contains(",eggs,"))
            #expect(try FileManager.default.destinationOfSymbolicLink(atPath: other) == file)
            let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
            #expect(mode?.intValue == 0o600)
        }

        @Test func `config tells each setting and where it comes from, and which lines make no sense`() throws {
            let home = try Home()
            var environment = home.environment
            environment["XDG_CONFIG_HOME"] = home.folder.path
            func sundry(_ arguments: String...) throws -> Program {
                try Program.run(Program.sundry, arguments, environment: environment)
            }
            let before = try sundry("config")
            #expect(before.status == 0 && before.output.contains("\nkey tick = x    # as it is without a setting\n"))
            let folder = home.folder.appendingPathComponent("sundry")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            try Data("list = Second\ncolour = red\nkey tick = t\nkey fly = f\n".utf8).write(
                to: folder.appendingPathComponent("config"))
            let after = try sundry("config")
            #expect(after.status == 1 && after.errors.contains("line 2: there is no setting “colour”"))
            #expect(after.errors.contains("line 4: there is no action “fly”"))
            #expect(
                after.output.contains("list = Second    # line 1 of ")
                    && after.output.contains("key tick = t    # line 3"))
            #expect(try sundry("add", "first", "-l", "First").status == 0)
            let lost = try sundry("add", "lost")
            #expect(lost.output == "Added “lost” to First.\n")
            #expect(lost.errors.contains("There is no list “Second”, which the config file names: “First” is taken."))
            #expect(try sundry("add", "second", "-c", "-l", "Second").status == 0)
            #expect(try sundry("add", "third").output == "Added “third” to Second.\n")
        }

        @Test func `the screen begins with the list of the settings, takes their keys, and tells of wrong lines`()
            throws
        {
            let home = try Home()
            try Program.sundry("add", "first thing", "-l", "First", home: home)
            try Program.sundry("add", "second thing", "-c", "-l", "Second", home: home)
            let folder = URL(fileURLWithPath: home.folder.path).appendingPathComponent("conf/sundry")
            try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
            let config = "list = Second\nkey tick = t\nnonsense\nkey fly = f\n"
            try Data(config.utf8).write(to: folder.appendingPathComponent("config"))
            let terminal = try Terminal(home: home, width: 80, height: 24)
            try terminal.run("export XDG_CONFIG_HOME='\(home.folder.path)/conf'")
            try terminal.startSundry()
            try terminal.wait(for: "In the config file, line 3: there is no “=” in it; sundry config tells")
            try terminal.wait("the second list") { $0.itemLine(of: "second thing") != nil }
            try terminal.press("t")
            try terminal.wait(for: "[x] second thing")
            try terminal.press("q")
            try terminal.waitForShell()
        }
    }
}
