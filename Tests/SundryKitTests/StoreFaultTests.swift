import CoreData
import Foundation
import Testing

@testable import SundryKit

/// A store that is damaged, gone, full or locked: told in a sentence, with what to do, and without a word of SQL.
@Suite @MainActor struct StoreFaultTests {
    /// A store of some items, all of it in the one file.
    private func filledStore() throws -> (folder: TemporaryFolder, bytes: Data) {
        let folder = try TemporaryFolder()
        do {
            let stack = try loadedStack(folder.store)
            try AddItem(titles: (1...2_000).map { "item \($0)" }, to: .new("Groceries")).run(in: stack.viewContext)
            let coordinator = stack.container.persistentStoreCoordinator
            for store in coordinator.persistentStores { try coordinator.remove(store) }
        }
        return (folder, try Data(contentsOf: folder.store))
    }

    private func replaceStore(in folder: TemporaryFolder, by bytes: Data) throws {
        for ending in ["-wal", "-shm"] { try? FileManager.default.removeItem(atPath: folder.store.path + ending) }
        try bytes.write(to: folder.store)
    }

    private func expectPlainWords(_ sentence: String) {
        for word in ["SELECT", "INSERT", "statement", "ZITEM", "Z_", "SQLite", "completed"] {
            #expect(!sentence.contains(word), "\(sentence)")
        }
    }

    @Test(arguments: [100, 600, 4096, 5000, 8192, 40_960, 100_000])
    func `a store that was cut short is said to be damaged`(size: Int) throws {
        let (folder, bytes) = try filledStore()
        try replaceStore(in: folder, by: bytes.prefix(size))
        let problem = try #require(throws: Problem.self) { try loadedStack(folder.store) }
        #expect(problem.sentence.contains("is damaged: run sundry doctor"))
        expectPlainWords(problem.sentence)
    }

    @Test(arguments: 1...6) func `damage met later is told as such, wherever it is met`(round: Int) throws {
        let (folder, bytes) = try filledStore()
        var damaged = bytes
        for page in stride(from: 1 + round, to: bytes.count / 4096, by: 3) {
            damaged.replaceSubrange(
                page * 4096..<(page + 1) * 4096, with: Data((0..<4096).map { UInt8($0 * page & 255) }))
        }
        try replaceStore(in: folder, by: damaged)
        var problems: [Problem] = []
        func note(_ body: () throws -> Void) {
            do { try body() } catch { problems.append(Problem(reading: error)) }
        }
        note {
            let context = try loadedStack(folder.store).viewContext
            note { _ = try Listing(all: true, in: context) }
            note { try AddItem(titles: ["milk"], to: .new("New")).run(in: context) }
            note { try CompleteItem([Item.meant(by: "item 77", in: context)]).run(in: context) }
            note { try UndoEdit().run(in: context) }
        }
        #expect(!problems.isEmpty)
        for problem in problems {
            #expect(problem.sentence.contains("run sundry doctor"), "\(problem.sentence)")
            expectPlainWords(problem.sentence)
        }
    }

    @Test func `a store deleted or replaced under the program is told, and nothing is written into the void`() throws {
        let (folder, bytes) = try filledStore()
        let stack = try loadedStack(folder.store)
        let list = try #require(try ItemList.all(in: stack.viewContext).first)
        try FileManager.default.removeItem(at: folder.store)
        for context in [stack.viewContext, stack.newBackgroundContext()] {
            let problem = try #require(throws: Problem.self) {
                try context.performAndWait { try AddItem(titles: ["milk"], to: .list(list)).run(in: context) }
            }
            #expect(problem.sentence == "Nothing was changed: the store’s file is gone; quit, and put it back.")
        }
        #expect(throws: Problem.self) { try ItemSort(.title).remember(for: list) }
        #expect(ItemSort(of: list) == ItemSort(.time, ascending: false))
        try bytes.write(to: folder.store)
        let problem = try #require(throws: Problem.self) { try AddItem("milk", to: list).run(in: stack.viewContext) }
        #expect(problem.sentence.contains("replaced"))
    }

    @Test(arguments: [
        (640, 13, "the disk is full"), (513, 8, "the store is read-only"), (134_090, 5, "another program"),
        (259, 11, "the store is damaged"), (512, 10, "the disk"), (134_180, 1, "the store is damaged"),
        (133_020, 0, "another program"), (134_180, 21, "the lists could not be saved (error 134180, code 21)"),
    ]) func `what matters comes first and fits into a window`(code: Int, sqlite: Int, words: String) {
        let info: [String: Any] = [NSSQLiteErrorDomain: sqlite, "reason": "x (SQLite 1, statement: INSERT INTO ZITEM)"]
        let problem = Problem(saving: NSError(domain: NSCocoaErrorDomain, code: code, userInfo: info))
        #expect(problem.sentence.hasPrefix("Nothing was changed: \(words)"))
        #expect(problem.sentence.count < 80)
        expectPlainWords(problem.sentence)
    }

    @Test func `a folder that cannot be looked into is no folder without a store`() throws {
        let folder = try TemporaryFolder()
        let loop = folder.url.appendingPathComponent("loop").path
        try FileManager.default.createSymbolicLink(atPath: loop, withDestinationPath: loop)
        let location = try StoreLocation.resolved(environment: ["XDG_DATA_HOME": loop])
        let reason = String(cString: strerror(ELOOP))
        for look in [{ _ = try location.exists() }, { try SundryStack(at: location).load() }] {
            #expect(try #require(throws: Problem.self, performing: look).sentence.contains(reason))
        }
        #expect(try !StoreLocation.file(folder.store).exists())
    }

    @Test(.enabled(if: FileManager.default.fileExists(atPath: "/sys/kernel")))
    func `why a folder cannot be made is told, not that it is not there`() throws {
        let location = try StoreLocation.resolved(environment: ["XDG_DATA_HOME": "/sys/kernel/no-such-folder"])
        let problem = try #require(throws: Problem.self) { try SundryStack(at: location).load() }
        #expect(problem.sentence.hasPrefix("The folder “/sys/kernel/no-such-folder” cannot be made ("))
        #expect(!problem.sentence.contains(String(cString: strerror(ENOENT))))
    }
}
