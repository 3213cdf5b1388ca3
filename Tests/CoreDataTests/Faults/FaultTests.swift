import CoreData
import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// Each write, fsync, lock and read of what is done to a store goes wrong in turn: it gives an error with SQLite's code, or is
/// made up for; the file holds all of what was to be done or nothing; and once the fault is gone, the same succeeds.
@Suite struct FaultTests {
    private static let isSoak = ProcessInfo.processInfo.environment["SUNDRY_SOAK"] != nil

    /// Operations of which one goes wrong: all, or in the short form the first ones and some later.
    private static var numbers: any Sequence<Int> {
        isSoak ? AnySequence(1...) : AnySequence([1, 4, 7, 20])
    }

    private func expectedContent(_ scenario: FaultScenario, _ template: FaultyFolder, _ options: [AnyHashable: Any])
        throws -> (before: StoreContent, after: StoreContent)
    {
        let folder = FaultyFolder()
        if scenario.needsStore { try folder.folder.take(storeAt: template.store) }
        let before = try StoreContent(folder.store)
        let work = try scenario.prepare(folder.store, options)
        try work.run()
        try work.end()
        return (before, try StoreContent(folder.store))
    }

    private func expectAppleError(_ error: any Error, _ fault: Fault, _ place: Comment) {
        let error = error as NSError
        #expect(error.domain == NSCocoaErrorDomain, place)
        let sqlite = (error.userInfo[NSSQLiteErrorDomain] as? NSNumber)?.int32Value
        #expect(sqlite == fault.code & 0xFF, "\(place): \(error) \(error.userInfo)")
        if fault.code == 13 { #expect(error.code == CocoaError.Code.fileWriteOutOfSpace.rawValue, place) }
        #expect((error.userInfo["reason"] as? String)?.isEmpty == false, place)
    }

    /// Answers whether the operation of that number was reached.
    private func check(
        _ scenario: FaultScenario, _ fault: Fault, at number: Int, _ template: FaultyFolder,
        _ options: [AnyHashable: Any], _ expected: (before: StoreContent, after: StoreContent)
    ) throws -> Bool {
        let place: Comment = "\(scenario.testDescription), \(fault.testDescription) \(number)"
        let folder = FaultyFolder()
        if scenario.needsStore { try folder.folder.take(storeAt: template.store) }
        let work = try scenario.prepare(folder.store, options)
        let (error, isMet) = folder.meeting(fault, at: number, work.run)
        // As a process that is killed now would leave it.
        let copy = try folder.copyOfStore()
        try #expect([expected.before, expected.after].contains(StoreContent(copy.store)), place)
        let content = try StoreContent(folder.store)
        if let error {
            expectAppleError(error, fault, place)
            #expect(content == expected.before || content == expected.after, place)
            work.checkPending()
            // Where all is there although an error was thrown, as when the end of a commit could not be told, nothing is to be done.
            if content == expected.before {
                do { try work.run() } catch {
                    let beginAnew = try #require(Fault.reading.contains(fault.code) ? work.beginAnew : nil, place)
                    try beginAnew()
                }
            }
        } else {
            #expect(content == expected.after, place)
        }
        try #expect(StoreContent(folder.store) == expected.after, place)
        try work.end()
        try #expect(StoreContent(folder.store) == expected.after, place)
        return isMet
    }

    @Test(arguments: FaultScenario.writing, ["wal", "delete"])
    func `what goes wrong once or for good leaves all or nothing, and what was to be done can be done later`(
        scenario: FaultScenario, mode: String
    ) throws {
        let options = FaultScenario.options(mode)
        let template = FaultyFolder()
        try FaultScenario.fill(template.store, options)
        let expected = try expectedContent(scenario, template, options)
        #expect((expected.before == expected.after) == (scenario.testDescription.hasPrefix("opening")))
        for fault in Fault.all {
            for number in Self.numbers {
                guard try check(scenario, fault, at: number, template, options, expected) else { break }
            }
        }
    }

    @Test(arguments: FaultScenario.writing, ["wal", "delete"])
    func `a lock that is busy once is waited for, and nobody hears of it`(
        scenario: FaultScenario, mode: String
    ) throws {
        var options = FaultScenario.options(mode)
        options[NSPersistentStoreTimeoutOption] = 20
        let template = FaultyFolder()
        try FaultScenario.fill(template.store, options)
        let expected = try expectedContent(scenario, template, options)
        for number in Self.numbers {
            let folder = FaultyFolder()
            if scenario.needsStore { try folder.folder.take(storeAt: template.store) }
            let work = try scenario.prepare(folder.store, options)
            let (error, isMet) = folder.meeting(.busy, at: number, work.run)
            #expect(error == nil, "\(scenario.testDescription) at \(number): \(error.map { "\($0)" } ?? "")")
            try work.end()
            try #expect(StoreContent(folder.store) == expected.after)
            if !isMet { break }
        }
    }

    @Test(arguments: ["wal", "delete"])
    func `a read that goes wrong is an error, and the next one reads what is there`(mode: String) throws {
        let options = FaultScenario.options(mode)
        let template = FaultyFolder()
        try FaultScenario.fill(template.store, options)
        for fault in Fault.reads + Fault.locks {
            for number in Self.numbers {
                let folder = FaultyFolder()
                try folder.folder.take(storeAt: template.store)
                let coordinator = try FaultScenario.open(folder.store, options)
                defer { for store in coordinator.persistentStores { try? coordinator.remove(store) } }
                let context = coordinator.newContext()
                func read() throws {
                    try context.checked {
                        let items = try context.items()
                        #expect(items.count == 40 && items.allSatisfy { $0.title?.hasPrefix("item ") == true })
                        let list = try #require(items.first?.list)
                        #expect(list.name == "Groceries")
                    }
                }
                let (error, isMet) = folder.meeting(fault, at: number) {
                    try context.performAndWait {
                        _ = try context.count(for: NSFetchRequest<ShopItem>(entityName: "Item"))
                        _ = try context.items()
                    }
                }
                if let error { expectAppleError(error, fault, "\(fault.testDescription) \(number)") }
                try read()
                if !isMet { break }
            }
        }
    }
}
