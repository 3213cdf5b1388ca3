import Foundation
import Testing

extension EndToEnd {
    /// `sundry doctor`: what is wrong with a store, told and put right.
    struct DoctorTests {
        private func home() throws -> Home {
            let home = try Home()
            try Program.sundry("add", "milk *party", "eggs", "-l", "Food", home: home)
            return home
        }

        /// A way to damage the store, what is told of it, and a question whose answer is 1 once it is repaired.
        struct Damage: Sendable, CustomTestStringConvertible {
            let sql: [String]
            let told: String
            let proof: String

            var testDescription: String { told }
        }

        static let damages = [
            Damage(
                sql: ["DELETE FROM ZITEMLIST"], told: "2 items belong to a list that is not there:",
                proof: "SELECT count(*) = 2 FROM ZITEM JOIN ZITEMLIST l ON ZLIST = l.Z_PK WHERE l.ZNAME = 'Found again'"
            ),
            Damage(
                sql: ["UPDATE ZITEM SET ZLIST = NULL WHERE ZTITLE = 'eggs'"], told: "1 item is in no list:",
                proof: "SELECT count(*) = 1 FROM ZITEM JOIN ZITEMLIST l ON ZLIST = l.Z_PK WHERE l.ZNAME = 'Found again'"
            ),
            Damage(
                sql: [
                    "DROP INDEX Z_Item_UNIQUE_identifier",
                    "UPDATE ZITEM SET ZIDENTIFIER = (SELECT ZIDENTIFIER FROM ZITEM LIMIT 1)",
                ], told: "1 item has the identifier of another:",
                proof: "SELECT count(DISTINCT ZIDENTIFIER) = 2 FROM ZITEM"),
            Damage(
                sql: ["UPDATE ZEDIT SET ZCHANGES = x'010203'"],
                told: "1 entry of the journal cannot be read, and keeps what is older from being undone:",
                proof: "SELECT ZUNDONEAT IS NOT NULL FROM ZEDIT"),
            Damage(
                sql: ["UPDATE ZITEM SET ZISDONE = 1 WHERE ZTITLE = 'eggs'"],
                told: "1 item is ticked in one place and not in another:",
                proof: "SELECT ZCOMPLETEDAT IS NOT NULL FROM ZITEM WHERE ZTITLE = 'eggs'"),
            Damage(
                sql: ["UPDATE ZITEMLIST SET ZFOLDEDNAME = 'other'"],
                told: "1 list is kept under another name than its own:",
                proof: "SELECT ZFOLDEDNAME = 'food' FROM ZITEMLIST"),
            Damage(
                sql: ["DELETE FROM ZTAG"], told: "1 link between items and tags leads nowhere:",
                proof: "SELECT count(*) = 0 FROM Z_4TAGS"),
            Damage(
                sql: ["UPDATE Z_PRIMARYKEY SET Z_MAX = 0 WHERE Z_NAME = 'Item'"],
                told: "The counter of items is behind, so that nothing can be added:",
                proof: "SELECT Z_MAX = 2 FROM Z_PRIMARYKEY WHERE Z_NAME = 'Item'"),
            Damage(
                sql: ["UPDATE ZITEM SET ZTITLE = NULL"], told: "2 items have no title:",
                proof: "SELECT count(*) = 2 FROM ZITEM WHERE ZTITLE = ''"),
            Damage(
                sql: ["UPDATE ZITEM SET ZQUANTITY = x'00' WHERE ZTITLE = 'eggs'"],
                told: "1 item has a quantity that is none:",
                proof: "SELECT ZQUANTITY IS NULL FROM ZITEM WHERE ZTITLE = 'eggs'"),
            Damage(
                sql: ["DROP INDEX Z_Item_byTime"], told: "The index Z_Item_byTime is missing:",
                proof: "SELECT count(*) = 1 FROM sqlite_master WHERE name = 'Z_Item_byTime'"),
            Damage(
                sql: ["UPDATE Z_METADATA SET Z_PLIST = x'00'"],
                told: "The store’s description of itself cannot be read:",
                proof: "SELECT length(Z_PLIST) > 500 FROM Z_METADATA"),
            Damage(
                sql: ["DELETE FROM ATRANSACTION"], told: "rows of the history tell of what is not there:",
                proof: "SELECT count(*) = 0 FROM ACHANGE"),
        ]

        @Test func `a sound store is said to be sound`() throws {
            let home = try home()
            let result = try Program.sundry("doctor", home: home)
            #expect(result.status == 0 && result.errors.isEmpty)
            #expect(result.output == "“\(home.store.path)” is sound: 1 list, 2 items and 1 edit.\n")
            // Nothing to repair is nothing to change.
            #expect(try Program.sundry("doctor", "--repair", home: home).output == result.output)
            let json = try Program.sundry("doctor", "--json", home: home)
            let object = try #require(
                JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any])
            #expect(object["sound"] as? Bool == true && (object["findings"] as? [Any])?.isEmpty == true)
        }

        @Test(arguments: damages) func `each fault is told in a sentence and put right`(_ damage: Damage) throws {
            let home = try home()
            let store = StoreFile(url: home.store)
            for sql in damage.sql { _ = try store.texts(sql) }
            let found = try Program.sundry("doctor", home: home)
            #expect(found.status == 1 && found.output.contains(damage.told), "\(found.output)\(found.errors)")
            #expect(found.errors.contains(home.store.path))
            let json = try Program.sundry("doctor", "--json", home: home)
            #expect(json.status == 1 && json.output.contains("\"sound\":false"))
            #expect(json.output.contains(damage.told))

            let repaired = try Program.sundry("doctor", "--repair", home: home)
            #expect(repaired.status == 0 && repaired.errors.isEmpty, "\(repaired.errors)")
            #expect(repaired.output.contains("\(home.store.path).damaged"), "\(repaired.output)")
            #expect(try store.texts(damage.proof) == ["1"], "\(damage.proof)")
            #expect(try store.integrity() == "ok")
            #expect(try Program.sundry("doctor", home: home).status == 0)
            #expect(try Program.sundry("list", home: home).status == 0)
            #expect(try Program.sundry("add", "bread", home: home).status == 0)
            #expect(try StoreFile(url: URL(fileURLWithPath: home.store.path + ".damaged")).integrity() == "ok")
        }

        @Test func `what a damaged page held is found again in the indexes`() throws {
            let home = try Home()
            let titles = (0..<3_000).map { "item \($0) " + String(repeating: "x", count: 40) }
            let file = try home.write(titles.joined(separator: "\n"), to: "items.txt")
            try Program.sundry("import", file.path, home: home)
            _ = try StoreFile(url: home.store).titles()
            var bytes = try Data(contentsOf: home.store)
            for title in ["item 1500 ", "item 2995 "] {
                let page = try #require(bytes.range(of: Data(title.utf8))).lowerBound / 4096 * 4096
                bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xA5, count: 4096))
            }
            try bytes.write(to: home.store)
            let found = try Program.sundry("doctor", home: home)
            #expect(found.status == 1 && found.output.contains("damaged"), "\(found.output)")
            let copied = try Program.sundry("backup", home.folder.path + "/copy.sqlite", home: home)
            #expect(copied.status == 1 && copied.errors.contains("run sundry doctor first"), "\(copied.errors)")
            let repaired = try Program.sundry("doctor", "--repair", home: home)
            #expect(repaired.status == 0, "\(repaired.output)\(repaired.errors)")
            #expect(try Set(StoreFile(url: home.store).titles()) == Set(titles))
            #expect(try StoreFile(url: home.store).integrity() == "ok")
            #expect(try Data(contentsOf: URL(fileURLWithPath: home.store.path + ".damaged")) == bytes)
            #expect(try Program.sundry("doctor", home: home).status == 0)
        }

        @Test func `a store that a window shows is looked at, and not repaired`() throws {
            let home = try home()
            let terminal = try Terminal(home: home)
            try terminal.startSundry()
            try terminal.wait(for: "eggs")
            #expect(try Program.sundry("doctor", home: home).status == 0)
            _ = try StoreFile(url: home.store).texts("UPDATE ZITEM SET ZLIST = NULL WHERE ZTITLE = 'milk'")
            #expect(try Program.sundry("doctor", home: home).output.contains("1 item is in no list"))
            let refused = try Program.sundry("doctor", "--repair", home: home)
            #expect(refused.status == 1 && refused.errors.contains("close every window"), "\(refused.errors)")
            try terminal.press("q")
            try terminal.waitForShell()
            #expect(try Program.sundry("doctor", "--repair", home: home).status == 0)
            #expect(try StoreFile(url: home.store).texts("SELECT count(*) FROM ZITEM WHERE ZLIST IS NULL") == ["0"])
        }

        @Test func `where there is no store it says so, and makes none`() throws {
            let home = try Home()
            for arguments in [["doctor"], ["doctor", "--repair"], ["backup", home.folder.path + "/copy"]] {
                let result = try Program.run(Program.sundry, arguments, environment: home.environment)
                #expect(result.status == 1 && result.errors.contains("There is no store"), "\(result.errors)")
            }
            #expect(try Program.sundry("doctor", "--demo", home: home).status == 2)
            #expect(try FileManager.default.subpathsOfDirectory(atPath: home.folder.path) == [])
        }
    }

    /// `sundry backup`.
    struct BackupTests {
        @Test func `a copy is made while a window is open, and is a store`() throws {
            let home = try Home()
            try Program.sundry("add", "milk", "eggs", home: home)
            let terminal = try Terminal(home: home)
            try terminal.startSundry()
            try terminal.wait(for: "eggs")
            let copy = home.folder.appendingPathComponent("copy.sqlite")
            let made = try Program.sundry("backup", copy.path, home: home)
            #expect(made.status == 0 && made.output == "Copied the lists to “\(copy.path)”.\n", "\(made.errors)")
            #expect(try StoreFile(url: copy).integrity() == "ok")
            #expect(try Program.sundry("list", "--store", copy.path, home: home).output.contains("milk"))
            #expect(try Program.sundry("doctor", "--store", copy.path, home: home).status == 0)
            try Program.sundry("add", "bread", home: home)
            try terminal.wait(for: "bread")
            #expect(try Set(StoreFile(url: copy).titles()) == ["milk", "eggs"])

            let refused = try Program.sundry("backup", copy.path, home: home)
            #expect(refused.status == 1 && refused.errors.contains("add --force"), "\(refused.errors)")
            #expect(try Program.sundry("backup", "--force", copy.path, home: home).status == 0)
            #expect(try Set(StoreFile(url: copy).titles()) == ["milk", "eggs", "bread"])
            try terminal.press("q")
            try terminal.waitForShell()
        }

        @Test func `nothing else is overwritten`() throws {
            let home = try Home()
            try Program.sundry("add", "milk", home: home)
            let letter = try home.write("Dear Ada, this is no store of anything.", to: "letter.txt")
            let refused = try Program.sundry("backup", "--force", letter.path, home: home)
            #expect(refused.status == 1 && refused.errors.contains("no store of lists"), "\(refused.errors)")
            #expect(try String(contentsOf: letter, encoding: .utf8).hasPrefix("Dear Ada"))
            let itself = try Program.sundry("backup", "--force", home.store.path, home: home)
            #expect(itself.status == 2 && itself.errors.contains("the store itself"), "\(itself.errors)")
            let folder = try Program.sundry("backup", home.folder.path, home: home)
            #expect(folder.status == 1 && folder.errors.contains("is a folder: name a file in it"), "\(folder.errors)")
            let nowhere = try Program.sundry("backup", "/no/such/folder/x", home: home)
            #expect(nowhere.status == 1 && nowhere.errors.contains("/no/such/folder"), "\(nowhere.errors)")
            #expect(try StoreFile(url: home.store).titles() == ["milk"])
        }
    }
}
