/// What becomes of an entity in a migration. Apple's numbers, which compiled mapping models hold.
public enum NSEntityMappingType: UInt, Sendable {
    /// Whoever migrates makes the instances.
    case undefinedEntityMappingType = 0
    /// A policy of the program makes the instances.
    case customEntityMappingType = 1
    /// The entity is new.
    case addEntityMappingType = 2
    /// Nothing comes of the entity.
    case removeEntityMappingType = 3
    /// The instances stay as they are.
    case copyEntityMappingType = 4
    /// The entity is in both models, and the instances change.
    case transformEntityMappingType = 5
}
