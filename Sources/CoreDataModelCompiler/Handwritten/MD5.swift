import Foundation

/// MD5, by which the Swift compiler tells private names of different files apart; nothing here rests on its strength.
enum MD5 {
    /// The digest in capital hexadecimal digits.
    static func hexadecimal(_ text: String) -> String {
        var message = Array(text.utf8)
        let bits = UInt64(message.count) * 8
        message.append(0x80)
        while message.count % 64 != 56 { message.append(0) }
        for shift in stride(from: 0, to: 64, by: 8) { message.append(UInt8(truncatingIfNeeded: bits >> UInt64(shift))) }
        var state: [UInt32] = [0x6745_2301, 0xefcd_ab89, 0x98ba_dcfe, 0x1032_5476]
        for start in stride(from: 0, to: message.count, by: 64) {
            let block = (0..<16).map { word in
                (0..<4).reduce(UInt32(0)) { $0 | UInt32(message[start + word * 4 + $1]) << UInt32(8 * $1) }
            }
            let mixed = mix(block, state)
            for index in 0..<4 { state[index] &+= mixed[index] }
        }
        let bytes = state.flatMap { word in (0..<4).map { UInt8(truncatingIfNeeded: word >> UInt32(8 * $0)) } }
        return bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }.joined()
    }

    private static let rotations: [[UInt32]] = [[7, 12, 17, 22], [5, 9, 14, 20], [4, 11, 16, 23], [6, 10, 15, 21]]
    private static let sines: [UInt32] = (1...64).map { UInt32(4_294_967_296 * abs(sin(Double($0)))) }

    private static func mix(_ block: [UInt32], _ state: [UInt32]) -> [UInt32] {
        var (a, b, c, d) = (state[0], state[1], state[2], state[3])
        for step in 0..<64 {
            let (function, word): (UInt32, Int) =
                switch step / 16 {
                case 0: (b & c | ~b & d, step)
                case 1: (d & b | ~d & c, (5 * step + 1) % 16)
                case 2: (b ^ c ^ d, (3 * step + 5) % 16)
                default: (c ^ (b | ~d), 7 * step % 16)
                }
            let sum = a &+ function &+ sines[step] &+ block[word]
            let rotation = rotations[step / 16][step % 4]
            (a, d, c, b) = (d, c, b, b &+ (sum << rotation | sum >> (32 - rotation)))
        }
        return [a, b, c, d]
    }
}
