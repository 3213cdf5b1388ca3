import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Pages that cannot be read: what is on others is kept, and what the indexes hold.
@Suite struct StoreSalvageTests {
    private let count: Int64 = 800

    private func club() throws -> ClubStore {
        try ClubStore(members: Int(count) / 2, note: String(repeating: "-", count: 60))
    }

    @Test func `rows of a damaged page are put together from the indexes, and told of`() throws {
        let club = try club()
        try club.damagePage(with: "Blues 7-")
        let found = try club.findings()
        #expect(
            found.contains { [.damagedPages, .damagedIndex].contains($0.kind) && $0.entity == "Person" }, "\(found)")
        let repair = try club.repair()
        #expect(repair.hasReplaced, "\(repair.remaining)")
        #expect(try club.findings() == [])
        // Whichever page it was, of the table or of the index by name: no member is gone, and each has its name.
        #expect(try club.number("SELECT count(*) FROM ZPERSON WHERE Z_ENT = 5") == count)
        #expect(try club.number("SELECT count(*) FROM ZPERSON WHERE ZNAME LIKE 'Blues %' AND Z_ENT = 5") == count / 2)
        #expect(try club.number("SELECT count(DISTINCT ZBADGE) FROM ZPERSON") == count)
        #expect(try club.number("SELECT count(*) FROM ZLOCKER") == count)
    }

    @Test func `where the whole table is gone the indexes give what they hold`() throws {
        let club = try club()
        try club.damageRoot(of: "ZPERSON")
        #expect(try club.findings().contains { $0.kind == .damagedPages && $0.entity == "Person" })
        let repair = try club.repair()
        #expect(repair.hasReplaced, "\(repair.remaining)")
        let loss = try #require(repair.losses.first { $0.entity == "Person" })
        #expect(loss.count == 0 && loss.pieced == Int(count) + 2)
        #expect(try club.number("SELECT count(*) FROM ZPERSON WHERE ZNAME LIKE 'Blues %' AND Z_ENT = 5") == count / 2)
        #expect(try club.number("SELECT count(*) FROM ZPERSON WHERE ZTEAM IS NOT NULL") == count)
    }

    @Test func `an index that is damaged costs nothing`() throws {
        let club = try club()
        try club.damageRoot(of: "Z_Member_byName")
        let found = try club.findings()
        #expect(found.map(\.kind) == [.damagedIndex] && found[0].entity == "Person", "\(found)")
        let repair = try club.repair()
        #expect(repair.hasReplaced && repair.losses == [])
        #expect(try club.findings() == [])
    }

    @Test func `what no index holds is lost, counted, and named`() throws {
        let club = try club()
        let guests = try #require(try club.number("SELECT count(*) FROM ZGUEST"))
        // The only index is the one of the keys of members, and it goes, too.
        try club.damageRoot(of: "ZGUEST")
        try club.damageRoot(of: "ZGUEST_Z5GUESTS_INDEX")
        let repair = try club.repair()
        #expect(repair.hasReplaced, "\(repair.remaining)")
        let loss = try #require(repair.losses.first { $0.entity == "Guest" })
        #expect(guests == count && loss.count == nil && loss.pieced == 0)
        #expect(try club.number("SELECT count(*) FROM ZGUEST") == 0)
        #expect(try club.number("SELECT count(*) FROM ZPERSON") == count + 2)
    }

    @Test func `a file whose first page is gone is told of, and left as it is`() throws {
        let club = try club()
        var bytes = try Data(contentsOf: club.url)
        bytes.replaceSubrange(100..<4096, with: Data(repeating: 0xA5, count: 3996))
        try bytes.write(to: club.url)
        #expect(try club.findings().map(\.kind) == [.damagedPages])
        #expect(throws: (any Error).self) { try club.repair() }
        #expect(try Data(contentsOf: club.url) == bytes)
    }
}
