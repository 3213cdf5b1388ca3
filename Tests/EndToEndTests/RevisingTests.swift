import Foundation
import Testing

extension EndToEnd {
    /// Items that are changed, moved and come back, and staples, from the command line.
    struct RevisingTests {
        private func objects(_ home: Home, _ arguments: String...) throws -> [[String: Any]] {
            let listed = try Program.run(Program.sundry, ["list", "--json"] + arguments, environment: home.environment)
            return try #require(try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]])
        }

        private func titles(_ home: Home, _ arguments: String...) throws -> [String] {
            let listed = try Program.run(
                Program.sundry, ["list", "--json", "-s", "manual"] + arguments, environment: home.environment)
            let items = try JSONSerialization.jsonObject(with: Data(listed.output.utf8)) as? [[String: Any]]
            return (items ?? []).map { $0["title"] as? String ?? "" }
        }

        @Test func `edit changes what is said and nothing else`() throws {
            let home = try Home()
            try Program.sundry("add", "2 l milk #dairy 1.29EUR", "oat milk", home: home)
            let edited = try Program.sundry("edit", "milk", "soy", "milk", "3", "l", "due:2026-12-24", home: home)
            #expect(edited.output == "Changed “milk”: title soy milk, amount 3 l, due 2026-12-24.\n")
            let item = try #require(try objects(home, "-f", "soy").first)
            #expect(item["quantity"] as? Double == 3 && item["category"] as? String == "dairy")
            #expect(item["price"] as? Double == 1.29 && item["due"] as? String == "2026-12-24")
            #expect(
                try Program.sundry("edit", "soy", "due:", "price:", home: home).output
                    == "Changed “soy milk”: price none, due none.\n")
            #expect(try Program.sundry("edit", "soy", "3 l", home: home).output == "Nothing to do: it is so already.\n")
            #expect(try Program.sundry("undo", home: home).output == "Undid: edit soy milk.\n")
            #expect(try objects(home, "-f", "soy").first?["due"] as? String == "2026-12-24")
            for (arguments, status) in [
                (["edit", "soy"], 2), (["edit", "soy", " "], 2), (["edit", "soy", "#"], 2), (["edit", "wine", "x"], 3),
                (["edit", "m", "x"], 3), (["move", "soy"], 2), (["move", "soy", "-l", "Nowhere"], 3),
                (["move", "wine", "-l", "Shopping"], 3), (["move", "soy", "-l", ""], 2), (["edit", "", "x"], 2),
            ] as [([String], Int32)] {
                let refused = try Program.run(Program.sundry, arguments, environment: home.environment)
                #expect(refused.status == status && refused.output.isEmpty, "\(arguments)")
                #expect(refused.errors.split(separator: "\n").count == 1)
            }
        }

        @Test func `move puts items into another list, which is made on demand`() throws {
            let home = try Home()
            try Program.sundry("add", "tent", "rope", "milk", home: home)
            #expect(
                try Program.sundry("move", "tent", "rope", "-l", "Trip", "-c", home: home).output
                    == "Moved 2 items to Trip.\n")
            #expect(try titles(home, "-l", "Trip") == ["tent", "rope"])
            #expect(
                try Program.sundry("move", "tent", "-l", "trip", home: home).output
                    == "Nothing to do: Trip has it already.\n")
            #expect(try Program.sundry("undo", home: home).output == "Undid: move 2 items to Trip.\n")
            #expect(try titles(home, "-l", "Shopping") == ["tent", "rope", "milk"])
        }

        @Test func `what recurs comes back on the same day in every time zone`() throws {
            let home = try Home()
            var environment = home.environment
            try Program.sundry("add", "pay rent every:month due:2027-01-31", home: home)
            for (zone, due) in [
                ("Pacific/Kiritimati", "2027-02-28"), ("Pacific/Pago_Pago", "2027-03-31"), ("UTC", "2027-04-30"),
            ] {
                environment["TZ"] = zone
                let done = try Program.run(Program.sundry, ["done", "pay rent"], environment: environment)
                #expect(done.output.hasSuffix(" \(due).\n") && done.output.hasPrefix("Ticked “pay rent”; due again "))
                #expect(try objects(home).map { $0["due"] as? String } == [due])
            }
            #expect(try Program.sundry("undo", home: home).output == "Undid: tick pay rent.\n")
            #expect(try objects(home).map { $0["due"] as? String } == ["2027-03-31"])
        }

        @Test func `staples are told, made and put on a list`() throws {
            let home = try Home()
            #expect(try Program.sundry("staples", home: home).output.isEmpty)
            #expect(!FileManager.default.fileExists(atPath: home.store.path), "looking makes no file")
            #expect(try Program.sundry("add", "--staples", home: home).status == 1)
            #expect(
                try Program.sundry("staples", "2 l milk #dairy 1.29EUR", "bread", home: home).output
                    == "2 products are staples now.\n")
            #expect(try Program.sundry("staples", home: home).output == "bread\n2 l milk  #dairy\n")
            let json = try Program.sundry("staples", "--json", home: home).output
            #expect(json.contains("{\"name\":\"milk\",\"quantity\":2,\"unit\":\"l\",\"category\":\"dairy\""))
            try Program.sundry("add", "bread", "-l", "Home", home: home)
            #expect(
                try Program.sundry("add", "--staples", "-l", "Home", home: home).output == "Added “2 l milk” to Home.\n"
            )
            #expect(
                try Program.sundry("add", "--staples", home: home).output
                    == "Nothing to do: all 2 staples are on Home.\n")
            #expect(try Program.sundry("add", "x", "--staples", home: home).status == 2)
            #expect(
                try Program.sundry("staples", "--drop", "bread", home: home).output
                    == "“bread” is no staple any more.\n")
            #expect(try Program.sundry("staples", "--drop", home: home).status == 2)
            #expect(try Program.sundry("staples", "--drop", "wine", home: home).status == 3)
        }

        @Test func `undo that would overwrite what was done later says so, and does it when forced`() throws {
            let home = try Home()
            try Program.sundry("add", "milk", home: home)
            try Program.sundry("edit", "milk", "oat", "milk", home: home)
            // As a program that knows of no journal does.
            _ = try StoreFile(url: home.store).texts("UPDATE ZITEM SET ZTITLE = 'soy milk'")
            let refused = try Program.sundry("undo", home: home)
            #expect(refused.status == 1 && refused.output.isEmpty)
            #expect(
                refused.errors
                    == "sundry: Nothing was changed: “soy milk” was changed later (title); with --force that is overwritten.\n"
            )
            #expect(try titles(home) == ["soy milk"])
            #expect(try Program.sundry("undo", "--force", home: home).output == "Undid: edit milk to oat milk.\n")
            #expect(try titles(home) == ["milk"])
            _ = try StoreFile(url: home.store).texts("UPDATE ZITEM SET ZTITLE = 'rice milk'")
            #expect(try Program.sundry("redo", home: home).status == 1)
            #expect(try Program.sundry("redo", "--force", home: home).output == "Redid: edit milk to oat milk.\n")
            #expect(try titles(home) == ["soy milk"], "what was overwritten by the undoing is there again")
        }
    }
}
