extension NSManagedObject {
    /// What the request of a fetched property finds: asked for at the first read, and kept until the object is refreshed.
    final func fetchedObjects(_ number: Int) -> [NSManagedObject] {
        prepareToRead()
        if let known = state?.fetched[number] { return known }
        let property = home.layout.fetched[number]
        guard let context = home.context, let request = property.fetchRequest else { return [] }
        request.predicate = request.predicate?.withSubstitutionVariables([
            "FETCH_SOURCE": self, "FETCHED_PROPERTY": property,
        ])
        let found: [NSManagedObject]
        do {
            found = try context.fetchObjects(request.settings)
        } catch {
            raise(
                "NSInternalInconsistencyException",
                "CoreData could not fetch the property '\(property.name)' of '\(objectID)': \(error)")
        }
        madeState.fetched[number] = found
        return found
    }
}

extension NSPropertyDescription: KeyValueReadable {
    /// What a fetched property's predicate reads of `$FETCHED_PROPERTY`.
    final func readValue(forKey key: String) -> Any? {
        switch key {
        case "name": name
        case "userInfo": userInfo
        case "entity": entity
        case "self": self
        default:
            raise(
                "NSUnknownKeyException",
                "[<\(type(of: self))> valueForUndefinedKey:]: this class is not key value coding-compliant for the key \(key)."
            )
        }
    }
}
