import Foundation
import SundryKit
import Testing

@testable import SundryScreens

@MainActor
@Suite("A row says in one line what there is to say of its item")
struct RowAsideTests {
    private func window(width: Int) throws -> Window {
        let window = try Window(width: width, height: 9)
        try window.fill("Groceries", with: [])
        let lines = [
            "2 l milk #Dairy 1.29EUR due:2099-12-24 !2", "paper", "ham #Meat", "bread due:2020-01-01", "call mum !1",
        ]
        let target = try ItemList.target(named: nil, in: window.context)
        try AddItem(lines: lines, to: target).run(in: window.context)
        _ = window.surface()
        for (number, item) in window.items.items.rows.objects(from: 0, count: 9).enumerated() {
            item.timestamp = Date(timeIntervalSince1970: 1_700_000_000 - Double(number) * 86_400)
        }
        try window.context.save()
        return window
    }

    /// The rows as they are, times left in, with one blank for many.
    private func rows(_ window: Window) -> [String] {
        window.surface().lines.dropFirst().dropLast().compactMap { line in
            line.firstRange(of: "[").map {
                line[$0.lowerBound...].replacing(/\d\d:\d\d/, with: "T").replacing(/\s\s+/, with: "  ")
                    .trimmingCharacters(in: .whitespaces)
            }
        }
    }

    @Test("What is due, priority and category before the time, where all of it has room")
    func wide() throws {
        let window = try window(width: 120)
        window.press("z")
        #expect(
            rows(window) == [
                "[ ] 2 l milk  !2  Dairy  due 2099-12-24  2023-11-14 T", "[ ] paper  2023-11-13 T",
                "[ ] ham  Meat  2023-11-12 T", "[ ] bread  overdue 2020-01-01  2023-11-11 T",
                "[ ] call mum  !1  2023-11-10 T",
            ])
    }

    @Test("The time gives way, then the category, before a title is cut")
    func narrow() throws {
        let window = try window(width: 40)
        #expect(
            rows(window) == [
                "[ ] 2 l milk  !2  due 2099-12-24", "[ ] paper", "[ ] ham  Meat", "[ ] bread  overdue 2020-01-01",
                "[ ] call mum  !1",
            ])
        #expect(rows(try self.window(width: 20)).prefix(2) == ["[ ] 2 l milk  !2", "[ ] paper"])
    }

    @Test("A long title is cut for what is due, not for the rest")
    func long() throws {
        let window = try Window(width: 70, height: 5)
        try window.fill("Groceries", with: [])
        let title = String(repeating: "very ", count: 10) + "long"
        let target = try ItemList.target(named: nil, in: window.context)
        let lines = ["\(title) due:2099-12-24 #Dairy", "\(title) ago #Dairy"]
        try AddItem(lines: lines, to: target).run(in: window.context)
        let rows = rows(window)
        #expect(rows[0].hasPrefix("[ ] very very") && rows[0].hasSuffix("ve…  due 2099-12-24"))
        #expect(rows[1] == "[ ] \(title) ago")
    }

    @Test("What the list is sorted by is told first; under headings of categories none is repeated")
    func sorted() throws {
        let window = try window(width: 40)
        window.press("sp")
        #expect(rows(window)[0] == "[ ] 2 l milk  1.29 EUR  due 2099-12-24")
        window.press("sc")
        #expect(rows(window)[0].contains("Dairy"))
        window.press("gc")
        #expect(rows(window).contains("[ ] ham"))
    }

    @Test("What is overdue is told in a colour too, and no more once it is done")
    func overdue() throws {
        let window = try window(width: 60)
        #expect(!window.surface().columns(row: 4, styled: .overdue).isEmpty)
        window.press("4jkx")
        let bread = try #require(rows(window).first { $0.contains("bread") })
        #expect(bread.hasPrefix("[x] bread  due 2020-01-01"))
    }
}
