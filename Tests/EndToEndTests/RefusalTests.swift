import CoreDataC
import Foundation
import Testing

extension EndToEnd {
    /// What cannot be done for a reason outside of the program, and what is only looked at.
    struct RefusalTests {
        @Test func `a dry run refuses what the import would refuse, and names the list`() throws {
            let home = try Home()
            let file = try home.write("milk\neggs\n", to: "food.txt")
            let missing = try Program.sundry("import", "-n", file.path, "--store", "/no/such/folder/x", home: home)
            #expect(missing.status == 1 && missing.output.isEmpty)
            #expect(
                try Program.sundry("import", "-n", file.path, home: home).output == "Would add 2 items to Shopping.\n")
            try Program.sundry("add", "bread", "-l", "Food", home: home)
            for dry in [["-n"], []] {
                let refused = try Program.run(
                    Program.sundry, ["import", file.path, "-l", "Fod"] + dry, environment: home.environment)
                #expect(refused.status == 3 && refused.output.isEmpty && refused.errors.contains("“Food”"))
            }
            #expect(
                try Program.sundry("import", "-n", "-l", "food", file.path, home: home).output
                    == "Would add 2 items to Food.\n")
            #expect(
                try Program.sundry("import", "-n", "-c", "-l", " New ", file.path, home: home).output
                    == "Would add 2 items to New.\n")
            #expect(try StoreFile(url: home.store).titles() == ["bread"])
        }

        @Test func `what changes items makes no store`() throws {
            let home = try Home()
            for arguments in [["undo"], ["redo"], ["done", "milk"], ["undo-done", "milk"], ["remove", "milk"]] {
                let result = try Program.run(Program.sundry, arguments, environment: home.environment)
                #expect(result.status == (arguments.count == 1 ? 1 : 3), "\(result.errors)")
            }
            #expect(try FileManager.default.subpathsOfDirectory(atPath: home.folder.path) == [])
        }

        @Test func `a data folder that cannot be read is told by every command`() throws {
            let home = try Home()
            let folder = home.folder.appendingPathComponent(".local").path
            try FileManager.default.createSymbolicLink(atPath: folder, withDestinationPath: folder)
            for command in ["list", "lists", "undo"] {
                let result = try Program.sundry(command, home: home)
                #expect(result.status == 1 && result.output.isEmpty, "\(command)")
                #expect(result.errors.contains("cannot be opened"), "\(result.errors)")
            }
        }

        @Test func `files that are not there, have no name or are no text are named`() throws {
            let home = try Home()
            _ = try home.write("a\nb\u{0}\n", to: "nul.txt")
            _ = try home.write("BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n", to: "tasks.ics")
            _ = try home.write(" [{\"description\": \"milk\"}]\n", to: "tasks.json")
            for (name, status, words) in [
                ("missing.txt", 1, "missing.txt”: check"), ("", 2, "name a file"),
                ("nul.txt", 1, "“nul.txt” is no text"),
                ("tasks.ics", 1, "“tasks.ics” is an iCalendar file"), ("tasks.json", 1, "“tasks.json” is a JSON file"),
            ] as [(String, Int32, String)] {
                let path = name.isEmpty ? "" : home.folder.appendingPathComponent(name).path
                let result = try Program.sundry("import", path, home: home)
                #expect(result.status == status && result.errors.contains(words), "\(result.errors)")
            }
            #expect(!FileManager.default.fileExists(atPath: home.store.path))
        }

        @Test func `one item is one item`() throws {
            let home = try Home()
            try Program.sundry("add", "milk", "eggs", home: home)
            try Program.sundry("done", "milk", home: home)
            #expect(try Program.sundry("done", "MILK", "eggs", home: home).output == "Ticked 1 item.\n")
        }

        @Test func `while another program holds the store, shell and screen say that they wait`() throws {
            let home = try Home()
            try Program.sundry("add", "milk", home: home)
            let lock = try Lock(home.store)
            let shell = try Terminal(home: home)
            try shell.startSundry("add eggs")
            let terminal = try Terminal(home: home)
            try terminal.startSundry()
            try terminal.wait("the item") { $0.itemLine(of: "milk") != nil }
            try terminal.press("a")
            try terminal.type("bread")
            try terminal.press("Enter")
            try terminal.wait(for: "Another program is using the store; waiting")
            try shell.wait(for: "Waiting for another program that is using the store …")
            lock.release()
            try shell.wait(for: "Added “eggs”")
            let screen = try terminal.wait("both") { $0.itemLine(of: "bread") != nil && $0.itemLine(of: "eggs") != nil }
            #expect(!screen.contains("waiting"))
        }

        /// The write lock of a store, held until it is released.
        private final class Lock {
            private var database: OpaquePointer?

            init(_ url: URL) throws {
                try #require(sqlite3_open(url.path, &database) == SQLITE_OK)
                try #require(sqlite3_exec(database, "BEGIN IMMEDIATE", nil, nil, nil) == SQLITE_OK)
            }

            func release() {
                sqlite3_close(database)
                database = nil
            }

            deinit { release() }
        }
    }
}
