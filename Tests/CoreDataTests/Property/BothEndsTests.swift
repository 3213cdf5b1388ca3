import CoreData
import Foundation
import Testing

@testable import CoreData

/// No save leaves a store with one end of a relationship: what random steps have found, told plainly.
@Suite struct BothEndsTests {
    @Test(
        "A refresh that gives up changes gives them up at the other ends of relationships",
        arguments: StoreKind.allCases)
    func givenUp(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, stack in
            let (old, new) = (context.new("Folder", "old"), context.new("Folder", "new"))
            let notes = ["a", "b", "c"].map { context.new("Note", $0) }
            let (first, second) = (context.new("Tag", "first"), context.new("Tag", "second"))
            let page = context.new("Page", "page")
            old.setValue(NSSet(array: notes), forKey: "notes")
            old.setValue(NSOrderedSet(array: notes), forKey: "pinned")
            old.setValue(notes[1], forKey: "cover")
            notes[1].setValue(NSSet(array: [first]), forKey: "tags")
            notes[1].setValue(NSOrderedSet(array: [first]), forKey: "topics")
            try context.save()

            for key in ["folder", "coverOf", "pinnedIn"] { notes[1].setValue(new, forKey: key) }
            notes[1].setValue(NSSet(array: [second]), forKey: "tags")
            first.setValue(NSSet(), forKey: "topicOf")
            second.setValue(NSSet(array: [notes[1]]), forKey: "topicOf")
            page.setValue(notes[1], forKey: "note")
            context.refresh(notes[1], mergeChanges: false)
            #expect(old.members("notes") == ["a", "b", "c"] && old.members("pinned") == ["a", "b", "c"])
            #expect(old.value(forKey: "cover") as? NSManagedObject === notes[1] && new.value(forKey: "cover") == nil)
            #expect(new.members("notes") == [] && new.members("pinned") == [])
            #expect(first.members("notes") == ["b"] && first.members("topicOf") == ["b"])
            #expect(second.members("notes") == [] && second.members("topicOf") == [])
            #expect(context.updatedObjects == [page, notes[1]])
            // It is the page that stores where it belongs.
            #expect(notes[1].members("pages") == ["page"])

            context.refresh(page, mergeChanges: false)
            #expect(notes[1].members("pages") == [] && !context.hasChanges)
            try context.save()
            try stack.work { try #expect($0.find("old", "Folder").members("pinned") == ["a", "b", "c"]) }
        }
    }

    @Test(
        "A refresh that gives up changes leads to nothing that is deleted, and is undone as a change of relationships",
        arguments: StoreKind.allCases)
    func givenUpDeleted(_ kind: StoreKind) throws {
        // With this number notes stay when their folder goes.
        try GraphSchema.work(kind, 1) { context, stack in
            let (folder, note, tag) = (
                context.new("Folder", "folder"), context.new("Note", "note"), context.new("Tag", "tag")
            )
            note.setValue(folder, forKey: "folder")
            note.setValue(NSSet(array: [tag]), forKey: "tags")
            try context.save()
            for object in [folder, tag] { context.delete(object) }
            context.processPendingChanges()
            context.refresh(note, mergeChanges: false)
            #expect(note.value(forKey: "folder") == nil && note.members("tags") == [])
            try context.save()
            try stack.work { other in
                let own = try other.find("note", "Note")
                #expect(own.value(forKey: "folder") == nil && own.members("tags") == [])
            }
        }
        try GraphSchema.work(kind) { context, _ in
            let (old, new) = (context.new("Folder", "old"), context.new("Folder", "new"))
            let note = context.new("Note", "note")
            note.setValue(old, forKey: "folder")
            try context.save()
            let manager = UndoManager()
            context.undoManager = manager
            defer { context.undoManager = nil }
            for change in [{ note.setValue(new, forKey: "folder") }, { context.refresh(note, mergeChanges: false) }] {
                change()
                context.processPendingChanges()
                manager.endEvent()
            }
            #expect(old.members("notes") == ["note"])
            context.undo()
            #expect(note.value(forKey: "folder") as? NSManagedObject === new && old.members("notes") == [])
            context.undo()
            #expect(note.value(forKey: "folder") as? NSManagedObject === old && new.members("notes") == [])
        }
    }

    @Test("What is deleted cannot be saved as the destination of a relationship", arguments: StoreKind.allCases)
    func dangling(_ kind: StoreKind) throws {
        // With this number notes stay when their folder goes.
        try GraphSchema.work(kind, 1) { context, stack in
            let (folder, note) = (context.new("Folder", "folder"), context.new("Note", "note"))
            let (tag, page) = (context.new("Tag", "tag"), context.new("Page", "page"))
            try context.save()
            for object in [folder, tag, page] { context.delete(object) }
            context.processPendingChanges()
            note.setValue(folder, forKey: "folder")
            note.setValue(NSSet(array: [tag]), forKey: "tags")
            note.setValue(NSOrderedSet(array: [page]), forKey: "pages")
            let error = #expect(throws: NSError.self) { try context.save() }
            let failures = try #require(error?.userInfo[NSDetailedErrorsKey] as? [NSError])
            #expect(
                Set(failures.map { $0.userInfo[NSValidationKeyErrorKey] as? String }) == ["folder", "tags", "pages"])
            #expect(failures.allSatisfy { $0.code == NSManagedObjectValidationError })
            #expect(failures.allSatisfy { $0.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === note })
            note.setValue(nil, forKey: "folder")
            for key in ["tags", "pages"] { note.setValue(nil, forKey: key) }
            try context.save()
            try stack.work { try #expect($0.find("note", "Note").value(forKey: "folder") == nil) }
        }
    }
}
