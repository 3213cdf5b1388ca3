extension NSMigrationManager: NamedFunctionTarget {
    /// What `FUNCTION($manager, "name:", …)` may call.
    final func call(_ name: String, _ arguments: [PredicateValue]) -> PredicateValue? {
        guard arguments.count == 2, let first = arguments[0].text else { return nil }
        switch name {
        case MappingExpressions.destinationsOfMapping:
            return collection(
                destinationInstances(forEntityMappingName: first, sourceInstances: arguments[1].managedObjects))
        case MappingExpressions.sourcesOfMapping:
            return collection(
                sourceInstances(forEntityMappingName: first, destinationInstances: arguments[1].managedObjects))
        case MappingExpressions.destinationsOfRelationship:
            let names = (mappingModel.entityMappings ?? []).compactMap(\.name)
            return collection(associations.destinations(ofAny: names, arguments[1].managedObjects))
        case MappingExpressions.request:
            let request = NSFetchRequest<NSManagedObject>(entityName: first)
            request.includesSubentities = false
            if let text = arguments[1].text { request.predicate = NSPredicate(format: text, argumentArray: []) }
            return .object(request)
        default: return nil
        }
    }

    private func collection(_ objects: [NSManagedObject]) -> PredicateValue {
        .collection(objects.map { .object($0) })
    }

    /// The variables of expressions that are the same for all objects of a mapping.
    final func variables(_ mapping: NSEntityMapping, _ policy: NSEntityMigrationPolicy) -> [String: PredicateValue] {
        [
            NSMigrationManagerKey: .object(self), NSMigrationEntityMappingKey: .object(mapping),
            NSMigrationEntityPolicyKey: .object(policy),
        ]
    }
}

extension NSMigrationManager: KeyValueReadable {
    final func readValue(forKey key: String) -> Any? {
        switch key {
        case "sourceContext": sourceContext
        case "destinationContext": destinationContext
        case "sourceModel": sourceModel
        case "destinationModel": destinationModel
        case "mappingModel": mappingModel
        case "currentEntityMapping": currentEntityMapping
        case "migrationProgress": migrationProgress
        case "usesStoreSpecificMigrationManager": usesStoreSpecificMigrationManager
        case "userInfo": userInfo
        case "self": self
        default: undefinedKey(key)
        }
    }
}
