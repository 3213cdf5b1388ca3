import CoreDataSQLite
import Foundation
import Testing

@testable import CoreData

/// A store with every way in which a relationship is kept, to be damaged: a family of entities, one to one, ordered, many to
/// many, without inverse, with history.
///
///     Guest 1 · Locker 2 · Person 3 (Coach 4, Member 5) · Skill 6 · Team 7
struct ClubStore {
    let folder = ScratchFolder()
    let model = ClubStore.makeModel()
    var url: URL { folder.url.appendingPathComponent("Club.sqlite") }

    /// Two teams of twenty members each.
    init(members: Int = 20, note: String = "") throws {
        let coordinator = try open()
        let context = coordinator.newContext()
        try context.checked {
            let skills = ["passing", "running", "shouting"].map { context.make("Skill", ["title": $0]) }
            for name in ["Reds", "Blues"] {
                let team = context.make("Team", ["title": name])
                team.setValue(context.make("Coach", ["name": "coach of the \(name)"]), forKey: "captain")
                for number in 0..<members {
                    let member = context.make(
                        "Member",
                        ["name": "\(name) \(number)\(note)", "badge": UUID(), "joined": Date(), "team": team])
                    member.setValue(context.make("Locker", ["number": number]), forKey: "locker")
                    member.setValue(NSOrderedSet(array: skills), forKey: "skills")
                    member.setValue(NSSet(array: [context.make("Guest", ["name": "guest"])]), forKey: "guests")
                }
            }
            try context.save()
            let first = try context.all("Member", sort: "name")[0]
            first.setValue(NSNumber(value: 30), forKey: "age")
            try context.save()
        }
        try close(coordinator)
    }

    func open() throws -> NSPersistentStoreCoordinator {
        let coordinator = NSPersistentStoreCoordinator(managedObjectModel: model)
        try coordinator.addPersistentStore(
            ofType: NSSQLiteStoreType, configurationName: nil, at: url, options: [NSPersistentHistoryTrackingKey: true])
        return coordinator
    }

    func close(_ coordinator: NSPersistentStoreCoordinator) throws {
        for store in coordinator.persistentStores { try coordinator.remove(store) }
    }

    func connection() throws -> Connection { try Connection(path: url.path, access: .readWrite, timeout: 5) }

    func execute(_ sql: String) throws { try connection().execute(sql) }

    func number(_ sql: String) throws -> Int64? { try connection().value(sql)?.integer }

    func findings() throws -> [StoreFinding] {
        try NSPersistentStoreCoordinator.examinePersistentStore(at: url, model: model)
    }

    @discardableResult
    func repair() throws -> StoreRepair {
        try NSPersistentStoreCoordinator.repairPersistentStore(at: url, model: model)
    }

    /// What is at all in the file and beside it.
    func bytes() throws -> [String: Data] {
        var files: [String: Data] = [:]
        for name in try FileManager.default.contentsOfDirectory(atPath: folder.url.path) where !name.hasSuffix("-shm") {
            let data = try Data(contentsOf: folder.url.appendingPathComponent(name))
            if !data.isEmpty { files[name] = data }
        }
        return files
    }

    /// Overwrites the page on which a text stands.
    func damagePage(with text: String) throws {
        var bytes = try Data(contentsOf: url)
        let page = try #require(bytes.range(of: Data(text.utf8))).lowerBound / 4096 * 4096
        bytes.replaceSubrange(page..<page + 4096, with: Data(repeating: 0xA5, count: 4096))
        try bytes.write(to: url)
    }

    /// Overwrites the topmost page of a table or index.
    func damageRoot(of name: String) throws {
        let page = try #require(try number("SELECT rootpage FROM sqlite_master WHERE name = '\(name)'"))
        var bytes = try Data(contentsOf: url)
        let start = (Int(page) - 1) * 4096
        bytes.replaceSubrange(start..<start + 4096, with: Data(repeating: 0xA5, count: 4096))
        try bytes.write(to: url)
    }

    private static func makeModel() -> NSManagedObjectModel {
        typealias Make = SampleModel
        let guest = Make.entity("Guest", Make.attribute("name", .stringAttributeType))
        let locker = Make.entity("Locker", Make.attribute("number", .integer16AttributeType))
        let person = Make.entity("Person", Make.attribute("name", .stringAttributeType) { $0.isOptional = false })
        person.isAbstract = true
        let coach = Make.entity("Coach")
        let member = Make.entity(
            "Member", Make.attribute("badge", .UUIDAttributeType) { $0.isOptional = false },
            Make.attribute("age", .integer16AttributeType), Make.attribute("joined", .dateAttributeType),
            Make.attribute("photo", .binaryDataAttributeType))
        person.subentities = [coach, member]
        let skill = Make.entity("Skill", Make.attribute("title", .stringAttributeType))
        let team = Make.entity("Team", Make.attribute("title", .stringAttributeType))
        member.uniquenessConstraints = [["badge"]]
        skill.uniquenessConstraints = [["title"]]
        func join(
            _ one: NSEntityDescription, _ there: NSRelationshipDescription, _ other: NSEntityDescription,
            _ back: NSRelationshipDescription
        ) {
            Make.join(there, back)
            one.properties.append(there)
            other.properties.append(back)
        }
        join(
            team, Make.relationship("members", to: member, maxCount: 0) { $0.isOrdered = true }, member,
            Make.relationship("team", to: team))
        join(
            team, Make.relationship("captain", to: person), person,
            Make.relationship("captained", to: team, maxCount: 0))
        join(member, Make.relationship("locker", to: locker), locker, Make.relationship("member", to: member))
        join(
            member, Make.relationship("skills", to: skill, maxCount: 0) { $0.isOrdered = true }, skill,
            Make.relationship("holders", to: member, maxCount: 0))
        member.properties.append(Make.relationship("guests", to: guest, maxCount: 0))
        member.indexes = [
            NSFetchIndexDescription(
                name: "byName",
                elements: [
                    NSFetchIndexElementDescription(
                        property: person.attributesByName["name"]!, collationType: .binary)
                ])
        ]
        let model = NSManagedObjectModel()
        model.entities = [guest, locker, person, coach, member, skill, team]
        return model
    }
}
