/// A table in a statement under the alias its columns go by, with the to-one joins that key paths have asked for.
final class QueryScope {
    let alias: String
    /// The entity whose properties can be named.
    let map: EntityMap
    /// Text that follows the table in FROM.
    private(set) var joins = ""
    private var destinations: [String: QueryScope] = [:]
    /// The scope whose FROM takes the joins: that of the table, or the one it was joined to.
    private let host: QueryScope?

    init(alias: String, map: EntityMap, host: QueryScope? = nil) {
        self.alias = alias
        self.map = map
        self.host = host
    }

    /// The row's primary key.
    var key: String { "\(alias).Z_PK" }
    /// The row's entity. In a table of one entity it is known beforehand, so that an index serves which has no such column; a
    /// joined row may be missing.
    var entityNumber: String {
        let entity = map.layout.entity
        let isAlone = host == nil && entity.superentity == nil && entity.subentities.isEmpty
        return isAlone ? String(map.number) : "\(alias).Z_ENT"
    }

    /// A column of the row.
    func column(_ slot: Int) -> String {
        guard let column = map.columns[slot] else {
            raise(
                "NSInvalidArgumentException",
                "keypath \(map.layout.slots[slot].name) has no column in the table of entity \(map.layout.name)")
        }
        return "\(alias).\(column)"
    }

    /// The row a to-one relationship leads to, which is joined at the first call.
    func destination(slot: Int, to map: EntityMap, alias: () -> String) -> QueryScope {
        let name = self.map.layout.slots[slot].name
        if let scope = destinations[name] { return scope }
        let scope = QueryScope(alias: alias(), map: map, host: host ?? self)
        (host ?? self).joins += " LEFT JOIN \(map.table) \(scope.alias) ON \(scope.key) = \(column(slot))"
        destinations[name] = scope
        return scope
    }
}
