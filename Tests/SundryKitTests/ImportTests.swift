import CoreData
import Foundation
import SundryKit
import Testing

/// Texts and Markdown task lists become items.
@Suite @MainActor struct ImportTests {
    private func read(_ text: String) throws -> TaskText { try TaskText(Array(text.utf8), name: "test") }

    private func titles(_ text: String) throws -> [String] { try read(text).lines.map(\.title) }

    @Test func `each line of a text is an item, as it stands`() throws {
        #expect(
            try titles("milk\n 2 l  oat milk \n\n(A) call mum @home\n3. Man\n#1 fan\nx done?\n[7] calm\n")
                == ["milk", "2 l  oat milk", "(A) call mum @home", "3. Man", "#1 fan", "x done?", "[7] calm"])
    }

    @Test func `a Markdown task list has boxes, bullets and numbers taken off`() throws {
        let text = try read(
            """
            # Shopping

            - [ ] milk
              * [x] eggs
            + [X] **bread**
            1. [ ] first
            2) [x] second
            - plain
            •   dotted
            - [link](x) stays
            - [x](y) is a link
            []  empty box
            """)
        #expect(
            text.lines.map(\.title)
                == [
                    "milk", "eggs", "**bread**", "first", "second", "plain", "dotted", "[link](x) stays",
                    "[x](y) is a link", "empty box",
                ])
        #expect(
            text.lines.map(\.isDone)
                == [false, true, true, false, true, false, false, false, false, false])
        #expect(text.lines.map(\.number) == Array(3...12))
        #expect(text.skipped.map { "\($0.number) \($0.reason)" } == ["1 a heading"])
    }

    @Test func `glyphs are boxes`() throws {
        let text = try read("☐ open\n☑ ticked\n✅ done\n✔️ emoji\n- ☒ crossed\n⬜️ square\n✓mark\n✂ scissors")
        #expect(
            text.lines.map(\.title) == ["open", "ticked", "done", "emoji", "crossed", "square", "mark", "✂ scissors"])
        #expect(text.lines.map(\.isDone) == [false, true, true, true, true, false, true, false])
    }

    @Test func `headings, rules, fences and empty tasks are told with their numbers`() throws {
        let text = try read("###### six\n####### seven\n---\n* * *\n===\n```swift\n- [ ]\n-\n- -5 °C\n--force")
        #expect(text.lines.map(\.title) == ["####### seven", "-5 °C", "--force"])
        #expect(text.skipped.map(\.number) == [1, 3, 4, 5, 6, 7, 8])
        #expect(
            text.skipped.map(\.reason)
                == [
                    "a heading", "a rule", "a rule", "a rule", "the fence of a code block", "the task has no text",
                    "the task has no text",
                ])
    }

    @Test(arguments: ["\n", "\r\n", "\r"]) func `lines end as they do anywhere`(end: String) throws {
        let text = try read("\u{FEFF}one\(end)\(end)two\(end)three")
        #expect(text.lines.map(\.title) == ["one", "two", "three"])
        #expect(text.lines.map(\.number) == [1, 3, 4])
    }

    @Test func `Latin-1, Windows-1252 and UTF-16 are understood`() throws {
        let latin: [UInt8] = [0x43, 0x72, 0xE8, 0x6D, 0x65, 0x20, 0x31, 0x80, 0x0A] + Array("Käse\n".utf8)
        #expect(try TaskText(latin, name: "").lines.map(\.title) == ["Crème 1€", "Käse"])
        let text = Array("Käse\n豆腐 🥢".utf16)
        let little: [UInt8] = [0xFF, 0xFE] + text.flatMap { [UInt8($0 & 0xFF), UInt8($0 >> 8)] }
        #expect(try TaskText(little, name: "").lines.map(\.title) == ["Käse", "豆腐 🥢"])
        let big: [UInt8] = [0xFE, 0xFF] + text.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
        #expect(try TaskText(big, name: "").lines.map(\.title) == ["Käse", "豆腐 🥢"])
    }

    @Test func `what is no text is refused whole`() {
        #expect {
            try TaskText([0x61, 0x0A, 0x62, 0x00, 0x0A], name: "")
        } throws: { ($0 as? Problem)?.sentence.contains("line 2 holds a NUL") ?? false }
    }

    @Test(arguments: [
        ("BEGIN:VCALENDAR\r\nBEGIN:VTODO\r\nSUMMARY:milk\r\n", "iCalendar"), ("\u{FEFF}\n begin:vtodo\n", "iCalendar"),
        ("BEGIN:VCARD\n", "vCard"), ("[{\"description\": \"milk\"}]", "JSON"), ("\n{\n  \"a\": [\n", "JSON"),
        ("{\"description\":\"a\"}\n{\"description\":\"b\"}\n", "JSON"), ("[\"milk\",\n\"eggs\"]\n", "JSON"),
        ("<?xml version=\"1.0\"?>\n", "XML"), ("<!doctype html>", "HTML"),
    ]) func `a file of another program is refused whole, by its kind`(text: String, kind: String) throws {
        let problem = try #require(throws: Problem.self) { try TaskText(Array(text.utf8), name: "tasks") }
        #expect(problem.kind == .failure && problem.sentence.hasPrefix("“tasks” is a"))
        #expect(problem.sentence.contains("\(kind) file, which is not read yet"))
    }

    @Test(arguments: ["[ ] milk", "[x] eggs", "[]", "[7] calm", "[link](x)", "{curly}", "<3 chocolate", "begin: now"])
    func `a line that begins as such a file does is an item`(line: String) throws {
        #expect(try read(line + "\nbread").lines.last?.title == "bread")
    }

    @Test func `the files of other programs beside the package are refused`() throws {
        let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../shared/samples/lists").standardizedFileURL
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: samples.path)) ?? [])
            .filter { name in [".json", ".ics", ".ical"].contains { name.hasSuffix($0) } }
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: samples.appendingPathComponent(name)))
            #expect(throws: Problem.self, "\(name)") { try TaskText(bytes, name: name) }
        }
    }

    @Test func `control characters are kept, very long lines refused`() throws {
        let text = try read("a\u{1B}[31mred\n" + String(repeating: "x", count: Title.longest + 1) + "\nlast")
        #expect(text.lines.map(\.title) == ["a\u{1B}[31mred", "last"])
        #expect(text.skipped.map(\.number) == [2])
        #expect(VisibleText.escaped(text.lines[0].title) == "a^[[31mred")
    }

    @Test func `an import is one step to undo and one to do again`() throws {
        let folder = try TemporaryFolder()
        let stack = try loadedStack(folder.store)
        try AddItem(titles: ["before"], to: .new("Groceries")).run(in: stack.viewContext)
        let lines = (1...1_500).map { "- [\($0 % 3 == 0 ? "x" : " ")] item \($0)" }.joined(separator: "\n")
        let target = try ItemList.target(named: "groceries", in: stack.viewContext)
        let report = try stack.run(ImportItems(read(lines), to: target))
        #expect(report.added == 1_500 && report.list == "Groceries")

        let order = ItemSort(.manual)
        let other = try loadedStack(folder.store)
        let expected = ["before"] + (1...1_500).map { "item \($0)" }
        let items = try Listing(all: true, sort: order, in: other.viewContext).items
        #expect(items.sorted { $0.position < $1.position }.map(\.title) == expected)
        #expect(
            items.sorted { ($0.timestamp ?? .distantPast) < ($1.timestamp ?? .distantPast) }.map(\.title)
                == ["before"] + expected.dropFirst().reversed())
        #expect(items.count { $0.completedAt != nil } == 500)

        let imported = try contents(of: other)
        #expect(try UndoEdit().run(in: other.viewContext) == "import 1500 items from test")
        #expect(try titles(other) == ["before"])
        try RedoEdit().run(in: other.viewContext)
        #expect(try contents(of: other) == imported)
    }

    private func titles(_ stack: SundryStack) throws -> [String] {
        try Listing(all: true, in: stack.viewContext).items.map { $0.title ?? "" }
    }

    @Test func `a cancelled import has changed nothing`() throws {
        let stack = try loadedStack()
        let progress = Progress(totalUnitCount: 0)
        progress.cancel()
        let text = try read((1...2_000).map { "item \($0)" }.joined(separator: "\n"))
        #expect(throws: Problem.self) { try stack.run(ImportItems(text, to: .new("Groceries"), progress: progress)) }
        #expect(try contents(of: stack) == [])
    }

    @Test func `the first line of what comes in at once stands on top, above what was there`() throws {
        let stack = try loadedStack()
        try AddItem(titles: ["before"], to: .new("Groceries")).run(in: stack.viewContext)
        let target = try ItemList.target(named: nil, in: stack.viewContext)
        _ = try stack.run(ImportItems(read("one\ntwo\nthree"), to: target))
        #expect(try titles(stack) == ["one", "two", "three", "before"])
        let order = ItemSort(.manual)
        #expect(
            try Listing(sort: order, in: stack.viewContext).items.map(\.title) == ["before", "one", "two", "three"])
    }

    @Test func `a text without items makes no list`() throws {
        let stack = try loadedStack()
        let report = try stack.run(ImportItems(read("# only a heading\n\n"), to: .new("Groceries")))
        #expect(report.added == 0 && report.skipped.count == 1)
        #expect(try contents(of: stack) == [])
    }

    @Test func `the texts of other programs come in line by line and survive a restart`() throws {
        let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
            .appendingPathComponent("../../../shared/samples/lists").standardizedFileURL
        let names = ((try? FileManager.default.contentsOfDirectory(atPath: samples.path)) ?? [])
            .filter { $0.hasSuffix(".txt") || $0.hasSuffix(".conf") }.sorted()
        guard !names.isEmpty else { return print("skipped: there are no samples at \(samples.path)") }
        let folder = try TemporaryFolder()
        for name in names {
            let bytes = [UInt8](try Data(contentsOf: samples.appendingPathComponent(name)))
            let expected = String(decoding: bytes, as: UTF8.self).split(whereSeparator: \.isNewline)
                .map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
            let stack = try loadedStack(folder.store)
            let report = try stack.run(ImportItems(TaskText(bytes, name: name), to: .new(name)))
            #expect(report.added == expected.count && report.skipped.isEmpty, "\(name)")
            let again = try loadedStack(folder.store)
            let listing = try Listing(
                of: name, all: true, sort: ItemSort(.time, ascending: false), in: again.viewContext)
            #expect(listing.items.map(\.title) == expected, "\(name)")
        }
    }
}
