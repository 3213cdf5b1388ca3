import Foundation

/// Random identifiers (RFC 9562, version 4) taken from the system sixteen at a time: one by one, `UUID()` would ask the
/// kernel for each, a third of the time that an import takes.
struct FreshIdentifiers {
    private var random = [UInt8](repeating: 0, count: 256)
    private var position = 256

    mutating func next() -> UUID {
        if position == random.count { refill() }
        defer { position += 16 }
        var identifier: uuid_t = (0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0)
        return random.withUnsafeBytes { bytes in
            withUnsafeMutableBytes(of: &identifier) { target in
                target.copyBytes(from: bytes[position..<position + 16])
                target[6] = target[6] & 0x0F | 0x40
                target[8] = target[8] & 0x3F | 0x80
            }
            return UUID(uuid: identifier)
        }
    }

    private mutating func refill() {
        position = 0
        let isFilled = random.withUnsafeMutableBytes { getentropy($0.baseAddress, $0.count) == 0 }
        guard !isFilled else { return }
        // A kernel without that call.
        for index in random.indices { random[index] = UInt8.random(in: 0...255) }
    }
}
