import CoreData
import Testing

@Suite("A container whose name matches no model")
struct MissingModelTests {
    /// A container of one's own, whose initialiser loads the stores at once.
    private final class Eager: NSPersistentContainer, @unchecked Sendable {
        var failure: NSError?

        override init(name: String, managedObjectModel model: NSManagedObjectModel) {
            super.init(name: name, managedObjectModel: model)
            loadPersistentStores { self.failure = $1 as NSError? }
        }
    }

    private func expectRefusal(_ error: NSError?) {
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == NSPersistentStoreOpenError)
        let reason = error?.userInfo["reason"] as? String ?? ""
        #expect(reason.hasPrefix("Failed to load model named Nowhere: the program's models are "))
        #expect(reason.contains("EmbeddedThings") && reason.contains("no file Nowhere.momd"))
        #expect(error?.localizedDescription.contains(reason) == true)
    }

    @Test("fails to load with Apple's code and the models there are, and makes no file", arguments: [true, false])
    func load(isFile: Bool) throws {
        let container = NSPersistentContainer(name: "Nowhere")
        let description = try #require(container.persistentStoreDescriptions.first)
        let folder = NSPersistentContainer.defaultDirectoryURL().path
        let hadFolder = FileManager.default.fileExists(atPath: folder)
        if !isFile { description.type = NSInMemoryStoreType }
        var errors: [NSError?] = []
        container.loadPersistentStores { errors.append($1 as NSError?) }
        #expect(errors.count == 1)
        expectRefusal(errors.first ?? nil)
        #expect(container.persistentStoreCoordinator.persistentStores.isEmpty)
        #expect(container.managedObjectModel.entities.isEmpty)
        #expect(FileManager.default.fileExists(atPath: folder) == hadFolder)
        #expect(try !FileManager.default.fileExists(atPath: #require(description.url).path))
    }

    @Test("fails the same way on another queue, by hand, and in a subclass that loads as it is made")
    func otherWays() async throws {
        let container = NSPersistentContainer(name: "Nowhere")
        container.persistentStoreDescriptions.first?.shouldAddStoreAsynchronously = true
        let error = await withCheckedContinuation { continuation in
            container.loadPersistentStores { continuation.resume(returning: $1 as NSError?) }
        }
        expectRefusal(error)
        let byHand = #expect(throws: NSError.self) {
            try container.persistentStoreCoordinator.addPersistentStore(
                type: .sqlite, at: URL(fileURLWithPath: "/dev/null"))
        }
        expectRefusal(byHand)
        expectRefusal(Eager(name: "Nowhere").failure)
    }
}
