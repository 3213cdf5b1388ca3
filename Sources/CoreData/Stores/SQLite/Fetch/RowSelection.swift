import Synchronization

internal import CoreDataSQLite

/// The columns that a statement reads for rows of an entity, and how they become slots.
///
///     column 0  | Z_PK
///     column 1  | Z_OPT
///     column 2  | Z_ENT, only where rows of several entities can come
///     then      | the columns of the slots; subentities share those of their parents
final class RowSelection: Sendable {
    /// How one column becomes a slot.
    struct Reading: Sendable {
        enum Kind: UInt8, Sendable {
            case integer, real, text, decimal, blob
            /// A blob that begins with a byte telling where the data are.
            case external
        }
        let slot: Int
        let column: Int32
        let kind: Kind
    }

    /// The rows of one concrete entity.
    struct Part: Sendable {
        let map: EntityMap
        let readings: [Reading]
    }

    /// The concrete entities that can come.
    let parts: [Part]
    /// By entity number; used where several can come.
    private let partsByNumber: [Int64: Int]
    /// Column names after Z_PK, Z_OPT, Z_ENT.
    private let columns: [String]

    init(_ maps: [EntityMap]) {
        var columns: [String] = []
        var positions: [String: Int] = [:]
        let first = maps.count > 1 ? 3 : 2
        parts = maps.map { map in
            var readings: [Reading] = []
            for (slot, column) in map.columns.enumerated() {
                guard let column else { continue }
                let position = positions[column] ?? columns.count
                if position == columns.count {
                    columns.append(column)
                    positions[column] = position
                }
                readings.append(
                    Reading(slot: slot, column: Int32(first + position), kind: Self.kind(slot, of: map)))
            }
            return Part(map: map, readings: readings)
        }
        partsByNumber = Dictionary(
            maps.enumerated().map { ($0.element.number, $0.offset) }, uniquingKeysWith: { $1 })
        self.columns = columns
    }

    private static func kind(_ slot: Int, of map: EntityMap) -> Reading.Kind {
        switch map.layout.slots[slot].storage {
        case .integer, .toOne, .destinationEntity: .integer
        case .real: .real
        case .text: .text
        case .decimal: .decimal
        case .blob: map.externalSlots.contains(slot) ? .external : .blob
        }
    }

    var readsEntity: Bool { parts.count > 1 }

    /// The part of a row's concrete entity, nil for an entity that the model does not know.
    func part(number: Int64) -> Int? { partsByNumber[number] }

    /// What stands after SELECT, for a table under that alias.
    func list(alias: String) -> String {
        var list = readsEntity ? "\(alias).Z_PK, \(alias).Z_OPT, \(alias).Z_ENT" : "\(alias).Z_PK, \(alias).Z_OPT"
        list.reserveCapacity(list.utf8.count + columns.reduce(0) { $0 + $1.utf8.count + alias.utf8.count + 3 })
        for column in columns {
            list += ", "
            list += alias
            list += "."
            list += column
        }
        return list
    }
}

extension RowSelection.Part {
    /// Copies the columns of the present row into a new row of the chunk.
    @inline(__always)
    func read(_ values: RowValues, into chunk: RowChunk, external: ExternalData) {
        let row = chunk.append(
            primaryKey: values.integer(0), version: Int32(truncatingIfNeeded: values.integer(1)))
        readings.withUnsafeBufferPointer { readings in
            for reading in readings {
                let column = reading.column
                switch reading.kind {
                case .integer:
                    let value = values.integer(column)
                    // NULL reads as 0; any other value is surely there.
                    if value == 0, values.isNull(column) { continue }
                    row.set(bits: UInt64(bitPattern: value), slot: reading.slot)
                case .real:
                    let value = values.real(column)
                    if value == 0, values.isNull(column) { continue }
                    row.set(bits: value.bitPattern, slot: reading.slot)
                case .text:
                    guard let bytes = values.text(column) else { continue }
                    row.set(bits: chunk.keep(bytes), slot: reading.slot)
                case .decimal: Self.readDecimal(values, reading, into: chunk, row)
                case .blob:
                    guard let bytes = values.blob(column) else { continue }
                    row.set(bits: chunk.keep(bytes), slot: reading.slot)
                case .external:
                    guard let bytes = values.blob(column) else { continue }
                    if let file = external.file(bytes) {
                        row.set(bits: chunk.keep(file), slot: reading.slot)
                    } else {
                        external.withData(bytes) { row.set(bits: chunk.keep($0), slot: reading.slot) }
                    }
                }
            }
        }
    }

    /// SQLite's own text of a double has 15 digits; the shortest text that stands for just that double may need 17.
    private static func readDecimal(
        _ values: RowValues, _ reading: RowSelection.Reading, into chunk: RowChunk, _ row: RowChunk.RowMemory
    ) {
        if values.isReal(reading.column) {
            var text = "\(values.real(reading.column))"
            text.withUTF8 { row.set(bits: chunk.keep(UnsafeRawBufferPointer($0)), slot: reading.slot) }
        } else if let bytes = values.text(reading.column) {
            row.set(bits: chunk.keep(bytes), slot: reading.slot)
        }
    }
}
