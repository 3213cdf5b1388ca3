import CoreData
import Foundation
import Testing

@testable import CoreData

/// What random steps have found, told plainly.
@Suite struct FoundByStepsTests {
    @Test(
        "A child shows what it saved, also of objects that it had read or saved before", arguments: StoreKind.allCases)
    func savedAgain(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { parent, _ in
            let note = parent.new("Note", "old")
            try parent.save()
            try parent.inChild { child in
                let own = try child.existingObject(with: note.objectID)
                for text in ["once", "twice"] {
                    own.setValue(text, forKey: "text")
                    try child.save()
                    #expect(own.value(forKey: "text") as? String == text)
                }
            }
            #expect(note.value(forKey: "text") as? String == "twice")
        }
    }

    @Test(
        "A one-to-one relationship is cleared and taken over at its other end, be that a fault",
        arguments: StoreKind.allCases)
    func oneToOneFaults(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, _ in
            let (one, two) = (context.new("Folder", "one"), context.new("Folder", "two"))
            let (cover, free) = (context.new("Note", "cover"), context.new("Note", "free"))
            one.setValue(cover, forKey: "cover")
            try context.save()
            context.refreshAllObjects()
            two.setValue(cover, forKey: "cover")
            #expect(one.value(forKey: "cover") == nil)
            try context.save()
            context.refreshAllObjects()
            cover.setValue(nil, forKey: "coverOf")
            #expect(two.value(forKey: "cover") == nil)
            free.setValue(one, forKey: "coverOf")
            #expect(one.value(forKey: "cover") as? NSManagedObject === free)
        }
    }

    @Test("What a child saves reaches the other ends of relationships of faults", arguments: StoreKind.allCases)
    func savedIntoFaults(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { parent, _ in
            let (one, two) = (parent.new("Folder", "one"), parent.new("Folder", "two"))
            let note = parent.new("Note", "note")
            note.setValue(one, forKey: "folder")
            try parent.save()
            parent.refreshAllObjects()
            #expect(one.members("notes") == ["note"])
            try parent.inChild { child in
                let (own, target) = (
                    try child.existingObject(with: note.objectID), try child.existingObject(with: two.objectID)
                )
                own.setValue(target, forKey: "folder")
                try child.save()
            }
            #expect(one.members("notes") == [])
            #expect(two.members("notes") == ["note"])
        }
    }

    /// Deleting an object asks the faults that lead to it, without firing them.
    @Test("A fault that was asked for a destination forgets it with its row", arguments: [StoreKind.file, .null])
    func askedFaults(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { filling, stack in
            let (one, two) = (filling.new("Folder", "one"), filling.new("Folder", "two"))
            for text in ["refreshed", "merged"] { filling.new("Note", text).setValue(one, forKey: "folder") }
            try filling.save()
            try stack.work { context in
                let notes = try ["refreshed", "merged"].map { try context.find($0, "Note") }
                for note in notes {
                    let folder = note.home.properties.toOne.first { $0.description.name == "folder" }
                    #expect(try note.destination(slot: #require(folder).slot)?.objectID == one.objectID)
                    #expect(note.isFault)
                }
                let saved = try filling.posts(.NSManagedObjectContextDidSave) {
                    for text in ["refreshed", "merged"] {
                        try filling.find(text, "Note").setValue(two, forKey: "folder")
                    }
                    try filling.save()
                }
                context.refresh(notes[0], mergeChanges: false)
                #expect((notes[0].value(forKey: "folder") as? NSManagedObject)?.objectID == two.objectID)
                for userInfo in saved {
                    context.mergeChanges(
                        fromContextDidSave: Notification(name: .NSManagedObjectContextDidSave, userInfo: userInfo))
                }
                #expect((notes[1].value(forKey: "folder") as? NSManagedObject)?.objectID == two.objectID)
            }
        }
    }

    @Test(
        "A new object that is turned into a fault keeps its relationships, and is there for others",
        arguments: StoreKind.allCases)
    func unsavedFaults(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, _ in
            let (folder, note) = (context.new("Folder", "folder"), context.new("Note", "note"))
            note.setValue(folder, forKey: "folder")
            folder.setValue(NSOrderedSet(array: [note]), forKey: "pinned")
            for object in [folder, note] { context.refresh(object, mergeChanges: false) }
            try #expect(context.existingObject(with: folder.objectID) === folder)
            context.refresh(folder, mergeChanges: false)
            try context.inChild { child in
                try #expect(child.existingObject(with: folder.objectID).members("notes") == ["note"])
            }
            #expect(folder.members("notes") == ["note"] && folder.members("pinned") == ["note"])
            try context.save()
            context.reset()
            try #expect(context.find("folder", "Folder").members("notes") == ["note"])
        }
    }

    @Test(
        "A child reads new members of its parent's relationships, whatever their entity", arguments: StoreKind.allCases)
    func membersOfOtherEntities(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { parent, _ in
            let (note, page) = (parent.new("Note", "note"), parent.new("Page", "page"))
            page.setValue(note, forKey: "note")
            try parent.inChild { child in
                try #expect(child.find("note", "Note").members("pages") == ["page"])
            }
            #expect(parent.checkInvariants() == [])
        }
    }

    @Test(
        "What leaves an ordered relationship and comes again stands last, and undo puts it back",
        arguments: StoreKind.allCases)
    func comeAgain(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, stack in
            let note = context.new("Note", "note")
            let pages = ["a", "b", "c"].map { context.new("Page", $0) }
            note.setValue(NSOrderedSet(array: pages), forKey: "pages")
            try context.save()
            for isRead in [true, false] {
                if isRead { _ = note.members("pages") } else { context.refreshAllObjects() }
                let before = isRead ? ["a", "b", "c"] : ["b", "c", "a"]
                let first = isRead ? pages[0] : pages[1]
                first.setValue(nil, forKey: "note")
                first.setValue(note, forKey: "note")
                let after = Array(before.dropFirst()) + [before[0]]
                #expect(note.members("pages") == after)
                try context.save()
                try stack.work { try #expect($0.find("note", "Note").members("pages") == after) }
            }
            let manager = UndoManager()
            context.undoManager = manager
            defer { context.undoManager = nil }
            pages[2].setValue(nil, forKey: "note")
            pages[2].setValue(note, forKey: "note")
            context.processPendingChanges()
            manager.endEvent()
            pages[0].setValue(nil, forKey: "note")
            context.undo()
            #expect(note.members("pages") == ["a", "b", "c"])
        }
    }

    @Test("What a child adds to an ordered relationship comes in the child's order", arguments: StoreKind.allCases)
    func orderOfChild(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { parent, _ in
            let (note, old) = (parent.new("Note", "note"), parent.new("Page", "old"))
            try parent.save()
            try parent.inChild { child in
                let (own, first) = (try child.find("note", "Note"), try child.find("old", "Page"))
                own.setValue(NSOrderedSet(array: [first, child.new("Page", "new")]), forKey: "pages")
                try child.save()
            }
            #expect(note.members("pages") == ["old", "new"])
            #expect(old.value(forKey: "note") as? NSManagedObject === note)
        }
    }

    @Test("Members come in their order where one of those before them has left again", arguments: StoreKind.allCases)
    func unreadOrder(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, stack in
            let note = context.new("Note", "note")
            try context.save()
            context.refreshAllObjects()
            let pages = ["a", "b", "c", "d"].map { context.new("Page", $0) }
            for page in pages { page.setValue(note, forKey: "note") }
            pages[0].setValue(nil, forKey: "note")
            #expect(note.members("pages") == ["b", "c", "d"])
            try context.save()
            try stack.work { try #expect($0.find("note", "Note").members("pages") == ["b", "c", "d"]) }
        }
    }

    @Test(
        "A relationship that was not read takes what it had, and gives what it had not", arguments: StoreKind.allCases)
    func unreadMembers(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, stack in
            let (one, two) = (context.new("Note", "one"), context.new("Note", "two"))
            one.setValue(NSSet(array: [two]), forKey: "links")
            try context.save()
            // To add it again is no news, and does not keep it from being taken out.
            context.refreshAllObjects()
            one.addMember(two, one.number(of: "links"))
            two.setValue(NSSet(), forKey: "linkedBy")
            #expect(one.members("links") == [] && two.members("linkedBy") == [])
            try context.save()
            try stack.work { try #expect($0.find("one", "Note").members("links") == []) }
            // To take out what is not there does not keep it from being added.
            context.refreshAllObjects()
            one.removeMember(two, one.number(of: "links"))
            one.addMember(two, one.number(of: "links"))
            #expect(one.members("links") == ["two"] && two.members("linkedBy") == ["one"])
            try context.save()
            try stack.work { try #expect($0.find("two", "Note").members("linkedBy") == ["one"]) }
        }
    }

    @Test("A member that another context has added stands last in an order of one's own", arguments: StoreKind.allCases)
    func addedMeanwhile(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, stack in
            let note = context.new("Note", "note")
            let pages = ["a", "b"].map { context.new("Page", $0) }
            note.setValue(NSOrderedSet(array: pages), forKey: "pages")
            try context.save()
            note.mutableOrderedSetValue(forKey: "pages").exchangeObject(at: 0, withObjectAt: 1)
            let saved = try stack.work { other in
                other.new("Page", "c").setValue(try other.existingObject(with: note.objectID), forKey: "note")
                return try other.posts(NSManagedObjectContext.didSaveObjectIDsNotification) { try other.save() }
            }
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: saved[0], into: [context])
            #expect(note.members("pages") == ["b", "a", "c"])
        }
    }

    @Test("An order that is the store's again is nothing to save, and follows the store", arguments: StoreKind.allCases)
    func orderOfStoreAgain(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, stack in
            let note = context.new("Note", "note")
            let pages = ["a", "b"].map { context.new("Page", $0) }
            note.setValue(NSOrderedSet(array: pages), forKey: "pages")
            try context.save()
            let members = note.mutableOrderedSetValue(forKey: "pages")
            members.exchangeObject(at: 0, withObjectAt: 1)
            members.exchangeObject(at: 0, withObjectAt: 1)
            members.insert(context.new("Page", "c"), at: 0)
            members.removeObject(at: 0)
            #expect(!note.hasPersistentChangedValues)
            let manager = UndoManager()
            context.undoManager = manager
            members.moveObjects(at: [0], to: 1)
            context.undo()
            context.undoManager = nil
            #expect(!note.hasPersistentChangedValues && note.members("pages") == ["a", "b"])
            let saved = try stack.work { other in
                let own = try other.existingObject(with: note.objectID)
                own.mutableOrderedSetValue(forKey: "pages").exchangeObject(at: 0, withObjectAt: 1)
                return try other.posts(NSManagedObjectContext.didSaveObjectIDsNotification) { try other.save() }
            }
            NSManagedObjectContext.mergeChanges(fromRemoteContextSave: saved[0], into: [context])
            #expect(note.members("pages") == ["b", "a"])
        }
    }

    @Test("Nothing forbids that a new object is deleted, and nothing leads to it then", arguments: StoreKind.allCases)
    func deniedNew(_ kind: StoreKind) throws {
        try GraphSchema.work(kind, GraphSchema.denying) { context, _ in
            let (folder, note) = (context.new("Folder", "folder"), context.new("Note", "note"))
            note.setValue(folder, forKey: "folder")
            context.delete(folder)
            try context.save()
            #expect(note.value(forKey: "folder") == nil)
        }
    }

    @Test("What may not be deleted stays in its to-one relationships as well", arguments: StoreKind.allCases)
    func deniedToOne(_ kind: StoreKind) throws {
        // With this number a note may not go while it is the cover of a folder.
        try GraphSchema.work(kind, 3) { context, _ in
            let (folder, note) = (context.new("Folder", "folder"), context.new("Note", "note"))
            folder.setValue(note, forKey: "cover")
            try context.save()
            context.delete(note)
            #expect(throws: CocoaError.self) { try context.save() }
            #expect(folder.value(forKey: "cover") as? NSManagedObject === note)
            context.rollback()
            #expect(folder.value(forKey: "cover") as? NSManagedObject === note)
        }
    }

    @Test(
        "What may not be deleted while it has members goes with a new one that was never saved",
        arguments: StoreKind.allCases)
    func deniedWithNew(_ kind: StoreKind) throws {
        try GraphSchema.work(kind, GraphSchema.denying) { context, _ in
            let folder = context.new("Folder", "folder")
            try context.save()
            let note = context.new("Note", "note")
            note.setValue(folder, forKey: "folder")
            context.processPendingChanges()
            for object in [folder, note] { context.delete(object) }
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Folder")) == 0)
        }
        try GraphSchema.work(kind, 3) { context, _ in
            let note = context.new("Note", "note")
            try context.save()
            let folder = context.new("Folder", "folder")
            folder.setValue(note, forKey: "cover")
            context.processPendingChanges()
            for object in [note, folder] { context.delete(object) }
            try context.save()
            #expect(try context.count(for: NSFetchRequest<NSManagedObject>(entityName: "Note")) == 0)
        }
    }

    @Test(
        "A member that leaves and comes again in one event is nothing to undo, also where its end was not read",
        arguments: StoreKind.allCases)
    func nothingToUndo(_ kind: StoreKind) throws {
        for key in ["links", "topics"] {
            try GraphSchema.work(kind) { context, stack in
                let (one, two) = (context.new("Note", "one"), context.new(key == "links" ? "Note" : "Tag", "two"))
                one.addMember(two, one.number(of: key))
                try context.save()
                context.refreshAllObjects()
                let manager = UndoManager()
                context.undoManager = manager
                defer { context.undoManager = nil }
                one.setValue("new", forKey: "text")
                one.removeMember(two, one.number(of: key))
                one.addMember(two, one.number(of: key))
                context.processPendingChanges()
                manager.endEvent()
                context.undo()
                let inverse = key == "links" ? "linkedBy" : "topicOf"
                #expect(one.members(key) == ["two"] && two.members(inverse) == ["one"])
                #expect(context.checkInvariants() == [])
                try context.save()
                try stack.work { try #expect($0.find("one", "Note").members(key) == ["two"]) }
            }
        }
    }

    @Test(
        "Undo puts a member back to its place in the order of an object that was never read",
        arguments: StoreKind.allCases)
    func orderOfFaults(_ kind: StoreKind) throws {
        try GraphSchema.work(kind) { context, _ in
            let (note, other) = (context.new("Note", "note"), context.new("Note", "other"))
            note.setValue(NSOrderedSet(array: ["a", "b", "c"].map { context.new("Page", $0) }), forKey: "pages")
            try context.save()
            let ids = [note, other].map(\.objectID)
            context.reset()
            let manager = UndoManager()
            context.undoManager = manager
            defer { context.undoManager = nil }
            try context.find("b", "Page").setValue(context.object(with: ids[1]), forKey: "note")
            context.processPendingChanges()
            manager.endEvent()
            context.undo()
            #expect(context.object(with: ids[0]).members("pages") == ["a", "b", "c"])
        }
    }

    @Test(
        "A new object that is deleted comes back with its members in their order, be one of them elsewhere meanwhile",
        arguments: StoreKind.allCases)
    func orderOfRestored(_ kind: StoreKind) throws {
        for key in ["pages", "topics"] {
            try GraphSchema.work(kind) { context, _ in
                let manager = UndoManager()
                context.undoManager = manager
                defer { context.undoManager = nil }
                let (note, other) = (context.new("Note", "note"), context.new("Note", "other"))
                let members = ["a", "b", "c"].map { context.new(key == "pages" ? "Page" : "Tag", $0) }
                note.setValue(NSOrderedSet(array: members), forKey: key)
                context.processPendingChanges()
                manager.endEvent()
                note.mutableOrderedSetValue(forKey: key).remove(members[1])
                other.setValue(NSOrderedSet(array: [members[1]]), forKey: key)
                context.delete(note)
                context.processPendingChanges()
                manager.endEvent()
                for _ in 0..<2 {
                    context.undo()
                    #expect(note.members(key) == ["a", "b", "c"] && other.members(key) == [])
                    #expect(context.checkInvariants() == [])
                    context.redo()
                    #expect(other.members(key) == ["b"])
                }
            }
        }
    }
}
