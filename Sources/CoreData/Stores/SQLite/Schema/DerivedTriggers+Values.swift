extension DerivedTriggers {
    /// Keeps what can be computed from the row alone, whenever one is made or that column is written.
    mutating func addOwn(_ target: Target, _ value: String, whenChanged column: String) {
        addToRows(target, value, whenChanged: column, kinds: "")
    }

    /// Keeps a copy of what stands at the end of a path, or a function of it.
    ///
    /// Rows of one save are written in no order that a trigger could rely on, so each table of the path tells of new rows, too.
    /// Of deleted rows none needs to tell: the delete rule takes the key out of what leads there.
    mutating func addValue(_ target: Target, _ keys: [String], _ function: Derivation.TextFunction?) throws {
        guard let path = ValuePath(keys, from: target.map, schema), path.fits(target, function) else {
            throw unfit(target)
        }
        let value = path.value(function)
        guard let first = path.steps.first else { return addOwn(target, value, whenChanged: path.column) }
        addToRows(target, value, whenChanged: first.key, kinds: "SOURCE_")
        for place in path.steps.indices {
            let table = path.steps[place].destination.table
            let statement = target.set(value, where: path.rows(leadingThrough: place) + target.limit)
            add(target, "PARAMETER_INSERT", "INSERT", on: table, statement)
            add(target, "PARAMETER_UPDATE", "UPDATE OF \(path.columnRead(at: place))", on: table, statement)
        }
    }

    private mutating func addToRows(_ target: Target, _ value: String, whenChanged column: String, kinds: String) {
        let (table, row) = (target.map.table, "Z_PK = NEW.Z_PK")
        addFill(target, value)
        add(
            target, kinds + "INSERT", "INSERT", on: table, when: target.guardText,
            target.set(value, where: row, isInsert: true))
        add(
            target, kinds + "UPDATE", "UPDATE OF \(column)", on: table, when: target.guardText,
            target.set(value, where: row))
    }
}

/// A path over to-one relationships to an attribute.
private struct ValuePath {
    struct Step {
        /// The column of the rows before that holds the key of the row the step leads to.
        let key: String
        let destination: EntityMap
    }

    private let source: EntityMap
    private(set) var steps: [Step] = []
    private let slot: Int
    /// Where the value itself stands.
    let column: String

    /// nil where the keys lead to no attribute that the store holds.
    init?(_ keys: [String], from source: EntityMap, _ schema: StoreSchema) {
        var (map, keys) = (source, keys[...])
        // What is left may name one element of a composite attribute.
        while map.layout.slot(named: keys.joined(separator: ".")) == nil {
            guard let name = keys.popFirst(), !keys.isEmpty,
                let key = map.layout.slot(named: name).flatMap({ map.columns[$0] }),
                let destination = schema.mapIfHeld(map.layout.entity.relationshipsByName[name]?.destinationEntity)
            else { return nil }
            steps.append(Step(key: key, destination: destination))
            map = destination
        }
        guard let slot = map.layout.slot(named: keys.joined(separator: ".")), let column = map.columns[slot] else {
            return nil
        }
        self.source = source
        self.slot = slot
        self.column = column
    }

    private var end: EntityMap { steps.last?.destination ?? source }

    /// Whether the attribute can read what the path leads to; texts and numbers SQLite makes of one another, as far as it can.
    func fits(_ target: DerivedTriggers.Target, _ function: Derivation.TextFunction?) -> Bool {
        guard let own = target.map.layout.slot(named: target.attribute.name) else { return false }
        let (from, into) = (end.layout.slots[slot].storage, target.map.layout.slots[own].storage)
        if function != nil { return from == .text && into == .text }
        return switch from {
        case .toOne, .destinationEntity: false
        case .text, .integer, .real, .decimal: [.text, .integer, .real, .decimal].contains(into)
        case .blob:
            // A column that tells where the data are cannot be read as data, and a file belongs to one row.
            into == .blob && !end.externalSlots.contains(slot) && !target.map.externalSlots.contains(own)
        }
    }

    /// The value for a row of the source, in a statement that updates the row.
    func value(_ function: Derivation.TextFunction?) -> String {
        func computed(_ column: String) -> String { function.map { "\($0.rawValue)(\(column))" } ?? column }
        guard let first = steps.first else { return computed(column) }
        // The aliases keep the rows of a path that comes back to its table apart from the row that is updated.
        var from = "\(first.destination.table) d1"
        for (number, step) in steps.enumerated().dropFirst() {
            from += " JOIN \(step.destination.table) d\(number + 1) ON d\(number + 1).Z_PK = d\(number).\(step.key)"
        }
        let result = computed("d\(steps.count).\(column)")
        return "(SELECT \(result) FROM \(from) WHERE d1.Z_PK = \(source.table).\(first.key))"
    }

    /// The condition on rows of the source whose path has the new row at the end of that step.
    func rows(leadingThrough place: Int) -> String {
        steps[..<place].reversed().reduce("\(steps[place].key) = NEW.Z_PK") { condition, step in
            "\(step.key) IN (SELECT Z_PK FROM \(step.destination.table) WHERE \(condition))"
        }
    }

    /// The column of the step's destination that the path goes on by, or ends with.
    func columnRead(at place: Int) -> String { place + 1 < steps.count ? steps[place + 1].key : column }
}
