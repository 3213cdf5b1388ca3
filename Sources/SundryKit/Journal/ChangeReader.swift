import Foundation

/// Reads what ``ChangeWriter`` wrote. Bytes that make no sense are an error, never a crash.
struct ChangeReader {
    private let bytes: [UInt8]
    private var position = 0
    private var names: [String] = []

    private init(_ data: Data) { bytes = [UInt8](data) }

    static func changes(in data: Data) throws(Problem) -> [RecordedChange] {
        var reader = ChangeReader(data)
        guard try reader.byte() == 1 else {
            throw Problem("This edit was recorded by a newer sundry: update sundry to undo it.")
        }
        for _ in 0..<(try reader.count()) { reader.names.append(try reader.text()) }
        var changes: [RecordedChange] = []
        for _ in 0..<(try reader.count()) { changes.append(try reader.change()) }
        return changes
    }

    private var damage: Problem { Problem("The record of this edit is damaged: it cannot be undone.") }

    private mutating func change() throws(Problem) -> RecordedChange {
        switch try byte() {
        case 0: return .inserted(try object())
        case 1:
            let object = try object()
            var properties: [RecordedChange.Property] = []
            for _ in 0..<(try count()) {
                properties.append(.init(name: try name(), before: try value(), after: try value()))
            }
            return .updated(object, properties)
        case 2:
            let object = try object()
            var values: [String: RecordedValue] = [:]
            for _ in 0..<(try count()) {
                let name = try name()
                values[name] = try value()
            }
            return .deleted(object, values)
        default: throw damage
        }
    }

    private mutating func value() throws(Problem) -> RecordedValue {
        switch try byte() {
        case 0: return .nothing
        case 1: return .flag(false)
        case 2: return .flag(true)
        case 3:
            let number = try number()
            return .integer(Int64(bitPattern: number >> 1) ^ -Int64(bitPattern: number & 1))
        case 4: return .real(try fixed())
        case 5: return .text(try text())
        case 6: return .data(Data(try run(of: try count())))
        case 7:
            let seconds = try fixed()
            // Of dates thousands of centuries away not even a description can be made.
            guard seconds.magnitude < 1e12 else { throw damage }
            return .date(Date(timeIntervalSinceReferenceDate: seconds))
        case 8: return .decimal(try text())
        case 9: return .identifier(try identifier())
        case 10: return .address(try text())
        case 11: return .object(try object())
        case 12:
            var objects: [ObjectName] = []
            for _ in 0..<(try count()) { objects.append(try object()) }
            return .objects(objects)
        default: throw damage
        }
    }

    private mutating func object() throws(Problem) -> ObjectName {
        ObjectName(entity: try name(), identifier: try identifier())
    }

    private mutating func identifier() throws(Problem) -> UUID {
        let run = try run(of: 16)
        var identifier: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        withUnsafeMutableBytes(of: &identifier) { $0.copyBytes(from: run) }
        return UUID(uuid: identifier)
    }

    private mutating func name() throws(Problem) -> String {
        let index = try number()
        guard index < UInt64(names.count) else { throw damage }
        return names[Int(index)]
    }

    private mutating func fixed() throws(Problem) -> Double {
        var pattern: UInt64 = 0
        for byte in try run(of: 8).reversed() { pattern = pattern << 8 | UInt64(byte) }
        return Double(bitPattern: pattern)
    }

    private mutating func text() throws(Problem) -> String {
        String(decoding: try run(of: try count()), as: UTF8.self)
    }

    /// A number of things of at least one byte each, so that damaged bytes cannot ask for more than there is.
    private mutating func count() throws(Problem) -> Int {
        let number = try number()
        guard number <= UInt64(bytes.count - position) else { throw damage }
        return Int(number)
    }

    private mutating func number() throws(Problem) -> UInt64 {
        var number: UInt64 = 0
        var shift: UInt64 = 0
        while true {
            let byte = try byte()
            guard shift < 64 else { throw damage }
            number |= UInt64(byte & 0x7F) << shift
            if byte < 0x80 { return number }
            shift += 7
        }
    }

    private mutating func byte() throws(Problem) -> UInt8 {
        guard position < bytes.count else { throw damage }
        defer { position += 1 }
        return bytes[position]
    }

    private mutating func run(of length: Int) throws(Problem) -> ArraySlice<UInt8> {
        guard length <= bytes.count - position else { throw damage }
        defer { position += length }
        return bytes[position..<position + length]
    }
}
