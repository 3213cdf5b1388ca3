import Foundation
import SundryKit
import Testing

/// Where the lists are kept, and what is said when they cannot be.
@Suite @MainActor struct StoreLocationTests {
    private func path(_ environment: [String: String], _ option: String? = nil) throws -> String? {
        try StoreLocation.resolved(path: option, environment: environment).url?.path
    }

    @Test func `the option goes before the variable, the variable before the data folder`() throws {
        let all = ["SUNDRY_STORE": "/b/x.sqlite", "XDG_DATA_HOME": "/c", "HOME": "/d"]
        #expect(try path(all, "/a/y.sqlite") == "/a/y.sqlite")
        #expect(try path(all) == "/b/x.sqlite")
        #expect(try path(["SUNDRY_STORE": "", "XDG_DATA_HOME": "/c", "HOME": "/d"]) == "/c/sundry/Sundry.sqlite")
        #expect(try path(["HOME": "/d"]) == "/d/.local/share/sundry/Sundry.sqlite")
    }

    @Test func `a relative data folder is ignored`() throws {
        #expect(try path(["XDG_DATA_HOME": "data", "HOME": "/d"]) == "/d/.local/share/sundry/Sundry.sqlite")
    }

    @Test func `without HOME the account's folder serves`() throws {
        #expect(try #require(try path([:])).hasSuffix("/.local/share/sundry/Sundry.sqlite"))
    }

    @Test func `missing folders are made, and everything is the user's alone`() throws {
        let folder = try TemporaryFolder()
        let environment = ["XDG_DATA_HOME": folder.url.appendingPathComponent("new/data").path]
        let stack = SundryStack(at: try .resolved(environment: environment))
        try stack.load()
        try AddItem(titles: ["milk"], to: .new("Groceries")).run(in: stack.viewContext)
        #expect(try folder.mode("new") == 0o700)
        #expect(try folder.mode("new/data/sundry") == 0o700)
        let files = try FileManager.default.contentsOfDirectory(
            atPath: folder.url.appendingPathComponent("new/data/sundry").path)
        #expect(files.contains("Sundry.sqlite-wal"))
        for file in files { #expect(try folder.mode("new/data/sundry/\(file)") == 0o600, "\(file)") }
    }

    @Test func `a link stands for the file it leads to, made where it is missing`() throws {
        let folder = try TemporaryFolder()
        let (link, chain) = (folder.url.appendingPathComponent("link"), folder.url.appendingPathComponent("chain"))
        try FileManager.default.createSymbolicLink(atPath: link.path, withDestinationPath: "real.sqlite")
        try FileManager.default.createSymbolicLink(at: chain, withDestinationURL: link)
        for path in [chain.path, link.path] {
            let stack = SundryStack(at: try .resolved(path: path))
            try stack.load()
            try AddItem(titles: ["milk"], to: .new("Groceries \(path)")).run(in: stack.viewContext)
        }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.url.path)
        #expect(Set(files).isSuperset(of: ["link", "chain", "real.sqlite"]))
        #expect(!files.contains("link-wal") && !files.contains("chain-wal"))
        // One that leads round in a circle, and one into a folder that is not there.
        let circle = folder.url.appendingPathComponent("circle")
        try FileManager.default.createSymbolicLink(at: circle, withDestinationURL: circle)
        #expect(throws: Problem.self) { try SundryStack(at: .resolved(path: circle.path)).load() }
        let astray = folder.url.appendingPathComponent("astray")
        try FileManager.default.createSymbolicLink(atPath: astray.path, withDestinationPath: "none/real.sqlite")
        let problem = try #require(throws: Problem.self) { try SundryStack(at: .resolved(path: astray.path)).load() }
        #expect(problem.sentence.hasSuffix("none” does not exist: make it, or give --store another file."))
    }

    @Test func `a file that is no store is named and left as it is`() throws {
        let folder = try TemporaryFolder()
        let text = Data("this is no database, but a text of some length\n".utf8)
        try text.write(to: folder.store)
        let problem = try #require(throws: Problem.self) { try loadedStack(folder.store) }
        #expect(problem.sentence.contains(folder.store.path) && problem.sentence.contains("--store"))
        #expect(try Data(contentsOf: folder.store) == text)
    }

    @Test func `a folder and a missing folder are told apart`() throws {
        let folder = try TemporaryFolder()
        let isFolder = try #require(throws: Problem.self) { try loadedStack(folder.url) }
        #expect(isFolder.sentence.contains("is a folder"))
        let missing = folder.url.appendingPathComponent("no/such/Lists.sqlite")
        let problem = try #require(throws: Problem.self) { try loadedStack(missing) }
        #expect(problem.sentence.contains("does not exist"))
        #expect(!FileManager.default.fileExists(atPath: folder.url.appendingPathComponent("no").path))
    }

    @Test func `the demo has its five lists and leaves nothing on disk`() throws {
        let stack = try loadedStack()
        var demo = DemoData()
        try demo.seed(in: stack.viewContext)
        let lists = try ItemList.all(in: stack.viewContext)
        #expect(lists.count == 5)
        #expect((100...140).contains(try Listing(all: true, in: stack.viewContext).items.count))
        #expect(try stack.location.get().url == nil)
    }
}
