import CoreData
import Foundation

/// Two contexts change one object; what is left depends on the policy of the second to save.
enum MergePoliciesShape {
    static func run() throws {
        let policies: [(NSMergePolicy, colour: String, note: String)] = [
            (.mergeByPropertyStoreTrump, "red", "mine"),
            (.mergeByPropertyObjectTrump, "blue", "mine"),
            (.overwrite, "blue", "mine"),
            (.rollback, "red", "old"),
        ]
        for (policy, colour, note) in policies {
            let (container, mine) = try conflict()
            container.viewContext.mergePolicy = policy
            try container.viewContext.save()
            try expect(mine.colour == colour, "\(policy) leaves the colour \(colour), not \(mine.colour ?? "none")")
            try expect(mine.note == note, "\(policy) leaves the note \(note), not \(mine.note ?? "none")")
        }
        try errorPolicyThrows()
        try uniquenessConflictThrows()
    }

    private static func errorPolicyThrows() throws {
        let (container, mine) = try conflict()
        container.viewContext.mergePolicy = NSErrorMergePolicy
        do {
            try container.viewContext.save()
            throw Unexpected(description: "the default policy let a conflict pass")
        } catch let error as NSError where error.code == NSManagedObjectMergeError {
            let conflicts = error.userInfo["conflictList"] as? [NSMergeConflict]
            try expect(conflicts?.first?.sourceObject === mine, "the error names the object in conflict")
        }
        try expect(mine.colour == "blue", "the object keeps what was typed")
    }

    private static func uniquenessConflictThrows() throws {
        let container = try container()
        for _ in 1...2 { Label(context: container.viewContext).name = "urgent" }
        do {
            try container.viewContext.save()
            throw Unexpected(description: "two labels of one name were saved")
        } catch let error as NSError where error.code == NSManagedObjectConstraintMergeError {
            try expect(container.viewContext.insertedObjects.count == 2, "both labels still wait to be saved")
        }
    }

    /// A label that another context has painted red and this one blue; this one also wrote a note.
    private static func conflict() throws -> (NSPersistentContainer, Label) {
        let container = try container()
        let label = Label(context: container.viewContext)
        (label.name, label.colour, label.note) = ("urgent", "white", "old")
        try container.viewContext.save()
        let other = container.newBackgroundContext()
        let id = label.objectID
        _ = label.colour
        var failure: Error?
        other.performAndWait {
            do {
                (try other.existingObject(with: id) as? Label)?.colour = "red"
                try other.save()
            } catch { failure = error }
        }
        if let failure { throw failure }
        (label.colour, label.note) = ("blue", "mine")
        return (container, label)
    }

    private static func container() throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Items")
        container.persistentStoreDescriptions.first!.url = URL(fileURLWithPath: "/dev/null")
        var failure: Error?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }
}
