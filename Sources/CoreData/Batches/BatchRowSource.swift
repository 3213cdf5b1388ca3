/// The rows of a batch insert, in the form in which they are bound to a statement: one chunk after the other.
final class BatchRowSource {
    private let layout: EntityLayout
    private let attributes: [NSAttributeDescription?]
    private let defaults: [(slot: Int, value: SlotValue)]
    private let mandatory: [(slot: Int, name: String)]
    /// Adds the next row to a chunk; answers false where there is none.
    private var add: (BatchRowSource, RowChunk) throws -> Bool = { _, _ in false }
    /// A handler that has said so is not called again.
    private var isOver = false
    /// The keys of the last dictionary with their slots, −1 where there is none: the next has the same, in the same order.
    private var known: [(key: String, slot: Int)] = []

    private init(_ layout: EntityLayout) {
        let plan = layout.properties
        self.layout = layout
        attributes = plan.attributes
        defaults = plan.defaults.enumerated().filter { !$0.element.isNull }.map { ($0.offset, $0.element) }
        mandatory = layout.slots.indices.compactMap { slot in
            guard let attribute = plan.attributes[slot], !attribute.isOptional,
                !(attribute is NSDerivedAttributeDescription)
            else { return nil }
            return (slot, attribute.name)
        }
    }

    convenience init(_ layout: EntityLayout, _ dictionaries: [[String: Any]]) {
        self.init(layout)
        var next = 0
        add = { source, chunk in
            guard next < dictionaries.count else { return false }
            let dictionary = dictionaries[next]
            next += 1
            try source.append(chunk, dictionary) { dictionary as NSDictionary }
            return true
        }
    }

    convenience init(_ layout: EntityLayout, dictionaryHandler: @escaping (NSMutableDictionary) -> Bool) {
        self.init(layout)
        add = { source, chunk in
            let dictionary = NSMutableDictionary()
            if dictionaryHandler(dictionary) { return false }
            let values = dictionary.lazy.compactMap { key, value in (key as? String).map { (key: $0, value: value) } }
            try source.append(chunk, values) { dictionary }
            return true
        }
    }

    convenience init(_ layout: EntityLayout, objectHandler: @escaping (NSManagedObject) -> Bool) {
        self.init(layout)
        let object = layout.objectClass.init(entity: layout.entity, insertInto: nil)
        let values = layout.properties.defaults
        add = { source, chunk in
            object.prepareToRead()
            if objectHandler(object) { return false }
            try source.append(chunk, object)
            if object.withState({ $0.hasRelated }) ?? false { object.state = nil }
            object.beginOverlay(holding: values)
            return true
        }
    }

    /// Rows that have not been answered yet, nil where there are no more.
    func nextChunk() throws -> RowChunk? {
        let chunk = RowChunk(layout: layout)
        while !chunk.isFull, !isOver { isOver = try !add(self, chunk) }
        return chunk.count > 0 ? chunk : nil
    }

    // MARK: Rows

    private func append(_ chunk: RowChunk, _ object: NSManagedObject) throws {
        let row = chunk.appendRow(primaryKey: 0, version: 1)
        object.withState { state in
            state.pending?.withValues { values in
                for slot in values.indices where attributes[slot] != nil {
                    chunk.set(values[slot], row: row, slot: slot, store: nil)
                }
            }
        }
        try checkMandatory(chunk, row) { object }
    }

    private func append(
        _ chunk: RowChunk, _ values: some Sequence<(key: String, value: Any)>, _ object: () -> NSObject
    ) throws {
        let row = chunk.appendRow(primaryKey: 0, version: 1)
        var given = SlotSet()
        var place = 0
        for (key, value) in values {
            let slot = slot(of: key, at: place)
            place += 1
            guard slot >= 0 else { continue }
            given.insert(slot)
            set(value, chunk, row, slot)
        }
        for (slot, value) in defaults where !given.contains(slot) {
            chunk.set(value, row: row, slot: slot, store: nil)
        }
        try checkMandatory(chunk, row, object)
    }

    /// The slot of an attribute; −1 for a key that names none, which is passed over.
    @inline(__always)
    private func slot(of key: String, at place: Int) -> Int {
        if place < known.count, known[place].key == key { return known[place].slot }
        return lookUp(key, at: place)
    }

    @inline(never)
    private func lookUp(_ key: String, at place: Int) -> Int {
        var slot = layout.slot(named: key) ?? -1
        if slot >= 0, attributes[slot] == nil { slot = -1 }
        if place < known.count { known[place] = (key, slot) } else { known.append((key, slot)) }
        return slot
    }

    /// The usual types are told by comparing them, which costs a fraction of a cast that fails.
    @inline(__always)
    private func set(_ value: Any, _ chunk: RowChunk, _ row: Int, _ slot: Int) {
        let type = type(of: value)
        switch layout.slots[slot].attributeType {
        case .stringAttributeType where type == String.self:
            guard let text = value as? String else { break }
            let isSet: Void? = text.utf8.withContiguousStorageIfAvailable {
                chunk.set(UnsafeRawBufferPointer($0), row: row, slot: slot)
            }
            if isSet == nil { chunk.set(SlotValue.text(text), row: row, slot: slot, store: nil) }
            return
        case .dateAttributeType where type == Date.self:
            guard let date = value as? Date else { break }
            return chunk.set(date.timeIntervalSinceReferenceDate, row: row, slot: slot)
        case .integer16AttributeType, .integer32AttributeType, .integer64AttributeType, .booleanAttributeType:
            if type == Int.self, let number = value as? Int {
                return chunk.set(Int64(number), row: row, slot: slot)
            }
            if type == Bool.self, let flag = value as? Bool {
                return chunk.set(Int64(flag ? 1 : 0), row: row, slot: slot)
            }
            if type == Int32.self, let number = value as? Int32 {
                return chunk.set(Int64(number), row: row, slot: slot)
            }
        case .doubleAttributeType where type == Double.self:
            guard let number = value as? Double else { break }
            return chunk.set(number, row: row, slot: slot)
        default: break
        }
        setUncommon(value, chunk, row, slot)
    }

    @inline(never)
    private func setUncommon(_ value: Any, _ chunk: RowChunk, _ row: Int, _ slot: Int) {
        guard let attribute = attributes[slot], let value = BatchValues.present(value) else { return }
        guard let value = SlotValue(value, for: attribute) else {
            raise(
                "NSInvalidArgumentException",
                "Unacceptable type of value for attribute: property = \"\(attribute.name)\"; desired type = "
                    + "\(attribute.attributeValueClassName ?? ""); given type = \(Swift.type(of: value)); value = \(value)."
            )
        }
        chunk.set(value, row: row, slot: slot, store: nil)
    }

    private func checkMandatory(_ chunk: RowChunk, _ row: Int, _ object: () -> NSObject) throws {
        for (slot, name) in mandatory where chunk.isNull(row: row, slot: slot) {
            // Apple's text of it is a template that nobody has filled in.
            let text = "%{PROPERTY}@ is a required value."
            throw NSError(
                domain: NSCocoaErrorDomain, code: NSValidationMissingMandatoryPropertyError,
                userInfo: [
                    NSValidationKeyErrorKey: name, NSValidationObjectErrorKey: object(),
                    NSValidationValueErrorKey: NSNull(), NSLocalizedDescriptionKey: text, "reason": text,
                ])
        }
    }
}
