import CoreData

@testable import CoreData

/// An item that notes every hook it is called for, and does in them what a test asks.
final class ContractItem: ShopItem {
    var hooks: [String] = []
    /// Done in the hook of that name.
    var inHook: [String: (ContractItem) throws -> Void] = [:]
    /// The title that the object had when `awakeFromInsert` or `awakeFromFetch` was called.
    var titleAwaking: String?
    var countAwaking: Int32?
    var snapshotEvents: [NSSnapshotEventType] = []

    private func note(_ hook: String) throws {
        hooks.append(hook)
        try inHook[hook]?(self)
    }

    override func awakeFromInsert() {
        super.awakeFromInsert()
        countAwaking = count
        try? note("awakeFromInsert")
    }
    override func awakeFromFetch() {
        super.awakeFromFetch()
        titleAwaking = title
        try? note("awakeFromFetch")
    }
    override func awake(fromSnapshotEvents flags: NSSnapshotEventType) {
        super.awake(fromSnapshotEvents: flags)
        snapshotEvents.append(flags)
        try? note("awakeFromSnapshotEvents")
    }
    override func prepareForDeletion() {
        super.prepareForDeletion()
        try? note("prepareForDeletion")
    }
    override func willSave() {
        super.willSave()
        try? note("willSave")
    }
    override func didSave() {
        super.didSave()
        try? note("didSave")
    }
    override func willTurnIntoFault() {
        super.willTurnIntoFault()
        try? note("willTurnIntoFault")
    }
    override func didTurnIntoFault() {
        super.didTurnIntoFault()
        try? note("didTurnIntoFault")
    }
    override func validateForInsert() throws {
        try super.validateForInsert()
        try note("validateForInsert")
    }
    override func validateForUpdate() throws {
        try super.validateForUpdate()
        try note("validateForUpdate")
    }
    override func validateForDelete() throws {
        try super.validateForDelete()
        try note("validateForDelete")
    }
}

extension ShopModel {
    /// The shop's model with items of the noting class.
    static func noting(_ change: (NSManagedObjectModel) -> Void = { _ in }) -> NSManagedObjectModel {
        let model = make()
        // The shop's model has items.
        model.entitiesByName["Item"]!.managedObjectClassName = "CoreDataTests.ContractItem"
        change(model)
        return model
    }
}

extension NSManagedObjectContext {
    /// A new item of the noting class.
    func note(_ title: String) -> ContractItem {
        let item = ContractItem(context: self)
        item.title = title
        return item
    }

    /// A context whose parent this is.
    func child() -> NSManagedObjectContext {
        let child = NSManagedObjectContext(concurrencyType: .privateQueueConcurrencyType)
        child.parent = self
        return child
    }
}
