/// The variable of value expressions that stands for the migration manager: `$manager`.
public let NSMigrationManagerKey = "manager"
/// The variable that stands for the object that is migrated: `$source`.
public let NSMigrationSourceObjectKey = "source"
/// The variable that stands for the object that is made of it: `$destination`.
public let NSMigrationDestinationObjectKey = "destination"
/// The variable that stands for the mapping of the entity: `$entityMapping`.
public let NSMigrationEntityMappingKey = "entityMapping"
/// The variable that stands for the mapping of the property: `$propertyMapping`.
public let NSMigrationPropertyMappingKey = "propertyMapping"
/// The variable that stands for the policy: `$entityPolicy`.
public let NSMigrationEntityPolicyKey = "entityPolicy"

/// Makes the objects of one entity mapping. Follows Apple's `NSEntityMigrationPolicy`.
///
/// There is one policy a mapping, whose methods are called in three passes, each over all mappings in their order:
///
///     create   | begin, createDestinationInstances for each source object, endInstanceCreation
///     relate   | createRelationships for each object made, endRelationshipCreation
///     validate | performCustomValidation, end; then the model's rules are applied, and all is saved
///
/// A subclass is named in `NSEntityMapping.entityMigrationPolicyClassName`. What it throws ends the migration.
///
/// - Note: Differs from Apple: a subclass with an initialiser of its own writes `required init()`, as it is made by its name.
open class NSEntityMigrationPolicy: NSObject {
    /// A policy; made for each mapping anew.
    public required override init() { super.init() }

    /// Called first; does nothing here.
    open func begin(_ mapping: NSEntityMapping, with manager: NSMigrationManager) throws {}

    /// Makes an object of the destination entity, gives it its attributes, and associates it with the source.
    open func createDestinationInstances(
        forSource sInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        guard let entity = manager.destinationEntity(for: mapping) else { return }
        let instance = NSManagedObject(entity: entity, insertInto: manager.destinationContext)
        try MappedProperties(mapping, manager, self).setAttributes(of: instance, from: sInstance)
        manager.associate(sourceInstance: sInstance, withDestinationInstance: instance, for: mapping)
    }

    /// Called when all objects of the mapping are made; does nothing here.
    open func endInstanceCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Gives an object of the mapping its relationships.
    open func createRelationships(
        forDestination dInstance: NSManagedObject, in mapping: NSEntityMapping, manager: NSMigrationManager
    ) throws {
        let sources = manager.sourceInstances(forEntityMappingName: mapping.name, destinationInstances: [dInstance])
        try MappedProperties(mapping, manager, self).setRelationships(of: dInstance, from: sources.first)
    }

    /// Called when all relationships of the mapping are set; does nothing here.
    open func endRelationshipCreation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called before the model's rules are applied, to check more than they say; does nothing here.
    open func performCustomValidation(forMapping mapping: NSEntityMapping, manager: NSMigrationManager) throws {}

    /// Called last; does nothing here.
    open func end(_ mapping: NSEntityMapping, manager: NSMigrationManager) throws {}
}
