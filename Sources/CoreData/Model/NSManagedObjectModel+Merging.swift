extension NSManagedObjectModel {
    /// The union of models: all their entities, in copies. Nil for nil.
    ///
    /// Two different entities of one name raise; equal ones become one.
    public convenience init?(byMerging models: [NSManagedObjectModel]?) {
        guard let models else { return nil }
        self.init()
        var seen: [String: NSEntityDescription] = [:]
        for entity in models.flatMap(\.storedEntities) {
            if let twin = seen[entity.name ?? ""], !twin.isEqual(entity) {
                raise(
                    "NSInternalInconsistencyException",
                    "Can't merge models with two different entities named '\(entity.name ?? "")'")
            }
            seen[entity.name ?? ""] = entity
        }
        takeEntities(of: models)
        versionIdentifiers = models.reduce(into: []) { $0.formUnion($1.versionIdentifiers) }
        localizationDictionary = models.compactMap(\.localizationDictionary)
            .reduce(nil) { ($0 ?? [:]).merging($1) { first, _ in first } }
    }

    /// The union of those of the models' entities that a store of that metadata holds; nil unless they are all there.
    public convenience init?(byMerging models: [NSManagedObjectModel], forStoreMetadata metadata: [String: Any]) {
        guard let stored = Self.versionHashes(in: metadata) else { return nil }
        let fitting = models.filter { model in
            model.entityVersionHashesByName.allSatisfy { stored[$0.key] == $0.value }
        }
        let found = fitting.reduce(into: [String: Data]()) {
            $0.merge($1.entityVersionHashesByName) { first, _ in first }
        }
        guard found == stored else { return nil }
        self.init(byMerging: fitting)
    }
}
