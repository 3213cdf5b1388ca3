import Foundation
import Testing

@testable import SundryKit

/// The bytes of the journal.
@Suite struct JournalFormatTests {
    private static let name = ObjectName(entity: "Item", identifier: UUID())
    private static let other = ObjectName(entity: "ItemList", identifier: UUID())
    private static let changes: [RecordedChange] = [
        .inserted(name),
        .updated(
            name,
            [
                .init(name: "title", before: .text(""), after: .text("Crème 🍨\u{0}\n")),
                .init(name: "position", before: .real(-0.5), after: .real(.greatestFiniteMagnitude)),
                .init(name: "priority", before: .integer(.min), after: .integer(.max)),
                .init(name: "dueIsDateOnly", before: .flag(false), after: .flag(true)),
                .init(name: "list", before: .object(other), after: .nothing),
                .init(name: "tags", before: .objects([]), after: .objects([other, name])),
            ]),
        .deleted(
            other,
            [
                "price": .decimal("12345678901234567890123456789.123456789"), "extra": .data(Data(0...255)),
                "createdAt": .date(Date(timeIntervalSinceReferenceDate: 781_234_567.123_456)),
                "identifier": .identifier(UUID()), "link": .address("https://example.org/a?b#c"),
                "sign": .integer(-1),
            ]),
    ]

    @Test func `what is written is read back`() throws {
        let data = ChangeWriter.data(of: Self.changes)
        #expect(try ChangeReader.changes(in: data) == Self.changes)
        #expect(try ChangeReader.changes(in: ChangeWriter.data(of: [])) == [])
    }

    @Test func `a date that is none is damage`() {
        for seconds in [Double.nan, .infinity, -1e300, 1e12] {
            let date = RecordedValue.date(Date(timeIntervalSinceReferenceDate: seconds))
            let data = ChangeWriter.data(of: [.deleted(Self.name, ["createdAt": date])])
            #expect(throws: Problem.self) { try ChangeReader.changes(in: data) }
        }
    }

    @MainActor @Test func `a deletion of which the journal does not know enough is passed over`() throws {
        let stack = try loadedStack()
        try AddItem(titles: ["a"], to: .new("L")).run(in: stack.viewContext)
        let unknown = RecordedChange.deleted(ObjectName(entity: "Item", identifier: UUID()), ["tags": .objects([])])
        try Edit.record("add", summary: "x", changes: [unknown], in: stack.viewContext)
        try stack.viewContext.save()
        #expect(try UndoEdit().run(in: stack.viewContext) == "x")
        #expect(try titles(stack) == ["a"])
        #expect(try UndoEdit().run(in: stack.viewContext) == "add a")
    }

    @Test func `an insertion takes twenty bytes at most`() {
        let changes = (0..<1_000).map { _ in RecordedChange.inserted(.init(entity: "Item", identifier: UUID())) }
        #expect(ChangeWriter.data(of: changes).count <= 20_000)
    }

    @Test func `a record cut short is refused at every length`() {
        let data = ChangeWriter.data(of: Self.changes)
        for length in 0..<data.count {
            #expect(throws: Problem.self) { try ChangeReader.changes(in: data.prefix(length)) }
        }
    }

    @Test func `no damaged byte ends the program`() {
        let data = ChangeWriter.data(of: Self.changes)
        var random = SeededGenerator(seed: 7)
        var refused = 0
        for _ in 0..<20_000 {
            var damaged = data
            for _ in 0...2 {
                damaged[Int.random(in: 0..<data.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
            }
            if (try? ChangeReader.changes(in: damaged)) == nil { refused += 1 }
        }
        #expect(refused > 0)
    }
}
