/// Migrates a store object by object: see `NSEntityMigrationPolicy` for what is called when.
struct MigrationPasses {
    private let manager: NSMigrationManager
    private let mappings: NSMappingModel
    private var steps: [Step] = []

    /// A mapping and its policy.
    private struct Step {
        let mapping: NSEntityMapping
        let policy: NSEntityMigrationPolicy
    }

    init(_ manager: NSMigrationManager, _ mappings: NSMappingModel) throws {
        self.manager = manager
        self.mappings = mappings
        steps = try mappings.entityMappings.map { mapping in
            Step(mapping: mapping, policy: try PolicyClass.named(mapping.entityMigrationPolicyClassName).init())
        }
    }

    func run(from source: MigrationEnd, to destination: MigrationEnd) throws {
        let (sourceStore, sourceCoordinator) = try open(
            source.readOnly, manager.sourceModel, NSMigrationManagerSourceStoreError)
        defer { close(sourceStore, sourceCoordinator, manager.sourceContext) }
        manager.sourceContext.persistentStoreCoordinator = sourceCoordinator
        try make(destination)
        try keepMetadata(of: sourceStore, in: destination)
    }

    private func make(_ destination: MigrationEnd) throws {
        let (store, coordinator) = try open(
            destination, manager.destinationModel, NSMigrationManagerDestinationStoreError)
        defer { close(store, coordinator, manager.destinationContext) }
        manager.destinationContext.persistentStoreCoordinator = coordinator
        // What is associated holds on to both contexts.
        defer { manager.reset() }
        try manager.sourceContext.performAndWait { () throws in
            try manager.destinationContext.performAndWait { () throws in
                try create()
                try relate()
                try validate()
                try save()
            }
        }
    }

    // MARK: Stores

    private func open(
        _ end: MigrationEnd, _ model: NSManagedObjectModel, _ code: Int
    ) throws -> (NSPersistentStore, NSPersistentStoreCoordinator) {
        let coordinator = NSPersistentStoreCoordinator(migrating: model)
        do {
            let store = try coordinator.addPersistentStore(
                ofType: end.type, configurationName: end.configuration ?? model.configuration(ofStoreAt: end),
                at: end.url, options: end.options)
            return (store, coordinator)
        } catch {
            let reason = (error as NSError).userInfo["reason"] as? String ?? error.localizedDescription
            throw MigrationErrors.make(code, reason: reason, cause: error)
        }
    }

    private func close(
        _ store: NSPersistentStore, _ coordinator: NSPersistentStoreCoordinator, _ context: NSManagedObjectContext
    ) {
        context.performAndWait {
            context.reset()
            context.persistentStoreCoordinator = nil
        }
        // It is one of the coordinator's, which was made for it.
        try? coordinator.remove(store)
    }

    /// What an application has put into the metadata goes along.
    private func keepMetadata(of source: NSPersistentStore, in destination: MigrationEnd) throws {
        let own = source.metadata.filter { !$0.key.hasPrefix("NS") && !$0.key.hasPrefix("_NS") }
        guard !own.isEmpty, [NSSQLiteStoreType, NSBinaryStoreType].contains(destination.type) else { return }
        let metadata = try NSPersistentStoreCoordinator.metadataForPersistentStore(
            ofType: destination.type, at: destination.url, options: destination.options)
        try NSPersistentStoreCoordinator.setMetadata(
            metadata.merging(own) { known, _ in known }, ofType: destination.type, at: destination.url,
            options: destination.options)
    }

    // MARK: Passes

    private func create() throws {
        try pass(0) { step, advance in
            try ask { try step.policy.begin(step.mapping, with: manager) }
            let sources = try sources(of: step)
            for (number, source) in sources.enumerated() {
                try ask {
                    try step.policy.createDestinationInstances(
                        forSource: source, in: step.mapping, manager: manager)
                }
                advance(Float(number + 1) / Float(sources.count))
            }
            try ask { try step.policy.endInstanceCreation(forMapping: step.mapping, manager: manager) }
        }
    }

    private func relate() throws {
        try pass(1) { step, advance in
            let made = manager.destinationInstances(forEntityMappingName: step.mapping.name, sourceInstances: nil)
            for (number, instance) in made.enumerated() {
                try ask {
                    try step.policy.createRelationships(
                        forDestination: instance, in: step.mapping, manager: manager)
                }
                advance(Float(number + 1) / Float(made.count))
            }
            try ask { try step.policy.endRelationshipCreation(forMapping: step.mapping, manager: manager) }
        }
    }

    private func validate() throws {
        try pass(2) { step, _ in
            try ask { try step.policy.performCustomValidation(forMapping: step.mapping, manager: manager) }
            try ask { try step.policy.end(step.mapping, manager: manager) }
        }
    }

    private func save() throws {
        do {
            try manager.destinationContext.save()
        } catch let error as NSError where error.code == NSManagedObjectConstraintMergeError {
            throw MigrationErrors.make(
                NSMigrationConstraintViolationError,
                reason: "Migrated objects break a uniqueness constraint of the model", cause: error)
        }
    }

    private func pass(_ number: Int, _ body: (Step, _ advance: (Float) -> Void) throws -> Void) throws {
        let count = Float(steps.count)
        for (index, step) in steps.enumerated() {
            manager.currentEntityMapping = step.mapping
            try body(step) { manager.note(progress: (Float(number) + (Float(index) + $0) / count) / 3) }
            manager.note(progress: (Float(number) + Float(index + 1) / count) / 3)
        }
    }

    /// Calls a method of a policy; what it throws ends the migration, and so does a cancellation.
    private func ask(_ body: () throws -> Void) throws {
        do {
            if manager.cancellation == nil { try body() }
        } catch {
            if manager.cancellation == nil {
                let mapping = manager.currentEntityMapping.name ?? ""
                throw MigrationErrors.make(
                    NSEntityMigrationPolicyError, reason: "The policy of the mapping \(mapping) failed: \(error)",
                    cause: error)
            }
        }
        if let cancellation = manager.cancellation { throw cancellation }
    }

    /// The objects that a mapping reads.
    private func sources(of step: Step) throws -> [NSManagedObject] {
        // Nothing comes of an entity that is removed, unless the mapping says of which objects.
        let unsaid = step.mapping.destinationEntityName == nil ? nil : step.mapping.sourceEntityName
        guard
            let node = step.mapping.sourceExpression?.expressionNode
                ?? unsaid.map({ MappingExpressions.allInstances(of: $0) })
        else { return [] }
        let subject = PredicateEvaluator.Subject(
            root: .null, variables: manager.variables(step.mapping, step.policy))
        // A fetch that fails is an error, which evaluating it could not throw.
        if case .function(FetchedObjectsCall.keyword, let arguments) = node {
            let values = arguments.map { ExpressionEvaluator.compile($0)(subject) }
            if let found = try FetchedObjectsCall.objects(values) { return found }
        }
        return ExpressionEvaluator.compile(node)(subject).managedObjects
    }
}

extension MigrationEnd {
    /// The same, to be read alone and not to be migrated itself.
    fileprivate var readOnly: MigrationEnd {
        var options = options ?? [:]
        options[NSReadOnlyPersistentStoreOption] = true
        for key in [
            NSMigratePersistentStoresAutomaticallyOption, NSInferMappingModelAutomaticallyOption,
            NSPersistentStoreStagedMigrationManagerOptionKey,
        ] { options[key] = nil }
        return MigrationEnd(url: url, type: type, options: options, configuration: configuration)
    }
}
