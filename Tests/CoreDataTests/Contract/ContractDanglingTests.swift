import CoreData
import Foundation
import Testing

@testable import CoreData

/// Relationships to what goes with the same save, of every rule that the other end may have, and without another end.
@Suite struct ContractDanglingTests {
    /// Holders that lead to things, by relationships named after the rule of the thing's end.
    private static func model(isMandatory: Bool = false) -> NSManagedObjectModel {
        typealias Make = SampleModel
        let thing = Make.entity("Thing", Make.attribute("name", .stringAttributeType))
        let holder = Make.entity("Holder", Make.attribute("name", .stringAttributeType))
        for (name, rule) in rules {
            for (key, count) in [(name, 1), ("\(name)s", 0)] {
                let there = Make.relationship(key, to: thing, maxCount: count)
                let back = Make.relationship("of_\(key)", to: holder, maxCount: 0) { $0.deleteRule = rule }
                Make.join(there, back)
                holder.properties.append(there)
                thing.properties.append(back)
            }
        }
        holder.properties += [
            Make.relationship("plain", to: thing) { $0.isOptional = !isMandatory },
            Make.relationship("plains", to: thing, maxCount: 0),
            Make.relationship("ordered", to: thing, maxCount: 0) { $0.isOrdered = true },
        ]
        let model = NSManagedObjectModel()
        model.entities = [holder, thing]
        return model
    }

    private static let rules: [(String, NSDeleteRule)] = [
        ("nullify", .nullifyDeleteRule), ("cascade", .cascadeDeleteRule), ("deny", .denyDeleteRule),
        ("nothing", .noActionDeleteRule),
    ]
    private static let oneWay = ["plain", "plains", "ordered"]
    private static let keys = rules.flatMap { [$0.0, "\($0.0)s"] } + oneWay

    private func stack(_ kind: StoreKind, isMandatory: Bool = false) throws -> ShopStack {
        try ShopStack(kind, Self.model(isMandatory: isMandatory))
    }

    private func lead(_ holder: NSManagedObject, _ key: String, to thing: NSManagedObject?) {
        let members = thing.map { [$0] } ?? []
        switch key {
        case "ordered": holder.setValue(NSOrderedSet(array: members), forKey: key)
        case let key where key.hasSuffix("s"): holder.setValue(NSSet(array: members), forKey: key)
        default: holder.setValue(thing, forKey: key)
        }
    }

    private func leads(_ holder: NSManagedObject, _ key: String) -> Bool {
        switch holder.value(forKey: key) {
        case let set as NSSet: set.count > 0
        case let set as NSOrderedSet: set.count > 0
        case let value: value != nil
        }
    }

    /// Saves in vain, and takes the relationship back.
    private func refused(_ code: Int, _ holder: NSManagedObject, _ key: String) throws {
        let context = try #require(holder.managedObjectContext)
        let error = #expect(throws: NSError.self, "\(key)") { try context.save() }
        #expect(error?.code == code, "\(key): \(String(describing: error))")
        if code == NSManagedObjectValidationError {
            #expect(error?.userInfo[NSValidationKeyErrorKey] as? String == key)
            #expect(error?.userInfo[NSValidationObjectErrorKey] as? NSManagedObject === holder)
        }
        lead(holder, key, to: nil)
        try context.save()
    }

    @Test(
        "4.5 No relationship can be set to what was deleted, whatever the rule of the other end",
        arguments: StoreKind.allCases)
    func setAfterwards(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            for key in Self.keys {
                let (holder, thing) = (context.make("Holder"), context.make("Thing"))
                try context.save()
                context.delete(thing)
                context.processPendingChanges()
                lead(holder, key, to: thing)
                let denied = key.hasPrefix("deny")
                try refused(
                    denied ? NSValidationRelationshipDeniedDeleteError : NSManagedObjectValidationError, holder, key)
                #expect(!leads(holder, key))
            }
        }
    }

    @Test(
        "4.5 What is set and then deleted is cleared or goes along, by the rule; where nothing clears it, it is refused",
        arguments: StoreKind.allCases)
    func setBefore(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            for key in Self.keys {
                let (holder, thing) = (context.make("Holder"), context.make("Thing"))
                try context.save()
                lead(holder, key, to: thing)
                context.delete(thing)
                if key.hasPrefix("nullify") {
                    try context.save()
                    #expect(!leads(holder, key))
                } else if key.hasPrefix("cascade") {
                    try context.save()
                    #expect(holder.managedObjectContext == nil)
                } else if key.hasPrefix("deny") {
                    try refused(NSValidationRelationshipDeniedDeleteError, holder, key)
                } else {
                    try refused(NSManagedObjectValidationError, holder, key)
                }
            }
        }
    }

    @Test(
        "4.5 A row that named what is deleted goes on naming it, where no rule clears it, and may be saved",
        arguments: StoreKind.allCases)
    func setLongAgo(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            for key in ["nothing", "plain"] {
                let (holder, thing) = (context.make("Holder"), context.make("Thing"))
                lead(holder, key, to: thing)
                try context.save()
                holder.setValue("changed", forKey: "name")
                lead(holder, key, to: nil)
                lead(holder, key, to: thing)
                context.delete(thing)
                try context.save()
                #expect(holder.value(forKey: "name") as? String == "changed")
                context.refresh(holder, mergeChanges: false)
                let lost = try #require(holder.value(forKey: key) as? NSManagedObject)
                #expect(lost.value(forKey: "name") == nil && lost.isDeleted)
            }
        }
    }

    @Test(
        "4.7 What came and went without a save leaves relationships with another end; without one it is refused",
        arguments: StoreKind.allCases)
    func cameAndWent(_ kind: StoreKind) throws {
        try stack(kind).work { context in
            for key in Self.keys where !key.hasPrefix("cascade") {
                let (holder, thing) = (context.make("Holder"), context.make("Thing"))
                lead(holder, key, to: thing)
                context.delete(thing)
                if Self.oneWay.contains(key) {
                    try refused(NSManagedObjectValidationError, holder, key)
                } else {
                    try context.save()
                }
                #expect(!leads(holder, key))
            }
        }
    }

    @Test(
        "5.5 An object without a context is refused as the destination, as that alone where there must be one",
        arguments: StoreKind.allCases)
    func nowhere(_ kind: StoreKind) throws {
        try stack(kind, isMandatory: true).work { context in
            let holder = context.make("Holder")
            lead(holder, "plain", to: NSManagedObject(entity: context.make("Thing").entity, insertInto: nil))
            let error = #expect(throws: NSError.self) { try context.save() }
            #expect(error?.code == NSManagedObjectValidationError)
            lead(holder, "plain", to: nil)
            let other = #expect(throws: NSError.self) { try context.save() }
            #expect(other?.code == NSValidationMissingMandatoryPropertyError)
            context.rollback()
        }
        try stack(kind).work { context in
            let model = try #require(context.persistentStoreCoordinator?.managedObjectModel)
            let (holder, thing) = (
                NSManagedObject(entity: try #require(model.entitiesByName["Holder"]), insertInto: nil),
                NSManagedObject(entity: try #require(model.entitiesByName["Thing"]), insertInto: nil)
            )
            lead(holder, "plain", to: thing)
            context.insert(holder)
            try refused(NSManagedObjectValidationError, holder, "plain")
            lead(holder, "plain", to: thing)
            context.insert(thing)
            try context.save()
            #expect(leads(holder, "plain"))
        }
    }

    @Test(
        "8.20 What another context has deleted is cleared where the rule says so; else it is refused",
        arguments: StoreKind.allCases)
    func deletedElsewhere(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        try stack.work { context in
            for key in Self.keys {
                let (holder, thing) = (context.make("Holder"), context.make("Thing"))
                try context.save()
                lead(holder, key, to: thing)
                try stack.work { other in
                    other.delete(other.object(with: thing.objectID))
                    let saved = try other.posts(.NSManagedObjectContextDidSave) { try other.save() }
                    let ids = (saved[0][NSDeletedObjectsKey] as? Set<NSManagedObject>)?.map(\.objectID) ?? []
                    NSManagedObjectContext.mergeChanges(
                        fromRemoteContextSave: [NSDeletedObjectsKey: ids], into: [context])
                }
                if key.hasPrefix("nullify") {
                    try context.save()
                } else {
                    try refused(NSManagedObjectValidationError, holder, key)
                }
                #expect(!leads(holder, key))
            }
        }
    }

    @Test("12.6 What the merge policy gives up for the store is no destination any more", arguments: StoreKind.allCases)
    func givenUp(_ kind: StoreKind) throws {
        let stack = try stack(kind)
        try stack.work { context in
            for key in ["nullify", "nothing", "plain"] {
                let (holder, thing) = (context.make("Holder"), context.make("Thing"))
                try context.save()
                try stack.work { other in
                    other.delete(other.object(with: thing.objectID))
                    try other.save()
                }
                thing.setValue("mine", forKey: "name")
                lead(holder, key, to: thing)
                context.mergePolicy = NSMergePolicy.mergeByPropertyStoreTrump
                if key == "nullify" {
                    try context.save()
                } else {
                    try refused(NSManagedObjectValidationError, holder, key)
                }
                #expect(!leads(holder, key))
            }
        }
    }
}
