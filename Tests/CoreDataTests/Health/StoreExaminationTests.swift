import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// What is found wrong with a store, and what repairing it does.
@Suite struct StoreExaminationTests {
    @Test func `a sound store is found sound, and nothing is written`() throws {
        let club = try ClubStore()
        let before = try club.bytes()
        #expect(try club.findings() == [])
        // Without its model, by the one that is kept in it.
        #expect(try NSPersistentStoreCoordinator.examinePersistentStore(at: club.url) == [])
        #expect(try club.bytes() == before)
    }

    @Test(arguments: StoreFaultCase.all) func `each fault is found, named and put right`(_ fault: StoreFaultCase) throws
    {
        let club = try ClubStore()
        try club.execute(fault.damage)
        let before = try club.bytes()
        let found = try club.findings()
        let named = found.filter {
            $0.kind == fault.kind && $0.entity == fault.entity && $0.property == fault.property
        }
        #expect(named.map(\.count) == [fault.count], "\(found)")
        #expect(named.allSatisfy { $0.isRepairable })
        #expect(named.allSatisfy { !$0.description.isEmpty })
        #expect(try club.bytes() == before, "to look is not to write")

        let repair = try club.repair()
        #expect(repair.remaining == [] && repair.losses == [])
        #expect(repair.changes.contains { $0.kind == fault.kind && $0.entity == fault.entity })
        #expect(try club.findings() == [])
        #expect(try club.number(fault.proof) == 1, "\(fault.proof)")
        #expect(try club.connection().value("PRAGMA integrity_check") == .text("ok"))
        // The store as it was.
        let original = try #require(repair.original)
        #expect(try Data(contentsOf: original) == before["Club.sqlite"])
        // And it opens and takes a save.
        let coordinator = try club.open()
        let context = coordinator.newContext()
        try context.checked {
            context.make("Skill", ["title": "counting"])
            try context.save()
            #expect(try context.all("Member").allSatisfy { $0.value(forKey: "badge") is UUID })
        }
        try club.close(coordinator)
        #expect(try club.findings() == [])
    }

    private func rewriteMetadata(_ club: ClubStore, _ change: (inout [String: Any]) -> Void) throws {
        let connection = try club.connection()
        guard case .blob(let bytes)? = try connection.value("SELECT Z_PLIST FROM Z_METADATA") else { return }
        var list = try #require(
            PropertyListSerialization.propertyList(from: Data(bytes), format: nil) as? [String: Any])
        change(&list)
        let data = try PropertyListSerialization.data(fromPropertyList: list, format: .binary, options: 0)
        try connection.run("UPDATE Z_METADATA SET Z_PLIST = ?", [.blob(Array(data))])
    }

    /// What is done to hashes, digest and checksum, and the entity that is named for it.
    enum HashDamage: CaseIterable {
        case wrong, missing, digest, checksum, all

        var entity: String? { self == .digest || self == .checksum ? nil : "Skill" }

        func apply(to list: inout [String: Any]) {
            var hashes = list[NSStoreModelVersionHashesKey] as? [String: Data] ?? [:]
            if self == .wrong || self == .all { hashes["Skill"] = Data(repeating: 7, count: 32) }
            if self == .missing { hashes["Skill"] = nil }
            list[NSStoreModelVersionHashesKey] = hashes
            if self == .digest { list["NSStoreModelVersionHashesDigest"] = "none" }
            if self == .checksum { list[NSPersistentStoreModelVersionChecksumKey] = "none" }
            guard self == .all else { return }
            list["NSStoreModelVersionHashesDigest"] = VersionHash.digest(of: hashes)
            list[NSPersistentStoreModelVersionChecksumKey] = VersionHash.checksum(of: hashes)
        }
    }

    @Test(arguments: HashDamage.allCases, [true, false])
    func `hashes that are not those of the model are told and put right`(damage: HashDamage, isModelKnown: Bool) throws
    {
        let club = try ClubStore()
        let coordinator = try club.open()
        let sound = try #require(coordinator.persistentStores.first?.metadata as NSDictionary?)
        try club.close(coordinator)
        try rewriteMetadata(club, damage.apply)
        let model = isModelKnown ? club.model : nil
        let found = try NSPersistentStoreCoordinator.examinePersistentStore(at: club.url, model: model)
        #expect(found.map(\.kind) == [.wrongHashes] && found.first?.entity == damage.entity, "\(found)")
        let repair = try NSPersistentStoreCoordinator.repairPersistentStore(at: club.url, model: model)
        #expect(repair.remaining == [] && repair.changes.map(\.kind) == [.wrongHashes])
        #expect(try club.findings() == [])
        let reopened = try club.open()
        #expect(reopened.persistentStores.first?.metadata as NSDictionary? == sound)
        try club.close(reopened)
    }

    @Test func `links to rows that can be told for what they are again are kept, and not said to be removed`() throws {
        let club = try ClubStore()
        try club.execute("UPDATE ZTEAM SET Z_ENT = 99 WHERE ZTITLE = 'Reds'")
        try club.execute("UPDATE ZSKILL SET Z_ENT = 99 WHERE ZTITLE = 'running'")
        let found = try club.findings().map(\.kind)
        #expect(found.contains(.danglingKey) && found.contains(.danglingPair) && found.contains(.foreignRow))
        let (members, pairs) = (
            "SELECT count(*) FROM ZPERSON WHERE ZTEAM IS NOT NULL", "SELECT count(*) FROM Z_5SKILLS"
        )
        let before = try [club.number(members), club.number(pairs)]
        let repair = try club.repair()
        #expect(Set(repair.changes.map(\.kind)) == [.foreignRow], "\(repair.changes)")
        #expect(try [club.number(members), club.number(pairs)] == before)
        #expect(try club.findings() == [])
    }

    @Test func `as many links are said to be removed as are`() throws {
        let club = try ClubStore()
        try club.execute(
            "UPDATE ZSKILL SET Z_ENT = 99 WHERE ZTITLE = 'running'; DELETE FROM ZSKILL WHERE ZTITLE = 'passing'")
        #expect(try club.findings().first { $0.kind == .danglingPair }?.count == 80)
        let repair = try club.repair()
        #expect(repair.changes.filter { $0.kind == .danglingPair }.map(\.count) == [40])
        #expect(try club.number("SELECT count(*) FROM Z_5SKILLS") == 80)
    }

    @Test(
        "Apple's stores are found sound", .enabled(if: SampleFiles.areThere, "no samples"),
        arguments: SampleFiles.stores)
    func samples(path: String) throws {
        try SampleFiles.withCopy(of: path) { connection in
            let found = try NSPersistentStoreCoordinator.examinePersistentStore(
                at: URL(fileURLWithPath: connection.path))
            #expect(found == [])
        }
    }

    @Test func `a store in use is examined as it is, and not repaired`() throws {
        let club = try ClubStore()
        let coordinator = try club.open()
        let context = coordinator.newContext()
        try context.checked {
            context.make("Skill", ["title": "counting"])
            try context.save()
        }
        #expect(try club.findings() == [])
        try club.execute("UPDATE ZSKILL SET Z_OPT = NULL WHERE ZTITLE = 'running'")
        #expect(try club.findings().map(\.kind) == [.unversionedRow])
        #expect {
            try club.repair()
        } throws: { ($0 as NSError).code == NSPersistentStoreTimeoutError }
        #expect(try club.findings().map(\.kind) == [.unversionedRow])
        try club.close(coordinator)
        #expect(try club.repair().hasReplaced)
        #expect(try club.findings() == [])
    }

    @Test func `what the log holds alone is repaired, and kept, too`() throws {
        let club = try ClubStore()
        let coordinator = try club.open()
        let context = coordinator.newContext()
        try context.checked {
            context.make("Skill", ["title": "counting"])
            try context.save()
        }
        // As a killed process leaves it: the file, and its log beside it.
        let copy = try ClubStore()
        for suffix in ["", "-wal"] {
            let target = URL(fileURLWithPath: copy.url.path + suffix)
            try? FileManager.default.removeItem(at: target)
            try FileManager.default.copyItem(at: URL(fileURLWithPath: club.url.path + suffix), to: target)
        }
        let log = try Data(contentsOf: URL(fileURLWithPath: copy.url.path + "-wal"))
        let repair = try copy.repair()
        let original = try #require(repair.original)
        #expect(try Data(contentsOf: URL(fileURLWithPath: original.path + "-wal")) == log)
        #expect(try copy.number("SELECT count(*) FROM ZSKILL") == 4)
        #expect(
            try Connection(path: original.path, access: .readWrite).value("SELECT count(*) FROM ZSKILL") == .integer(4))
        try club.close(coordinator)
    }

    @Test func `what is no store is told and left alone`() throws {
        let folder = ScratchFolder()
        let url = folder.url.appendingPathComponent("other.sqlite")
        try Connection(path: url.path, access: .create).execute("CREATE TABLE other (x)")
        let bytes = try Data(contentsOf: url)
        #expect { try NSPersistentStoreCoordinator.examinePersistentStore(at: url) } throws: {
            ($0 as NSError).code == NSPersistentStoreInvalidTypeError
        }
        #expect { try NSPersistentStoreCoordinator.repairPersistentStore(at: url) } throws: {
            ($0 as NSError).code == NSPersistentStoreInvalidTypeError
        }
        #expect(try Data(contentsOf: url) == bytes)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.url.path) == ["other.sqlite"])
    }
}
