import CoreData
import Foundation
import Testing

@testable import CoreData

@Suite struct ContractConstraintTests {
    private func stack(_ kind: StoreKind = .null, _ constraints: [[Any]] = [["name"]]) throws -> ShopStack {
        let model = ShopModel.make()
        // The shop's model has tags.
        let tag = model.entitiesByName["Tag"]!
        tag.properties.append(SampleModel.attribute("colour", .stringAttributeType))
        tag.uniquenessConstraints = constraints
        return try ShopStack(kind, model)
    }

    @discardableResult
    private func tag(_ name: String?, _ colour: String? = nil, in context: NSManagedObjectContext) -> ShopTag {
        let tag = ShopTag(context: context)
        tag.name = name
        tag.setValue(colour, forKey: "colour")
        return tag
    }

    private func tags(_ stack: ShopStack) throws -> [String] {
        try stack.work { context in
            try context.all("Tag").map {
                "\($0.value(forKey: "name") ?? "nil") \($0.value(forKey: "colour") ?? "nil")"
            }.sorted()
        }
    }

    private func conflicts(_ context: NSManagedObjectContext) -> [NSConstraintConflict]? {
        let error = #expect(throws: NSError.self) { try context.save() }
        #expect(error?.domain == NSCocoaErrorDomain && error?.code == 133021)
        #expect(error.map { Set($0.userInfo.keys) } == ["NSExceptionOmitCallstacks", "conflictList"])
        return error?.userInfo["conflictList"] as? [NSConstraintConflict]
    }

    @Test("12.7 A taken value makes the save throw 133021 with the conflicts", arguments: [StoreKind.file, .null])
    func taken(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            tag("red", in: context)
            try context.save()
            let new = tag("red", in: context)
            #expect(conflicts(context)?.count == 1 && context.insertedObjects == [new])
            context.rollback()
        }
    }

    @Test("12.8 A conflict names constraint, values, the row's object and the colliding ones")
    func content() throws {
        let stack = try stack()
        try stack.work { context in
            tag("red", "bright", in: context)
            try context.save()
        }
        try stack.work { context in
            let new = tag("red", in: context)
            let conflict = try #require(conflicts(context)?.first)
            #expect(conflict.constraint == ["name"] && conflict.constraintValues["name"] as? String == "red")
            #expect(conflict.databaseObject != nil && conflict.databaseObject !== new)
            #expect(conflict.databaseSnapshot?["colour"] as? String == "bright")
            #expect(conflict.conflictingObjects == [new] && conflict.conflictingSnapshots.count == 1)
            context.rollback()
        }
    }

    @Test("12.8 Two new objects collide without a row; a saved twin that the context holds collides as well")
    func colliding() throws {
        try stack().work { context in
            let new = [tag("red", in: context), tag("red", in: context)]
            let conflict = try #require(conflicts(context)?.first)
            #expect(conflict.databaseObject == nil && conflict.databaseSnapshot == nil)
            #expect(Set(conflict.conflictingObjects) == Set(new))
            context.rollback()
            let held = tag("blue", in: context)
            try context.save()
            let second = tag("blue", in: context)
            let found = try #require(conflicts(context))
            #expect(found.count == 1 && Set(found[0].conflictingObjects) == [held, second])
            context.rollback()
        }
    }

    @Test(
        "12.9 The policies other than error leave one row, with the values of memory or of the store",
        arguments: [StoreKind.file, .null])
    func uniqueValues(_ kind: StoreKind) throws {
        for (policy, note) in [
            (NSMergePolicy.error, nil), (.mergeByPropertyObjectTrump, "new"), (.overwrite, "new"), (.rollback, "old"),
            (.mergeByPropertyStoreTrump, "old"),
        ] as [(NSMergePolicy, String?)] {
            let stack = try ShopStack(kind, ShopModel.make(uniqueNames: true))
            func tag(_ context: NSManagedObjectContext, _ title: String) -> ShopTag {
                let tag = ShopTag(context: context)
                tag.name = "red"
                tag.items = NSSet(array: [context.add(title)])
                return tag
            }
            try stack.work { context in
                _ = tag(context, "old")
                try context.save()
            }
            try stack.work { context in
                context.mergePolicy = policy
                let new = tag(context, "new")
                guard note != nil else {
                    let error = #expect(throws: NSError.self) { try context.save() }
                    #expect(error?.code == NSManagedObjectConstraintMergeError)
                    let conflict = (error?.userInfo["conflictList"] as? [NSConstraintConflict])?.first
                    #expect(conflict?.constraint == ["name"] && conflict?.conflictingObjects == [new])
                    #expect(conflict?.databaseObject != nil && context.insertedObjects.contains(new))
                    return
                }
                try context.save()
                #expect(!context.hasChanges)
            }
            try stack.work { context in
                let tags = try context.fetch(NSFetchRequest<ShopTag>(entityName: "Tag"))
                #expect(tags.map(\.name) == ["red"])
            }
        }
    }
    @Test("12.9 Where memory wins, attributes that the new object never had wipe the stored ones")
    func wiping() throws {
        for policy in [NSMergePolicy.mergeByPropertyObjectTrump, .overwrite] {
            let stack = try stack()
            try stack.work { context in
                tag("red", "bright", in: context)
                try context.save()
            }
            try stack.work { context in
                context.mergePolicy = policy
                tag("red", in: context)
                try context.save()
            }
            try #expect(tags(stack) == ["red nil"])
        }
    }

    @Test("12.10 A compound constraint collides where all parts are equal, and never where one is nil")
    func compound() throws {
        let stack = try stack(.null, [["name", "colour"]])
        try stack.work { context in
            tag("red", "bright", in: context)
            tag("red", "dark", in: context)
            tag("blue", "bright", in: context)
            for _ in 0..<2 { tag("red", nil, in: context) }
            for _ in 0..<2 { tag(nil, nil, in: context) }
            try context.save()
            tag("red", "dark", in: context)
            #expect(conflicts(context)?.first?.constraint == ["name", "colour"])
            context.rollback()
        }
    }

    @Test("12.11 A policy of one's own is asked about constraints")
    func ownPolicy() throws {
        final class Policy: NSMergePolicy, @unchecked Sendable {
            // Sendable: used on one context's queue.
            var asked: [String] = []
            override func resolve(mergeConflicts list: [Any]) throws {
                asked.append("merge")
                try super.resolve(mergeConflicts: list)
            }
            override func resolve(constraintConflicts list: [NSConstraintConflict]) throws {
                asked.append("constraint")
                for conflict in list { conflict.databaseObject?.setValue("kept", forKey: "colour") }
                try super.resolve(constraintConflicts: list)
            }
        }
        let stack = try stack()
        let policy = Policy(merge: .rollbackMergePolicyType)
        try stack.work { context in
            context.mergePolicy = policy
            tag("red", in: context)
            try context.save()
            tag("red", "new", in: context)
            try context.save()
        }
        #expect(policy.asked == ["merge", "constraint"])
        try #expect(tags(stack) == ["red kept"])
    }

    @Test("12.14 A store in memory keeps to no constraint")
    func inMemory() throws {
        let stack = try stack(.memory)
        try stack.work { context in
            for _ in 0..<2 { tag("red", in: context) }
            try context.save()
        }
        try #expect(tags(stack).count == 2)
    }

    @Test("12.17 Of two new objects with one value a single row is left, under every policy but error")
    func twoNew() throws {
        for policy in [
            NSMergePolicy.mergeByPropertyObjectTrump, .mergeByPropertyStoreTrump, .overwrite, .rollback,
        ] {
            let stack = try stack()
            try stack.work { context in
                context.mergePolicy = policy
                for colour in ["bright", "dark"] { tag("red", colour, in: context) }
                try context.save()
                #expect(!context.hasChanges)
            }
            try #expect(tags(stack).count == 1)
        }
    }

    @Test("8.6 A child saves what collides; the context that saves to the store meets the conflict")
    func child() throws {
        try stack().work { parent in
            let child = parent.child()
            try child.checked {
                for _ in 0..<2 { tag("red", in: child) }
                try child.save()
            }
            #expect(conflicts(parent)?.count == 1)
            parent.mergePolicy = NSMergePolicy.mergeByPropertyObjectTrump
            try parent.save()
            try #expect(parent.all("Tag").count == 1)
        }
    }
}
