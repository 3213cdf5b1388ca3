import CoreData

/// Notes in boxes, and a counter that all share.
enum StormModel {
    static func make() -> NSManagedObjectModel {
        let note = entity("Note", ("key", .stringAttributeType), ("value", .integer64AttributeType))
        let box = entity("Box", ("name", .stringAttributeType))
        let counter = entity("Counter", ("count", .integer64AttributeType))
        let (notes, owner) = (NSRelationshipDescription(), NSRelationshipDescription())
        (notes.name, notes.destinationEntity, notes.maxCount) = ("notes", note, 0)
        (owner.name, owner.destinationEntity, owner.maxCount) = ("box", box, 1)
        (notes.inverseRelationship, owner.inverseRelationship) = (owner, notes)
        box.properties.append(notes)
        note.properties.append(owner)
        note.uniquenessConstraints = [["key"]]
        let model = NSManagedObjectModel()
        model.entities = [note, box, counter]
        return model
    }

    private static func entity(_ name: String, _ attributes: (String, NSAttributeType)...) -> NSEntityDescription {
        let entity = NSEntityDescription()
        entity.name = name
        entity.properties = attributes.map { name, type in
            let attribute = NSAttributeDescription()
            (attribute.name, attribute.attributeType) = (name, type)
            return attribute
        }
        return entity
    }

    /// A stack on the store, as a program with several processes sets it up.
    static func container(_ url: URL) throws -> NSPersistentContainer {
        let container = NSPersistentContainer(name: "Storm", managedObjectModel: make())
        let description = NSPersistentStoreDescription(url: url)
        description.setOption(true as NSNumber, forKey: NSPersistentHistoryTrackingKey)
        description.setOption(true as NSNumber, forKey: NSPersistentStoreRemoteChangeNotificationPostOptionKey)
        container.persistentStoreDescriptions = [description]
        var failure: (any Error)?
        container.loadPersistentStores { _, error in failure = error }
        if let failure { throw failure }
        return container
    }
}

/// Lines that outlive the process, each written at one stroke.
final class Log: Sendable {
    private let file: Int32

    init(_ path: String) { file = open(path, O_WRONLY | O_CREAT | O_APPEND, 0o600) }

    func line(_ text: String) {
        let bytes = Array((text + "\n").utf8)
        _ = write(file, bytes, bytes.count)
    }

    /// Nanoseconds by a clock that all processes share.
    static var now: UInt64 {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
    }
}

func prepare(_ url: URL) throws {
    let context = try StormModel.container(url).newBackgroundContext()
    try context.performAndWait {
        for number in 0..<4 { context.make("Box").setValue("box \(number)", forKey: "name") }
        context.make("Counter").setValue(0, forKey: "count")
        try context.save()
    }
}

/// Saves as often as asked for; each time it tells the token of the history, and when the save had begun.
func save(_ url: URL, _ log: Log, count: Int) throws {
    let container = try StormModel.container(url)
    let context = container.newBackgroundContext()
    for number in 0..<count {
        try context.performAndWait {
            let note = context.make("Note")
            note.setValue("saved \(UUID().uuidString)", forKey: "key")
            note.setValue(number, forKey: "value")
            let begin = Log.now
            try context.save()
            let token = container.persistentStoreCoordinator.currentPersistentHistoryToken(fromStores: nil)
            log.line("saved \(begin) \(token.map { "\($0)" } ?? "nil")")
        }
    }
}

/// Tells of what others save, as two coordinators of the process hear it.
final class Listener {
    private let containers: [NSPersistentContainer]
    private var observers: [any NSObjectProtocol] = []

    init(_ url: URL, _ log: Log) throws {
        containers = try (0..<2).map { _ in try StormModel.container(url) }
        for (number, container) in containers.enumerated() {
            observers.append(
                NotificationCenter.default.addObserver(
                    forName: .NSPersistentStoreRemoteChange, object: container.persistentStoreCoordinator, queue: nil
                ) { notice in
                    let token = notice.userInfo?[NSPersistentHistoryTokenKey]
                    log.line("told \(Log.now) \(number) \(token.map { "\($0)" } ?? "nil")")
                })
        }
        log.line("listening")
    }
}

extension NSManagedObjectContext {
    func make(_ entity: String) -> NSManagedObject {
        NSEntityDescription.insertNewObject(forEntityName: entity, into: self)
    }
}
