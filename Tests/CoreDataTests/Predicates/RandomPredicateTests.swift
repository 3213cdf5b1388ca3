import CoreData
import Foundation
import Testing

@testable import CoreData

/// What the grammar of the format language makes at random picks the same objects everywhere.
@Suite("A random predicate")
struct RandomPredicateTests {
    /// A seed a predicate: so many from the first on.
    private static let seeds = SoakSize.seeds(300, soak: 6_000, from: 1)

    /// Where the items are when they are searched.
    private enum State: CaseIterable {
        /// In a file, searched by SQL.
        case stored
        case inMemory
        /// Not saved yet.
        case new
        /// Saved with other values, and changed since.
        case changed
    }

    /// Ten items in two lists, and three in none; with gaps, or with a value for everything.
    private static func fill(_ context: NSManagedObjectContext, _ state: State, hasGaps: Bool) throws {
        let lists = ["x", "É"].map { name in
            let list = ShopList(context: context)
            list.name = name
            return list
        }
        let tags = ["red", "Éa"].map { name in
            let tag = ShopTag(context: context)
            tag.name = name
            return tag
        }
        let items = (0..<13).map { $0 % 5 == 4 ? ShopOffer(context: context) : ShopItem(context: context) }
        if state == .changed {
            for (number, item) in items.enumerated() {
                item.title = "former \(number)"
                item.count = 77
                item.list = lists[0]
            }
            try context.save()
        }
        let titles = ["x0", "X1", "é", "E\u{301}x", "", "a", "😀b", "x7", "red", "1", "x10", "Offer", "3.5"]
        for (number, item) in items.enumerated() {
            func gap(_ oneIn: Int) -> Bool { hasGaps && number % oneIn == 3 }
            item.setValue(gap(6) ? nil : titles[number], forKey: "title")
            item.count = Int32([1, 2, 3, -4, 5, 0, 7, 2, 16, 3, 1, 100, 4][number])
            item.done = number % 3 == 0
            item.setValue(gap(5) ? nil : Double(number) * 0.75 - 2, forKey: "weight")
            item.setValue(
                gap(4) ? nil : Date(timeIntervalSinceReferenceDate: Double(number) * 50.5), forKey: "timestamp")
            item.setValue(
                gap(7) ? nil : NSDecimalNumber(string: ["1.5", "3", "0.25", "2.5"][number % 4]), forKey: "price")
            item.identifier = gap(8) ? nil : UUID(uuidString: "00000000-0000-0000-0000-00000000000\(number % 10)")
            item.setValue(gap(4) ? nil : URL(string: "http://x\(number)"), forKey: "site")
            item.setValue(gap(5) ? nil : Data([1, UInt8(number)]), forKey: "photo")
            item.list = hasGaps && number > 9 ? nil : lists[number % 2]
            item.tags = hasGaps && number % 4 == 0 ? NSSet() : NSSet(array: number % 3 == 0 ? tags : [tags[number % 2]])
            let texts = hasGaps && number % 5 == 0 ? [] : number % 2 == 0 ? ["a", "É", "b"] : ["b"]
            item.steps = NSOrderedSet(
                array: texts.map { text in
                    let step = ShopStep(context: context)
                    step.text = text
                    return step
                })
        }
    }

    /// The numbers of the items that each format picks.
    private static func picks(_ state: State, _ formats: [String], hasGaps: Bool) throws -> [[Int]] {
        let stack = try ShopStack(state == .inMemory ? .memory : .null)
        return try stack.work { context in
            try fill(context, state, hasGaps: hasGaps)
            if state == .stored || state == .inMemory {
                try context.save()
                context.reset()
            }
            return try formats.map { format in
                let request = NSFetchRequest<NSManagedObject>(entityName: "Item")
                request.predicate = NSPredicate(format: format)
                return try context.fetch(request).map { item in
                    let timestamp = (item.value(forKey: "photo") as? Data)?.last.map(Int.init)
                    return timestamp ?? 1000 + (item.value(forKey: "count") as? Int ?? 0)
                }.sorted()
            }
        }
    }

    @Test(
        "10.25 picks the same from a file, from memory, among new and among changed objects, and reads back as printed")
    func agreement() throws {
        for negates in [false, true] {
            let formats = Self.seeds.map { seed in
                var grammar = PredicateGrammar(seed: UInt64(seed), negates: negates)
                return grammar.format()
            }
            let found = try State.allCases.map { try Self.picks($0, formats, hasGaps: !negates) }
            for (index, seed) in Self.seeds.enumerated() {
                let format = formats[index]
                for (state, picks) in zip(State.allCases, found) where picks[index] != found[1][index] {
                    Issue.record(
                        "seed \(seed): \(picks[index]) when \(state), \(found[1][index]) in memory: \(format)")
                }
                let predicate = NSPredicate(format: format)
                #expect(NSPredicate(format: printedFormat(predicate)) == predicate, "seed \(seed): \(format)")
            }
            let telling = found[1].filter { !$0.isEmpty && $0.count < 13 }.count
            #expect(telling > formats.count / 5, "\(telling) of \(formats.count) pick some and leave some")
        }
    }
}
