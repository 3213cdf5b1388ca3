extension SchemaPlan {
    /// What a row must meet to be in an index, after WHERE; nil for an index of all rows.
    ///
    /// An index over all rows serves as well, and stands in for one whose condition SQLite takes in no index, with a subquery, or
    /// with functions that another program which writes the file may lack.
    func condition(of index: NSFetchIndexDescription, _ entity: NSEntityDescription) -> String? {
        guard let predicate = index.partialIndexPredicate else { return nil }
        let schema = StoreSchema(self)
        guard let map = schema.mapIfHeld(entity) else { return nil }
        let compiler = PredicateCompiler(schema: schema, storeIdentifier: "")
        let scope = QueryScope(alias: map.table.sqlName, map: map)
        guard let condition = try? compiler.condition(predicate.predicateNode, scope), scope.joins.isEmpty,
            !condition.contains("SELECT "), !condition.contains(/[A-Za-z0-9_]\(/)
        else { return nil }
        return compiler.inlining(condition)
    }
}
