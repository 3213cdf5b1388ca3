import CoreData
import Foundation
import SundryKit
import Testing

/// What is counted, and how it is drawn; what is written for other programs.
@Suite @MainActor struct StatisticsTests {
    @Test func `open items by category, bought ones by week and month, cleared ones too`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let lines = ["milk #Dairy 2EUR", "3x lemons #Produce 0.50EUR", "curd #Dairy", "salt"]
        let items = try AddItem(lines: lines, to: .new("Groceries")).run(in: context)
        try CompleteItem(Array(items.prefix(2))).run(in: context)
        try ClearDone(#require(items[0].list)).run(in: context)
        let statistics = try Statistics(in: context)
        #expect(statistics.open.map { "\($0.name) \($0.text)" } == ["Dairy 1", "No category 1"])
        #expect(statistics.bought.map { "\($0.name) \($0.text)" } == ["Dairy 1", "Produce 1"])
        #expect(statistics.weeks.count == 8 && statistics.weeks.last?.value == 2)
        #expect(statistics.months.map(\.currency) == ["EUR"] && statistics.months[0].bars.last?.text == "3.50")
        items[0].completedAt = Date().addingTimeInterval(-8 * 86_400)
        try context.save()
        let weeks = try Statistics(in: context).weeks.map(\.value)
        #expect(weeks.reduce(0, +) == 2 && weeks.last == 1)
    }

    @Test func `what is open and what was spent, by list, shop and currency`() throws {
        let context = try loadedStack().viewContext
        let food = try AddItem(
            lines: [
                "2x milk 1.50EUR", "wine @aldi 8EUR", "tea @\"Corner Shop\" 2EUR", "tea @corner 2EUR", "jam 3USD",
                "salt",
            ],
            to: .new("Groceries")
        ).run(in: context)
        let tools = try AddItem(lines: ["500 g nails 4EUR", "glue 6EUR"], to: .new("Tools")).run(in: context)
        try EditList(#require(food[0].list), .shop("Edeka")).run(in: context)
        try AddShop("Aldi").run(in: context)
        func told(_ sums: [(currency: String, bars: [Statistics.Bar])]) -> [String] {
            sums.map { "\($0.currency): " + $0.bars.map { "\($0.name) \($0.text)" }.joined(separator: ", ") }
        }
        var statistics = try Statistics(in: context)
        #expect(told(statistics.lists) == ["EUR: Groceries 15.00, Tools 10.00", "USD: Groceries 3.00"])
        #expect(
            told(statistics.shops) == [
                "EUR: Aldi 8.00, Edeka 3.00, Corner Shop 2.00, corner 2.00, No shop 10.00", "USD: Edeka 3.00",
            ])
        #expect(statistics.spent.isEmpty)
        try CompleteItem([food[1], tools[1]]).run(in: context)
        statistics = try Statistics(in: context)
        #expect(told(statistics.spent) == ["EUR: Aldi 8.00, No shop 6.00"])
        let text = StatisticsText(statistics, barWidth: 4).lines.map(\.name)
        for heading in ["Open, by list, EUR", "Open, by shop, USD", "Spent in 6 months, by shop, EUR"] {
            #expect(text.contains(heading), "\(heading)")
        }
    }

    @Test func `bars and numbers, in blocks or in ASCII`() throws {
        let stack = try loadedStack()
        try AddItem(lines: ["a #X", "b #X", "c #Y"], to: .new("All")).run(in: stack.viewContext)
        let statistics = try Statistics(in: stack.viewContext)
        let lines = StatisticsText(statistics, barWidth: 4).lines
        #expect(lines.map(\.name) == ["Open, by category", "X", "Y"])
        #expect(lines[1].bar == "████" && lines[2].bar == "██" && lines[2].text == "1")
        #expect(StatisticsText(statistics, barWidth: 4, isPlain: true).lines[2].bar == "##")
        #expect(StatisticsText(try Statistics(in: loadedStack().viewContext), barWidth: 4).lines.isEmpty)
    }

    @Test func `items are written in each format`() throws {
        let stack = try loadedStack()
        let context = stack.viewContext
        let items = try AddItem(lines: ["2 l milk #Dairy 1.29EUR due:2026-12-24", "a \"b\", c"], to: .new("My list"))
            .run(in: context)
        try CompleteItem([items[1]]).run(in: context)
        let listing = try Listing(all: true, sort: ItemSort(.manual), in: context)
        func text(_ format: ItemsExport.Format) -> String {
            String(decoding: ItemsExport(listing, as: format).bytes, as: UTF8.self)
        }
        #expect(text(.markdown) == "# My list\n\n- [ ] 2 l milk\n- [x] a \"b\", c\n")
        let rows = text(.csv).split(separator: "\n")
        #expect(rows.count == 3 && rows[0].hasPrefix("list,title,quantity,unit,done"))
        #expect(rows[1].hasPrefix("My list,milk,2,l,no,") && rows[1].contains(",2026-12-24,1.29,EUR,Dairy,"))
        #expect(rows[2].hasPrefix("My list,\"a \"\"b\"\", c\",,,yes,"))
        let todo = text(.todo).split(separator: "\n")
        #expect(todo[0].hasSuffix(" 2 l milk +My-list @Dairy due:2026-12-24") && todo[1].hasPrefix("x "))
        #expect(text(.json).hasPrefix("[{\"id\":"))
        #expect(try ItemsExport.Format(word: "todo") == .todo)
        #expect(throws: Problem.self) { try ItemsExport.Format(word: "xml") }
    }
}
