/// The expressions that mapping models are made of, as Xcode writes them.
package enum MappingExpressions {
    static let destinationsOfMapping = "destinationInstancesForEntityMappingNamed:sourceInstances:"
    static let destinationsOfRelationship = "destinationInstancesForSourceRelationshipNamed:sourceInstances:"
    static let sourcesOfMapping = "sourceInstancesForEntityMappingNamed:destinationInstances:"
    static let request = "fetchRequestForSourceEntityNamed:predicateString:"

    private static let manager = ExpressionNode.variable(NSMigrationManagerKey)

    /// A key path of the object that is migrated.
    static func source(_ keys: [String]) -> ExpressionNode {
        .keyPath(of: .variable(NSMigrationSourceObjectKey), keys)
    }

    /// What the objects that a relationship of the source leads to have become.
    static func destinations(ofRelationship name: String) -> ExpressionNode {
        call(destinationsOfRelationship, .constant(.string(name)), source([name]))
    }

    /// The objects of an entity, without those of its subentities.
    static func allInstances(of entity: String, _ predicate: String = "TRUEPREDICATE") -> ExpressionNode {
        .function(
            FetchedObjectsCall.keyword,
            [
                call(request, .constant(.string(entity)), .constant(.string(predicate))),
                .keyPath(of: manager, ["sourceContext"]), .constant(.bool(false)),
            ])
    }

    private static func call(_ name: String, _ arguments: ExpressionNode...) -> ExpressionNode {
        .function(NamedFunctions.keyword, [manager, .constant(.string(name))] + arguments)
    }

    // MARK: For the compiler of mapping models

    /// `$source.PATH`.
    package static func value(ofSourceKey path: String) -> NSExpression {
        NSExpression.make(source(path.split(separator: ".").map(String.init)))
    }

    /// What the objects that a relationship of the source leads to have become.
    package static func destinations(ofSourceRelationship name: String) -> NSExpression {
        NSExpression.make(destinations(ofRelationship: name))
    }

    /// What the objects at a key path, `$source.PATH`, have become under that mapping.
    package static func destinations(ofMapping name: String, _ objects: NSExpression) -> NSExpression {
        NSExpression.make(call(destinationsOfMapping, .constant(.string(name)), objects.expressionNode))
    }

    /// All objects of that entity.
    package static func instances(of entity: String) -> NSExpression { NSExpression.make(allInstances(of: entity)) }

    /// An expression out of a keyed archive; nil where there is none to be read.
    package static func expression(archived data: Data) -> NSExpression? {
        guard let archive = try? KeyedArchive(data) else { return nil }
        var decoder = PredicateDecoder(archive)
        return (try? decoder.expression(.uid(archive.root))).map { NSExpression.make($0) }
    }
}
