internal import CoreDataSQLite

/// Binds the slots of a snapshot to the parameters of a statement, in the order of their columns.
struct RowBinder {
    private struct Parameter {
        let slot: Int
        let index: Int32
        let storage: EntityLayout.Storage
        let isExternal: Bool
    }

    let map: EntityMap
    /// The parameter after the last slot's.
    let next: Int32
    private let parameters: [Parameter]
    private let files: ExternalFiles

    /// - Parameters:
    ///   - slots: of an update, nil for all; the entity of a to-one destination goes with its key, and what triggers derive is left
    ///     to them.
    ///   - files: where data go that are long and may lie beside the store.
    init(_ map: EntityMap, first: Int32, slots: SlotSet? = nil, files: ExternalFiles) {
        self.map = map
        self.files = files
        var parameters: [Parameter] = []
        var index = first
        for (slot, content) in map.layout.slots.enumerated() where map.columns[slot] != nil {
            if let slots {
                let key = content.storage == .destinationEntity ? slot - 1 : slot
                guard slots.contains(key), !map.derivedSlots.contains(slot) else { continue }
            }
            parameters.append(
                Parameter(
                    slot: slot, index: index, storage: content.storage, isExternal: map.externalSlots.contains(slot)))
            index += 1
        }
        self.parameters = parameters
        next = index
    }

    private var columns: [String] { parameters.compactMap { map.columns[$0.slot] } }

    var insertText: String {
        let names = (["Z_PK", "Z_ENT", "Z_OPT"] + columns).joined(separator: ", ")
        let values = ["?", String(map.number), "1"] + Array(repeating: "?", count: parameters.count)
        return "INSERT INTO \(map.table) (\(names)) VALUES (\(values.joined(separator: ", ")))"
    }

    var updateText: String {
        let list = (["Z_OPT"] + columns).map { "\($0) = ?" }.joined(separator: ", ")
        return "UPDATE \(map.table) SET \(list) WHERE Z_PK = ? AND Z_OPT = ?"
    }

    /// The bytes stay in the snapshot's memory until the statement has run.
    @inline(__always)
    func bind(_ row: WrittenRow, to statement: Statement) throws {
        try row.chunk._withUnsafeGuaranteedRef { chunk in
            for parameter in parameters { try bind(parameter, chunk, row.row, to: statement) }
        }
    }

    @inline(__always)
    private func bind(_ parameter: Parameter, _ chunk: RowChunk, _ row: Int, to statement: Statement) throws {
        let slot = parameter.slot
        if chunk.isNull(row: row, slot: slot) { return statement.bindNull(parameter.index) }
        switch parameter.storage {
        case .integer, .toOne, .destinationEntity:
            statement.bind(chunk.integer(row: row, slot: slot), parameter.index)
        case .real: statement.bind(chunk.real(row: row, slot: slot), parameter.index)
        // The column's affinity makes a number of a decimal's text where it fits one.
        case .text, .decimal: statement.bindText(chunk.bytes(row: row, slot: slot), parameter.index)
        case .blob where parameter.isExternal:
            statement.bind(.blob(try files.column(for: chunk.bytes(row: row, slot: slot))), parameter.index)
        case .blob: statement.bindBlob(chunk.bytes(row: row, slot: slot), parameter.index)
        }
    }
}
