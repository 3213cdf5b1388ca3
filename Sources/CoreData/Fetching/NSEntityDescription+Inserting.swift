extension NSEntityDescription {
    /// The entity of that name in the context's model.
    public class func entity(forEntityName name: String, in context: NSManagedObjectContext) -> NSEntityDescription? {
        context.persistentStoreCoordinator?.managedObjectModel.entitiesByName[name]
    }

    /// A new object of the entity of that name; raises for a name that the model does not know.
    public class func insertNewObject(forEntityName name: String, into context: NSManagedObjectContext)
        -> NSManagedObject
    {
        guard let entity = entity(forEntityName: name, in: context) else {
            raise(
                "NSInternalInconsistencyException",
                "+entityForName: could not locate an entity named '\(name)' in this model.")
        }
        let objectClass = context.settings.makesPlainObjects ? NSManagedObject.self : entity.layout.objectClass
        return objectClass.init(entity: entity, insertInto: context)
    }
}
