/// Gives the constants of a predicate over history the form that its columns have.
///
///     token            | the number of its transaction; fails with NSPersistentHistoryTokenExpiredError where that is not there
///     changedEntity    | the number of the entity
///     changedObjectID  | the number of the entity, and the key of the row
struct HistoryPredicate {
    /// Stands for the column of a change that holds the key of the row.
    static let rowKey = "changedRowKey"

    let store: SQLiteStore
    let reader: HistoryReader

    func translated(_ node: PredicateNode) throws -> PredicateNode {
        switch node {
        case .value, .opaque: node
        case .and(let nodes): .and(try nodes.map(translated))
        case .or(let nodes): .or(try nodes.map(translated))
        case .not(let node): .not(try translated(node))
        case .comparison(let comparison): try translated(comparison)
        }
    }

    private func translated(_ comparison: Comparison) throws -> PredicateNode {
        switch comparison.left.keys ?? comparison.right.keys {
        case ["token"]: try .comparison(replacingConstants(comparison, number))
        case ["changedEntity"]: .comparison(replacingConstants(comparison, entityNumber))
        case ["changedObjectID"]: objects(comparison) ?? .comparison(comparison)
        default: .comparison(comparison)
        }
    }

    private func replacingConstants(
        _ comparison: Comparison, _ body: (PredicateValue) throws -> PredicateValue
    ) rethrows -> Comparison {
        var comparison = comparison
        comparison.left = try replacingConstants(comparison.left, body)
        comparison.right = try replacingConstants(comparison.right, body)
        return comparison
    }

    private func replacingConstants(
        _ node: ExpressionNode, _ body: (PredicateValue) throws -> PredicateValue
    ) rethrows -> ExpressionNode {
        switch node {
        case .constant(.collection(let values)): .constant(.collection(try values.map(body)))
        case .constant(let value): .constant(try body(value))
        case .aggregate(let nodes): .aggregate(try nodes.map { try replacingConstants($0, body) })
        default: node
        }
    }

    private func number(_ value: PredicateValue) throws -> PredicateValue {
        guard case .object(let object) = value, let token = object as? NSPersistentHistoryToken else { return value }
        guard let number = token.numbers[store.identifier], try reader.has(number) else {
            throw SQLiteStore.expiredToken()
        }
        return .integer(number)
    }

    private func entityNumber(_ value: PredicateValue) -> PredicateValue {
        guard case .object(let object) = value, let entity = object as? NSEntityDescription else { return value }
        return .integer(store.schema.mapIfHeld(entity)?.number ?? -1)
    }

    /// nil for a comparison that asks for no object.
    private func objects(_ comparison: Comparison) -> PredicateNode? {
        let isLeft = comparison.left.keys != nil
        guard comparison.modifier == .direct, let ids = ids(isLeft ? comparison.right : comparison.left) else {
            return nil
        }
        switch comparison.operator {
        case .equalTo: return isOneOf(ids)
        case .notEqualTo: return .not(isOneOf(ids))
        case .in where isLeft: return isOneOf(ids)
        case .contains where !isLeft: return isOneOf(ids)
        default: return nil
        }
    }

    private func ids(_ node: ExpressionNode) -> [NSManagedObjectID]? {
        switch node {
        case .constant(.collection(let values)): values.compactMap(id)
        case .constant(let value): id(value).map { [$0] }
        case .aggregate(let nodes): nodes.flatMap { ids($0) ?? [] }
        default: nil
        }
    }

    private func id(_ value: PredicateValue) -> NSManagedObjectID? {
        guard case .object(let object) = value else { return nil }
        return ((object as? any PredicateIdentifiable)?.predicateIdentity ?? object) as? NSManagedObjectID
    }

    /// IDs of another coordinator's store pick nothing, though it be the same file, as on Apple's platforms.
    private func isOneOf(_ ids: [NSManagedObjectID]) -> PredicateNode {
        var keys: [Int64: [PredicateValue]] = [:]
        for id in ids {
            guard case .permanent(let key) = id.key, id.persistentStore === store,
                let map = store.schema.mapIfHeld(id.entity)
            else { continue }
            keys[map.rootNumber, default: []].append(.integer(key))
        }
        return .or(
            keys.sorted { $0.key < $1.key }.map { root, keys in
                let entities = store.schema.maps.filter { $0.rootNumber == root }.map(\.number)
                return .and([
                    isIn(.keyPath(["changedEntity"]), entities.map(PredicateValue.integer)),
                    isIn(.variable(Self.rowKey), keys),
                ])
            })
    }

    private func isIn(_ left: ExpressionNode, _ values: [PredicateValue]) -> PredicateNode {
        .comparison(Comparison(left: left, right: .constant(.collection(values)), operator: .in))
    }
}
