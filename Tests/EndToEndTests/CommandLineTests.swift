import Foundation
import Testing

extension EndToEnd {
    /// The command line: what it answers, and how it refuses.
    struct CommandLineTests {
        private func objects(_ program: Program) throws -> [[String: Any]] {
            try #require(try JSONSerialization.jsonObject(with: Data(program.output.utf8)) as? [[String: Any]])
        }

        private func titles(_ home: Home, _ arguments: String...) throws -> [String] {
            let listed = try Program.run(
                Program.sundry, ["list", "--json"] + arguments, environment: home.environment)
            #expect(listed.status == 0, "\(listed.errors)")
            return try objects(listed).map { $0["title"] as? String ?? "" }
        }

        /// Whoever opens the store next reads its log from start to end.
        @Test func `a large import leaves no long log behind`() throws {
            let home = try Home()
            let lines = (1...200_000).map { "imported line \($0)" }.joined(separator: "\n")
            let file = try home.write(lines, to: "lines.txt")
            #expect(try Program.sundry("import", file.path, home: home).status == 0)
            #expect(!FileManager.default.fileExists(atPath: home.store.path + "-wal"))
            #expect(try StoreFile(url: home.store).texts("SELECT count(*) FROM ZITEM") == ["200000"])
        }

        @Test func `what is added is listed, in its list`() throws {
            let home = try Home()
            #expect(try Program.sundry("add", "oat milk", "eggs", "-l", "Groceries", home: home).status == 0)
            #expect(try Program.sundry("add", "--list=groceries", "豆腐 🥢", home: home).status == 0)
            #expect(try titles(home, "-l", "GROCERIES", "-s", "manual") == ["oat milk", "eggs", "豆腐 🥢"])
            #expect(try titles(home, "--sort", "-title") == ["豆腐 🥢", "oat milk", "eggs"])
            #expect(try titles(home, "--filter", "milk") == ["oat milk"])
            let plain = try Program.sundry("list", home: home)
            #expect(plain.output.hasPrefix("Groceries:\n") && plain.output.contains("[ ]"))
            let first = try #require(try objects(Program.sundry("list", "--json", home: home)).first)
            #expect(first["list"] as? String == "Groceries" && first["done"] as? Bool == false)
        }

        @Test func `a line may say more than a title, and it is told what was understood`() throws {
            let home = try Home()
            let line = "2 l milk #dairy 1.29EUR due:2026-12-24"
            #expect(
                try Program.sundry("add", line, home: home).output
                    == "Added “2 l milk” to Shopping: #dairy, 1.29 EUR, due thu 2026-12-24.\n")
            #expect(try Program.sundry("add", "=2 l milk", "7 up", home: home).status == 0)
            #expect(try titles(home, "-s", "manual") == ["milk", "2 l milk", "7 up"])
            let item = try objects(Program.sundry("list", "--json", "-s", "manual", home: home))[0]
            #expect(item["quantity"] as? Double == 2 && item["unit"] as? String == "l")
            #expect(item["price"] as? Double == 1.29 && item["category"] as? String == "dairy")
            #expect(try Program.sundry("help", "add", home: home).output.contains("  =2 l milk "))
        }

        @Test func `options stand anywhere, and text after two dashes is text`() throws {
            let home = try Home()
            #expect(try Program.sundry("-l", "Trip", "add", "tent", "--", "-5 °C", "--list", home: home).status == 0)
            var environment = home.environment
            environment["POSIXLY_CORRECT"] = "1"
            #expect(
                try Program.run(Program.sundry, ["add", "rope", "-l", "Trip"], environment: environment).status == 0)
            #expect(try titles(home, "-s", "manual") == ["tent", "-5 °C", "--list", "rope"])
        }

        @Test func `lines of input become items, as they are`() throws {
            let home = try Home()
            let input = "# no heading here\r\n\n  - [ ] as typed  \n"
            #expect(try Program.sundry("add", "-", home: home, input: input).status == 0)
            #expect(try titles(home, "-s", "manual") == ["# no heading here", "- [ ] as typed"])
            #expect(try Program.sundry("add", "-", home: home, input: "\n\n").status == 2)
        }

        @Test func `an import tells what it skipped and is undone as a whole`() throws {
            let home = try Home()
            let file = try home.write("# Food\n\n- [ ] milk\n- [x] eggs\nbread\n", to: "food.md")
            let dry = try Program.sundry("import", file.path, "--dry-run", home: home)
            #expect(dry.status == 0 && dry.output == "Would add 3 items to Shopping, skipped 1 line.\n")
            #expect(!FileManager.default.fileExists(atPath: home.store.path))
            let done = try Program.sundry("import", file.path, "-l", "Food", home: home)
            #expect(done.output == "Added 3 items to Food, skipped 1 line.\n")
            #expect(done.errors == "line 1: a heading\n")
            #expect(try titles(home, "--sort=manual") == ["milk", "bread"])
            #expect(try titles(home, "--sort=manual", "--all") == ["milk", "bread", "eggs"])
            #expect(try Program.sundry("undo", home: home).output == "Undid: import 3 items from food.md.\n")
            #expect(try titles(home, "--all") == [])
            #expect(try Program.sundry("redo", home: home).status == 0)
            #expect(try titles(home, "--all").count == 3)
        }

        @Test func `a part of a title means what can be ticked, or opened`() throws {
            let home = try Home()
            try Program.sundry("add", "white bread", "rye bread due:2026-12-24", home: home)
            #expect(try titles(home, "--sort", "due") == ["rye bread", "white bread"])
            #expect(try titles(home, "--sort", "-due") == ["rye bread", "white bread"])
            let none = try Program.sundry("undo-done", "bread", home: home)
            #expect(none.status == 3)
            #expect(none.errors.hasSuffix("“bread” means no ticked item: the 2 it fits are all open.\n"))
            #expect(try Program.sundry("done", "rye", home: home).status == 0)
            #expect(try Program.sundry("done", "bread", home: home).output == "Ticked “white bread”.\n")
        }

        @Test func `items are ticked, opened, removed and brought back`() throws {
            let home = try Home()
            try Program.sundry("add", "milk", "oat milk", "bread", home: home)
            #expect(try Program.sundry("done", "milk", "bre", home: home).output == "Ticked 2 items.\n")
            #expect(try titles(home) == ["oat milk"])
            #expect(try Program.sundry("undo-done", "bread", home: home).output == "Unticked “bread”.\n")
            let identifier = try #require(
                try objects(Program.sundry("list", "--json", "-f", "oat", home: home)).first?["id"])
            let digits = "\(identifier)".prefix(8).lowercased()
            #expect(try Program.sundry("remove", digits, home: home).output == "Removed “oat milk”.\n")
            #expect(try Program.sundry("undo", home: home).output == "Undid: delete oat milk.\n")
            #expect(try Set(titles(home)) == ["oat milk", "bread"])
            #expect(try Program.sundry("lists", home: home).output == "Shopping  2 open, 1 done\n")
        }

        /// What is refused, with its exit code. Typed, for the compiler would otherwise look for the type of every literal.
        private static let refused: [([String], Int32)] = [
            (["add"], 2), (["add", " "], 2), (["add", "", "x"], 2), (["add", "x", "\n", "y"], 2),
            (["add", "x", "--size", "3"], 2), (["add", "x", "-Z"], 2),
            (["frobnicate"], 2),
            (["add", "x", "-l"], 2), (["list", "more"], 2), (["add", "x", "--json"], 2),
            (["list", "--sort", "size"], 2),
            (["list", "--json=yes"], 2), (["add", "x", "-l", "Nowhere"], 3), (["list", "-l", "Nowhere"], 3),
            (["done", "wine"], 3), (["remove", "m"], 3),
            (["remove", ""], 2), (["done", " "], 2), (["undo-done", "milk", ""], 2), (["list", "-l", ""], 2),
            (["add", "x", "-c", "-l", ""], 2),
            (["import", "no-such-file"], 1), (["import", "."], 1),
            (["import", "binary"], 1), (["redo"], 1), (["add", "x", "--store", "no/such/folder/file"], 1),
            (["list", "--store", "no-such-file"], 1), (["list", "--store", "."], 1), (["list", "--store", "text"], 1),
            (["add", "x", "--store", "text"], 1), (["add", "x", "--store", ""], 2),
        ]

        @Test(arguments: refused)
        func `what cannot be done is one sentence, and changes nothing`(arguments: [String], status: Int32) throws {
            let home = try Home()
            try Program.sundry("add", "milk", "ham", "-l", "Groceries", home: home)
            try Data([0x61, 0, 0x62]).write(to: home.folder.appendingPathComponent("binary"))
            _ = try home.write(
                "a text that is longer than the head of a database file, and no database at all", to: "text")
            let before = try contents(of: home)
            let result = try Program.run(
                "/bin/sh", ["-c", "cd \"$HOME\" && exec \"$0\" \"$@\"", Program.sundry] + arguments,
                environment: home.environment)
            #expect(result.status == status, "\(arguments): \(result.output)\(result.errors)")
            #expect(result.output.isEmpty)
            #expect(result.errors.hasPrefix("sundry: ") && result.errors.hasSuffix("\n"))
            #expect(result.errors.split(separator: "\n").count == 1, "\(result.errors)")
            #expect(try contents(of: home) == before)
        }

        @Test func `an option that is written wrongly is answered with how it is written`() throws {
            let home = try Home()
            for (arguments, sentence) in [
                (["add", "x", "-l"], "The option -l needs a value: write -l LIST."),
                (["list", "--sort"], "The option --sort needs a value: write --sort KEY."),
                (["list", "--json=yes"], "The option --json takes no value: write --json alone."),
                (["list", "--s", "time"], "The option --s may mean --sort or --staples or --store: write it in full."),
            ] {
                let result = try Program.run(Program.sundry, arguments, environment: home.environment)
                #expect(result.status == 2 && result.errors == "sundry: \(sentence)\n")
            }
        }

        /// The items, and every file but the store's own, which a reader may tidy.
        private func contents(of home: Home) throws -> [String] {
            let files = try FileManager.default.subpathsOfDirectory(atPath: home.folder.path).sorted()
                .filter { !$0.contains("Sundry.sqlite") }
                .map {
                    "\($0) \(FileManager.default.contents(atPath: home.folder.appendingPathComponent($0).path)?.count ?? 0)"
                }
            return try files + StoreFile(url: home.store).titles().sorted()
        }

        @Test func `an unknown list is answered with the lists there are, and made only on demand`() throws {
            let home = try Home()
            try Program.sundry("add", "milk", "-l", "Groceries", home: home)
            let refused = try Program.sundry("add", "tent", "-l", "Trip", home: home)
            #expect(refused.status == 3 && refused.errors.contains("there is “Groceries”."))
            #expect(try Program.sundry("add", "tent", "-l", "Trip", "--create", home: home).status == 0)
            #expect(
                try Program.sundry("lists", home: home).output == "Groceries  1 open, 0 done\nTrip  1 open, 0 done\n")
        }

        @Test func `looking makes no file`() throws {
            let home = try Home()
            #expect(try titles(home) == [])
            #expect(try Program.sundry("lists", "--json", home: home).output == "[]\n")
            #expect(try Program.sundry("--demo", "list", home: home).output.contains("Groceries:"))
            #expect(try Program.sundry("--version", home: home).output.hasPrefix("sundry "))
            #expect(try FileManager.default.subpathsOfDirectory(atPath: home.folder.path) == [])
        }

        @Test func `nothing in a title reaches the terminal raw`() throws {
            let home = try Home()
            try Program.sundry("add", "\u{1B}[31mred\u{7}\u{202E}", "-l", "Lis\u{1B}t", home: home)
            let output = try Program.sundry("list", home: home).output + Program.sundry("lists", home: home).output
            #expect(!output.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || $0.value == 0x202E })
            #expect(output.contains("^[[31mred^G<U+202E>") && output.contains("Lis^[t"))
            let refused = try Program.sundry("done", "\u{1B}[2J", home: home)
            #expect(refused.status == 3 && !refused.errors.contains("\u{1B}"))
        }

        @Test func `a reader that leaves early, a full disk and a closed output are borne`() throws {
            let home = try Home()
            let input = (1...20_000).map { "item \($0)" }.joined(separator: "\n")
            try Program.sundry("add", "-", home: home, input: input)
            func shell(_ script: String) throws -> Program {
                try Program.run("/bin/bash", ["-c", script, Program.sundry], environment: home.environment)
            }
            let head = try shell("\"$0\" list | head -n 1; echo ${PIPESTATUS[0]}")
            #expect(head.errors.isEmpty && head.output.hasSuffix("\n141\n"))
            let full = try shell("\"$0\" list >/dev/full")
            #expect(full.status == 1 && full.errors.hasPrefix("sundry: The output could not be written"))
            #expect(try shell("\"$0\" list >&-").status == 1)
            // The item is there, and who reads the sentence knows it.
            let added = try shell("\"$0\" add last >/dev/full")
            #expect(added.status == 1 && added.errors.hasPrefix("sundry: What was asked for is done, but: "))
            let closed = try shell("\"$0\" import - <&-")
            #expect(closed.status == 1 && closed.errors.hasPrefix("sundry: standard input"), "\(closed.errors)")
            #expect(try StoreFile(url: home.store).integrity() == "ok")
            #expect(try StoreFile(url: home.store).titles().count == 20_001)
        }

        @Test func `a store that is not there is told of by what would make it`() throws {
            let home = try Home()
            let folder = try Program.sundry("--store=\(home.folder.path)/none/lists.sqlite", "list", home: home)
            #expect(folder.status == 1 && folder.errors.contains("does not exist: make it, or give --store another"))
            let file = try Program.sundry("--store=\(home.folder.path)/none.sqlite", "list", home: home)
            #expect(file.status == 1 && file.errors.contains("sundry add makes it"))
        }

        @Test func `many processes add at once and none is lost`() throws {
            let home = try Home()
            try Program.sundry("add", "first", home: home)
            let script = "for n in 1 2 3 4 5; do \"$0\" add \"$1 $n\" || exit 1; done"
            let shells = try (1...8).map { number in
                try Spawned(
                    "/bin/bash", ["-c", script, Program.sundry, "item \(number)"], environment: home.environment,
                    errors: home.folder.appendingPathComponent("errors-\(number)").path)
            }
            for (index, shell) in shells.enumerated() {
                #expect(shell.wait() == 0)
                let errors = home.folder.appendingPathComponent("errors-\(index + 1)").path
                #expect(FileManager.default.contents(atPath: errors)?.count == 0)
            }
            let expected = Set((1...8).flatMap { number in (1...5).map { "item \(number) \($0)" } } + ["first"])
            #expect(try Set(titles(home)) == expected)
            #expect(try titles(home).count == 41)
            for _ in 1...41 { #expect(try Program.sundry("undo", home: home).status == 0) }
            #expect(try titles(home) == [])
            #expect(try Program.sundry("undo", home: home).status == 1)
        }

        @Test func `many processes make one list`() throws {
            let home = try Home()
            for (name, arguments) in [("n", ["-l", "New", "-c"]), ("m", [])] {
                let adding = try (1...6).map {
                    try Spawned(Program.sundry, ["add", "\(name)\($0)"] + arguments, environment: home.environment)
                }
                for process in adding { #expect(process.wait() == 0) }
            }
            #expect(try Program.sundry("lists", home: home).output == "New  12 open, 0 done\n")
        }

        @Test func `each command has a page of help`() throws {
            let home = try Home()
            let overview = try Program.sundry("help", home: home)
            #expect(overview.status == 0 && overview.errors.isEmpty)
            for name in ["add", "list", "import", "lists", "done", "undo-done", "remove", "undo", "redo", "version"] {
                #expect(overview.output.contains("sundry \(name)"), "\(name)")
                let page = try Program.sundry("help", name, home: home)
                #expect(page.status == 0 && page.output.hasPrefix("Usage: sundry \(name)"), "\(name)")
                #expect(try Program.sundry(name, "--help", home: home).output == page.output)
            }
            #expect(overview.output.split(separator: "\n").allSatisfy { $0.count <= 110 })
            let readme = try String(
                contentsOf: Program.packageRoot.appendingPathComponent("README.md"), encoding: .utf8)
            for line in overview.output.split(separator: "\n") where line.hasPrefix("  sundry ") {
                let name = line.split(separator: " ")[1]
                #expect(readme.contains(name == "[--plain]" ? "--plain" : "sundry \(name)"), "README lacks \(name)")
            }
            #expect(try Program.sundry("help", "frobnicate", home: home).status == 2)
        }
    }
}
